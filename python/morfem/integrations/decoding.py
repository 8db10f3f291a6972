"""Decoding for transformers and for engines that serve its models: ids among which tokens that transformers has added may stand.

Those stand behind the ids of morfem, or are tokens of its vocabulary. The text between two added tokens is a text of its own. Needs no
extra.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import morfem

__all__ = ["AddedDecoder"]


class AddedDecoder:
    """A `morfem.Decoder` that knows added tokens: id -> token, as in ``added_tokens_decoder`` of transformers.

    The ids of `prompt` come before the text. They decide how its first word is written, and are left out.

    >>> decoder = AddedDecoder(morfem.load("tr-mft"), {})
    >>> "".join(decoder.push(id) for id in decoder.tokenizer.encode("Kitabı").ids) + decoder.finish()
    'Kitabı'
    """

    def __init__(
        self, tokenizer: morfem.Tokenizer, added: Mapping[int, Any], *, prompt: Sequence[int] = (), skip_special: bool = False
    ) -> None:
        self.tokenizer = tokenizer
        self.skip_special = skip_special
        own = set(tokenizer.special_tokens)
        self.added = {id: token for id, token in added.items() if token.content not in own}
        behind = next((place for place in range(len(prompt), 0, -1) if prompt[place - 1] >= tokenizer.vocab_size), 0)
        self.stream = tokenizer.decoder(prompt[behind:], skip_special=skip_special)

    def push(self, id: int) -> str:
        """Add an id, and return the text that is certain now. An id of no token has no text."""
        added = self.added.get(id)
        is_skipped = added is not None and added.special and self.skip_special
        if id < self.tokenizer.vocab_size:
            return "" if is_skipped else self.stream.push(id)
        if added is None:
            return ""
        return self.stream.finish() if is_skipped else f"{self.stream.finish()}{added.content}"

    def finish(self) -> str:
        """Return the rest."""
        return self.stream.finish()
