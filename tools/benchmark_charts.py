"""Writes the page of charts, `docs/benchmarks.md`, and its charts, `docs/images/chart-*.svg`, from the tables of measurements.

    python -m tools.benchmark_charts

A chart has a bar for each ratio. The bar begins at 1, which is the other program. It goes to the right if morfem is better, and to the left
if it is worse. The axis is logarithmic, so twice as fast and half as fast are bars of one length. The rows are those of
`benchmarks/RESULTS.md` and `experiments/coverage/RESULTS.md`. Below a chart the page says in which rows morfem is behind.
"""

import math
import re
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
SPEED = ROOT / "benchmarks" / "RESULTS.md"
COVERAGE = ROOT / "experiments" / "coverage" / "RESULTS.md"
PAGE = ROOT / "docs" / "benchmarks.md"
IMAGES = ROOT / "docs" / "images"

WIDTH, LEFT, RIGHT, TOP = 480, 142, 324, 84  # of the picture; bars are between LEFT and RIGHT
ROW, HEADING = 25, 30  # heights
TICKS = (0.5, 1, 2, 10, 100)
MOST_LISTED = 6  # rows in which morfem is behind, in a sentence
STYLE = """
  text { font: 15px system-ui, sans-serif; fill: #5b636d } .title { font-size: 17px; fill: #1d2126 } .name, .ratio { fill: #1d2126 }
  .head { font-weight: 600 } .ratio { font-weight: 600; paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
  .ground { fill: #ffffff } .grid { stroke: #dcd9d2 } .one { stroke: #5b636d }
  .better { fill: #1f6fd0 } .worse { fill: #b4530a }
  @media (prefers-color-scheme: dark) {
    text { fill: #a3acb7 } .title, .name, .ratio { fill: #e9ebee } .ground { fill: #0d1117 } .grid { stroke: #363d45 }
    .ratio { stroke: #0d1117 } .one { stroke: #a3acb7 } .better { fill: #7db3ff } .worse { fill: #f0a35e }
  }
"""

HEAD = """# Benchmarks in charts

Each bar compares morfem with another program that does the same work. The bar begins at 1. A blue bar to the right says how many times
better morfem is; an orange bar to the left says that morfem is behind. The axis is logarithmic: twice as fast and half as fast are bars of
the same length. The figure at the right is morfem's own.

In the rows `Unigram`, `BPE` and `ko-thunder` both programs have the same model and give the same ids. In the others the program beside
morfem has other tokens: sentencepiece has a Unigram model of 32,000 pieces, and turkish-tokenizer its own Turkish vocabulary.
`tokenizers, fast` is the call `encode_batch_fast` of Hugging Face tokenizers, which computes no offsets.

Conditions, unless a chart says otherwise: one thread of an AMD EPYC with 2 cores, processor time, the median of three rounds in which the
programs take turns. The tables with commands and versions are in [Speed](../benchmarks/RESULTS.md) and
[Mixed text](../experiments/coverage/RESULTS.md). This page is written from them by `python -m tools.benchmark_charts`."""

TOLD = {
    "first pass": "Running text directly after loading, as when a corpus is encoded once.",
    "second pass": """The same text again. morfem keeps the ids of the words that it has seen, so this is its speed on known words. Most
words of a long text are known.""",
    "new words": """60,000 distinct words, each of which occurs once or twice in the corpus, directly after loading. This is the
hardest case: each word is new, and analysing a word costs more than looking up its pieces.""",
    "decode": "From lists of ids back to texts.",
    "load": """From files to a tokenizer that can encode, in a fresh process, by the clock. Where morfem is behind, it loads more: a lexicon
with a grammar, roots and patterns, or the statistics of boundaries.""",
    "memory": """How much a fresh process grows by from before loading until after the first pass. Part of it is the store of known words,
which makes the second pass fast.""",
    "training": "32,000 tokens from 200,000 lines of Turkish (53 MB), with two threads, by the clock.",
    "peak": "The most memory that the same trainings need.",
    "coverage": """Text that is not in the tokenizer's own language. BPE has as many ids here, and learned from the same mixture of texts.
Longer tokens are better: the same text then has fewer of them.""",
}


@dataclass(frozen=True)
class Bar:
    """A ratio: above 1, morfem is better. `heading` names the group of bars, `figure` is our own figure with its unit."""

    heading: str
    name: str
    ratio: float
    figure: str


@dataclass(frozen=True)
class Chart:
    """A chart and the words beside it. `better` and `worse` say what the two directions mean."""

    name: str
    title: str
    unit: str
    better: str
    worse: str
    told: str
    bars: list[Bar]


def rows(page: Path, section: str) -> list[dict[str, str]]:
    """The rows of the first table of a section, by the names of the columns."""
    text = page.read_text("utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line.strip().strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    names, _, *others = ([cell.strip() for cell in line] for line in lines)
    return [dict(zip(names, row, strict=True)) for row in others]


def column(name: str) -> list[Bar]:
    """The bars of a column of the page of all tokenizers, whose cells are like `3.46 (59.8 MB/s)`."""
    found = []
    for row in rows(SPEED, "All tokenizers"):
        ratio, figure = re.fullmatch(r"([\d.,]+) \((.*)\)", row[name]).groups()  # type: ignore[union-attr]
        found.append(Bar(f"against {row['against']}", row["tokenizer"], float(ratio.replace(",", "")), figure))
    return sorted(found, key=lambda bar: [each.heading for each in found].index(bar.heading))


def training(what: str) -> list[Bar]:
    """The bars of the training times, or of the memory."""
    found = [row for row in rows(SPEED, "Training") if row["what"].endswith(what)]
    return [Bar(f"against {row['against']}", row["what"].removesuffix(f", {what}"), float(row["ratio"]), row["morfem"]) for row in found]


def coverage(kind: str) -> list[Bar]:
    """Characters per token of each bundled tokenizer against the BPE in the row below it, which has as many ids and the same text."""
    found = []
    for section in ("Turkish", "Hebrew, Arabic, Malay", "Korean"):
        table = rows(COVERAGE, section)
        for row, peer in pairwise(table):
            if row["tokenizer"].startswith("**") and (peer["tokenizer"], peer["ids"]) == ("BPE on the mixture", row["ids"]):
                name, figure = row["tokenizer"].strip("*`"), row[kind]
                found.append(Bar(kind, name, float(figure) / float(peer[kind]), f"{float(figure):.2f}"))
    return found


def charts() -> list[Chart]:
    """All charts of the page."""
    speed, time = "times the other program's speed, and our speed", "times as fast as the other program, and our time"
    memory = "times less memory than the other program, and ours"
    covered = [bar for kind in ("English", "code", "emoji") for bar in coverage(kind)]
    return [
        Chart("first-pass", "Encoding, first pass", speed, "faster", "slower", TOLD["first pass"], column("first pass")),
        Chart("second-pass", "Encoding, second pass", speed, "faster", "slower", TOLD["second pass"], column("second pass")),
        Chart("new-words", "Encoding, new words only", speed, "faster", "slower", TOLD["new words"], column("new words")),
        Chart("decode", "Decoding", speed, "faster", "slower", TOLD["decode"], column("decode")),
        Chart("load", "Loading", time, "faster", "slower", TOLD["load"], column("load")),
        Chart("memory", "Memory", memory, "less", "more", TOLD["memory"], column("memory")),
        Chart("training-time", "Training: time", time, "faster", "slower", TOLD["training"], training("time")),
        Chart("training-memory", "Training: memory", memory, "less", "more", TOLD["peak"], training("peak memory")),
        Chart(
            "coverage",
            "English, code and emoji",
            "token length against BPE, and characters per token",
            "longer",
            "shorter",
            TOLD["coverage"],
            covered,
        ),
    ]


def svg(chart: Chart) -> str:
    """The picture of a chart."""
    low, high = min(0.8, *(bar.ratio for bar in chart.bars)), max(2.0, *(bar.ratio for bar in chart.bars))

    def x(ratio: float) -> float:
        return LEFT + math.log(ratio / low) / math.log(high / low) * (RIGHT - LEFT)

    ticks = [tick for tick in TICKS if low <= tick <= high]
    grid, body, y = [], [], TOP
    for heading, group in groupby(chart.bars, key=lambda bar: bar.heading):
        y += HEADING
        body.append(f'<text class="head" x="16" y="{y - 9}">{escape(heading)}</text>')
        top = y - 3
        for bar in group:
            start, end = sorted((x(1), x(bar.ratio)))
            said = "better" if bar.ratio >= 1 else "worse"
            body.append(f'<text class="name" x="16" y="{y + 16}">{escape(bar.name)}</text>')
            body.append(f'<rect class="{said}" x="{start:.1f}" y="{y + 4}" width="{max(end - start, 1):.1f}" height="15" rx="2"/>')
            body.append(f'<text class="ratio" x="{end + 6:.1f}" y="{y + 16}">{bar.ratio:.2f}</text>')
            body.append(f'<text x="{WIDTH - 16}" y="{y + 16}" text-anchor="end">{escape(bar.figure)}</text>')
            y += ROW
        for tick in ticks:
            line = f'x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{top}" y2="{y}"'
            grid.append(f'<line class="{"one" if tick == 1 else "grid"}" {line}/>')
    body += [f'<text x="{x(tick):.1f}" y="{y + 20}" text-anchor="middle">{tick:g}</text>' for tick in ticks]
    height = y + 36
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="{escape(alt(chart))}"><style>{STYLE}</style>',
            '<rect class="ground" width="100%" height="100%" rx="10"/>',
            f'<text class="title" x="16" y="28">{escape(chart.title)}</text>',
            f'<text x="16" y="50">{escape(chart.unit)}</text>',
            f'<text x="{x(1) - 8:.1f}" y="{TOP - 8}" text-anchor="end">← {chart.worse}</text>',
            f'<text x="{x(1) + 8:.1f}" y="{TOP - 8}">{chart.better} →</text>',
            *grid,
            *body,
            "</svg>\n",
        ]
    )


def alt(chart: Chart) -> str:
    """The chart in words."""
    told, heading = "", ""
    for bar in chart.bars:
        told += f"; {bar.heading}: " if bar.heading != heading else ", "
        heading = bar.heading
        told += f"{bar.name.replace(',', '')} {bar.ratio:.2f}"
    return f"{chart.title} ({chart.unit.partition(',')[0]}){told}"


def worse(chart: Chart) -> str:
    """The sentence that says where morfem is behind."""
    behind = [bar for bar in chart.bars if bar.ratio < 1]
    if not behind:
        return "morfem is ahead in every row."
    of = {id(bar): bar.name if bar.heading.startswith("against") else f"{bar.name}, {bar.heading}" for bar in behind}
    if len(behind) > MOST_LISTED:
        least = min(behind, key=lambda bar: bar.ratio)
        return f"morfem is behind in {len(behind)} of {len(chart.bars)} rows, at the least {least.ratio:.2f} ({of[id(least)]})."
    return (
        f"morfem is behind in {len(behind)} of {len(chart.bars)} rows: {'; '.join(f'{of[id(bar)]} ({bar.ratio:.2f})' for bar in behind)}."
    )


def page() -> str:
    """The page."""
    parts = [HEAD]
    for chart in charts():
        parts += [f"## {chart.title}", f"{chart.told} {worse(chart)}", f"![{alt(chart)}](images/chart-{chart.name}.svg)"]
    return "\n\n".join(parts) + "\n"


def files() -> dict[Path, str]:
    """All files that this tool writes, with their contents."""
    return {PAGE: page(), **{IMAGES / f"chart-{chart.name}.svg": svg(chart) for chart in charts()}}


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content, "utf-8")
