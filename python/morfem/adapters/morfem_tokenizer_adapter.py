"""Adapter for `morfem.integrations.transformers.MorfemTokenizer`: morfem's own adapter, with ids for the tokens that transformers added.

Added tokens stand behind the ids of morfem. Texts are encoded by morfem, so an added token in a text is text.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from .adapter import BatchCall
from .morfem_adapter import MorfemAdapter
from .transformers_adapter import TransformersAdapter


class MorfemTokenizerAdapter(MorfemAdapter):
    """A `MorfemTokenizer`."""

    def __init__(self, tokenizer: Any, name: str | None = None) -> None:
        super().__init__(tokenizer.morfem, name)
        self._whole = tokenizer
        self._added = {id: str(token) for id, token in tokenizer.added_tokens_decoder.items() if id >= self.tokenizer.vocab_size}
        self.vocab_size = len(tokenizer)
        if self._added:
            self.hash = hashlib.sha256(f"{self.hash} {sorted(self._added.items())}".encode()).hexdigest()

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """The tokenizer's own call for a list of texts."""
        return TransformersAdapter.open_batch_call(target)

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """Decodes lists of ids, in which added tokens may stand."""
        return [self._whole.decode(list(ids), clean_up_tokenization_spaces=False) for ids in batch]

    def token(self, id: int) -> str:
        """The token's string."""
        return self._added[id] if id in self._added else super().token(id)
