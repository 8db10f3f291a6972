"""The batch calls of the libraries, for timing them: what a user would call for the ids of many texts, on one thread, nothing of ours
around it.

One function a class of `morfem.evaluate.wrap`. It loads the tokenizer from its files, by the library's own call, each time.
"""

import os
from collections.abc import Callable
from typing import Any

from .. import load
from .._core import splitter_pattern
from .wrap import wrap
from .wrap.library import imported
from .wrap.of_callable import OfCallable

BatchCall = Callable[[list[str]], Any]


def opened(kind: str, target: str) -> BatchCall:
    """Loads a tokenizer afresh and returns its batch call.

    Parameters
    ----------
    kind : the class that `wrap` makes of `target`.
    target : a SPEC without a name before it.

    >>> ids, starts = opened("Native", "ko-thunder")(["책을 읽었습니다.", ""])
    >>> starts.tolist() == [0, len(ids), len(ids)]
    True
    """
    # What would use all processors is told not to, before it is asked for the first time.
    os.environ.update(TOKENIZERS_PARALLELISM="false", RAYON_NUM_THREADS="1")
    return OPENED[kind](target) if kind in OPENED else wrap(target).encode  # the floors


def _native(target: str) -> BatchCall:
    tokenizer = load(target)
    return lambda texts: tokenizer.encode_ids_batch(texts, threads=1)


def _of_tokenizers(target: str) -> BatchCall:
    file = os.path.join(target, "tokenizer.json") if os.path.isdir(target) else target
    tokenizer = imported("tokenizers", target).Tokenizer.from_file(file)
    return lambda texts: tokenizer.encode_batch_fast(texts, add_special_tokens=False)


def _of_transformers(target: str) -> BatchCall:
    tokenizer = imported("transformers", target).AutoTokenizer.from_pretrained(target)
    return lambda texts: tokenizer(texts, add_special_tokens=False)["input_ids"]


def _of_tiktoken(target: str) -> BatchCall:
    tiktoken = imported("tiktoken", target)
    path, suffix, splitter = target.partition(".tiktoken")
    if suffix:
        ranks = imported("tiktoken.load", target).load_tiktoken_bpe(os.path.abspath(path + suffix))
        named: Any = splitter.removeprefix(":") or "gpt2"
        encoding = tiktoken.Encoding(path, pat_str=splitter_pattern(named), mergeable_ranks=ranks, special_tokens={})
    else:
        # get_encoding would give the one it gave before.
        imported("tiktoken.registry", target).ENCODINGS.pop(target, None)
        encoding = tiktoken.get_encoding(target)
    return lambda texts: encoding.encode_ordinary_batch(texts, num_threads=1)


def _of_sentencepiece(target: str) -> BatchCall:
    processor = imported("sentencepiece", target).SentencePieceProcessor(model_file=target)
    return lambda texts: processor.encode(texts, num_threads=1)


def _of_callable(target: str) -> BatchCall:
    function = OfCallable.named(target).function
    return lambda texts: [function(text) for text in texts]


OPENED: dict[str, Callable[[str], BatchCall]] = {
    "Native": _native,
    "OfTokenizers": _of_tokenizers,
    "OfFast": _of_transformers,
    "OfSlow": _of_transformers,
    "OfTiktoken": _of_tiktoken,
    "OfSentencePiece": _of_sentencepiece,
    "OfCallable": _of_callable,
}
