"""Copies the docstrings of the stub `_core.pyi` into the border crate, so that `help()` shows what editors show.

    python -m tools.border_docs

Python reads the stub only in editors; what `help()` prints is compiled from the Rust comments of the border crate. The stub is what people
edit. This tool writes the docstring of each public class, method and function of the stub above the Rust item of the same name.
`tests/interface/test_stub.py` compares the two after a build.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
STUB = ROOT / "python" / "morfem" / "_core.pyi"
BORDER = ROOT / "crates" / "morfem-python" / "src"

# Comments and attributes of one line, then the Rust item that they are for.
ITEM = re.compile(
    r"^(?P<comment>(?: *///.*\n)*)(?P<attributes>(?: *#\[.*\]\n)*)"
    r"(?P<indent> *)(?P<item>(?:pub )?(?:struct|fn) (?P<name>\w+)|impl (?P<owner>\w+) \{)",
    re.MULTILINE,
)


def docstrings() -> dict[str, str]:
    """The docstrings of the stub by name: `Tokenizer`, `Tokenizer.encode`, `split`. A class has the parameters of its `__new__` too.

    Private names are left out.
    """
    found = {}
    for node in ast.parse(STUB.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            members = [each for each in node.body if isinstance(each, ast.FunctionDef)] if isinstance(node, ast.ClassDef) else []
            for owner, each in [("", node), *((f"{node.name}.", member) for member in members)]:
                text = ast.get_docstring(each)
                if text is not None and not each.name.startswith("_"):
                    found[f"{owner}{each.name}"] = text
                if text is not None and each.name == "__new__" and "\nParameters\n" in text:
                    found[node.name] += text[text.index("\n\nParameters\n") :]
    return found


def documented(source: str, texts: dict[str, str]) -> str:
    """A source file of the border with these docstrings as comments."""
    owner = ""

    def replaced(found: re.Match[str]) -> str:
        nonlocal owner
        comment, attributes, indent, item = found["comment"], found["attributes"], found["indent"], found["item"]
        if found["owner"]:
            owner = f"{found['owner']}." if "#[pymethods]" in attributes else ""
        is_python = "#[pyclass" in attributes or "#[pyfunction" in attributes or (indent and owner)
        text = texts.get(f"{owner if indent else ''}{found['name']}") if is_python else None
        if text is not None:
            comment = "".join(f"{indent}///{' ' if line else ''}{line}\n" for line in text.split("\n"))
        return comment + attributes + indent + item

    return ITEM.sub(replaced, source)


def main() -> None:
    texts = docstrings()
    for path in sorted(BORDER.glob("*.rs")):
        path.write_text(documented(path.read_text("utf-8"), texts), "utf-8")


if __name__ == "__main__":
    main()
