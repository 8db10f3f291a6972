"""Draws the picture of the README: three sentences cut by byte-level BPE and by morfem, as SVG for light and dark pages.

    python -m tools.picture BPE-FOLDER docs/images/tokens.svg --latin DejaVuSans.ttf --korean NotoSansCJK-Regular.ttc

BPE-FOLDER has the byte-level BPE models, one folder per language, trained on the corpus of the language alone, with about as many ids:
`tr/bpe-32768`, `he/bpe-32768`, `ko/bpe-131072` (`experiments/language_model` makes them). Letters become outlines, so the picture looks
the same everywhere; this needs fontTools and a font for each script.
"""

import argparse
from pathlib import Path

import morfem
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

# Language, sentence, translation, BPE model, morfem tokenizer.
SENTENCES = [
    ("Turkish", "Kitaplarımızdan okuduk.", "We read from our books.", "tr/bpe-32768", "tr-mft"),
    ("Hebrew", "כשהמורה נכנסה לכיתה", "When the teacher entered the classroom", "he/bpe-32768", "he-splinter"),
    ("Korean", "비가 올 수 있으니까 우산을 가져가세요.", "Take an umbrella, because it may rain.", "ko/bpe-131072", "ko-thunder"),
]
COLOURS = 5
SIZE, SMALL, GAP, PAD = 22, 12, 4, 3
WIDTH, LEFT = 760, 110
STYLE = """
  .ink { fill: #1d2126 } .faint { fill: #5b636d } .ground { fill: #ffffff }
  .c0 { fill: #cfe0fb } .c1 { fill: #fbe0b5 } .c2 { fill: #c9ecd6 } .c3 { fill: #f6cfdc } .c4 { fill: #ded3f5 }
  @media (prefers-color-scheme: dark) {
    .ink { fill: #e9ebee } .faint { fill: #a3acb7 } .ground { fill: #0d1117 }
    .c0 { fill: #264a80 } .c1 { fill: #6b4a12 } .c2 { fill: #1f5b3d } .c3 { fill: #74324c } .c4 { fill: #4a3a7d }
  }
"""


class Font:
    """The outlines of two fonts: a character comes from the first that has it."""

    def __init__(self, *files: str) -> None:
        fonts = [TTFont(file, fontNumber=1 if file.endswith("ttc") else -1) for file in files]
        self._fonts = [(font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm) for font in fonts]

    def drawn(self, text: str, x: float, y: float, size: float) -> tuple[str, float]:
        """The path of `text` from `x` along the line `y`, and its width. Right-to-left text is drawn from its last letter."""
        start, path = x, []
        for character in reversed(text) if is_right_to_left(text) else text:
            glyphs, names, units = next(each for each in self._fonts if ord(character) in each[1])
            glyph = glyphs[names[ord(character)]]
            scale = size / units
            pen = SVGPathPen(glyphs, lambda number: f"{number:.1f}".rstrip("0").rstrip("."))
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
            path.append(pen.getCommands())
            x += glyph.width * scale
        return "".join(path), x - start


def is_right_to_left(text: str) -> bool:
    """Whether the text has a Hebrew or Arabic letter."""
    return any("\u0590" <= character <= "\u06ff" for character in text)


def runs(encoding: morfem.Encoding, text: str) -> list[tuple[str, int]]:
    """The text in runs of one token each, with the number of the token; spaces are left out."""
    owner = [-1] * len(text)
    for token, (start, end) in enumerate(encoding.offsets):
        for at in encoding.positions[token] if encoding.positions else range(start, end):
            owner[at] = token
    found: list[tuple[str, int]] = []
    for at, character in enumerate(text):
        if found and found[-1][1] == owner[at] and at and owner[at - 1] == owner[at]:
            found[-1] = (found[-1][0] + character, owner[at])
        else:
            found.append((character, owner[at]))
    return found


def line(font: Font, name: str, text: str, encoding: morfem.Encoding, y: float) -> list[str]:
    """A line of the picture: the name of the tokenizer, the tokens, their number."""
    label, _ = font.drawn(name, 16, y, SMALL)
    parts = [f'<path class="faint" d="{label}"/>']
    pieces = runs(encoding, text)
    colours = {token: index % COLOURS for index, token in enumerate(dict.fromkeys(token for _, token in pieces))}
    x: float = LEFT
    for piece, token in reversed(pieces) if is_right_to_left(text) else pieces:
        shown = piece.strip() or "\u00a0"
        x += 6 if piece[0].isspace() and not is_right_to_left(text) else 0
        path, width = font.drawn(shown, x + PAD, y, SIZE)
        box = f'<rect class="c{colours[token]}" x="{x:.1f}" y="{y - SIZE}" width="{width + 2 * PAD:.1f}" height="{SIZE + 9}" rx="5"/>'
        parts.append(f'{box}<path class="ink" d="{path}"/>')
        x += width + 2 * PAD + GAP + (6 if piece[0].isspace() and is_right_to_left(text) else 0)
    count, width = font.drawn(f"{len(encoding)} tokens", 0, 0, SMALL)
    count, _ = font.drawn(f"{len(encoding)} tokens", WIDTH - 16 - width, y, SMALL)
    return [*parts, f'<path class="faint" d="{count}"/>']


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--latin", required=True)
    parser.add_argument("--korean", required=True)
    options = parser.parse_args()
    font = Font(options.latin, options.korean)
    parts, y = [], 34.0
    for language, text, translation, bpe, name in SENTENCES:
        title, width = font.drawn(language, 16, y, 14)
        meaning, _ = font.drawn(translation, 16 + width + 10, y, SMALL)
        parts += [f'<path class="ink" d="{title}"/><path class="faint" d="{meaning}"/>']
        for label, tokenizer in (("BPE", morfem.load(options.models / bpe)), (name, morfem.load(name))):
            y += 38
            parts += line(font, label, text, tokenizer.encode(text), y)
        y += 44
    described = " ".join(f"{language}: {text}." for language, text, *_ in SENTENCES)
    label = f"Tokens under BPE and morfem. {described}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y - 16:.0f}" role="img" aria-label="{label}">'
    ground = '<rect class="ground" width="100%" height="100%" rx="10"/>'
    options.output.write_text(f"{head}<style>{STYLE}</style>{ground}\n" + "\n".join(parts) + "\n</svg>\n", "utf-8")


if __name__ == "__main__":
    main()
