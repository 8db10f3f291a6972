"""gensim: a corpus as bags of token ids, and as lists of token strings.

>>> from morfem.integrations.gensim import BagsOfTokens
>>> corpus = BagsOfTokens(["ev evler", "kitap"], "tr-mft")
>>> [[(corpus.id2word[id], count) for id, count in bag] for bag in corpus]
[[('+lAr', 1), ('▁ev', 2)], [('▁kitap', 1)]]
"""

import itertools
from collections.abc import Iterator
from os import PathLike

import numpy as np

from .. import load
from .._core import MorfemError, Tokenizer
from ..corpus import Source, texts
from . import require

interfaces = require("gensim.interfaces", "gensim", ">=4.3,<5")


def _repeatable(source: Source) -> Source:
    """gensim reads a corpus several times, which an iterator does not allow."""
    if isinstance(source, Iterator):
        raise MorfemError("gensim reads a corpus several times; give files or a list of texts, not an iterator")
    return source


class BagsOfTokens(interfaces.CorpusABC):  # type: ignore[name-defined, misc]
    """A corpus for gensim's models: each text as pairs ``(id, count)``, ordered by id. Texts are read and encoded in batches.

    Parameters
    ----------
    source : files or a list of texts, as `morfem.corpus.texts` takes them.
    tokenizer : a tokenizer, or the name or folder of one.

    Attributes
    ----------
    id2word : the token string of each id, as gensim's models want it.
    """

    def __init__(self, source: Source, tokenizer: str | PathLike[str] | Tokenizer) -> None:
        self._source = _repeatable(source)
        self._tokenizer = tokenizer if isinstance(tokenizer, Tokenizer) else load(tokenizer)
        self.id2word = {id: self._tokenizer.id_to_token(id) for id in range(self._tokenizer.vocab_size)}
        self._length: int | None = None

    def __iter__(self) -> Iterator[list[tuple[int, int]]]:
        length = 0
        for batch in texts(self._source):
            ids, indptr = self._tokenizer.encode_ids_batch(batch)
            length += len(batch)
            for start, end in itertools.pairwise(indptr):
                distinct, counts = np.unique(ids[start:end], return_counts=True)
                yield list(zip(distinct.tolist(), counts.tolist(), strict=True))
        self._length = length

    def __len__(self) -> int:
        """Number of texts. Reads the corpus if it has not been read yet."""
        if self._length is None:
            self._length = sum(map(len, texts(self._source)))
        return self._length


class TokenStrings:
    """A corpus for gensim's Word2Vec, FastText and Phrases: each text as a list of token strings.

    Parameters
    ----------
    source, tokenizer : as for `BagsOfTokens`.
    """

    def __init__(self, source: Source, tokenizer: str | PathLike[str] | Tokenizer) -> None:
        self._source = _repeatable(source)
        self._tokenizer = tokenizer if isinstance(tokenizer, Tokenizer) else load(tokenizer)
        self._strings = [self._tokenizer.id_to_token(id) for id in range(self._tokenizer.vocab_size)]

    def __iter__(self) -> Iterator[list[str]]:
        for batch in texts(self._source):
            ids, indptr = self._tokenizer.encode_ids_batch(batch)
            strings = [self._strings[id] for id in ids.tolist()]
            bounds = indptr.tolist()
            for start, end in itertools.pairwise(bounds):
                yield strings[start:end]
