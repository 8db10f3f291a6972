"""Imported tiktoken encodings give the ids of `encode_ordinary` on every text."""

import functools
import itertools
from base64 import b64encode
from pathlib import Path
from typing import Any

import morfem
import pytest
from tokenizers import Tokenizer

from tests.conftest import training_texts
from tests.interface.test_convert_normalised import ALL

tiktoken = pytest.importorskip("tiktoken")
public = pytest.importorskip("tiktoken_ext.openai_public")

CL100K = r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
PATTERNS = {
    "cl100k": CL100K,
    "o200k": morfem._core.splitter_pattern("o200k"),
    "p50k": public.r50k_pat_str,
    "r50k": public.r50k_pat_str,
    "llama3": morfem._core.splitter_pattern("llama3"),
}


@functools.cache
def ranks(splitter: Any) -> dict[bytes, int]:
    """Ranks of a small model that was trained here: single bytes in the order of GPT-2, then merges."""
    trained = morfem.train.bpe(training_texts(), vocab_size=1200, pretokenizer=splitter, special_tokens=[], progress=False)
    # As in the published files, the ranks of single bytes are not their values.
    order = [*range(33, 127), *range(161, 173), *range(174, 256)]
    order += [byte for byte in range(256) if byte not in order]
    tokens = [bytes([byte]) for byte in order] + [trained.decode_bytes([token]) for token in range(256, trained.vocab_size)]
    return {token: rank for rank, token in enumerate(tokens)}


def encoding(name: str) -> Any:
    splitter = {"p50k": "gpt2", "r50k": "gpt2"}.get(name, name)
    mergeable = ranks(splitter)
    # The id behind the last rank is free, as in cl100k_base.
    specials = {"<|endoftext|>": len(mergeable) + 1, "<|end|>": len(mergeable) + 2}
    return tiktoken.Encoding(name, pat_str=PATTERNS[name], mergeable_ranks=mergeable, special_tokens=specials)


def written(theirs: Any, path: Path) -> Path:
    path.write_bytes(b"".join(b64encode(token) + b" %d\n" % rank for token, rank in theirs._mergeable_ranks.items()))
    return path


@pytest.mark.parametrize("name", PATTERNS)
def test_ids_are_those_of_tiktoken(name: str, tmp_path: Path) -> None:
    theirs = encoding(name)
    path = written(theirs, tmp_path / "small.tiktoken")
    of_file = morfem.convert.from_tiktoken(path, pattern=name, special_tokens=theirs._special_tokens)
    of_object = morfem.convert.from_tiktoken(theirs)
    assert (of_file.name, of_object.name) == ("small", name)
    assert of_file.with_record(name=name) == of_object
    of_file.save(tmp_path / "saved")
    assert morfem.load(tmp_path / "saved") == of_file
    assert of_file.vocab_size == theirs.n_vocab
    for text in ALL:
        ids = of_file.encode_ids(text).tolist()
        assert ids == theirs.encode_ordinary(text), ascii(text)
        assert of_file.decode(ids) == text
    assert of_file.encode_ids("ev<|end|>", parse_special=True).tolist() == theirs.encode("ev<|end|>", allowed_special="all")
    assert of_file.special_tokens == [f"<|unused_{theirs.n_vocab - 3}|>", "<|endoftext|>", "<|end|>"]


def test_an_import_is_exported_as_the_same_ranks(tmp_path: Path) -> None:
    theirs = encoding("cl100k")
    path = written(theirs, tmp_path / "small.tiktoken")
    morfem.convert.from_tiktoken(path, pattern="cl100k").export("tiktoken", tmp_path / "again.tiktoken")
    assert (tmp_path / "again.tiktoken").read_bytes() == path.read_bytes()


def test_a_chunk_that_is_a_token_is_that_token_though_merges_do_not_make_it(tmp_path: Path) -> None:
    """As in Llama 3, which has such tokens for words that its training joined in another order."""
    mergeable = dict(ranks("llama3"))
    made = morfem.convert.from_tiktoken(tiktoken.Encoding("made", pat_str=PATTERNS["llama3"], mergeable_ranks=mergeable, special_tokens={}))
    words = sorted({word for text in ALL for word in text.split() if len(made.encode_ids(word)) > 2 and word.isalpha()})[:40]
    mergeable |= {word.encode(): len(mergeable) + place for place, word in enumerate(words)}
    theirs = tiktoken.Encoding("whole", pat_str=PATTERNS["llama3"], mergeable_ranks=mergeable, special_tokens={})
    ours = morfem.convert.from_tiktoken(theirs)
    whole = ours.record["merging"]["whole"]
    assert 20 < len(whole) <= 40
    ours.save(tmp_path / "saved")
    ours.export("tiktoken", tmp_path / "again.tiktoken")
    ours.export("tokenizer.json", tmp_path / "again.json")
    again = Tokenizer.from_file(str(tmp_path / "again.json"))
    of_json = morfem.convert.from_tokenizers(tmp_path / "again.json")
    assert of_json.record["merging"]["whole"] == whole
    texts = [*ALL, *words, *(f"{one}{other} {one}s" for one, other in itertools.pairwise(words))]
    for tokenizer in (ours, morfem.load(str(tmp_path / "saved")), of_json):
        for text in texts:
            ids = tokenizer.encode_ids(text).tolist()
            assert ids == theirs.encode_ordinary(text) == again.encode(text, add_special_tokens=False).ids, ascii(text)
            assert tokenizer.decode(ids) == text
    assert ours.encode(words[0], sample=0.5, seed=1).ids == theirs.encode_ordinary(words[0])
    smaller = morfem.train.prune(ours, texts).tokenizer
    assert all(smaller.encode(text).tokens == ours.encode(text).tokens for text in texts)


BYTES = b"".join(b64encode(bytes([byte])) + b" %d\n" % byte for byte in range(256))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"YQ==\n", "line 1: a line is the bytes of a token in base64, a space and its rank"),
        (b"YQ== 0\nYg== 0\n", "line 2: the rank 0 is also on an earlier line"),
        (b"YQ== 0\n", "has no token for the byte 0x00"),
        (BYTES + b64encode(b"a") + b" 256\n", 'the token "a" of rank 97 has the rank 256 too'),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_files_that_are_refused(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.tiktoken"
    path.write_bytes(content)
    with pytest.raises(morfem.MorfemError, match=reason):
        morfem.convert.from_tiktoken(path, pattern="cl100k")


def test_a_name_of_an_encoding_is_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for pattern in (None, "cl100k"):
        with pytest.raises(FileNotFoundError, match=r"as an object, such as tiktoken\.get_encoding\('cl100k_base'\)") as error:
            morfem.convert.from_tiktoken("cl100k_base", pattern=pattern)
        assert error.value.filename == "cl100k_base"
    loose: Any = morfem.convert
    with pytest.raises(TypeError, match=r"^source is of type bytes; give the path of a file of ranks, or a tiktoken\.Encoding$"):
        loose.from_tiktoken(b"cl100k_base")


def test_arguments_that_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bytes.tiktoken"
    path.write_bytes(BYTES)
    with pytest.raises(TypeError, match="give pattern"):
        morfem.convert.from_tiktoken(path)
    with pytest.raises(morfem.MorfemError, match=r"the pattern .* is not known"):
        morfem.convert.from_tiktoken(path, pattern=r"\w+")
    with pytest.raises(morfem.MorfemError, match="the rank of another token"):
        morfem.convert.from_tiktoken(path, pattern="r50k", special_tokens={"<s>": 5})
    with pytest.raises(morfem.MorfemError, match="the same id"):
        morfem.convert.from_tiktoken(path, pattern="r50k", special_tokens={"<s>": 256, "</s>": 256})
