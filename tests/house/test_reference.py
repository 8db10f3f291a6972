"""What the documentation site reads from the sources with griffe."""

from typing import Any

import pytest
from morfem.train.schema import SCHEMAS

from tests.pages import ROOT

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


def test_a_compiled_class_has_the_docstring_of_its_stub_and_no_attributes_of_python(package: Any) -> None:
    counts = package["_core"]["ChunkCounts"]
    assert ">>> counts.merge(more)" in counts.docstring.value
    assert {"__doc__", "__module__"}.isdisjoint(counts.members)


def test_a_table_of_a_docstring_is_one_of_markdown(package: Any) -> None:
    text = package["corpus"].docstring.value
    assert "| ``.parquet`` | one text per row, in one of the columns |" in text
    assert "====" not in text
