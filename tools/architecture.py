"""Draws the two charts of docs/architecture.md as SVG for light and dark pages.

    python -m tools.architecture docs/images

An arrow of the first chart points from a part to one that it imports; each row uses the rows below it.
"""

import sys
from html import escape
from pathlib import Path

WIDTH = 760
STYLE = """
  text { font: 14px system-ui, "Noto Sans", sans-serif; fill: #1d2126; text-anchor: middle }
  .small { font-size: 12px; fill: #5b636d } .ground { fill: #ffffff } .group { fill: #f4f6f8; stroke: #c5cad1 }
  .part { fill: #cfe0fb } .border { fill: #fbe0b5 } .core { fill: #c9ecd6 } .arrow { stroke: #5b636d; fill: none } .head { fill: #5b636d }
  @media (prefers-color-scheme: dark) {
    text { fill: #e9ebee } .small { fill: #a3acb7 } .ground { fill: #0d1117 } .group { fill: #161c25; stroke: #3a424d }
    .part { fill: #264a80 } .border { fill: #6b4a12 } .core { fill: #1f5b3d } .arrow { stroke: #a3acb7 } .head { fill: #a3acb7 }
  }
"""
HEAD = (
    '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>'
)
ABOVE = (
    "python/morfem",
    [
        [("cli", "command line")],
        [("server", "HTTP"), ("integrations", "other libraries")],
        [("formats", "files of ids"), ("train", "training"), ("search", "indexes"), ("transplanting", "token vectors")],
        [("evaluate", "metrics, reports"), ("morpheus", "the network")],
        [("corpus", "texts"), ("convert", "import"), ("languages", "tables")],
    ],
)
CORE = [
    [
        ("artifact, folder", "saved files"),
        ("interchange, source", "import, export"),
        ("search", "index terms"),
        ("abilities", "analyze, explain"),
    ],
    [("systems", "mft, splinter, morpheus, thunder, bytes, wordpiece, union")],
    [("train", "the trait of a trainer"), ("corpus", "counts of chunks")],
    [("tokenizer", "batches, decoding, specials")],
    [("engine", "chunks, cache, merges over units")],
    [("surface", "capitals, spaces, fallback")],
    [("unigram, bpe", "models")],
    [("text, trie, vocab, encoding, tsv, record, options, error", "")],
]


def box(x: float, y: float, wide: float, style: str, name: str, note: str) -> str:
    """A box with a name and, below it, a note."""
    text = f'<text x="{x + wide / 2:.0f}" y="{y + (19 if note else 26)}">{escape(name)}</text>'
    text += f'<text class="small" x="{x + wide / 2:.0f}" y="{y + 35}">{escape(note)}</text>' if note else ""
    return f'<rect class="{style}" x="{x:.0f}" y="{y}" width="{wide:.0f}" height="42" rx="6"/>{text}'


def arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """An arrow."""
    return f'<path class="arrow" d="M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}" marker-end="url(#a)"/>'


def rows(parts: list[str], table: list[list[tuple[str, str]]], y: int, style: str) -> int:
    """Draws rows of boxes with an arrow between two rows. Returns where the next row begins."""
    for number, row in enumerate(table):
        wide = (WIDTH - 80 - 12 * (len(row) - 1)) / len(row)
        parts += [box(40 + at * (wide + 12), y, wide, style, name, note) for at, (name, note) in enumerate(row)]
        if number < len(table) - 1:
            parts.append(arrow(WIDTH / 2, y + 42, WIDTH / 2, y + 62))
        y += 64
    return y


def picture(label: str, height: int, parts: list[str]) -> str:
    """The SVG of these parts."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">'
    return (
        f'{head}<style>{STYLE}</style>{HEAD}<rect class="ground" width="100%" height="100%" rx="10"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def architecture() -> str:
    """The parts of morfem."""
    title, table = ABOVE
    groups: list[str] = []
    parts: list[str] = []
    begin = 16
    end = rows(parts, table, begin + 34, "part")
    groups.append(f'<rect class="group" x="20" y="{begin}" width="{WIDTH - 40}" height="{end - begin - 8}" rx="10"/>')
    parts.append(f'<text x="{WIDTH / 2:.0f}" y="{begin + 22}">{title}: the Python package</text>')
    parts.append(arrow(WIDTH / 2, end - 8, WIDTH / 2, end + 14))
    parts.append(
        box(40, end + 16, WIDTH - 80, "border", "crates/morfem-python: the border", "converts arguments, releases the GIL, maps errors")
    )
    parts.append(arrow(WIDTH / 2, end + 58, WIDTH / 2, end + 80))
    begin = end + 82
    end = rows(parts, CORE, begin + 34, "core")
    groups.append(f'<rect class="group" x="20" y="{begin}" width="{WIDTH - 40}" height="{end - begin - 8}" rx="10"/>')
    parts.append(f'<text x="{WIDTH / 2:.0f}" y="{begin + 22}">crates/morfem: the core, independent of Python</text>')
    return picture("The parts of morfem: Python package, border, core. Each row uses the rows below it.", end + 8, groups + parts)


def flow() -> str:
    """How a text passes through."""
    parts = [
        box(20, 20, 90, "part", "text", ""),
        box(140, 20, 120, "core", "splitter", "cuts into chunks"),
        box(290, 20, 130, "core", "known chunk?", "cache"),
        box(290, 110, 130, "core", "system", "encodes the chunk"),
        box(460, 110, 150, "core", "merges over units", ""),
        box(640, 20, 100, "part", "ids", ""),
        box(460, 200, 150, "core", "writer of the system", "ids to bytes"),
        box(290, 200, 130, "part", "the same text", ""),
        arrow(110, 41, 138, 41),
        arrow(260, 41, 288, 41),
        arrow(420, 41, 638, 41),
        arrow(355, 62, 355, 108),
        arrow(420, 131, 458, 131),
        arrow(610, 131, 680, 64),
        arrow(700, 62, 612, 221),
        arrow(460, 221, 422, 221),
        '<text class="small" x="530" y="34">yes</text><text class="small" x="370" y="90">no</text>',
    ]
    return picture(
        "A text is cut into chunks; known chunks come from the cache, others from the system; ids are written back to the same text.",
        260,
        parts,
    )


def main() -> None:
    """Write both charts."""
    folder = Path(sys.argv[1])
    (folder / "architecture.svg").write_text(architecture(), "utf-8")
    (folder / "flow.svg").write_text(flow(), "utf-8")


if __name__ == "__main__":
    main()
