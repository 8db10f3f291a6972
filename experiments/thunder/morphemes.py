"""Cuts text between Kiwi's morphemes. This is the paper's BPE-MeCab with an analyser that can be installed as a package.

A cut is where a morpheme begins and no other continues. Morphemes that share a syllable are not cut apart: 활용할 is analysed 활용/하/ㄹ
and cut 활용|할, 음식입니다 is cut 음식|입니다, as MeCab's are in the paper's table 2. White space belongs to the morpheme after
it, so the pieces of a text, joined, are the text. Then GPT-2's splitter cuts each piece, and BPE works inside the results.
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
            # White space belongs to the morpheme after it, any other character between two morphemes to the one before it.
            place = begin - (len(text[reached:begin]) - len(text[reached:begin].rstrip()))
            if place > start:
                pieces.append(text[start:place])
                start = place
        reached = max(reached, end)
    if start < len(text):
        pieces.append(text[start:])
    return pieces
