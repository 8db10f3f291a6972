"""Bits per character of a language model, with every character of the text charged.

A language model over the tokens of a tokenizer gives each token t of a text a probability P(t | the tokens before it). The model's code
for the tokens is sum of -log2 P(t) bits long (Shannon 1948). Divided by the *characters* of the text that is comparable between
tokenizers, as a figure per token is not (Mielke 2019), but only if the tokens tell the text. A tokenizer that deletes or alters
characters, as by removing accents or case, leaves out what would have cost bits; so what it leaves out is charged too, in a code that
knows nothing of language. To every character of the text belongs one event: *kept*, or *lost as c*. Events are coded with their shares in
the text, and each distinct lost character is named once, as one of the 0x110000 code points. So with N characters, n(c) lost occurrences
of c, and L lost ones together,

    a kept character costs       log2(N / (N - L))                       bits,
    a lost occurrence of c costs log2(N / n(c)) + log2(0x110000) / n(c)  bits.

A tokenizer that loses nothing pays nothing beyond its model. The charge favours those that lose, slightly: the shares themselves are
given away, and so are characters that decoding adds.

Which are lost: in a line that decodes to itself none. In another those that the decoded line does not tell: without the beginning and the
end that both have in common, characters are compared one by one where as many remain on both sides, else all are lost outside the common
runs of Ratcliff and Obershelp (1988; Python's difflib). Where the tokenizer cannot decode, those that no token owns. A line on which it
raised an error has no tokens, so all its characters are lost.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..._core import MorfemError
from ..adapter import TokenizerAdapter
from ..metric import Metric
from ..segmentation import Segmentation, code_points
from ..statistics import Figure, ratio
from .key_counts import KeyCounts

GROUPS = 1024  # of lines, dealt in turn: the items of the intervals
CODE_POINTS = 0x110000
_LINE_BITS = 10  # GROUPS is 1 << _LINE_BITS

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Likelihood(Metric):
    """Bits per character.

    >>> from morfem.evaluate import wrap
    >>> adapter = wrap("characters")
    >>> measurement = Likelihood().measure(adapter)
    >>> measurement.add(adapter.encode(["ab", "cd"]), [np.log([0.5, 0.5]), np.log([0.25, 0.25])])
    >>> [figure.point for figure in measurement.figures()]
    [1.5, 0.0]
    """

    name = "likelihood"

    def measure(self, adapter: TokenizerAdapter) -> "LikelihoodMeasurement":
        """Begins to add up."""
        return LikelihoodMeasurement(adapter)


class LikelihoodMeasurement:
    """What a language model over one tokenizer makes of a text; takes the batches in the order of the text."""

    def __init__(self, adapter: TokenizerAdapter) -> None:
        self._adapter = adapter
        self._lines = 0
        self._nats = np.zeros(GROUPS)
        self._characters = np.zeros(GROUPS)
        self._lost = KeyCounts()  # of code point << _LINE_BITS | group

    def add(self, batch: Segmentation, log_probabilities: Sequence[Floats], ends: Floats | None = None) -> None:
        """Reads a batch of lines.

        Parameters
        ----------
        batch : the lines, as the tokenizer cuts them.
        log_probabilities : for each line, (its tokens,) natural logarithms of the probabilities of its tokens, given those before.
        ends : (lines,) natural logarithms of the probabilities that each line ends where it does, if the model says so.

        Raises
        ------
        MorfemError : if a line has not as many logarithms as tokens, or one of them is no logarithm of a probability.
        """
        tokens = np.diff(batch.indptr)
        if len(log_probabilities) != len(tokens):
            raise MorfemError(f"likelihood: log-probabilities of {len(log_probabilities)} lines for {len(tokens)} lines")
        nats = np.zeros(len(tokens))
        for line, found in enumerate(log_probabilities):
            values = np.asarray(found, np.float64)
            if values.shape != (tokens[line],):
                raise MorfemError(
                    f"likelihood: line {self._lines + line + 1}: log-probabilities of shape {values.shape} for {tokens[line]} tokens"
                )
            nats[line] = -values.sum()
            # 1e-6: what single precision makes of a probability of 1.
            if np.isnan(nats[line]) or values.max(initial=0) > 1e-6:
                raise MorfemError(
                    f"likelihood: line {self._lines + line + 1}: a log-probability is above 0 or no number; give natural logarithms"
                )
        if ends is not None:
            nats -= np.asarray(ends, np.float64)
        group = (self._lines + np.arange(len(tokens))) % GROUPS
        self._nats += np.bincount(group, nats, GROUPS)
        self._characters += np.bincount(group, np.diff(batch.begins), GROUPS)
        lost = _lost(self._adapter, batch)
        self._lost.add(batch.codes[lost].astype(np.int64) << _LINE_BITS | group[batch.text_of[lost]])
        self._lines += len(tokens)

    def figures(self) -> list[Figure]:
        """bits_per_character, and the part of it that is charged for lost characters, lost_bits_per_character."""
        keys, counts = self._lost.merged()
        code, group = keys >> _LINE_BITS, keys & (GROUPS - 1)
        rows = min(GROUPS, self._lines)
        characters = self._characters[:rows]
        total, all_lost = characters.sum(), counts.sum()
        lost = np.bincount(group, counts, rows)
        bits = np.zeros(rows)
        if all_lost:
            _, index = np.unique(code, return_inverse=True)
            of_code = np.bincount(index, counts)[index]
            bits += np.bincount(group, counts * (np.log2(total / of_code) + np.log2(CODE_POINTS) / of_code), rows)
        if total > all_lost:
            bits += (characters - lost) * np.log2(total / (total - all_lost))
        return [
            ratio("bits_per_character", self._nats[:rows] / np.log(2) + bits, characters, self._lines, "line", -1),
            ratio("lost_bits_per_character", bits, characters, self._lines, "line", -1),
        ]


def _lost(adapter: TokenizerAdapter, batch: Segmentation) -> Flags:
    """(code points,) which are lost; see the module."""
    bounds = batch.indptr.tolist()
    decoded = adapter.decode([batch.ids[first:last].tolist() for first, last in pairwise(bounds)])
    if decoded is None:
        return batch.owner < 0
    lost = np.zeros(len(batch.codes), bool)
    for text, back, begin in zip(batch.texts, decoded, batch.begins.tolist(), strict=False):
        if text != back:
            lost[begin : begin + len(text)] = _differing(text, back)
    return lost


def _differing(text: str, decoded: str) -> Flags:
    """(code points of the text,) which the decoded text does not tell.

    >>> _differing("Âdem de", "adem de").nonzero()[0].tolist(), _differing("a b", "ab").nonzero()[0].tolist()
    ([0], [1])
    """
    same, other = code_points([text]), code_points([decoded])
    least = min(len(same), len(other))
    before = int(np.append(same[:least] != other[:least], True).argmax())
    least -= before
    after = int(np.append(same[len(same) - least :][::-1] != other[len(other) - least :][::-1], True).argmax())
    differing = np.zeros(len(same), bool)
    rest, others = text[before : len(text) - after], decoded[before : len(decoded) - after]
    if len(rest) == len(others):
        differing[before : before + len(rest)] = same[before : before + len(rest)] != other[before : before + len(rest)]
        return differing
    differing[before : before + len(rest)] = True
    for block in SequenceMatcher(None, rest, others, autojunk=False).get_matching_blocks():
        differing[before + block.a : before + block.a + block.size] = False
    return differing
