"""Morpheme merges compared with BPE and Unigram: tokens per word and boundaries, by size of the vocabulary.

    python experiments/mft/merges.py              trains the missing models (`models.py`), measures all, draws merges.svg

All systems are trained on the same lines. BPE is morfem's, byte-level with GPT-2's splitter; Unigram is morfem's, all sizes from one run.
"""

import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import matplotlib
import morfem
from measures import BATCH, CHALLENGE, LINES, UNSEEN, development_lines, figures, letter_tokens
from models import BPE, HERE, MERGES, SHARES, SIZES, UNIGRAM, ready
from results import NOTHING, put, table

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.ticker import NullLocator

COLOURS = {"MFT with merges": "#0072B2", "BPE": "#E69F00", "Unigram": "#009E73"}
NAMES = dict(zip(("mft", "bpe", "unigram"), COLOURS, strict=True))  # of the systems, by trainer
CONTENTS = ("letters", "marks", "digits", "white space", "punctuation and others")
SPLIT = 65_536
MARKERS = {"MFT with merges": "o", "BPE": "s", "Unigram": "^"}
NEEDED = {LINES: ("compression",), CHALLENGE: ("boundaries",), UNSEEN: ("boundaries",)}
PICTURE = HERE / "merges.svg"


class Point(NamedTuple):
    """What was measured of one system with one size."""

    system: str
    size: int
    word: float
    letter_word: float
    rest: float
    precision: float
    recall: float
    unseen_precision: float
    unseen_recall: float


def section() -> str:
    """The section of RESULTS.md, and the picture."""
    points = _points()
    _draw(points, PICTURE)
    heads = ["", "size", "roots", "merges", "tokens a word", "of BPE", "tokens a letter word", "of BPE", "the rest, a word"]
    heads += ["precision", "recall", "precision, MIT", "recall, MIT"]
    base = {point.size: point for point in points if point.system == "BPE"}
    rows = []
    for point in points:
        shares = [f"{share:,}" for share in SHARES[point.size]] if point.system == "MFT with merges" else [NOTHING] * 2
        ratios = [f"{point.word:.3f}", f"{point.word / base[point.size].word:.3f}"]
        ratios += [f"{point.letter_word:.3f}", f"{point.letter_word / base[point.size].letter_word:.3f}"]
        rows.append([point.system, f"{point.size:,}", *shares, *ratios, *(f"{value:.3f}" for value in point[4:])])
    return f"""## Morpheme merges

`python experiments/mft/merges.py`. On the development lines. *tokens a word*: tokens per white-space word. *tokens a letter word*: tokens
per word of letters, if the lines hold only these (marks of case count). *the rest, a word*: tokens for punctuation and digits per
white-space word. Precision and recall of boundaries: Morpho Challenge, and MIT without its words. The paper has no merges. BPE and Unigram
are morfem's; all systems are trained on the same lines.

![Tokens a word, precision and recall by size of the vocabulary]({PICTURE.name})

{table(heads, rows)}
{_verdict(points)}
Unigram needs fewer tokens because its splitter cuts only at white space, so a comma or a full stop may be part of a word's token. The
splitters of BPE and MFT cut before it.

Content of the tokens with {SPLIT:,} ids, in tokens per white-space word. Any token with a letter counts as *letters*:

{table(["", *CONTENTS], _contents())}"""


def _points() -> list[Point]:
    models = ready((*MERGES, *BPE, UNIGRAM))
    if len(models) < len(MERGES) + len(BPE) + 1:
        sys.exit("merges: not all models could be trained")
    words = sum(len(text.split()) for text in development_lines())
    points = []
    for model in models:
        for size in model.sizes:
            found = figures(f"{model.name} {size}", model.folder(size), NEEDED)
            word = found[LINES, "compression.fertility"].value
            tokens, letter_words = letter_tokens(f"{model.name} {size}", model.folder(size))
            cuts = [found[data, f"boundaries.{metric}"].value for data in (CHALLENGE, UNSEEN) for metric in ("precision", "recall")]
            points.append(Point(NAMES[model.trainer], size, word, tokens / letter_words, word - tokens / words, *cuts))
    return points


def _contents() -> list[list[str]]:
    """For each system, tokens per white-space word by content: with a letter, marks, with a digit, white space, anything else."""
    texts = development_lines()
    words = sum(len(text.split()) for text in texts)
    rows = []
    for model in (*MERGES, *BPE, UNIGRAM):
        if SPLIT in model.sizes:
            tokenizer = morfem.load(str(model.folder(SPLIT)))
            counts = Counter(
                _content(kind, surface)
                for first in range(0, len(texts), BATCH)
                for encoding in tokenizer.encode_batch(texts[first : first + BATCH])
                for kind, surface in zip(encoding.kinds, encoding.surfaces, strict=True)
            )
            rows.append([NAMES[model.trainer], *(f"{counts[content] / words:.3f}" for content in CONTENTS)])
    return rows


def _content(kind: str, surface: str) -> str:
    """The class of a token by its content."""
    if any(map(str.isalpha, surface)):
        return "letters"
    if kind == "mark":
        return "marks"
    if any(map(str.isdigit, surface)):
        return "digits"
    return "punctuation and others" if surface.strip() else "white space"


def _verdict(points: list[Point]) -> str:
    """Which system has fewer tokens, and by how much."""
    by = {(point.system, point.size): point.word for point in points}
    lines = []
    for (system, size), ours in by.items():
        for other in ("BPE", "Unigram") if system == "MFT with merges" else ():
            fewer, more = sorted((ours, by[other, size]))
            winner = "merges have" if ours == fewer else f"{other} has"
            lines.append(f"- {size:,} ids, merges and {other}: {winner} {1 - fewer / more:.1%} fewer tokens a word.")
    return "\n".join(lines) + "\n"


def _draw(points: list[Point], path: Path) -> None:
    """Three panels over the size of the vocabulary: tokens per word, precision, recall."""
    panels = {"tokens a white-space word": "word", "boundary precision": "precision", "boundary recall": "recall"}
    matplotlib.rcParams["svg.hashsalt"] = "morfem"  # equal pictures are equal files
    figure, axes = pyplot.subplots(1, len(panels), figsize=(11, 3.6))
    for panel, (title, field) in zip(axes, panels.items(), strict=True):
        for name, colour in COLOURS.items():
            own = [point for point in points if point.system == name]
            values = [getattr(point, field) for point in own]
            panel.plot([point.size for point in own], values, color=colour, marker=MARKERS[name], markersize=6, linewidth=2, label=name)
        panel.set_xscale("log", base=2)
        panel.set_xticks(SIZES, [f"{size // 1024}k" for size in SIZES])
        panel.xaxis.set_minor_locator(NullLocator())
        panel.set_title(title, fontsize=11)
        panel.set_xlabel("ids", fontsize=10)
        panel.grid(True, color="#dddddd", linewidth=0.7)
        panel.spines[["top", "right"]].set_visible(False)
    for panel in axes[1:]:
        panel.set_ylim(0, 1)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=len(labels), frameon=False, fontsize=10)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


if __name__ == "__main__":
    put("merges", section())
