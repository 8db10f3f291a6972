"""`prune`: a smaller vocabulary for a device that needs one language, or one subject."""

import os
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import load
from .._core import MorfemError, Tokenizer
from .._core import prune as _prune
from ..checks import check_whole
from ..corpus import Corpus, Source
from .reading import Reading


@dataclass(frozen=True)
class Pruned:
    """A smaller tokenizer.

    Attributes
    ----------
    tokenizer : with new ids from 0 on.
    old_ids : for each new id the id that the token had, ascending.
    """

    tokenizer: Tokenizer
    old_ids: NDArray[np.uint32]

    @cached_property
    def new_ids(self) -> dict[int, int]:
        """The new id of each old one that stays."""
        return {old: new for new, old in enumerate(self.old_ids.tolist())}

    def rows(self, matrix: NDArray[Any]) -> NDArray[Any]:
        """The rows of a model's embedding matrix that stay, in the order of the new ids."""
        if len(matrix) <= int(self.old_ids[-1]):
            raise MorfemError(
                f"the matrix has {len(matrix)} rows, but the old ids go up to {self.old_ids[-1]}; give that of the old tokenizer"
            )
        return matrix[self.old_ids]


def prune(
    tokenizer: Tokenizer | str | os.PathLike[str],
    corpus: Source,
    *,
    keep: int | None = None,
    name: str | None = None,
    progress: bool = True,
) -> Pruned:
    """Leaves out tokens that a corpus does not need, of a BPE or a Unigram model. Every text can still be encoded.

    Specials and bytes stay, and the tokens that a byte-pair model merges others from. The corpus keeps its segmentation unless `keep` asks
    for fewer ids than it uses.

    Parameters
    ----------
    tokenizer : a tokenizer, a name or a folder.
    corpus : what the device will read, as for a training.
    keep : number of ids: the rarest tokens of the corpus are left out too. By default all that it uses stay.
    name : of the result; by default that of the tokenizer, with ``-pruned``.
    progress : show a progress bar.

    Raises
    ------
    MorfemError : if the tokenizer is of another kind, or more ids than `keep` must stay.
    TrainingError : if the corpus has no text.

    >>> import morfem
    >>> whole = morfem.train.bpe(["the cat sat", "kitap evde", "kitaplar"] * 9, vocab_size=278, progress=False)
    >>> small = morfem.train.prune(whole, ["kitap kitaplar"], progress=False)
    >>> small.tokenizer.vocab_size < whole.vocab_size
    True
    >>> [small.new_ids[id] for id in whole.encode("kitap").ids] == small.tokenizer.encode("kitap").ids
    True
    """
    whole = tokenizer if isinstance(tokenizer, Tokenizer) else load(tokenizer)
    if keep is not None:
        check_whole("keep", keep)
    counts = Reading(Corpus(corpus), whole.record["splitter"], progress)()
    smaller, old_ids = _prune(whole, counts, keep)
    return Pruned(smaller.with_record(name=name or f"{whole.name}-pruned"), old_ids)
