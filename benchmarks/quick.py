"""All tokenizers on one page, each beside a peer, in about three minutes: `make bench-quick`.

    python benchmarks/quick.py           prints the page, and warns where a ratio is more than 15 % below the one in RESULTS.md
    python benchmarks/quick.py --keep    also writes the page into RESULTS.md, so that later runs are compared with it
    python benchmarks/quick.py --only tr-mft --only he-splinter

The first run also prepares texts and the peers' models, which takes some minutes more. Speeds are by processor time, so that other programs
on the machine matter little. Loading is by the clock.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from run import RESULTS, places, prepare

if TYPE_CHECKING:
    from race import Contender

TITLE = "All tokenizers"
COLUMNS = ("first pass", "second pass", "new words", "decode", "load", "memory")
ROUNDS = 3
FRESH_PROCESSES = 3
TRAINING_LINES = 50_000
VOCAB_SIZE = 32_000
# A ratio may be lower by this share than the one in RESULTS.md before the page warns.
TOLERANCE = 0.15
ABOUT = f"""Each cell: the peer's time (or memory) divided by ours, the median of {ROUNDS} rounds, then our figure. Above 1, morfem is
faster (or smaller). Passes as above; *new words* are the long tail. Each program decodes its own ids of the running text. All these times
are processor time of one thread. *load*: by the clock, the best of {FRESH_PROCESSES} fresh processes. *memory*: what a fresh process grows
by from before loading until after a first pass. The peers' Unigram and BPE models have {VOCAB_SIZE:,} tokens of {TRAINING_LINES:,} lines;
in the rows "Unigram" and "BPE" morfem has the same model."""
PEERS = ("sentencepiece", "tokenizers", "gigatoken", "turkish-tokenizer")

# For each tokenizer, the language of its texts.
TOKENIZERS = {
    "Unigram, Turkish": "tr",
    "Unigram, Korean": "ko",
    "BPE, Turkish": "tr",
    "BPE, Korean": "ko",
    "tr-mft": "tr",
    "tr-mft-64k": "tr",
    "tr-morpheus": "tr",
    "fi-mft": "fi",
    "he-splinter": "he",
    "ar-splinter": "ar",
    "ms-splinter": "ms",
    "ko-thunder": "ko",
}


def pair(name: str, corpora: Path, work: Path) -> "tuple[Contender, Contender]":
    """morfem and its peer."""
    import contenders as they
    import morfem
    from texts import training_file

    if name.startswith("tr-mft"):
        return they.ours(name), they.of_turkish_tokenizer(work)
    if name == "ko-thunder":
        file = work / f"{name}.json"
        if not file.exists():
            morfem.load(name).export("tokenizer.json", file)
        return they.ours(name), they.of_tokenizers(file, is_fast=True)
    text = training_file(corpora, work, TOKENIZERS[name], TRAINING_LINES)
    if name.startswith("BPE"):
        ranks, _, folder, _ = they.bpe(text, VOCAB_SIZE)
        return they.ours(folder), they.of_gigatoken(ranks)
    model, _, folder = they.unigram(text, VOCAB_SIZE)
    return they.ours(folder if name.startswith("Unigram") else name), they.of_sentencepiece(model)


def cells(name: str, corpora: Path, work: Path) -> list[tuple[float, str]]:
    """For each column the ratio, and our figure."""
    from contenders import own_ids
    from race import race
    from texts import kept_development_lines, rare_words, size

    contenders = list(pair(name, corpora, work))
    running = kept_development_lines(corpora, work, TOKENIZERS[name])
    rare = rare_words(corpora, work, TOKENIZERS[name])
    passes = race(contenders, running, ROUNDS, 2, process_time)
    new = race(contenders, rare, ROUNDS, 1, process_time)
    decoded = race([own_ids(contender, running) for contender in contenders], running, ROUNDS, 1, process_time)
    ours, theirs = ([*passes[each.name], new[each.name][0], decoded[each.name][0]] for each in contenders)
    found = []
    for own, other, texts in zip(ours, theirs, (running, running, rare, running), strict=True):
        ratio = median(there / here for here, there in zip(own, other, strict=True))
        found.append((ratio, f"{size(texts) / 1e6 / median(own):.1f} MB/s"))
    # The processes of both take turns.
    figures = [[fresh(name, side, corpora, work) for side in (0, 1)] for _ in range(FRESH_PROCESSES)]
    (load, memory), (peer_load, peer_memory) = (
        (min(turn[side][0] for turn in figures), min(turn[side][1] for turn in figures)) for side in (0, 1)
    )
    return [*found, (peer_load / load, f"{1e3 * load:.0f} ms"), (peer_memory / memory, f"{memory / 1e6:.0f} MB")]


def fresh(name: str, side: int, corpora: Path, work: Path) -> tuple[float, int]:
    """In a fresh process: seconds to load, and bytes by which it grows until after a first pass."""
    command = [sys.executable, __file__, "--fresh", name, str(side), "--corpora", str(corpora), "--work", str(work)]
    seconds, grown = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[-1])
    return seconds, grown


def load_and_encode(name: str, side: int, corpora: Path, work: Path) -> tuple[float, int]:
    """What [`fresh`] runs."""
    from texts import kept_development_lines

    texts = kept_development_lines(corpora, work, TOKENIZERS[name])
    load = pair(name, corpora, work)[side].load
    before = resident()
    start = perf_counter()
    encode = load()
    seconds = perf_counter() - start
    encode(texts)
    return seconds, resident() - before


def resident() -> int:
    """Bytes of resident memory of this process."""
    return 1024 * int(re.findall(r"VmRSS:\s*(\d+)", Path("/proc/self/status").read_text())[0])


def table(rows: dict[str, tuple[str, list[tuple[float, str]]]]) -> str:
    """The page as a table: by tokenizer its peer and cells."""
    lines = [("tokenizer", "against", *COLUMNS), tuple("---" for _ in range(len(COLUMNS) + 2))]
    for name, (peer, found) in rows.items():
        lines.append((name, peer, *(f"{ratio:.2f} ({figure})" for ratio, figure in found)))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def kept_ratios(results: str) -> dict[tuple[str, str], float]:
    """The ratios of the page in RESULTS.md, by tokenizer and column."""
    section = results.partition(f"## {TITLE}\n")[2].partition("\n## ")[0]
    ratios = {}
    for line in section.splitlines():
        name, _, *found = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("| ") else ["", ""]
        if name in TOKENIZERS:
            ratios |= {(name, column): float(cell.split()[0]) for column, cell in zip(COLUMNS, found, strict=True)}
    return ratios


def warnings(ratios: dict[tuple[str, str], float], kept: dict[tuple[str, str], float]) -> list[str]:
    """A sentence for each ratio that is too far below the kept one."""
    return [
        f"warning: {name}, {column}: {ratio:.2f} is {1 - ratio / kept[name, column]:.0%} below the {kept[name, column]:.2f} in RESULTS.md"
        for (name, column), ratio in ratios.items()
        if ratio < (1 - TOLERANCE) * kept.get((name, column), 0)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures all tokenizers beside a peer, on one page.")
    parser.add_argument("--only", choices=TOKENIZERS, action="append", help="measure only this; may be given several times")
    parser.add_argument("--keep", action="store_true", help="write the page into RESULTS.md")
    parser.add_argument("--fresh", nargs=2, metavar=("NAME", "SIDE"), help=argparse.SUPPRESS)
    places(parser)
    asked = parser.parse_args()
    if asked.keep and asked.only:
        parser.error("--keep writes the whole page; leave --only out")
    prepare(asked.corpora, asked.work)
    if asked.fresh:
        name, side = asked.fresh
        print(json.dumps(load_and_encode(name, int(side), asked.corpora, asked.work)))
        return
    from report import conditions, keep

    rows = {}
    for name in asked.only or TOKENIZERS:
        print(f"{name} ...", file=sys.stderr)
        rows[name] = (pair(name, asked.corpora, asked.work)[1].name, cells(name, asked.corpora, asked.work))
    page = "\n\n".join([f"## {TITLE}", ABOUT, table(rows), conditions("python benchmarks/quick.py --keep", PEERS)]) + "\n"
    print(page)
    ratios = {(name, column): ratio for name, (_, found) in rows.items() for column, (ratio, _) in zip(COLUMNS, found, strict=True)}
    for warning in warnings(ratios, kept_ratios(RESULTS.read_text(encoding="utf-8"))):
        print(warning)
    if asked.keep:
        keep(RESULTS, page, ())


if __name__ == "__main__":
    main()
