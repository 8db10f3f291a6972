"""Any Python function that cuts a text.

It gives the tokens of a text: each a triple (piece, start, end), where start and end count code points of the text, or the piece alone as
a string, which is then laid along the text (see `align`). Ids are given to pieces in the order in which they are first seen. If the
function has an attribute `decode`, that gives the text of a list of pieces.
"""

import hashlib
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..._core import MorfemError
from ..segmentation import Segmentation
from ..subject import Subject
from .align import aligned, tiled
from .library import described, guarded


class OfCallable(Subject):
    """A function from a text to pieces."""

    vocab_size = None

    def __init__(self, function: Callable[[str], Any], name: str | None = None) -> None:
        kind = function if hasattr(function, "__qualname__") else type(function)
        self.name = name or f"{kind.__module__}:{kind.__qualname__}"
        self.hash = hashlib.sha256(_source(kind).encode()).hexdigest()
        self.function = function
        self._ids: dict[str, int] = {}
        self._tokens: list[str] = []

    @classmethod
    def named(cls, spec: str, name: str | None = None) -> "OfCallable":
        """A function by ``module:function``. The module may lie in the folder in which one works."""
        module, _, path = spec.partition(":")
        sys.path.insert(0, os.getcwd())
        try:
            found: Any = importlib.import_module(module)
        except ImportError as error:
            raise MorfemError(f"{spec}: no module {module!r} can be imported: {described(error)}") from None
        finally:
            sys.path.remove(os.getcwd())
        for part in path.split("."):
            if not hasattr(found, part):
                raise MorfemError(f"{spec}: {module} has no {path!r}")
            found = getattr(found, part)
        if not callable(found):
            raise MorfemError(f"{spec}: is no function but {type(found).__name__}")
        return cls(found, name or spec)

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """How it cuts texts."""
        return guarded(texts, self._segmentation)

    def _segmentation(self, texts: Sequence[str]) -> Segmentation:
        ids: list[int] = []
        indptr = [0]
        owners = [np.zeros(0, np.int64)]
        for text in texts:
            found = list(self.function(text))
            pieces = [token if isinstance(token, str) else token[0] for token in found]
            spans = [(token[1], token[2]) for token in found if not isinstance(token, str)]
            if spans and len(spans) < len(found):
                raise TypeError("gives some tokens with their place and some without")
            owner = _by_spans(text, pieces, spans) if spans else _by_pieces(text, pieces)
            owners.append(np.where(owner >= 0, owner + indptr[-1], -1))
            ids += [self._id(piece) for piece in pieces]
            indptr.append(len(ids))
        return Segmentation(texts, np.array(ids, np.int64), np.array(indptr), np.concatenate(owners))

    def _id(self, piece: str) -> int:
        if not isinstance(piece, str):
            raise TypeError(f"gives a piece that is no text but {type(piece).__name__}")
        id = self._ids.setdefault(piece, len(self._tokens))
        if id == len(self._tokens):
            self._tokens.append(piece)
        return id

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str] | None:
        """The texts, if the function has a `decode`."""
        decode = getattr(self.function, "decode", None)
        return None if decode is None else [decode([self._tokens[id] for id in ids]) for ids in batch]

    def token(self, id: int) -> str:
        """The piece."""
        return self._tokens[id]


def _by_spans(text: str, pieces: list[str], spans: list[tuple[int, int]]) -> Any:
    """The owners that spans give, which may overlap and come in any order. Raises ValueError for one that does not lie in the text."""
    for piece, (start, end) in zip(pieces, spans, strict=True):
        if not 0 <= start <= end <= len(text):
            raise ValueError(f"gives {piece!r} the place {start} to {end} in a text of {len(text)} characters")
    starts, ends = np.array(spans).T
    return Segmentation.from_spans([text], np.zeros(len(spans)), [0, len(spans)], starts, ends).owner


def _by_pieces(text: str, pieces: list[str]) -> Any:
    encoded = [piece.encode("utf-8", "surrogatepass") for piece in pieces]
    owner, is_tiled = tiled([text], encoded, np.array([0, len(pieces)]))
    return owner if is_tiled[0] else aligned(text, encoded)


def _source(kind: Any) -> str:
    """The program text of the module of a function or class; its name if there is none."""
    try:
        return f"{kind.__qualname__}\n{inspect.getsource(inspect.getmodule(kind) or kind)}"
    except (OSError, TypeError):
        return f"{kind.__module__}:{kind.__qualname__}"
