"""Plain files against the real libraries: on how many of 20,000 held-out lines of five languages the ids differ.

    python experiments/plain_files/exports.py

Trains models on 60,000 Turkish lines with the guide `tr-mft`, exports each, and compares 4,000 lines of each language.
"""

import base64
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import morfem
import sentencepiece
import tiktoken
import tokenizers
from morfem.corpus import Corpus

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "baselines")]

from texts import CORPORA, HOLD_OUT, LANGUAGES, corpus  # noqa: E402

TRAINED, COMPARED = 60_000, 4_000
Encode = Callable[[str], Sequence[int]]


def lines(language: str, count: int, **options: Any) -> list[str]:
    """The first training lines, or held-out lines, of a language."""
    texts = Corpus(corpus(CORPORA, language), hold_out=HOLD_OUT, **options).texts()
    return list(itertools.islice(itertools.chain.from_iterable(texts), count))


def in_tokenizers(path: Path) -> Encode:
    tokenizer = tokenizers.Tokenizer.from_file(str(path))
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def in_tiktoken(path: Path, tokenizer: morfem.Tokenizer) -> Encode:
    with TemporaryDirectory() as folder:
        tokenizer.export("tokenizer.json", Path(folder, "tokenizer.json"))
        steps = json.loads(Path(folder, "tokenizer.json").read_text("utf-8"))["pre_tokenizer"]["pretokenizers"]
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split(" ") for line in path.read_text().splitlines())}
    specials = {special: tokenizer.token_to_id(special) for special in tokenizer.special_tokens}
    return tiktoken.Encoding("plain", pat_str=steps[0]["pattern"]["Regex"], mergeable_ranks=ranks, special_tokens=specials).encode_ordinary


def in_sentencepiece(path: Path) -> Encode:
    return sentencepiece.SentencePieceProcessor(model_file=str(path)).encode


def main() -> None:
    texts = lines("tr", TRAINED)
    common: dict[str, Any] = {"vocab_size": 16_384, "boundaries": "tr-mft", "progress": False, "threads": 2}
    bpe = morfem.train.bpe(texts, pretokenizer="inflected", **common)
    unigram = morfem.train.unigram(texts, pretokenizer="inflected", **common)
    spaced = morfem.train.unigram(texts, pretokenizer="space_runs", **common)
    extended = morfem.train.extend(bpe, lines("ms", TRAINED), add=4_000, progress=False).tokenizer
    unseen = [line for language in LANGUAGES for line in lines(language, COMPARED, only_held_out=True)]
    with TemporaryDirectory() as folder:
        for name, tokenizer, kind in (
            ("BPE", bpe, "tokenizer.json"),
            ("BPE", bpe, "tiktoken"),
            ("extended BPE", extended, "tokenizer.json"),
            ("extended BPE", extended, "tiktoken"),
            ("Unigram", unigram, "tokenizer.json"),
            ("Unigram, space_runs", spaced, "spm"),
        ):
            path = Path(folder, "file")
            tokenizer.export(kind, path)
            encode = {"tokenizer.json": in_tokenizers, "spm": in_sentencepiece}.get(
                kind, lambda path, own=tokenizer: in_tiktoken(path, own)
            )
            other: Encode = encode(path)
            different = sum(
                list(other(line)) != encoding.ids for line, encoding in zip(unseen, tokenizer.encode_batch(unseen), strict=True)
            )
            print(f"{name}, {kind}: {different} of {len(unseen):,} lines differ", flush=True)


if __name__ == "__main__":
    main()
