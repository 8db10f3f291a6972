"""datatrove: a `DocumentTokenizer` whose tokenizer is one of morfem.

It writes the same files as datatrove's own step, on any of datatrove's executors. Only the name of the tokenizer is sent to the workers.

>>> from morfem.integrations.datatrove import DocumentTokenizer
>>> DocumentTokenizer("tokenized", "tr-mft", eos_token="</s>").token_size
2
"""

import itertools
import os
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from .. import load
from .._core import MorfemError, Tokenizer
from ..encoder import Encoder
from ..require import require

tokens = require("datatrove.pipeline.tokens", "datatrove", ">=0.10,<1")


class Adapter:
    """The part of a `tokenizers.Tokenizer` that datatrove uses.

    Parameters
    ----------
    tokenizer : a tokenizer of morfem.
    eos_token : a special that is added after each text, or None.
    """

    def __init__(self, tokenizer: Tokenizer, eos_token: str | None) -> None:
        # datatrove runs one worker for each processor, hence one thread.
        self._encoder = Encoder(tokenizer, 1, append=eos_token)

    def get_vocab_size(self) -> int:
        """Number of ids."""
        return self._encoder.tokenizer.vocab_size

    def token_to_id(self, token: str) -> int:
        """The id of a token string."""
        return self._encoder.tokenizer.token_to_id(token)

    def encode_batch(self, texts: list[str]) -> list[SimpleNamespace]:
        """The ids of the texts, each with the special that is added, as the attribute `ids`."""
        ids, indptr = self._encoder.ids(texts)
        bounds, numbers = indptr.tolist(), ids.tolist()
        return [SimpleNamespace(ids=numbers[start:end]) for start, end in itertools.pairwise(bounds)]


class DocumentTokenizer(tokens.DocumentTokenizer):  # type: ignore[name-defined, misc]
    """datatrove's `DocumentTokenizer` with a tokenizer of morfem.

    Parameters
    ----------
    output_folder : the folder of the tokenized files.
    tokenizer : the name of a bundled tokenizer, or the folder of a saved one that every worker can read.
    eos_token : a special that is added after each text, or None.
    options : the other options of datatrove's step. `save_loss_metadata` needs `char_to_token`, which this step does not have.

    Raises
    ------
    MorfemError : if the tokenizer has no such special, or loss metadata is asked for.
    """

    def __init__(self, output_folder: Any, tokenizer: str | os.PathLike[str], *, eos_token: str | None = None, **options: Any) -> None:
        if options.get("save_loss_metadata"):
            raise MorfemError("save_loss_metadata is not supported with a tokenizer of morfem; leave it out")
        super().__init__(output_folder, os.fspath(tokenizer), eos_token=eos_token, **options)

    @cached_property
    def tokenizer(self) -> Adapter:
        """The tokenizer, loaded in the worker when it is first used."""
        return Adapter(load(self.tokenizer_name_or_path), self.eos_token)

    def __getstate__(self) -> dict[str, Any]:
        """Without the loaded tokenizer, so that only its name is sent."""
        return {name: value for name, value in vars(self).items() if name != "tokenizer"}
