"""Draws the chart of the README: bits per character against tokens per word in Turkish, as SVG for light and dark pages.

    python -m tools.chart

The points are those of `experiments/language_model/cells.jsonl`, for 40,000 lines of training text.
"""

import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
CELLS = ROOT / "experiments" / "language_model" / "cells.jsonl"
CHART = ROOT / "docs" / "images" / "bits.svg"
LANGUAGE, LINES = "tr", 40_000
OURS = ("tr-mft", "tr-mft-64k", "tr-morpheus")
LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 64, 736, 52, 246, 760, 300
X, Y = (1.2, 2.8), (1.65, 1.85)  # tokens per word, bits per character
STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #5b636d } .title { font-size: 17px; fill: #1d2126 } .name { fill: #1d2126 }
  .ground { fill: #ffffff } .grid { stroke: #dcd9d2 } .bpe { stroke: #b4530a; fill: none; stroke-width: 2 } .bpe-dot { fill: #b4530a }
  .ours { fill: #1f6fd0 }
  @media (prefers-color-scheme: dark) {
    text { fill: #a3acb7 } .title, .name { fill: #e9ebee } .ground { fill: #0d1117 } .grid { stroke: #363d45 }
    .bpe { stroke: #f0a35e } .bpe-dot { fill: #f0a35e } .ours { fill: #7db3ff }
  }
"""


def points() -> dict[str, tuple[float, float, int]]:
    """Tokens per word, bits per character, and number of ids, by tokenizer."""
    rows = (json.loads(line) for line in CELLS.read_text("utf-8").splitlines())
    return {
        row["tokenizer"]: (row["tokens"] / row["words"], row["bits"] / row["characters"], row["vocab_size"])
        for row in rows
        if (row["language"], row["lines"]) == (LANGUAGE, LINES)
    }


def place(tokens: float, bits: float) -> tuple[float, float]:
    """Where a point stands in the picture."""
    return LEFT + (tokens - X[0]) / (X[1] - X[0]) * (RIGHT - LEFT), BOTTOM - (bits - Y[0]) / (Y[1] - Y[0]) * (BOTTOM - TOP)


def chart() -> str:
    """The picture."""
    found = points()
    curve = sorted((tokens, bits, ids) for name, (tokens, bits, ids) in found.items() if name.startswith("bpe "))
    label = "Bits per character against tokens per word, Turkish: the tokenizers of morfem lie below the curve of BPE."
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}"><style>{STYLE}</style>',
        '<rect class="ground" width="100%" height="100%" rx="10"/>',
        '<text class="title" x="16" y="28">Turkish: bits per character of a small language model; fewer is better</text>',
    ]
    for step in range(5):
        x, y = place(X[0] + step * (X[1] - X[0]) / 4, Y[0] + step * (Y[1] - Y[0]) / 4)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{Y[0] + step * (Y[1] - Y[0]) / 4:.2f}</text>')
        parts.append(f'<text x="{x:.1f}" y="{BOTTOM + 19}" text-anchor="middle">{X[0] + step * (X[1] - X[0]) / 4:.1f}</text>')
    parts.append(
        f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 40}" text-anchor="middle">tokens per word: fewer tokens cost less to compute</text>'
    )
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(tokens, bits) for tokens, bits, _ in curve))
    parts.append(f'<polyline class="bpe" points="{path}"/>')
    for tokens, bits, ids in curve:
        x, y = place(tokens, bits)
        parts.append(f'<circle class="bpe-dot" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
        if ids in (2048, 32768):
            parts.append(f'<text x="{x:.1f}" y="{y - 10:.1f}" text-anchor="{"start" if ids > 2048 else "middle"}">BPE, {ids:,} ids</text>')
    for name in OURS:
        tokens, bits, ids = found[name]
        x, y = place(tokens, bits)
        parts.append(f'<circle class="ours" cx="{x:.1f}" cy="{y:.1f}" r="6"/>')
        parts.append(f'<text class="name" x="{x + 9:.1f}" y="{y + 14:.1f}">{name}, {ids:,} ids</text>')
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    CHART.write_text(chart(), "utf-8")
