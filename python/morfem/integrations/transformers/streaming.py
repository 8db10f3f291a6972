"""Streamers for ``generate``: text without letters that a later token changes.

``TextStreamer`` of transformers decodes all ids so far and prints up to the last space. A later affix may still change the word before that
space, or the space itself. `MorfemStreamer` prints what a `morfem.Decoder` says is certain.
"""

import sys
import warnings
from typing import Any

import transformers

import morfem

from ..decoding import AddedDecoder


class MorfemStreamer(transformers.TextStreamer):
    """Prints the text that a model writes. Takes the place of ``TextStreamer`` in ``model.generate(..., streamer=...)``.

    Derive from it and override `on_finalized_text` to send the text elsewhere.

    Parameters
    ----------
    tokenizer : a `MorfemTokenizer`.
    skip_prompt : whether to leave out the prompt.
    skip_special_tokens : whether to leave out special tokens.
    **options : as for ``TextStreamer``.

    >>> import numpy as np
    >>> from morfem.integrations.transformers import MorfemTokenizer
    >>> tokenizer = MorfemTokenizer.from_morfem("tr-mft")
    >>> streamer = MorfemStreamer(tokenizer)
    >>> streamer.put(np.array(tokenizer("Kitabı okudum.")["input_ids"])); streamer.end()  # `generate` does this
    Kitabı okudum.
    """

    def __init__(self, tokenizer: Any, skip_prompt: bool = False, *, skip_special_tokens: bool = False, **options: Any) -> None:
        if not isinstance(getattr(tokenizer, "morfem", None), morfem.Tokenizer):
            raise TypeError(f"tokenizer is of type {type(tokenizer).__name__}; give a MorfemTokenizer")
        super().__init__(tokenizer, skip_prompt, **options)
        self.skip_special_tokens = skip_special_tokens
        self.decoder: AddedDecoder | None = None

    def put(self, value: Any) -> None:
        """Take the ids of the prompt, then those of each step.

        Raises
        ------
        ValueError : if there is more than one sequence.
        """
        if len(value.shape) > 1 and value.shape[0] > 1:
            raise ValueError("a streamer takes one sequence; call generate with a batch of size 1")
        ids = value.reshape(-1).tolist()
        is_prompt = bool(getattr(self, "next_tokens_are_prompt"))  # noqa: B009  (untyped, so its type is not known)
        self.next_tokens_are_prompt = False
        is_skipped = is_prompt and self.skip_prompt
        if self.decoder is None:
            prompt = ids if is_skipped else []
            added = self.tokenizer.added_tokens_decoder
            self.decoder = AddedDecoder(self.tokenizer.morfem, added, prompt=prompt, skip_special=self.skip_special_tokens)
        if not is_skipped:
            self.on_finalized_text("".join(map(self.decoder.push, ids)))

    def end(self) -> None:
        """Take the end of the text. The next ids are those of a prompt."""
        rest = "" if self.decoder is None else self.decoder.finish()
        self.decoder, self.next_tokens_are_prompt = None, True
        self.on_finalized_text(rest, stream_end=True)


class MorfemIteratorStreamer(MorfemStreamer, transformers.TextIteratorStreamer):
    """The text that a model writes, as an iterator. Takes the place of ``TextIteratorStreamer``: call ``generate`` in a thread.

    Parameters
    ----------
    tokenizer, skip_prompt, **options : as for `MorfemStreamer`.
    timeout : seconds to wait for the next text; None to wait without a limit.

    >>> import numpy as np
    >>> from morfem.integrations.transformers import MorfemTokenizer
    >>> tokenizer = MorfemTokenizer.from_morfem("tr-mft")
    >>> streamer = MorfemIteratorStreamer(tokenizer, timeout=5)
    >>> streamer.put(np.array(tokenizer("Kitabı okudum.")["input_ids"]))
    >>> streamer.end()
    >>> "".join(streamer)
    'Kitabı okudum.'
    """

    def __init__(self, tokenizer: Any, skip_prompt: bool = False, *, timeout: float | None = None, **options: Any) -> None:
        super().__init__(tokenizer, skip_prompt, timeout=timeout, **options)


_HAS_WARNED = False


def warn_of_plain_streamer() -> None:
    """Warn, once in a process, if a streamer of transformers decodes: call this from the method that ``decode`` calls."""
    global _HAS_WARNED
    frame = None if _HAS_WARNED else sys._getframe(3)
    if frame is None or frame.f_code.co_name not in ("put", "end"):
        return
    if isinstance(frame.f_locals.get("self"), transformers.TextStreamer):
        _HAS_WARNED = True
        warnings.warn(
            "TextStreamer prints letters that a later token may change; use MorfemStreamer or MorfemIteratorStreamer of "
            "morfem.integrations.transformers",
            UserWarning,
            stacklevel=4,
        )
