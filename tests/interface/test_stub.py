"""The stub `_core.pyi`, which editors show: everything public has a docstring, `help()` shows the same, and the examples are right."""

import ast
import doctest
import inspect
import operator
from pathlib import Path

import morfem
import pytest
from morfem import _core

STUB = Path(morfem.__file__).with_name("_core.pyi")
NODES = [node for node in ast.walk(ast.parse(STUB.read_text("utf-8"))) if isinstance(node, ast.ClassDef | ast.FunctionDef)]


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


def test_everything_in_the_stub_has_a_docstring() -> None:
    assert [node.name for node in NODES if ast.get_docstring(node) is None] == []


def test_the_examples_of_the_stub_are_right() -> None:
    runner = doctest.DocTestRunner()
    for node in NODES:
        runner.run(doctest.DocTestParser().get_doctest(ast.get_docstring(node) or "", {}, node.name, STUB.name, node.lineno))
    assert runner.tries > 20
    assert runner.failures == 0


@pytest.mark.parametrize(("name", "text"), docstrings().items(), ids=docstrings())
def test_help_shows_the_docstring_of_the_stub(name: str, text: str) -> None:
    shown = operator.attrgetter(name)(_core).__doc__
    assert inspect.cleandoc(shown or "") == text
