"""Draws the picture of the README: words cut by the bundled BPE and by morfem, as SVG for light and dark pages.

    pip install fonttools && python -m tools.picture docs/images/tokens.svg --font DejaVuSans.ttf

Every box is a token of the bundled tokenizers as they are when this runs, so run it again after they are trained. Below a token of morfem
stands what it means, in the words of the playground. Letters become outlines, so the picture looks the same everywhere.
"""

import argparse
import json
import re
from itertools import groupby
from pathlib import Path

import morfem

MEANINGS = Path(__file__).parents[1] / "python" / "morfem" / "server" / "page" / "glosses.json"
# A word, what it means, what its root means, and the tokenizer beside BPE.
WORDS = [
    ("kitaplarımızdan", "from our books", "book", "tr-mft"),
    ("odalarımızdan", "from our rooms", "room", "tr-mft"),
    ("annelerimizden", "from our mothers", "mother", "tr-mft"),
    ("התחברות", "connection", "join", "he-splinter"),
    ("רוקדים", "dancing", "dance", "he-splinter"),
]
SIZE, SMALL, GAP, PAD = 20, 11, 5, 5
WIDTH, LEFT, MIDDLE, ROW = 760, 150, 400, 58
STYLE = """
  .ink { fill: #1d2126 } .faint { fill: #5b636d } .ground { fill: #ffffff }
  .root { fill: #cfe0fb } .affix { fill: #fbe0b5 } .both { fill: #c9ecd6 } .piece { fill: #e6e4df }
  @media (prefers-color-scheme: dark) {
    .ink { fill: #e9ebee } .faint { fill: #a3acb7 } .ground { fill: #0d1117 }
    .root { fill: #264a80 } .affix { fill: #6b4a12 } .both { fill: #1f5b3d } .piece { fill: #3a4047 }
  }
"""


class Font:
    """The outlines of a font."""

    def __init__(self, file: str) -> None:
        from fontTools.ttLib import TTFont

        font = TTFont(file)
        self._glyphs, self._names, self._units = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm

    def drawn(self, text: str, x: float, y: float, size: float) -> tuple[str, float]:
        """The path of `text` from `x` along the line `y`, and its width. Right-to-left text is drawn from its last letter."""
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        start, path = x, []
        for character in reversed(text) if is_right_to_left(text) else text:
            glyph = self._glyphs[self._names[ord(character)]]
            scale = size / self._units
            pen = SVGPathPen(self._glyphs, lambda number: f"{number:.1f}".rstrip("0").rstrip("."))
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
            path.append(pen.getCommands())
            x += glyph.width * scale
        return "".join(path), x - start


def is_right_to_left(text: str) -> bool:
    """Whether the text has a Hebrew or Arabic letter."""
    return any("\u0590" <= character <= "\u06ff" for character in text)


def pieces(encoding: morfem.Encoding, text: str) -> list[tuple[str, int]]:
    """The text in runs of one token each, with the number of the token."""
    owner = [-1] * len(text)
    for token, (start, end) in enumerate(encoding.offsets):
        for at in encoding.positions[token] if encoding.positions else range(start, end):
            owner[at] = token
    runs = [list(run) for _, run in groupby(range(len(text)), owner.__getitem__)]
    return [("".join(text[at] for at in run), owner[run[0]]) for run in runs]


def said(encoding: morfem.Encoding, token: int, root: str) -> tuple[str, str]:
    """The class of a token, and what it means."""
    meanings = json.loads(MEANINGS.read_text("utf-8"))
    kind, gloss = encoding.kinds[token], encoding.glosses[token]
    units = [unit for unit in encoding.tokens[token].split("·") if not unit.startswith("<")]
    if kind not in ("root", "stem", "word", "affix", "pattern"):
        return "piece", ""
    if kind in ("affix", "pattern"):
        known = [meanings.get(each, each) for each in (gloss.split("-") if gloss else units)]
        return "affix", ", ".join("pattern" if "_" in each else re.sub(r".*\((.*)\)$", r"\1", each) for each in known)
    return "root" if len(units) == 1 else "both", "root: " + root if len(units) == 1 else f"root and {len(units) - 1} more"


def drawn(font: Font, text: str, encoding: morfem.Encoding, left: float, y: float, root: str | None) -> list[str]:
    """A word as boxes; with `root`, a meaning below each."""
    parts, x, named = [], left, set()
    runs = pieces(encoding, text)
    for piece, token in reversed(runs) if is_right_to_left(text) else runs:
        role, meaning = ("piece", "") if root is None else said(encoding, token, root)
        if token in named:
            meaning = ""
        named.add(token)
        letters, wide = font.drawn(piece, 0, 0, SIZE)
        _, below = font.drawn(meaning, 0, 0, SMALL)
        width = max(wide + 2 * PAD, below)
        letters, _ = font.drawn(piece, x + (width - wide) / 2, y, SIZE)
        note, _ = font.drawn(meaning, x + (width - below) / 2, y + 22, SMALL)
        parts.append(f'<rect class="{role}" x="{x:.1f}" y="{y - SIZE}" width="{width:.1f}" height="{SIZE + 8}" rx="5"/>')
        parts.append(f'<path class="ink" d="{letters}"/>' + (f'<path class="faint" d="{note}"/>' if meaning else ""))
        x += width + GAP
    return parts


def label() -> str:
    """What the picture shows, in words."""
    cut = {name: morfem.load(name) for name in {"bpe", *(name for *_, name in WORDS)}}
    shown = (f"{word}, {meaning}: BPE {_cut(cut['bpe'], word)}, morfem {_cut(cut[name], word)}" for word, meaning, _, name in WORDS)
    return "Words in tokens. " + "; ".join(shown)


def _cut(tokenizer: morfem.Tokenizer, word: str) -> str:
    return " ".join(tokenizer.encode(word).surfaces)


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("--font", required=True)
    options = parser.parse_args()
    font, bpe = Font(options.font), morfem.load("bpe")
    y = 30.0
    parts = [f'<path class="faint" d="{font.drawn(name, x, y, 13)[0]}"/>' for name, x in (("BPE", LEFT), ("morfem", MIDDLE))]
    for word, meaning, root, name in WORDS:
        y += ROW if y > 30 else ROW - 12
        parts.append(f'<path class="faint" d="{font.drawn(meaning, 16, y, 12)[0]}"/>')
        parts += drawn(font, word, bpe.encode(word), LEFT, y, None)
        parts += drawn(font, word, morfem.load(name).encode(word), MIDDLE, y, root)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 40:.0f}" role="img" aria-label="{label()}">'
    ground = '<rect class="ground" width="100%" height="100%" rx="10"/>'
    options.output.write_text(f"{head}<style>{STYLE}</style>{ground}\n" + "\n".join(parts) + "\n</svg>\n", "utf-8")


if __name__ == "__main__":
    main()
