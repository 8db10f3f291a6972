"""Plain files against the real libraries: on how many of 20,000 held-out lines of five languages the ids differ.

    python experiments/plain_files/exports.py

Exports the bundled plain files, and compares 4,000 lines of each language.
"""

import base64
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import morfem
import sentencepiece
import tiktoken
import tokenizers
from morfem.corpus import Corpus

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "baselines")]

from texts import CORPORA, HOLD_OUT, LANGUAGES, corpus  # noqa: E402

COMPARED = 4_000
EXPORTS: list[tuple[str, Literal["tokenizer.json", "spm", "tiktoken"]]] = [
    ("tr-unigram", "tokenizer.json"),
    ("tr-unigram", "spm"),
    ("tr-bpe-morph", "tokenizer.json"),
    ("tr-bpe-morph", "tiktoken"),
]
Encode = Callable[[str], Sequence[int]]


def held_out(language: str) -> list[str]:
    """The first held-out lines of a language."""
    texts = Corpus(corpus(CORPORA, language), hold_out=HOLD_OUT, only_held_out=True).texts()
    return list(itertools.islice(itertools.chain.from_iterable(texts), COMPARED))


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
    unseen = [line for language in LANGUAGES for line in held_out(language)]
    with TemporaryDirectory() as folder:
        for name, kind in EXPORTS:
            tokenizer, path = morfem.load(name), Path(folder, "file")
            tokenizer.export(kind, path)
            if kind == "tiktoken":
                other = in_tiktoken(path, tokenizer)
            else:
                other = in_tokenizers(path) if kind == "tokenizer.json" else in_sentencepiece(path)
            own = tokenizer.encode_batch(unseen)
            different = sum(list(other(line)) != encoding.ids for line, encoding in zip(unseen, own, strict=True))
            print(f"{name}, {kind}: {different} of {len(unseen):,} lines differ", flush=True)


if __name__ == "__main__":
    main()
