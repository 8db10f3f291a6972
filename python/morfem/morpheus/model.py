"""The trained network: boundaries, segments, vectors, nearest words.

Words are grouped by length, so there is no padding, and go through the network in groups. Results do not depend on the other words of a
group, except for rounding in the seventh digit. The network sees `LONGEST` characters. A longer word is read in windows of that size that
overlap by a third. The probability of a gap comes from the window in which it is closest to the middle; the vector is the mean of those of
the windows.
"""

import importlib
import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .._core import MorfemError
from .alphabet import LONGEST, Alphabet
from .checkpoint import Checkpoint, read

Floats = NDArray[np.float32]
Runtime = Callable[[NDArray[np.int64], NDArray[np.int64]], tuple[Floats, Floats]]

BUNDLED = Path(__file__).parent / "bundled" / "network.safetensors"
THRESHOLD = 0.5  # a gap is a boundary if its probability is greater
GROUP = 1 << 10  # approximate characters that go through the network at once; more is not faster
STEP = LONGEST * 2 // 3
# What a network runs in, the preferred one first: a class, the library that it needs, and the extra that installs that.
RUNTIMES = {"torch": ("TorchRuntime", "PyTorch", "morpheus-train"), "onnx": ("OnnxRuntime", "ONNX Runtime", "morpheus")}


class Morpheus:
    """A trained network. See `load`. Its methods raise MorfemError for an empty word, and TypeError for a word that is not a str.

    Attributes
    ----------
    width : length of a vector.
    card : information about the training.
    """

    def __init__(self, checkpoint: Checkpoint, runtime: Runtime) -> None:
        form = checkpoint.architecture
        self.width, self.card = form.width, checkpoint.card
        self._alphabet = Alphabet(form.characters, unknown_pads=form.unknown_pads)
        self._runtime = runtime

    def boundaries(self, words: Sequence[str]) -> list[Floats]:
        """The probability of a boundary at every gap between two characters: for each word an array of len(word) - 1 probabilities."""
        return self._read(words)[0]

    def segment(self, words: Sequence[str]) -> list[list[str]]:
        """Split words where the probability is over one half. The segments of a word, joined, are the word.

        >>> import morfem
        >>> model = morfem.morpheus.load()  # doctest: +SKIP
        >>> model.segment(["kitaplarımızdan"])  # doctest: +SKIP
        [['kitap', 'lar', 'ımız', 'dan']]
        """
        found = []
        for word, gaps in zip(words, self.boundaries(words), strict=True):
            ends = [0, *(np.flatnonzero(gaps > THRESHOLD) + 1).tolist(), len(word)]
            found.append([word[first:last] for first, last in pairwise(ends)])
        return found

    def embed(self, words: Sequence[str]) -> Floats:
        """Unit vectors of words, shape (words, width).

        >>> import morfem
        >>> model = morfem.morpheus.load()  # doctest: +SKIP
        >>> model.embed(["evde", "evler"]).shape  # doctest: +SKIP
        (2, 320)
        """
        return self._read(words)[1]

    def nearest(self, word: str, k: int, among: Sequence[str]) -> list[tuple[str, float]]:
        """The `k` words of `among`, except `word` itself, with the highest cosine similarity to `word`, highest first.

        Raises
        ------
        MorfemError : if `k` is less than 1.

        >>> import morfem
        >>> model = morfem.morpheus.load()  # doctest: +SKIP
        >>> [word for word, similarity in model.nearest("evde", 2, ["evler", "göz", "evimiz"])]  # doctest: +SKIP
        ['evimiz', 'evler']
        """
        if k < 1:
            raise MorfemError(f"k is {k}; ask for one neighbour or more")
        others = [other for other in dict.fromkeys(among) if other != word]
        if not others:
            return []
        vectors = self.embed([word, *others])
        cosines = vectors[1:] @ vectors[0]
        return [(others[place], float(cosines[place])) for place in np.argsort(-cosines, kind="stable")[:k]]

    def _read(self, words: Sequence[str]) -> tuple[list[Floats], Floats]:
        if isinstance(words, str):
            raise TypeError("words are a list of str, not one str: give [word]")
        pieces: list[str] = []
        places: list[tuple[int, list[int]]] = []
        for number, word in enumerate(words):
            if not isinstance(word, str):
                raise TypeError(f"word {number} is {type(word).__name__}, not str")
            if not word:
                raise MorfemError(f"word {number} is empty; leave empty words out")
            starts = [0] if len(word) <= LONGEST else [*range(0, len(word) - LONGEST, STEP), len(word) - LONGEST]
            places.append((len(pieces), starts))
            pieces += [word[start : start + LONGEST] for start in starts]
        gaps, vectors = self._read_pieces(pieces)
        joined = np.zeros((len(words), self.width), np.float32)
        found = []
        for row, (word, (first, starts)) in enumerate(zip(words, places, strict=True)):
            own = gaps[first : first + len(starts)]
            found.append(own[0] if len(starts) == 1 else _merged(own, starts, len(word)))
            joined[row] = vectors[first : first + len(starts)].mean(0)
        return found, joined / np.linalg.norm(joined, axis=1, keepdims=True)

    def _read_pieces(self, pieces: Sequence[str]) -> tuple[list[Floats], Floats]:
        """Probabilities and unit vectors of words of at most `LONGEST` characters; equal words are read once."""
        rows: dict[str, int] = {}
        for piece in pieces:
            rows.setdefault(piece, len(rows))
        distinct = list(rows)
        lengths = np.array([len(piece) for piece in distinct], np.int64)
        gaps: list[Floats] = [np.zeros(0, np.float32)] * len(distinct)
        vectors = np.zeros((len(distinct), self.width), np.float32)
        for length in np.unique(lengths).tolist():
            same = np.flatnonzero(lengths == length)
            for group in np.array_split(same, -(-len(same) * (length + 2) // GROUP)):
                probabilities, found = self._runtime(*self._alphabet.encoded([distinct[row] for row in group]))
                vectors[group] = found
                for row, each in zip(group.tolist(), probabilities[:, 1:-1], strict=True):
                    gaps[row] = each
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-12)
        return [gaps[rows[piece]].copy() for piece in pieces], vectors[[rows[piece] for piece in pieces]].reshape(-1, self.width)


def load(path: str | os.PathLike[str] | None = None, *, runtime: Literal["torch", "onnx"] | None = None) -> Morpheus:
    """Load the bundled network, or a checkpoint written by `morfem train morpheus`.

    Parameters
    ----------
    path : of a .safetensors file; None for the bundled network.
    runtime : what the network runs in. By default PyTorch if it is installed, otherwise ONNX Runtime. Their results agree to 1e-4.

    Raises
    ------
    ArtifactError : if the file is damaged or of another architecture; the message names the tensor.
    MorfemError : if the runtime is not installed.
    """
    path = BUNDLED if path is None else path
    if not os.path.exists(path):
        raise MorfemError(f"{os.fspath(path)}: no such file; give a checkpoint, such as one that morfem train morpheus --budget writes")
    checkpoint = read(path)
    if runtime not in (None, *RUNTIMES):
        raise MorfemError(f"unknown runtime {runtime!r}; choose torch or onnx")
    for name in RUNTIMES if runtime is None else [runtime]:
        try:
            module = importlib.import_module(f".{name}_runtime", __package__)
        except ImportError:
            continue
        return Morpheus(checkpoint, getattr(module, RUNTIMES[name][0])(os.fspath(path), checkpoint))
    program, extra = ("ONNX Runtime or PyTorch", "morpheus") if runtime is None else RUNTIMES[runtime][1:]
    raise MorfemError(f"Morpheus needs {program}: pip install 'morfem[{extra}]'")


def _merged(gaps: Sequence[Floats], starts: Sequence[int], length: int) -> Floats:
    """The gaps of a long word from those of its windows. Each gap comes from the window in which it is closest to the middle."""
    merged = np.zeros(length - 1, np.float32)
    depth = np.full(length - 1, -1)
    own = np.minimum(np.arange(LONGEST - 1), np.arange(LONGEST - 1)[::-1])
    for start, each in zip(starts, gaps, strict=True):
        place = slice(start, start + LONGEST - 1)
        deeper = own > depth[place]
        merged[place] = np.where(deeper, each, merged[place])
        depth[place] = np.maximum(own, depth[place])
    return merged
