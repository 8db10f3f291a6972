"""Fewest tokens in six languages: BPE, BPE over spaces in a second stage, and Thunder-Tok with and without a guide.

    python experiments/plain_files/languages.py            trains what is missing, measures, writes LANGUAGES.md
    python experiments/plain_files/languages.py --only ms  one language

Every language has the first 12 million characters of its corpus, of which every fiftieth line is held out. The second stage of BPE adds a
fifth of the ids, over runs of words, as SuperBPE does; for the first stage words alone are counted. *Thunder-Tok* has its default options.
"""

import argparse
import collections
import itertools
import json
import lzma
import sys
from pathlib import Path
from typing import Any

import morfem
from morfem.evaluate.evaluation import evaluate
from morfem.evaluate.suite import Suite

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "baselines")]

from conditions import NOT_RECORDED, conditions  # noqa: E402
from run import CACHE, PHRASES, SPLITTER  # noqa: E402
from texts import CORPORA  # noqa: E402

CHARACTERS = 12_000_000
SIZES = (65_536, 131_072)
FIRST_STAGE = 0.8
# More phrases than in run.py: the question is how few tokens there can be.
PHRASE_WEIGHT = 0.3
# language -> guide of Thunder-Tok, and the gold data: path and format. A Splinter interleaves tokens, so affixes that stand together are
# cut off in a table of words. In Korean endings weigh less; English has no guide and no gold data.
LANGUAGES: dict[str, tuple[str | None, tuple[str, str] | None]] = {
    "tr": ("tr-mft-64k", ("tr/morphochallenge2010_tr_train_segmentation.tsv", "segmentation")),
    "he": ("he-splinter", ("he/segmentation/he_htb-dev-segments.tsv", "ud_segments")),
    "ar": ("ar-splinter", ("ar/segmentation/nafis_analyses.tsv", "nafis")),
    "ms": ("ms-splinter", ("ms/silver_affix.tsv", "affixes")),
    "ko": ("endings", ("ko/morph_types_dev.tsv", "korean")),
    "en": (None, None),
}
ABOUT = """# Fewest tokens in six languages

Written by `python experiments/plain_files/languages.py`. Trained on the first 12 million characters of each corpus, less every fiftieth
line, on which tokens, bits (Kneser-Ney) and the share of tokens that are several words are measured; precision is that of the boundaries in
gold data, which mark clitics in Hebrew and Arabic and affixes in Malay. Guides: `tr-mft-64k`, for Hebrew, Arabic and Malay the affixes that
the Splinter of the language cuts off, for Korean a smaller weight of pieces that end in an ending. Malay and English support 110,095 and
112,601 ids.

"""
TEXT = "{ compression = {}, language_model = {} }"
METHODS = ("BPE", "BPE, then over spaces", "Thunder-Tok", "Thunder-Tok, guide")


def texts(language: str) -> tuple[list[str], Path]:
    """The training lines, and the file of the held-out ones."""
    name = "general.jsonl.xz" if language == "en" else f"{language}.txt.xz"
    lines, size = [], 0
    with lzma.open(CORPORA / name, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            if language == "en":
                row = json.loads(line)
                line = row["text"] if row["kind"] == "english" else ""
            if line.strip():
                lines.append(line.replace("\n", " ").strip())
                size += len(line)
            if size > CHARACTERS:
                break
    held = CACHE / language / "held-out.txt"
    held.parent.mkdir(parents=True, exist_ok=True)
    held.write_text("".join(f"{line}\n" for line in lines[49::50]), encoding="utf-8")
    return [line for number, line in enumerate(lines, 1) if number % 50], held


def affixes_cut(guide: str, words: collections.Counter[str], path: Path) -> Path:
    """A table of words that are cut at the affixes of a Splinter."""
    tokenizer = morfem.load(guide)
    with path.open("w", encoding="utf-8") as file:
        for word in words:
            if not word.isalpha():
                continue
            units = tokenizer.encode_units(word)
            places = {0, len(word)}
            for kind, own in zip(units.kinds, units.positions or [], strict=True):
                if kind == "affix" and own and own[-1] - own[0] == len(own) - 1:
                    places |= {own[0], own[-1] + 1}
            cuts = sorted(places)
            file.write(" ".join(word[start:end] for start, end in itertools.pairwise(cuts)) + "\n")
    return path


def trained(language: str, method: str, size: int, lines: list[str]) -> morfem.Tokenizer:
    """The tokenizer of a row, which is trained if it does not exist."""
    folder = CACHE / language / f"{method} {size}"
    if folder.exists():
        return morfem.load(folder)
    guide = LANGUAGES[language][0]
    common: Any = {"threads": 1, "progress": False, "language": language}
    if method == "BPE":
        tokenizer = morfem.train.bpe(lines, vocab_size=size, pretokenizer=SPLITTER, min_count=1, **common)
    elif method == "BPE, then over spaces":
        first = int(size * FIRST_STAGE)
        words = collections.Counter(word for line in lines for word in line.split())
        start = morfem.train.bpe(words, vocab_size=first, pretokenizer="phrases", min_count=1, **common)
        tokenizer = morfem.train.extend(start, lines, add=size - first, min_count=1, **common).tokenizer
    else:
        own: dict[str, Any] = {}
        if method == "Thunder-Tok, guide":
            own = {**PHRASES, "phrase_weight": PHRASE_WEIGHT, "boundaries": guide, "boundary_rule": "tokens"}
            if guide == "endings":
                more: dict[str, Any] = {"score": "token_savings", "endings": language, "ending_weight": 0.1}
                own = {**PHRASES, "phrase_weight": PHRASE_WEIGHT, **more}
            elif guide is not None and guide.endswith("splinter"):
                words = collections.Counter(word for line in lines for word in line.split())
                own |= {"boundaries": affixes_cut(guide, words, folder.parent / "cut.txt"), "boundary_rule": "cuts"}
        tokenizer = morfem.train.thunder(lines, vocab_size=size, **own, **common)
    tokenizer.save(folder)
    return tokenizer


def measured(language: str, tokenizer: morfem.Tokenizer, held: Path) -> list[str]:
    """Tokens a word, bits a character, precision, and the share of tokens that are several words."""
    gold = LANGUAGES[language][1]
    suite = f'language = "{language}"\n[[text]]\ndata = "lines"\npath = "{held}"\nmetrics = {TEXT}\n'
    if gold:
        suite += f'[[gold]]\ndata = "gold"\npath = "gold/{gold[0]}"\nformat = "{gold[1]}"\nmetrics = {{ boundaries = {{}} }}\n'
    report = evaluate([tokenizer], Suite.parse(suite, "languages", HERE), data=CORPORA.parent, baselines=False, resamples=10)
    found = {score.metric: f"{score.value:.3f}" for score in report.scores}
    kinds = [kind for text in held.read_text(encoding="utf-8").splitlines() for kind in tokenizer.encode(text).kinds]
    names = ("compression.fertility", "language_model.bits_per_character", "boundaries.precision")
    return [*(found.get(name, "–") for name in names), f"{kinds.count('phrase') / len(kinds):.1%}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", choices=list(LANGUAGES))
    parser.add_argument("--size", type=int, choices=SIZES)
    asked = parser.parse_args()
    rows = CACHE / "languages.tsv"
    rows.parent.mkdir(parents=True, exist_ok=True)
    done = dict(row.split("\t", 1) for row in rows.read_text("utf-8").splitlines()) if rows.exists() else {}
    for language in asked.only or LANGUAGES:
        lines, held = texts(language)
        for size in [asked.size] if asked.size else SIZES:
            for method in METHODS:
                key = f"{language} | {size // 1024}k | {method}"
                if key in done or (method == "Thunder-Tok, guide" and LANGUAGES[language][0] is None):
                    continue
                done[key] = " | ".join(measured(language, trained(language, method, size, lines), held))
                print(key, "|", done[key], flush=True)
                with rows.open("a", encoding="utf-8") as file:
                    file.write(f"{key}\t{done[key]}\n")
    head = "|language|ids|model|tokens a word|bits a character|precision|phrases|\n|---|---|---|---:|---:|---:|---:|\n"
    keys = [f"{language} | {size // 1024}k | {method}" for language in LANGUAGES for size in SIZES for method in METHODS]
    table = "".join(f"|{key}|{done[key]}|\n".replace(" | ", "|") for key in keys if key in done)
    (HERE / "LANGUAGES.md").write_text(f"{ABOUT}{head}{table}\n{conditions(time=NOT_RECORDED)}", encoding="utf-8")


if __name__ == "__main__":
    main()
