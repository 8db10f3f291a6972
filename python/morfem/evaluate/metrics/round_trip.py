"""Round trip: whether a tokenizer returns the text that it was given, strictly. docs/metrics.md defines the figures.

A word is encoded after ", ", as in a sentence. Only the word is judged: the decoded ", " and the white space after it are removed from the
result. Every failing line or word belongs to the first of `CLASSES` that explains the difference, together with the classes before it. The
text and the decoded text are equal

1. `white_space`: without their white space,
2. `case`: in lower case, by the rules of Unicode or of Turkish,
3. `diacritics`: without marks, in compatibility decomposition (NFKD), with i for the dotless ı,
4. `punctuation`: without punctuation (Unicode category P),
5. `unknown_character`: if U+FFFD, ⁇, <unk> and [UNK] may stand for any characters, and characters that the decoded text lacks entirely are
   ignored,
6. `order`: if their characters are sorted,
7. `allomorph`: if they have the same number of words, and each word shares its first character and half of all its characters, in order,
   with its counterpart; its morphemes come back in another form.
8. `other`: everything else, and texts on which the tokenizer raised an error.
"""

import itertools
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher

import numpy as np

from ...adapters.adapter import BEFORE_WORD, TokenizerAdapter
from ...adapters.library import attempted
from ...adapters.segmentation import Segmentation
from ..metric import Measurement, TextMetric, register
from ..statistics import Figure, Items, ratio, share

CLASSES = ("white_space", "case", "diacritics", "punctuation", "unknown_character", "order", "allomorph", "other")
EXACT = len(CLASSES)  # the index of texts that come back unchanged
UNKNOWN = re.compile(r"\ufffd|⁇|<unk>|\[unk\]", re.IGNORECASE)


@register
class RoundTrip(TextMetric):
    """Whether decoding returns the text, and what kinds of characters are lost."""

    name = "round_trip"
    headlines = ("lines", "words")

    @property
    def options(self) -> Mapping[str, str]:
        """The text before each word."""
        return {"words": f'after "{BEFORE_WORD}"'}

    def measure(self, adapter: TokenizerAdapter) -> "RoundTripMeasurement":
        """Starts to count."""
        return RoundTripMeasurement(adapter)


class RoundTripMeasurement(Measurement):
    """The counts of one tokenizer. Every distinct word is encoded once."""

    def __init__(self, adapter: TokenizerAdapter) -> None:
        self._adapter = adapter
        self._items = Items(2 * (EXACT + 1))  # per line: a 1 for its class, and the number of words of every class
        self._types: dict[str, int] = {}
        self._can_decode = True
        before = _decoded(adapter, adapter.encode([adapter.before_word]))
        self._before = (before[0] or "").rstrip() if before is not None else ""

    def add(self, batch: Segmentation) -> None:
        """Counts a batch."""
        decoded = _decoded(self._adapter, batch)
        if decoded is None:
            self._can_decode = False
            return
        words = [text.split() for text in batch.texts]
        self._read([word for word in dict.fromkeys(word for line in words for word in line) if word not in self._types])
        classes = np.fromiter(map(_class, batch.texts, decoded), np.int64, len(decoded))
        rows = np.zeros((len(words), 2, EXACT + 1))
        rows[np.arange(len(words)), 0, classes] = 1
        line = np.repeat(np.arange(len(words)), [len(line) for line in words])
        of_word = np.array([self._types[word] for line in words for word in line], np.int64)
        np.add.at(rows[:, 1], (line, of_word), 1)
        self._items.add(rows.reshape(len(words), 2 * (EXACT + 1)))

    def _read(self, words: Sequence[str]) -> None:
        """Judges words that have not occurred before."""
        if not words:
            return
        batch = self._adapter.encode([self._adapter.before_word + word for word in words])
        for word, decoded in zip(words, _decoded(self._adapter, batch) or [], strict=True):
            self._types[word] = _class(word, None if decoded is None else decoded.removeprefix(self._before).lstrip())

    def figures(self) -> list[Figure]:
        """lines, words, types; failures_ and word_failures_ followed by the name of each class."""
        if not self._can_decode:
            return []
        lines, words = np.moveaxis(self._items.rows.reshape(-1, 2, EXACT + 1), 1, 0)
        n = self._items.n
        types = np.fromiter(self._types.values(), np.int64, len(self._types))
        figures = [
            ratio("lines", lines[:, EXACT], lines.sum(1), n, "line", 1),
            ratio("words", words[:, EXACT], words.sum(1), n, "line", 1),
            share("types", types == EXACT, "type", 1),
        ]
        for prefix, counts in (("failures", lines[:, :EXACT]), ("word_failures", words[:, :EXACT])):
            if counts.any():
                figures += [ratio(f"{prefix}_{name}", counts[:, index], counts.sum(1), n, "line") for index, name in enumerate(CLASSES)]
        return figures


def _decoded(adapter: TokenizerAdapter, batch: Segmentation) -> list[str | None] | None:
    """The decoded texts of a batch, None for a text that raised an error; None if the tokenizer cannot decode."""
    bounds, ids = batch.indptr.tolist(), batch.ids.tolist()
    texts = [ids[first:last] for first, last in itertools.pairwise(bounds)]
    found = attempted(adapter.decode, texts)
    if found is None:
        return None
    if isinstance(found, BaseException):
        alone = (attempted(adapter.decode, [ids]) for ids in texts)
        decoded = [each[0] if isinstance(each, list) else None for each in alone]
    else:
        decoded = list(found)
    for index in batch.failures:
        decoded[index] = None
    return decoded


def _class(text: str, decoded: str | None) -> int:
    """The index of a failure's class; `EXACT` if there is no failure.

    >>> CLASSES[_class("Ev almış.", "ev  almış.")], CLASSES[_class("kitabı", "kitapı")]
    ('case', 'allomorph')
    """
    if decoded == text:
        return EXACT
    if decoded is None:
        return CLASSES.index("other")
    if _bare(text) == _bare(decoded):
        return CLASSES.index("white_space")
    text, decoded = UNKNOWN.sub("\ufffd", text), UNKNOWN.sub("\ufffd", decoded)
    # It is unknown which lower case the tokenizer used, so either may explain the difference.
    pairs = {(lower(text), lower(decoded)) for lower in (_lower, _turkish_lower)}
    for name, fold, is_same in STEPS:
        pairs = {(fold(first), fold(second)) for first, second in pairs}
        if any(is_same(first, second) for first, second in pairs):
            return CLASSES.index(name)
    return CLASSES.index("other")


def _bare(text: str) -> str:
    return "".join(text.split())


def _lower(text: str) -> str:
    return text.casefold().replace("i\u0307", "i")


def _turkish_lower(text: str) -> str:
    return text.replace("İ", "i").replace("I", "ı").casefold()


class _Table(dict[int, int | None]):
    """A table for `str.translate` that deletes the characters of a Unicode category; it looks each character up once."""

    def __init__(self, category: str) -> None:
        super().__init__()
        self._category = category

    def __missing__(self, code: int) -> int | None:
        return self.setdefault(code, None if unicodedata.category(chr(code)).startswith(self._category) else code)


MARKS, PUNCTUATION = _Table("Mn"), _Table("P")
MARKS[ord("ı")] = ord("i")


def _without_marks(text: str) -> str:
    return unicodedata.normalize("NFKD", text).translate(MARKS).casefold()


def _is_bare_equal(text: str, decoded: str) -> bool:
    return _bare(text) == _bare(decoded)


def _is_equal_but_for_unknown(text: str, decoded: str) -> bool:
    """Whether the parts of the decoded text between unknown characters follow each other in the text.

    The first part must be at the beginning of the text, and the last at its end.
    """
    text, decoded = _bare(text), _bare(decoded)
    text = text.translate(dict.fromkeys(map(ord, set(text) - set(decoded))))
    first, *inner = decoded.split("\ufffd")
    if not inner:
        return text == first
    last = inner.pop()
    at, end = len(first), len(text) - len(last)
    if not (text.startswith(first) and text.endswith(last)):
        return False
    for part in inner:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return at <= end


def _is_akin(text: str, decoded: str) -> bool:
    """Whether both have the same number of words, and each word shares its first and half of all characters with its counterpart."""
    words, others = text.split(), decoded.split()
    return len(words) == len(others) and all(
        word == other or (word[0] == other[0] and SequenceMatcher(None, word, other, autojunk=False).ratio() >= 0.5)
        for word, other in zip(words, others, strict=True)
    )


# The classes after white space: the name, what is removed in addition to all before, and the test for equality.
STEPS: tuple[tuple[str, Callable[[str], str], Callable[[str, str], bool]], ...] = (
    ("case", str, _is_bare_equal),
    ("diacritics", _without_marks, _is_bare_equal),
    ("punctuation", lambda text: text.translate(PUNCTUATION), _is_bare_equal),
    ("unknown_character", str, _is_equal_but_for_unknown),
    ("order", str, lambda text, decoded: sorted(_bare(text)) == sorted(_bare(decoded))),
    ("allomorph", str, _is_akin),
)
