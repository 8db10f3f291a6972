"""Bits per character of a language model, with a charge for every character that the tokenizer loses.

A code for the text has a length of sum of -log2 P(t | the tokens before it) bits (Shannon 1948). Divided by the number of *characters*, it
can be compared between tokenizers; a figure per token cannot (Mielke 2019). The comparison is fair only if the tokens determine the text: a
tokenizer that deletes or alters characters saves the bits that they would cost. docs/metrics.md has the charge for them. Its code knows
nothing about language: every character is one event, *kept* or *lost as c*, events are coded with their frequencies in the text, and each
distinct lost character is named once, as one of the 0x110000 code points. The frequencies are free, and so are characters that decoding
adds, which slightly favours tokenizers that lose text.

Which characters are lost?

- In a line that decodes to itself: none.
- In any other line, the common beginning and end are removed from the line and the decoded line. If the rests have the same length, the
  characters that differ are lost. Otherwise, all characters outside the common runs of Ratcliff and Obershelp (1988; Python's difflib) are.
- If the tokenizer cannot decode: the characters that no token owns.
- In a line on which the tokenizer raised an error: all characters, since the line has no tokens.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np

from ..._core import MorfemError
from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Flags, Segmentation, code_points
from ..metric import Metric, register
from ..statistics import Figure, Floats, ratio
from .key_counts import KeyCounts

GROUPS = 1024  # lines are dealt in turn into groups, which the bootstrap resamples
CODE_POINTS = 0x110000
_LINE_BITS = 10  # GROUPS is 1 << _LINE_BITS


@register
class Likelihood(Metric):
    """Bits per character of a language model over the tokens, with a charge for lost characters.

    >>> from morfem.evaluate import wrap
    >>> adapter = wrap("characters")
    >>> measurement = Likelihood().measure(adapter)
    >>> measurement.add(adapter.encode(["ab", "cd"]), [np.log([0.5, 0.5]), np.log([0.25, 0.25])])
    >>> [figure.point for figure in measurement.figures()]
    [1.5, 0.0]
    """

    name = "likelihood"
    headlines = ("bits_per_character",)
    measured_on = "running text, with a language model"

    def measure(self, adapter: TokenizerAdapter) -> "LikelihoodMeasurement":
        """Starts to add up."""
        return LikelihoodMeasurement(adapter)


class LikelihoodMeasurement:
    """The code lengths of one tokenizer's text. Batches are added in the order of the text."""

    def __init__(self, adapter: TokenizerAdapter) -> None:
        self._adapter = adapter
        self._lines = 0
        self._nats = np.zeros(GROUPS)
        self._characters = np.zeros(GROUPS)
        self._lost = KeyCounts()  # of code point << _LINE_BITS | group

    def add(self, batch: Segmentation, log_probabilities: Sequence[Floats], ends: Floats | None = None) -> None:
        """Adds a batch of lines.

        Parameters
        ----------
        batch : the lines, segmented by the tokenizer.
        log_probabilities : for each line, (its tokens,) natural logarithms of the probabilities of its tokens, given those before.
        ends : (lines,) natural logarithms of the probabilities that each line ends where it does, if the model predicts ends.

        Raises
        ------
        MorfemError : if the number of logarithms of a line is not its number of tokens, or if one is not the logarithm of a probability.
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
            # A probability of 1 in single precision may have a logarithm of up to 1e-6.
            if np.isnan(nats[line]) or values.max(initial=0) > 1e-6:
                raise MorfemError(
                    f"likelihood: line {self._lines + line + 1}: a log-probability is above 0 or NaN; give natural logarithms"
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
        """bits_per_character, and lost_bits_per_character: the part of it that is charged for lost characters."""
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
    """(code points,) which are lost."""
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
    """(code points of the text,) which of them the decoded text does not determine.

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
