"""A vocabulary as GGUF: what is written is read back, and encodes as morfem does."""

from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem import InexactExportError
from tokenizers import Regex, models, pre_tokenizers
from tokenizers import Tokenizer as Other

from tests.conftest import sentences

gguf = pytest.importorskip("gguf")

from morfem.integrations.gguf import PATTERNS, write_vocabulary  # noqa: E402


def read(path: Path) -> dict[str, Any]:
    return {name: field.contents() for name, field in gguf.GGUFReader(path).fields.items() if name.startswith("tokenizer")}


@pytest.mark.parametrize("splitter", PATTERNS)
def test_the_file_has_what_encoding_needs(splitter: Any, tmp_path: Path) -> None:
    tokenizer = morfem.train.bpe(sentences("tr") * 2, vocab_size=600, pretokenizer=splitter, boundaries="tr-mft", progress=False)
    write_vocabulary(tokenizer, tmp_path / "vocabulary.gguf")
    found = read(tmp_path / "vocabulary.gguf")
    assert found["tokenizer.ggml.model"] == "gpt2"
    assert found["tokenizer.ggml.pre"] == PATTERNS[splitter]
    assert found["tokenizer.ggml.eos_token_id"] == tokenizer.token_to_id("</s>")
    assert [id for id, kind in enumerate(found["tokenizer.ggml.token_type"]) if kind == gguf.TokenType.CONTROL] == [0, 1, 2, 3]
    vocabulary = {token: id for id, token in enumerate(found["tokenizer.ggml.tokens"])}
    merges = [tuple(merge.split(" ")) for merge in found["tokenizer.ggml.merges"]]
    other = Other(models.BPE(vocab=vocabulary, merges=merges))
    cut = pre_tokenizers.Split(Regex(morfem._core.splitter_pattern(splitter)), "isolated")
    other.pre_tokenizer = pre_tokenizers.Sequence([cut, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    for language in ("tr", "he", "ar", "ms", "ko"):
        for text in sentences(language):
            assert other.encode(text).ids == tokenizer.encode(text).ids


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ko-thunder", "other ids.*train byte-level BPE"),
        ("tr-mft", "other ids.*train byte-level BPE"),
        ("inflected", "pretokenizer gpt2, llama3"),
    ],
)
def test_what_llama_cpp_would_encode_otherwise_is_refused(name: str, reason: str, tmp_path: Path) -> None:
    tokenizer = (
        morfem.load(name)
        if name in morfem.available()
        else morfem.train.bpe(sentences("tr"), vocab_size=400, pretokenizer="inflected", progress=False)
    )
    with pytest.raises(InexactExportError, match=reason):
        write_vocabulary(tokenizer, tmp_path / "vocabulary.gguf")
    assert not list(tmp_path.iterdir())
