"""Draws the stepped pictures of the systems, from what the bundled tokenizers do, as SVG for light and dark pages.

    python -m tools.steps docs/images

Each picture is a list of steps. A step has a title, a row of boxes, and a sentence below it. Text stays text, so that it can be read aloud
and searched; the fonts are those of the reader.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

import morfem
import morfem.morpheus

WIDTH, LEFT, STEP, BOX, LETTER = 720, 56, 104, 36, 13
STYLE = """
  text { font: 16px system-ui, "Noto Sans", "Noto Sans KR", "Noto Sans Hebrew", sans-serif; fill: #1d2126 }
  .title { font-weight: 600; font-size: 15px } .note { font-size: 13px; fill: #5b636d } .ground { fill: #ffffff }
  .number { fill: #ffffff; font-size: 13px; font-weight: 600 } .disc { fill: #4051b5 } .line { stroke: #c5cad1 }
  .plain { fill: #eceff3 } .c0 { fill: #cfe0fb } .c1 { fill: #fbe0b5 } .c2 { fill: #c9ecd6 } .c3 { fill: #f6cfdc } .c4 { fill: #ded3f5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e9ebee } .note { fill: #a3acb7 } .ground { fill: #0d1117 } .line { stroke: #3a424d } .plain { fill: #252c36 }
    .c0 { fill: #264a80 } .c1 { fill: #6b4a12 } .c2 { fill: #1f5b3d } .c3 { fill: #74324c } .c4 { fill: #4a3a7d }
  }
"""


@dataclass(frozen=True)
class Step:
    """A step of a picture: its title, its boxes, each with a class of `STYLE`, and the sentence below."""

    title: str
    boxes: Sequence[tuple[str, str]]
    note: str


def coloured(parts: Sequence[str]) -> list[tuple[str, str]]:
    """The parts, each in its colour."""
    return [(part, f"c{at % 5}") for at, part in enumerate(parts)]


def width(text: str) -> int:
    """The width of a box; letters of Korean are wider."""
    return sum(20 if "가" <= letter <= "힣" else 10 for letter in text) + 18


def svg(label: str, steps: Sequence[Step]) -> str:
    """The picture."""
    height = len(steps) * STEP + 16
    parts = [f'<line class="line" x1="28" y1="30" x2="28" y2="{height - STEP + 16}" stroke-width="2"/>']
    for number, step in enumerate(steps, 1):
        y = (number - 1) * STEP + 28
        parts.append(
            f'<circle class="disc" cx="28" cy="{y}" r="13"/><text class="number" x="28" y="{y + 5}" text-anchor="middle">{number}</text>'
        )
        parts.append(f'<text class="title" x="{LEFT}" y="{y + 5}">{escape(step.title)}</text>')
        x = LEFT
        for text, style in step.boxes:
            wide = width(text)
            parts.append(f'<rect class="{style}" x="{x}" y="{y + 15}" width="{wide}" height="{BOX}" rx="6"/>')
            parts.append(f'<text x="{x + wide // 2}" y="{y + 39}" text-anchor="middle">{escape(text)}</text>')
            x += wide + 6
        if x > WIDTH:
            raise SystemExit(f"{label}: step {number} is {x} wide, of {WIDTH}")
        parts.append(f'<text class="note" x="{LEFT}" y="{y + 68}">{escape(step.note)}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">'
    ground = '<rect class="ground" width="100%" height="100%" rx="10"/>'
    return f"{head}<style>{STYLE}</style>{ground}\n" + "\n".join(parts) + "\n</svg>\n"


def mft() -> list[Step]:
    """How `tr-mft` reads a word."""
    tokenizer = morfem.load("tr-mft")
    word, other = "gözlerinin", "Kitaplarda"
    first, second = tokenizer.analyze(word, n=2)
    encoding = tokenizer.encode(word)
    return [
        Step(
            "The word, in lower case",
            [(word, "plain")],
            f"Capitals become a token of their own: {other} is {' '.join(tokenizer.encode(other).tokens)}",
        ),
        Step(
            "A reading that the grammar allows",
            coloured(first.segments),
            f"Reading 1: {first.root} {' '.join(first.affixes)}, score {first.score:.2f}",
        ),
        Step(
            "Another reading of the same letters",
            coloured(second.segments),
            f"Reading 2: {second.root} {' '.join(second.affixes)}, score {second.score:.2f}",
        ),
        Step(
            "The reading with the highest score",
            coloured(encoding.tokens),
            "One id for the root, and one for each suffix, however it is spelled",
        ),
        Step(
            "The check: the ids are spelled again",
            coloured([tokenizer.decode(encoding.ids)]),
            "If the result were not the word, simpler pieces would be used",
        ),
    ]


def splinter() -> list[Step]:
    """How `he-splinter` takes a word apart."""
    tokenizer = morfem.load("he-splinter")
    word = "ושתלמידיו"
    explanation = tokenizer.explain(word)
    steps = [Step("The word: “and that his students”", [(word, "plain")], "Hebrew is written from right to left")]
    for at, each in enumerate(explanation.steps):
        what = "prefix" if each.token.endswith("-") else "pattern"
        rest = explanation.residue if each is explanation.steps[-1] else each.left
        note = "A place for a letter of the root is written _" if what == "pattern" else f"What is left is looked up again: {rest}"
        steps.append(Step(f"Take off the {what}", [(each.token, f"c{at}"), (rest, "plain")], note))
    steps.append(Step("The root is left: “learn”", [(explanation.root or "", "c4")], "Its letters need not be neighbours in the word"))
    encoding = tokenizer.encode(word)
    steps.append(Step("The tokens", coloured(encoding.tokens), "Frequent runs of units, or frequent whole stems, are one token"))
    return steps


def morpheus() -> list[Step]:
    """How `tr-morpheus` cuts a word, with the probabilities of its network."""
    word = "kitaplarımızdan"
    (probabilities,) = morfem.morpheus.load().boundaries([word])
    likely = [at for at in range(len(word) - 1) if probabilities[at] > 0.5]
    tokenizer = morfem.load("tr-morpheus")
    encoding = tokenizer.encode(word)
    shown = ", ".join(f"{word[at]}|{word[at + 1]} {probabilities[at]:.1%}" for at in likely)
    highest = max(float(probabilities[at]) for at in range(len(word) - 1) if at not in likely)
    return [
        Step(
            "The letters of the word",
            [(letter, "plain") for letter in word],
            "There may be a boundary in each of the gaps between two letters",
        ),
        Step(
            "A network gives each gap a probability",
            [(part, "plain") for part in cut(word, likely)],
            f"{shown}; every other gap at most {highest:.1%}",
        ),
        Step(
            "A linear model imitates the network",
            [(part, "plain") for part in encoding.surfaces],
            "It adds weights of short letter sequences: fast, and without PyTorch",
        ),
        Step("The tokens are the segments", coloured(encoding.tokens), "The first implies the space before the word"),
    ]


def cut(word: str, places: Sequence[int]) -> list[str]:
    """The word, cut after these letters."""
    ends = [0, *(at + 1 for at in places), len(word)]
    return [word[begin:end] for begin, end in pairwise(ends)]


def thunder() -> list[Step]:
    """How `ko-thunder` cuts a sentence."""
    text = "나는 이 문제를 풀 수 있을 것 같다."
    tokenizer = morfem.load("ko-thunder")
    tokens = tokenizer.encode(text).tokens
    return [
        Step("The text", [(text, "plain")], "I think that I can solve this problem"),
        Step(
            "One chunk: all words up to the full stop",
            [(text, "c0")],
            "Most tokenizers cut at every space first, so no token can cross one",
        ),
        Step(
            "The most probable split into pieces", coloured(tokens), "▁ is a space. A piece is a part of one word, or several whole words"
        ),
        Step(
            "Fewer tokens",
            [(f"{len(text.split())} words", "plain"), (f"{len(tokens)} tokens", "c2")],
            "A frequent phrase is one token, so a model has fewer steps to compute",
        ),
    ]


PICTURES = {
    "mft-steps": ("How MFT reads a word, step by step", mft),
    "splinter-steps": ("How Splinter takes a word apart, step by step", splinter),
    "morpheus-steps": ("How Morpheus cuts a word, step by step", morpheus),
    "thunder-tok-steps": ("How Thunder-Tok cuts a sentence, step by step", thunder),
}


def main() -> None:
    """Write the pictures."""
    for name, (label, steps) in PICTURES.items():
        Path(sys.argv[1], f"{name}.svg").write_text(svg(label, steps()), "utf-8")


if __name__ == "__main__":
    main()
