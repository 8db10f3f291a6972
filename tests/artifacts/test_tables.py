"""The tables with which the bundled tokenizers were trained are those of the package, so that `make train` gives the same tokenizers."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import morfem
import pytest

PACKAGE = Path(morfem.__file__).parent


def tables(record: object) -> Iterator[str]:
    """The hashes of the tables in a record, and in those of its members."""
    if isinstance(record, dict):
        for key, value in record.items():
            yield from value.values() if key == "tables" else tables(value)
    elif isinstance(record, list):
        for value in record:
            yield from tables(value)


@pytest.mark.parametrize("name", ["he-splinter", "ar-splinter", "ms-splinter", "ko-thunder", "multi"])
def test_the_tables_of_a_tokenizer_are_those_of_its_language(name: str) -> None:
    found = {hashlib.sha256(path.read_bytes()).hexdigest() for path in PACKAGE.glob("languages/*/*.tsv")}
    record = json.loads((PACKAGE / "artifacts" / name / "morfem.json").read_text(encoding="utf-8"))
    used = set(tables(record))
    assert used
    assert used <= found
