"""Draws the charts of README and docs/benchmarks.md with matplotlib, from the tables of measurements.

    pip install --group bench && python -m tools.charts

docs/images/bits.svg: bits per character against tokens per word in Turkish, for 40,000 lines of training text
(`experiments/language_model/results.tsv`). docs/images/vocabularies.svg: tokens per word of `multi` and of vocabularies that models use
(`experiments/coverage/vocabularies.tsv`). docs/images/speed.svg: how many times faster or smaller each tokenizer is than a program that
does the same work (the section "All tokenizers" of `benchmarks/RESULTS.md`). Colours can be read on light and on dark pages.
"""

import csv
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
BITS = ROOT / "experiments" / "language_model" / "results.tsv"
VOCABULARIES = ROOT / "experiments" / "coverage" / "vocabularies.tsv"
SPEED = ROOT / "benchmarks" / "RESULTS.md"
IMAGES = ROOT / "docs" / "images"
LANGUAGE, LINES = "tr", "40000"
OURS = ("tr-mft", "tr-mft-64k", "tr-morpheus")
# The vocabularies in the chart, and their names there.
SHOWN = {"multi": "multi (morfem)", "o200k": "o200k (OpenAI)", "Qwen3.5": "Qwen3.5", "DeepSeek": "DeepSeek"}
LANGUAGES = {
    "tr": "Turkish",
    "fi": "Finnish",
    "he": "Hebrew",
    "ar": "Arabic",
    "ms": "Malay",
    "id": "Indonesian",
    "ko": "Korean",
    "english": "English",
}
BLUE, ORANGE, GREY = "#3f83db", "#c8691f", "#808890"
NUMBER = re.compile(r"^([\d.]+) \((.*)\)$")


class Ratio(NamedTuple):
    """A cell of the table: the peer's figure divided by ours, and ours with its unit."""

    tokenizer: str
    peer: str
    column: str
    ratio: float
    figure: str


def ratios() -> list[Ratio]:
    """All cells of the section "All tokenizers"."""
    section = SPEED.read_text("utf-8").partition("\n## All tokenizers\n")[2].partition("\n## ")[0]
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    columns, rows = table[0], table[2:]
    found = [(row[0], row[1], column, NUMBER.match(cell)) for row in rows for column, cell in zip(columns[2:], row[2:], strict=True)]
    return [Ratio(tokenizer, peer, column, float(match[1]), match[2]) for tokenizer, peer, column, match in found if match]


def draw_bits() -> None:
    """The curve of BPE over its sizes, and the tokenizers of morfem."""
    from matplotlib import pyplot

    with BITS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if (row["language"], row["lines"]) == (LANGUAGE, LINES)]
    points = {row["tokenizer"]: (float(row["tokens a word"]), float(row["bits per character"]), row["ids"]) for row in rows}
    figure, axes = pyplot.subplots(figsize=(7.6, 3.2), layout="constrained")
    curve = sorted(point for name, point in points.items() if name.startswith("bpe "))
    axes.plot([x for x, _, _ in curve], [y for _, y, _ in curve], "o-", color=ORANGE, markersize=4)
    for x, y, ids in (curve[0], curve[-1]):
        axes.annotate(f"BPE, {ids} ids", (x, y), xytext=(0, 12), textcoords="offset points", color=ORANGE, ha="center")
    for name in OURS:
        x, y, ids = points[name]
        axes.plot(x, y, "o", color=BLUE, markersize=8)
        axes.annotate(f"{name}, {ids} ids", (x, y), xytext=(8, -4), textcoords="offset points", color=BLUE)
    axes.set(xlabel="tokens per word: fewer cost less to compute", ylabel="bits per character: fewer is better")
    axes.margins(x=0.12, y=0.15)
    figure.savefig(IMAGES / "bits.svg", transparent=True, metadata={"Date": None})


def draw_vocabularies() -> None:
    """A group of bars for each language, a bar for each vocabulary."""
    from matplotlib import pyplot

    with VOCABULARIES.open(encoding="utf-8", newline="") as file:
        rows = {(row["tokenizer"], row["text"]): float(row["tokens a word"]) for row in csv.DictReader(file, delimiter="\t")}
    figure, axes = pyplot.subplots(figsize=(7.6, 3.2), layout="constrained")
    width = 0.8 / len(SHOWN)
    colours = dict(zip(SHOWN, (BLUE, ORANGE, GREY, "#b4babf"), strict=True))
    for place, (name, label) in enumerate(SHOWN.items()):
        heights = [rows[name, text] for text in LANGUAGES]
        lefts = [group + place * width for group in range(len(LANGUAGES))]
        axes.bar(lefts, heights, width * 0.9, align="edge", color=colours[name], label=label)
        if name == "multi":
            for left, height in zip(lefts, heights, strict=True):
                axes.text(left + width * 0.45, 0.1, f"{height:.2f}", rotation=90, ha="center", va="bottom", fontsize=8, color="white")
    axes.set_xticks([group + 0.4 for group in range(len(LANGUAGES))], list(LANGUAGES.values()))
    axes.set(ylabel="tokens per word: fewer is better")
    axes.legend(frameon=False, ncols=len(SHOWN), loc="upper center", bbox_to_anchor=(0.5, 1.16))
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(IMAGES / "vocabularies.svg", transparent=True, metadata={"Date": None})


def draw_speed() -> None:
    """A panel for each column, a bar for each tokenizer: to the right of 1 morfem is better, to the left the other program."""
    from matplotlib import pyplot

    found = ratios()
    columns = list(dict.fromkeys(each.column for each in found))
    figure, panels = pyplot.subplots(1, len(columns), figsize=(3 * len(columns), 4.2), layout="constrained", sharey=True)
    for panel, column in zip(panels, columns, strict=True):
        rows = [each for each in found if each.column == column][::-1]
        names = [f"{each.tokenizer} / {each.peer}" for each in rows]
        panel.barh(names, [each.ratio - 1 for each in rows], left=1, color=[BLUE if each.ratio >= 1 else ORANGE for each in rows])
        for name, each in zip(names, rows, strict=True):
            panel.annotate(
                f"{each.ratio:g}", (max(each.ratio, 1), name), xytext=(4, 0), textcoords="offset points", va="center", color=GREY
            )
        panel.set(title=column, xscale="log", xlim=(0.12, 12 * max(each.ratio for each in rows)))
        panel.xaxis.set_major_formatter("{x:g}")
        panel.axvline(1, color=GREY, linewidth=1)
    figure.savefig(IMAGES / "speed.svg", transparent=True, metadata={"Date": None})


def main() -> None:
    from matplotlib import pyplot

    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": "morfem",
        "font.family": "sans-serif",
        "axes.edgecolor": GREY,
        "axes.titlecolor": GREY,
    }
    pyplot.rcParams.update(settings | dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), GREY))
    draw_bits()
    draw_vocabularies()
    draw_speed()


if __name__ == "__main__":
    main()
