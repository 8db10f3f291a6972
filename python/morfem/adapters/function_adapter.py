"""Adapter for any Python function that tokenizes a text.

The function returns the tokens of a text. A token is a triple (piece, start, end), with start and end in code points of the text, or just
a piece. Pieces without positions are aligned with the text (see `align`). The adapter assigns ids to pieces in the order in which it first
sees them. If the function has an attribute `decode`, the adapter uses it to turn a list of pieces back into a text.
"""

import hashlib
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._core import MorfemError
from .adapter import BatchCall, TokenizerAdapter
from .align import aligned, tiled
from .library import described, guarded
from .segmentation import Segmentation


class FunctionAdapter(TokenizerAdapter):
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
    def named(cls, spec: str, name: str | None = None) -> "FunctionAdapter":
        """Imports ``module:function``. The module may be in the current folder."""
        module, _, path = spec.partition(":")
        sys.path.insert(0, os.getcwd())
        try:
            found: Any = importlib.import_module(module)
        except ImportError as error:
            raise MorfemError(f"{spec}: cannot import module {module!r}: {described(error)}") from None
        finally:
            sys.path.remove(os.getcwd())
        for part in path.split("."):
            if not hasattr(found, part):
                raise MorfemError(f"{spec}: {module} has no {path!r}")
            found = getattr(found, part)
        if not callable(found):
            raise MorfemError(f"{spec} is a {type(found).__name__}, not a function; name a function or another callable")
        return cls(found, name or spec)

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """The function itself, called for each text."""
        function = cls.named(target).function
        return lambda texts: [function(text) for text in texts]

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Segments texts."""
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
                raise TypeError("returned some tokens with positions and some without")
            owner = _by_spans(text, pieces, spans) if spans else _by_pieces(text, pieces)
            owners.append(np.where(owner >= 0, owner + indptr[-1], -1))
            ids += [self._id(piece) for piece in pieces]
            indptr.append(len(ids))
        return Segmentation(texts, np.array(ids, np.int64), np.array(indptr), np.concatenate(owners))

    def _id(self, piece: str) -> int:
        if not isinstance(piece, str):
            raise TypeError(f"returned a piece of type {type(piece).__name__}, not str")
        id = self._ids.setdefault(piece, len(self._tokens))
        if id == len(self._tokens):
            self._tokens.append(piece)
        return id

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str] | None:
        """Decodes lists of ids, if the function has an attribute `decode`."""
        decode = getattr(self.function, "decode", None)
        return None if decode is None else [decode([self._tokens[id] for id in ids]) for ids in batch]

    def token(self, id: int) -> str:
        """The piece."""
        return self._tokens[id]


def _by_spans(text: str, pieces: list[str], spans: list[tuple[int, int]]) -> Any:
    """The owners of code points by spans, which may overlap and come in any order. Raises ValueError for a span outside the text."""
    for piece, (start, end) in zip(pieces, spans, strict=True):
        if not 0 <= start <= end <= len(text):
            raise ValueError(f"returned {piece!r} with the span {start} to {end} in a text of {len(text)} characters")
    starts, ends = np.array(spans).T
    return Segmentation.from_spans([text], np.zeros(len(spans)), [0, len(spans)], starts, ends).owner


def _by_pieces(text: str, pieces: list[str]) -> Any:
    encoded = [piece.encode("utf-8", "surrogatepass") for piece in pieces]
    owner, is_tiled = tiled([text], encoded, np.array([0, len(pieces)]))
    return owner if is_tiled[0] else aligned(text, encoded)


def _source(kind: Any) -> str:
    """The source code of the module that defines a function or class; its name if there is no source."""
    try:
        return f"{kind.__qualname__}\n{inspect.getsource(inspect.getmodule(kind) or kind)}"
    except (OSError, TypeError):
        return f"{getattr(kind, '__module__', 'builtins')}:{kind.__qualname__}"
