"""A small Finnish pack. A second language proves that the core contains no rules of Turkish."""

import shutil
from pathlib import Path

import morfem
import pytest

FINNISH = Path(__file__).parent.parent / "packs" / "finnish"
SENTENCES = (FINNISH / "sentences.txt").read_text("utf-8").splitlines()


def train(pack: Path) -> morfem.Tokenizer:
    """A tokenizer of a Finnish pack and our Finnish sentences."""
    from tests.conftest import training_texts

    return morfem.train.mft(SENTENCES + training_texts(), pack=pack, vocab_size=1200, name="fi-small", language="fi", progress=False)


def table(path: Path, columns: tuple[str, ...]) -> list[list[str]]:
    """The rows of a table of a pack."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert rows[0] == list(columns)
    return rows[1:]


@pytest.fixture(scope="session")
def finnish() -> morfem.Tokenizer:
    """The tokenizer of the pack in `tests/packs/finnish`."""
    return train(FINNISH)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the Finnish pack, to be damaged."""
    return shutil.copytree(FINNISH, tmp_path / "finnish")
