"""What the adapters of foreign libraries share. A library gives ids, a piece of text for each id, and perhaps offsets.

The adapter must find the token that owns each code point. For each text it uses the first of these methods that works:

1. If the pieces, joined, are the text, their lengths give the owners.
2. If the library gives offsets that are valid, the offsets give the owners.
3. Otherwise the pieces are aligned with the text (see `align`).
"""

import importlib
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from .._core import MorfemError
from .adapter import TokenizerAdapter
from .align import UNKNOWN, aligned, closed, tiled
from .segmentation import Flags, Integers, Segmentation

EXTRA = ("sentencepiece", "tiktoken", "tokenizers")  # installed by the extra `evaluate`; transformers is too large for it
Answer = TypeVar("Answer")
Offsets = Sequence[tuple[int, int]]  # of one text: start and end of each token, in code points


class LibraryAdapter(TokenizerAdapter):
    """Adapter for a tokenizer of a foreign library."""

    def __init__(self, name: str, hash: str, vocab_size: int | None) -> None:
        self.name = name
        self.hash = hash
        self.vocab_size = vocab_size
        self._pieces = _Pieces(self.piece)

    @abstractmethod
    def ids(self, texts: Sequence[str]) -> Sequence[Sequence[int]]:
        """The ids of each text, without the special tokens that the library puts around a text."""

    @abstractmethod
    def piece(self, id: int) -> bytes:
        """The bytes that a token adds to the text."""

    @abstractmethod
    def label(self, id: int) -> str:
        """The token as the library spells it."""

    def pieces(self, ids: Sequence[int]) -> list[bytes]:
        """The bytes that each token of a text adds to it."""
        return [self._pieces[id] for id in ids]

    def offsets(self, texts: Sequence[str]) -> Sequence[Offsets] | None:
        """The offsets of each text; None if the library has none."""
        return None

    def token(self, id: int) -> str:
        """The token's piece, with ▁ for a space and <0xE2> for a single byte above 0x7F; the library's spelling if it has no piece."""
        piece = self._pieces[id]
        if piece in (b"", UNKNOWN):
            return self.label(id)
        if len(piece) == 1 and piece > b"\x7f":
            return f"<0x{piece[0]:02X}>"
        return piece.decode("utf-8", "backslashreplace").replace(" ", "▁")

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Segments texts."""
        return guarded(texts, self._segmentation)

    def _segmentation(self, texts: Sequence[str]) -> Segmentation:
        found = self.ids(texts)
        indptr = np.cumsum([0, *map(len, found)], dtype=np.int64)
        ids = np.fromiter((id for text in found for id in text), np.int64, int(indptr[-1]))
        pieces = [piece for text in found for piece in self.pieces(text)]
        owner, is_owned = tiled(texts, pieces, indptr)
        is_owned |= np.diff(indptr) == 0
        others = np.flatnonzero(~is_owned)
        other_texts = [texts[index] for index in others.tolist()]
        offsets = self.offsets(other_texts) if other_texts else None
        if offsets is not None:
            tokens = np.flatnonzero(np.repeat(~is_owned, np.diff(indptr)))
            after_space = [pieces[token][:1].isspace() for token in tokens.tolist()]
            by_them, is_true = by_offsets(other_texts, offsets, np.diff(indptr)[others], after_space)
            text_of = np.repeat(np.arange(len(texts)), list(map(len, texts)))
            owner[~is_owned[text_of]] = np.where(by_them >= 0, tokens[by_them], -1)
            others = others[~is_true]
        begins = np.cumsum([0, *map(len, texts)]).tolist()
        for index in others.tolist():
            first = int(indptr[index])
            by_pieces = aligned(texts[index], pieces[first : int(indptr[index + 1])])
            owner[begins[index] : begins[index + 1]] = np.where(by_pieces >= 0, by_pieces + first, -1)
        return Segmentation(texts, ids, indptr, owner)


class _Pieces(dict[int, bytes]):
    """Cache of pieces by id."""

    def __init__(self, piece: Callable[[int], bytes]) -> None:
        super().__init__()
        self._piece = piece

    def __missing__(self, id: int) -> bytes:
        return self.setdefault(id, self._piece(id))


def by_offsets(texts: Sequence[str], offsets: Sequence[Offsets], counts: Integers, after_space: Sequence[bool]) -> tuple[Integers, Flags]:
    """The owners of code points by the offsets of tokens.

    Parameters
    ----------
    texts : the texts.
    offsets : the offsets of each text.
    counts : (texts,) number of tokens of each text.
    after_space : (tokens,) whether the token's piece begins with a space.

    Returns
    -------
    (code points of all texts,) the token that owns each, -1 for none; (texts,) whether the offsets are valid: one span per token, in
    order, within the text, and not all of them empty.

    >>> owner, is_true = by_offsets(["ev de", "ev"], [[(0, 2), (3, 5)], [(0, 9)]], np.array([2, 1]), [False, True, False])
    >>> owner.tolist(), is_true.tolist()
    ([0, 0, 1, 1, 1, -1, -1], [True, False])
    """
    is_true = np.array([len(spans) == count for spans, count in zip(offsets, counts.tolist(), strict=True)])
    kept = [spans if len(spans) == count else [(0, 0)] * count for spans, count in zip(offsets, counts.tolist(), strict=True)]
    starts, ends = np.fromiter((place for spans in kept for span in spans for place in span), np.int64).reshape(-1, 2).T
    lengths = np.array([len(text) for text in texts])
    text_of = np.repeat(np.arange(len(texts)), counts)
    is_wrong = (starts < 0) | (starts > ends) | (ends > lengths[text_of])
    is_wrong[1:] |= (starts[1:] < starts[:-1]) & (text_of[1:] == text_of[:-1])
    is_true &= np.bincount(text_of[is_wrong], minlength=len(texts)) == 0
    has_text = np.array([bool(text.strip()) for text in texts])
    is_true &= ~has_text | (np.bincount(text_of, ends - starts, len(texts)) > 0)
    empty = ~is_true[text_of]
    indptr = np.cumsum([0, *counts])
    found = Segmentation.from_spans(texts, text_of, indptr, np.where(empty, 0, starts), np.where(empty, 0, ends))
    return closed(found.owner, found.codes, found.begins[:-1], after_space), is_true


def guarded(texts: Sequence[str], segmentation: Callable[[Sequence[str]], Segmentation]) -> Segmentation:
    """Segments texts with a function that may raise errors. Texts on which it does are recorded in `failures`."""
    found = attempted(segmentation, texts)
    if isinstance(found, Segmentation):
        return found
    parts = []
    failures = {}
    for index, text in enumerate(texts):
        part = attempted(segmentation, [text])
        if isinstance(part, BaseException):
            failures[index] = described(part)
            part = Segmentation([text], np.zeros(0, np.int64), np.zeros(2, np.int64), np.full(len(text), -1, np.int64))
        parts.append(part)
    indptr = np.cumsum([0, *(len(part.ids) for part in parts)], dtype=np.int64)
    owners = [np.where(part.owner >= 0, part.owner + first, -1) for part, first in zip(parts, indptr.tolist(), strict=False)]
    ids = [part.ids for part in parts]
    return Segmentation(texts, np.concatenate(ids), indptr, np.concatenate(owners), failures)


def attempted(work: Callable[..., Answer], *given: Any) -> Answer | BaseException:
    """What `work` returns, or the error that it raises, unless the user has interrupted it. A Rust panic is not an Exception."""
    try:
        return work(*given)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        return error


def described(error: BaseException) -> str:
    """An error message in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


def imported(name: str, what: str) -> Any:
    """Imports a library. Raises MorfemError that names the package to install if it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        library = name.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != library:
            raise MorfemError(f"{what}: {name} cannot be imported: {error}") from None
        fix = f"pip install 'morfem[evaluate]', or pip install {library}" if library in EXTRA else f"pip install {library}"
        raise MorfemError(f"{what}: needs {library}, which is not installed: {fix}") from None
