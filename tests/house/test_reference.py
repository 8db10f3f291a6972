"""What griffe finds in the sources: the reference of the documentation site, and the names that scripts import."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem.train.schema import SCHEMAS

from tests.pages import ROOT
from tools.site import INTERFACE, faults, pages

OBJECTS = [each for _, objects in INTERFACE.values() for each in objects]
OWN_USE = {"cluster", "columns", "decoding", "packed"}  # modules that the other integrations share

griffe = pytest.importorskip("griffe")


@pytest.fixture(scope="module")
def package() -> Any:
    return griffe.load("morfem", search_paths=[ROOT / "python"], extensions=griffe.load_extensions(str(ROOT / "tools" / "docstrings.py")))


def test_the_reference_has_every_trainer_with_its_options(package: Any) -> None:
    """Trainers are made when the module is run; their signatures are overloads of a stub."""
    for name in SCHEMAS.keys() - {"toy"}:  # only builds for tests have the toy system
        found = package["train"][name]
        assert "vocab_size" in found.parameters
        assert "Parameters" in found.docstring.value


def test_every_public_name_has_a_place_in_the_reference() -> None:
    """`__version__` is a string, which needs no page."""
    assert [name for name in morfem.__all__ if name != "__version__" and f"morfem.{name}" not in OBJECTS] == []


def test_every_integration_has_a_place_in_the_reference() -> None:
    modules = {path.stem for path in (ROOT / "python" / "morfem" / "integrations").glob("[a-z]*.py")} - OWN_USE
    assert modules - {each.split(".")[2] for each in OBJECTS if each.startswith("morfem.integrations.")} == set()


def test_the_navigation_has_every_page_for_users_once() -> None:
    """The pages of the design are reached from that of the architecture."""
    navigation = re.findall(r'"([^"]+\.md)"', (ROOT / "zensical.toml").read_text("utf-8"))
    written = ["reference/command-line.md", *(f"reference/python/{page}.md" for page in INTERFACE)]
    assert sorted(navigation) == sorted([*written, *(place.as_posix() for place in pages().values() if place.parts[0] != "design")])


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_of_the_reference_exists_and_its_docstrings_can_be_read(
    package: Any, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    found = package[name.partition(".")[2]]
    assert found.docstring
    for each in public(found):
        if each.docstring:
            each.docstring.parse("numpy")
    assert caplog.messages == []


def public(found: Any) -> Iterator[Any]:
    """An object, and those below it that the site shows."""
    yield found
    for name, member in found.members.items():
        if not name.startswith("_") and member.is_public and not member.is_module:
            yield from public(member)


def test_a_compiled_class_has_the_docstring_of_its_stub_and_no_attributes_of_python(package: Any) -> None:
    counts = package["_core"]["ChunkCounts"]
    assert ">>> counts.merge(more)" in counts.docstring.value
    assert {"__doc__", "__module__"}.isdisjoint(counts.members)


def test_a_table_of_a_docstring_is_one_of_markdown(package: Any) -> None:
    text = package["corpus"].docstring.value
    assert "| ``.parquet`` | one text per row, in one of the columns |" in text
    assert "====" not in text


def test_a_heading_of_a_docstring_is_a_line_of_its_own() -> None:
    """Two had been filled into the paragraph, and the site showed them as text."""
    heading = re.compile(r"(Returns|Raises|Parameters|Attributes|Yields) -{4,}")
    assert [path.name for path in (ROOT / "python").rglob("*.py") if heading.search(path.read_text("utf-8"))] == []


def test_what_a_page_loads_from_another_host_is_found(tmp_path: Path) -> None:
    loaded = [
        *('<script src="https://a/x.js"></script>', '<img alt="" src="//a/x.png">', '<source srcset="https://a/x.svg">'),
        *('<link rel="stylesheet" href="https://a/x.css">', '<link href="https://a/x.css" rel="stylesheet">'),
    ]
    stated = ['<link rel="canonical" href="https://a/">', '<link href="https://a/" rel="canonical">', '<a href="https://a/">']
    for number, tag in enumerate([*loaded, *stated]):
        (tmp_path / f"{number}.html").write_text(tag)
    assert [int(fault.partition(".")[0]) for fault in faults(tmp_path)] == [*range(len(loaded))]


SCRIPTS = [path for folder in ("benchmarks", "experiments", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]


def test_what_a_script_imports_exists(package: Any) -> None:
    """From the package, or from another script. No type checker reads these folders, and most of their scripts are run by hand."""
    scripts: dict[str, set[str]] = {}
    for path in SCRIPTS:
        scripts.setdefault(path.stem, set()).update(names(path.read_text("utf-8")))
    absent = []
    for path in SCRIPTS:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                top, _, last = node.module.rpartition(".")
                others = scripts.get(last) if top.partition(".")[0] in ("", "benchmarks", "experiments", "tools") else None
                is_own = node.module.partition(".")[0] == "morfem"
                for each in (each.name for each in node.names):
                    there = has(package, f"{node.module}.{each}") if is_own else others is None or each in others
                    absent += [] if there else [f"{path.relative_to(ROOT)}: {node.module}.{each}"]
    assert absent == []


def names(text: str) -> Iterator[str]:
    """What a script defines or imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias):
            yield node.asname or node.name


def has(package: Any, name: str) -> bool:
    try:
        return bool(package[name.removeprefix("morfem.")])
    except KeyError:
        return False
