"""Cutting text between Kiwi's morphemes: the paper's BPE-MeCab with an analyser that can be installed from a package.

A cut lies where a morpheme begins and none goes on. Morphemes that share a syllable are not cut apart: 활용할 is analysed 활용/하/ㄹ
and cut 활용|할, 음식입니다 is cut 음식|입니다, as MeCab's are in the paper's table 2. White space goes with the morpheme after it, so
the pieces of a text, joined, are the text. BPE then works inside each piece, after GPT-2's splitter has cut it too.
"""

from collections.abc import Iterable, Iterator

from kiwipiepy import Kiwi

WORKERS = 2


class Cutter:
    """Kiwi with its default model and dictionary, without spelling correction."""

    def __init__(self) -> None:
        self._kiwi = Kiwi(num_workers=WORKERS)

    def pieces(self, texts: Iterable[str]) -> Iterator[list[str]]:
        """The pieces of each text."""
        for morphemes, text in self._kiwi.tokenize(texts, echo=True):
            yield cut(text, [(morpheme.start, morpheme.end) for morpheme in morphemes])


def cut(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """The pieces of a text whose morphemes have these spans, which may overlap."""
    pieces: list[str] = []
    start = reached = 0
    for begin, end in sorted(spans):
        if begin >= reached:
            # The white space before a morpheme is its own; anything else between two morphemes stays with the first.
            place = begin - (len(text[reached:begin]) - len(text[reached:begin].rstrip()))
            if place > start:
                pieces.append(text[start:place])
                start = place
        reached = max(reached, end)
    if start < len(text):
        pieces.append(text[start:])
    return pieces
