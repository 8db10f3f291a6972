"""vLLM: tokenizer mode ``morfem``, and text that streams without wrong letters.

vLLM finds this module by the entry point ``vllm.general_plugins`` and calls `register` in each of its processes. It then loads tokenizers
with ``--tokenizer-mode morfem``, and decodes what a model writes with a `morfem.Decoder` instead of its sliding window, which cannot
take back letters. The library is imported only by vLLM itself, so this module needs no extra.
"""

import importlib
from pathlib import Path
from typing import Any

import morfem

from .decoding import AddedDecoder

__all__ = ["VllmTokenizer", "register"]

MODE = "morfem"


def register() -> None:
    """Register tokenizer mode ``morfem``, and let vLLM decode with morfem where the tokenizer is one of morfem.

    vLLM may call it several times in a process. An ImportError says that vLLM is not installed, or has moved what this needs.
    """
    importlib.import_module("vllm.tokenizers").TokenizerRegistry.register(MODE, __name__, VllmTokenizer.__name__)
    engine: Any = importlib.import_module("vllm.v1.engine.detokenizer")
    if not hasattr(engine, "MorfemDetokenizer"):
        engine.MorfemDetokenizer = type("MorfemDetokenizer", (_Streaming, engine.BaseIncrementalDetokenizer), {})
        _prefer_morfem(engine)


def _prefer_morfem(engine: Any) -> None:
    """Let the engine make a `MorfemDetokenizer` for a tokenizer of morfem, and what it made before for all others."""
    other = engine.IncrementalDetokenizer.from_new_request.__func__

    def from_new_request(cls: Any, tokenizer: Any, request: Any) -> Any:
        if isinstance(getattr(tokenizer, "morfem", None), morfem.Tokenizer):
            return engine.MorfemDetokenizer(tokenizer, request)
        return other(cls, tokenizer, request)

    engine.IncrementalDetokenizer.from_new_request = classmethod(from_new_request)


class _Streaming:
    """What a detokenizer of vLLM does differently with morfem; mixed into vLLM's base class, which applies the stop strings.

    Text is passed on as soon as no later id can change it. The rest comes when the request has finished, unless a stop string has ended it.
    """

    output_text: str
    stop: list[str]
    min_tokens: int
    include_stop_str_in_output: bool

    def __init__(self, tokenizer: Any, request: Any) -> None:
        super().__init__(request)  # type: ignore[call-arg]
        skip_special = request.sampling_params.skip_special_tokens
        prompt = list(request.prompt_token_ids or ())
        self.stream = AddedDecoder(tokenizer.morfem, tokenizer.added_tokens_decoder, prompt=prompt, skip_special=skip_special)
        self.is_open = True

    def update(self, new_token_ids: list[int], stop_terminated: bool) -> str | None:
        stop: str | None = super().update(new_token_ids, stop_terminated)  # type: ignore[misc]
        self.is_open = self.is_open and stop is None
        return stop

    def decode_next(self, next_token_id: int) -> str:
        return self.stream.push(next_token_id)

    def get_next_output_text(self, finished: bool, delta: bool) -> str:
        if finished and self.is_open:
            self.is_open = False
            self._append(self.stream.finish())
        return str(super().get_next_output_text(finished, delta))  # type: ignore[misc]

    def _append(self, rest: str) -> None:
        """Add the last letters, up to the first stop string that they complete."""
        searched, self.output_text = len(self.output_text), self.output_text + rest
        if self.num_output_tokens() <= self.min_tokens:  # type: ignore[attr-defined]
            return
        places = [(self.output_text.find(stop, max(0, searched - len(stop) + 1)), stop) for stop in self.stop]
        ends = [(place + len(stop), place) for place, stop in places if place >= 0]
        if ends:
            end, place = min(ends)
            self.output_text = self.output_text[: end if self.include_stop_str_in_output else place]


class VllmTokenizer:
    """The class behind ``--tokenizer-mode morfem``: makes a `morfem.integrations.transformers.MorfemTokenizer`."""

    @classmethod
    def from_pretrained(
        cls,
        path_or_repo_id: str | Path,
        *args: Any,
        trust_remote_code: bool = False,
        revision: str | None = None,
        download_dir: str | None = None,
        **kwargs: Any,
    ) -> Any:
        """Load a bundled tokenizer, or one that `Tokenizer.save` or ``MorfemTokenizer.save_pretrained`` wrote.

        Parameters
        ----------
        path_or_repo_id : name of a bundled tokenizer, such as ``tr-mft`` or ``tr-mft@1``, folder, or repository of a model.
        trust_remote_code : not needed; no code of a repository is run.
        revision, download_dir, **kwargs : as for every tokenizer of vLLM.
        """
        made_by = importlib.import_module("morfem.integrations.transformers").MorfemTokenizer
        tokenizer = made_by.from_pretrained(path_or_repo_id, *args, revision=revision, cache_dir=download_dir, **kwargs)
        # vLLM asks for properties that it adds to tokenizers of transformers itself.
        return importlib.import_module("vllm.tokenizers.hf").get_cached_tokenizer(tokenizer)
