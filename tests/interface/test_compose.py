"""Decomposed text (NFD): it comes back as it is, and can be composed before it is encoded or counted."""

from pathlib import Path
from unicodedata import normalize

import morfem
import pytest
from morfem.cli import app
from morfem.corpus import Corpus
from typer.testing import CliRunner

TEXT = "학교에서 왔습니다."
DECOMPOSED = normalize("NFD", TEXT)


def test_a_corpus_composes_its_texts_where_it_is_asked() -> None:
    assert [*Corpus([DECOMPOSED], compose=True).texts()] == [[TEXT]]
    assert [*Corpus([DECOMPOSED]).texts()] == [[DECOMPOSED]]


def test_a_training_composes_its_texts_and_records_it() -> None:
    corpus = [f"{DECOMPOSED} {number}" for number in range(200)]
    tokenizer = morfem.train.bpe(corpus, vocab_size=300, compose=True, progress=False)
    composed = morfem.train.bpe([normalize("NFC", text) for text in corpus], vocab_size=300, progress=False)
    assert tokenizer.encode_ids(TEXT).tolist() == composed.encode_ids(TEXT).tolist()
    assert tokenizer.decode(tokenizer.encode_ids(DECOMPOSED)) == DECOMPOSED


@pytest.mark.parametrize("compose", [False, True])
def test_the_command_encode_composes_where_it_is_asked(tmp_path: Path, compose: bool) -> None:
    file = tmp_path / "names.txt"
    file.write_text(DECOMPOSED, encoding="utf-8")
    flags = ["--compose"] if compose else []
    found = CliRunner().invoke(app, ["encode", "ko-thunder", str(file), "--format", "ids", *flags])
    assert found.exit_code == 0, found.output
    tokenizer = morfem.load("ko-thunder")
    assert tokenizer.decode([int(number) for number in found.stdout.split()]) == (TEXT if compose else DECOMPOSED)


def test_transformers_composes_where_it_is_asked(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    from morfem.integrations.transformers import MorfemTokenizer

    plain, composing = (MorfemTokenizer.from_morfem("ko-thunder", compose=compose) for compose in (False, True))
    composed = plain(TEXT)["input_ids"]
    composing.save_pretrained(tmp_path)
    for tokenizer in (composing, MorfemTokenizer.from_pretrained(str(tmp_path))):
        assert tokenizer(DECOMPOSED)["input_ids"] == composed
        assert tokenizer(DECOMPOSED, return_offsets_mapping=True, return_overflowing_tokens=True)["input_ids"][0] == composed
        assert tokenizer.encode_apart("", DECOMPOSED) == ([], composed)
    assert plain.decode(plain(DECOMPOSED)["input_ids"]) == DECOMPOSED
