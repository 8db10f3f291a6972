"""Chats: control tokens that a user wrote are text, and masks say which tokens the assistant wrote.

For a mask, transformers asks the batch which tokens hold the first and the last character of each answer. A mark, such as that of a
capital, and the later bytes of a character hold no character, so no answer could be right. Here the batch only notes the characters
(`Batch.char_to_token`), and the core says which tokens belong to the answers.
"""

import re
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any

import morfem
from morfem._core import tokenizers_masks

from .backend import Found, finder_of, found_by
from .batch import Batch, Rows

# `apply_chat_template` wraps the control tokens that a user wrote in these.
MARKED = re.compile("\U000f0000([^\U000f0000\U000f0001]*)\U000f0001|[\U000f0000\U000f0001]")


class Mask:
    """The assistant mask of the chats of one call."""

    def __init__(self) -> None:
        self.texts: Sequence[str] = []
        self.found: Found | None = None
        self.parse_special = False
        # For each place in a row the number of its token; -1 for padding.
        self.tokens: Rows = []

    def write(self, tokenizer: morfem.Tokenizer, batch: Any, tensors: Any) -> None:
        """Put the mask into the batch."""
        asked = batch.asked if isinstance(batch, Batch) else None
        if asked is None:
            raise morfem.MorfemError(
                "assistant masks are made for whole chats; leave return_overflowing_tokens, return_length and stride out of "
                "tokenizer_kwargs"
            )
        batch.asked = None
        stretches: list[list[tuple[int, int]]] = [[] for _ in self.texts]
        # The first character of each answer, then its last.
        for (row, start), (_, last) in zip(asked[::2], asked[1::2], strict=True):
            if start <= last:
                stretches[row].append((start, last + 1))
        masks = tokenizers_masks(tokenizer, self.texts, foreign=self.found or {}, stretches=stretches, parse_special=self.parse_special)
        rows = [[mask[token] if token >= 0 else 0 for token in row] for mask, row in zip(masks, self.tokens, strict=True)]
        ids = batch["input_ids"]
        is_single = tensors is None and not (ids and isinstance(ids[0], list))
        batch["assistant_masks"] = rows[0] if is_single else rows
        if tensors is not None:
            batch.convert_to_tensors(tensor_type=tensors)


# Set while a call makes a mask. Other threads make none.
MASK: ContextVar[Mask | None] = ContextVar("mask", default=None)


def unmarked(backend: Any, texts: Sequence[str]) -> tuple[list[str], Found]:
    """Chats without the marks around control tokens of a user, and the added tokens in them, which those are not."""
    finder = finder_of(backend.get_added_tokens_decoder().values())
    plain, found = [], {}
    for index, text in enumerate(texts):
        tokens, start = [], 0
        # Pieces from the template and from the user in turn; a mark without its partner gives None.
        pieces = [piece or "" for piece in MARKED.split(text)]
        for place, piece in enumerate(pieces):
            if place % 2 == 0:
                tokens += [
                    (begin + start, end + start, id, token) for begin, end, id, token in found_by(finder, backend, [piece]).get(0, ())
                ]
            start += len(piece)
        plain.append("".join(pieces))
        found[index] = tokens
    return plain, found
