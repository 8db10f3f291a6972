"""Functions are short enough to be read at once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 80
# Longer functions, with the reason.
LONGER = {
    ("python/morfem/cli/encode.py", "encode"): "half of it declares the options of the command",
}


def python_functions(source: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            yield node.name, node.end_lineno - node.lineno + 1


def rust_functions(source: str) -> Iterator[tuple[str, int]]:
    """rustfmt writes the end of a function at the indentation of its first line."""
    for match in re.finditer(
        r"^( *)(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*fn (\w+)[^;{]*\{\n(?:.*\n)*?\1\}$", source, re.MULTILINE
    ):
        yield match[2], match[0].count("\n") + 1


def test_the_lines_of_a_function_are_counted() -> None:
    rust = "impl A {\n    pub fn short(&self) {}\n\n    fn long(\n        a: u8,\n    ) {\n        if a > 1 {\n        }\n    }\n}\n"
    assert list(rust_functions(rust)) == [("long", 6)]
    assert list(python_functions("def a():\n    def b():\n        pass\n    return b\n")) == [("a", 4), ("b", 2)]


def test_no_function_is_longer_than_a_page_without_a_reason() -> None:
    found: dict[tuple[str, str], int] = {}
    for pattern, functions in (("python/**/*.py", python_functions), ("crates/*/src/**/*.rs", rust_functions)):
        for path in ROOT.glob(pattern):
            lengths = functions(path.read_text(encoding="utf-8"))
            found |= {(path.relative_to(ROOT).as_posix(), name): lines for name, lines in lengths if lines > MOST}
    assert found.keys() == LONGER.keys(), {place: lines for place, lines in found.items() if place not in LONGER}
