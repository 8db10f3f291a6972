"""Batches of ids, masks and spans that are made without encodings, which would take most of the time."""

import itertools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import transformers
from numpy.typing import NDArray

from .backend import finder_of, rounded_up

Rows = list[list[Any]]

_SINGLE: Any = finder_of(()).encode("-", add_special_tokens=False)  # one token


class Frame(NamedTuple):
    """The ids that a template puts before and after a text, and the type ids of a text of one token with them."""

    before: list[int]
    after: list[int]
    types: list[int]

    @classmethod
    def of(cls, template: Any, add_special_tokens: bool) -> "Frame | None":
        """What a template puts around a text; None for a template that does something else."""
        if template is None:
            return cls([], [], [0])
        framed = template.process(_SINGLE, None, add_special_tokens)
        places = [place for place, is_special in enumerate(framed.special_tokens_mask) if not is_special]
        if len(places) != 1:
            return None
        return cls(framed.ids[: places[0]], framed.ids[places[0] + 1 :], framed.type_ids)

    def around(self, rows: Rows, before: list[Any], after: list[Any]) -> Rows:
        """Each row between `before` and `after`."""
        return [before + row + after for row in rows] if before or after else rows


class Batch(transformers.BatchEncoding):
    """A batch whose encodings, which hold tokens, words and spans, are made when they are first used."""

    # While an assistant mask is made: the characters that are asked for, with their rows.
    asked: list[tuple[int, int]] | None = None

    def __init__(self, data: Mapping[str, Any], make: Callable[[], Any], tensors: Any) -> None:
        self._made: Any = None
        self._make = make
        super().__init__(data, tensor_type=tensors, n_sequences=1)

    @property
    def _encodings(self) -> Any:
        if self._made is None:
            self._made = self._make().encodings
        return self._made

    @_encodings.setter
    def _encodings(self, encodings: Any) -> None:
        self._made = encodings

    @property
    def is_fast(self) -> bool:
        """Whether there are encodings; here always."""
        return True

    def char_to_token(self, batch_or_char_index: int, char_index: int | None = None, sequence_index: int = 0) -> Any:
        """As for every batch."""
        if self.asked is None or char_index is None:
            return super().char_to_token(batch_or_char_index, char_index, sequence_index)
        self.asked.append((batch_or_char_index, char_index))
        return 0


def is_texts(text: Any) -> bool:
    """Whether `text` is a text, or a list of at least one text."""
    is_list = isinstance(text, (list, tuple)) and bool(text)
    return isinstance(text, str) or (is_list and all(issubclass(kind, str) for kind in set(map(type, text))))


def padded_length(longest: int, strategy: str, max_length: int | None, multiple: int | None) -> int:
    """The length that rows are padded to; 0 to leave them as they are."""
    if strategy == "do_not_pad":
        return 0
    return rounded_up(max_length if strategy == "max_length" and max_length is not None else longest, multiple)


def padded(rows: Rows, value: Any, length: int, is_left: bool) -> Rows:
    """Rows filled up with `value`."""
    if not length:
        return rows
    filled = [[value] * (length - len(row)) for row in rows]
    return [fill + row if is_left else row + fill for row, fill in zip(rows, filled, strict=True)]


def cut(items: NDArray[Any], indptr: NDArray[np.int64]) -> Rows:
    """The items of each text."""
    return [items[start:end].tolist() for start, end in itertools.pairwise(indptr.tolist())]
