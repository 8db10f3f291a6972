"""Tokenizer adapters: `wrap` makes a `TokenizerAdapter` from a tokenizer of any supported library.

Each library has one file.
"""

import copy
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import morfem

from .._core import MorfemError, Tokenizer
from ..checks import did_you_mean
from .adapter import TokenizerAdapter
from .function_adapter import FunctionAdapter
from .morfem_adapter import MorfemAdapter
from .morfem_tokenizer_adapter import MorfemTokenizerAdapter
from .sentencepiece_adapter import SentencePieceAdapter
from .tiktoken_adapter import TiktokenAdapter
from .tokenizers_adapter import TokenizersAdapter
from .transformers_adapter import TransformersAdapter, read
from .trivial import Characters, Trivial, Words

__all__ = ["wrap"]

BASELINES: dict[str, type[Trivial]] = {"characters": Characters, "words": Words}
# The adapters of objects by their classes. No library is imported for it: without the library, no object of it can exist.
CLASSES: tuple[tuple[str, str, Callable[[Any, str | None], TokenizerAdapter]], ...] = (
    ("morfem.integrations.transformers", "MorfemTokenizer", MorfemTokenizerAdapter),
    ("tokenizers", "Tokenizer", TokenizersAdapter),
    ("transformers", "PreTrainedTokenizerBase", TransformersAdapter),
    ("tiktoken", "Encoding", TiktokenAdapter),
    ("sentencepiece", "SentencePieceProcessor", SentencePieceAdapter),
)
KINDS = (
    "a folder of morfem or transformers, a tokenizer.json, a SentencePiece .model, a .tiktoken file, an encoding of tiktoken, "
    "or a Python function as module:function"
)


def wrap(tokenizer: Any, name: str | None = None) -> TokenizerAdapter:
    """The adapter of a tokenizer: of an object, or of a SPEC, which is a name or a path as on the command line.

    =======================================  ============================================================================
    ``characters``, ``words``                the trivial baselines: one token per character, one token per white-space word
    ``ko-thunder``, a folder                 a morfem tokenizer, bundled or saved
    ``*.json``                               a tokenizer of the library `tokenizers`
    a folder with ``tokenizer_config.json``  a tokenizer of `transformers`, fast or slow, also a saved `MorfemTokenizer`
    ``cl100k_base``, ``*.tiktoken``          a tiktoken encoding, or a file of ranks
    ``*.tiktoken:words``                     a file of ranks with a splitter other than ``gpt2``; the file does not record its splitter
    ``*.model``                              a SentencePiece model
    ``module:function``                      a Python function that returns (piece, start, end) for each token of a text, or pieces alone
    =======================================  ============================================================================

    ``NAME=SPEC`` sets the name that tables show.

    Parameters
    ----------
    tokenizer : a `TokenizerAdapter`, a SPEC, or an object of one of these libraries, such as a ``tiktoken.Encoding``.
    name : the name that tables show; by default the tokenizer's own name, or that of its file.

    Raises
    ------
    MorfemError : if `tokenizer` is none of these, with a list of what is accepted; if its library is not installed.

    >>> wrap("characters").encode(["ab c"]).owner.tolist()
    [0, 1, 2, 3]
    >>> wrap("korean=ko-thunder").name
    'korean'
    """
    if isinstance(tokenizer, str | os.PathLike):
        return _of_spec(os.fspath(tokenizer), name)
    if isinstance(tokenizer, TokenizerAdapter):
        adapter = copy.copy(tokenizer)
        adapter.name = name or adapter.name
        return adapter
    if isinstance(tokenizer, Tokenizer):
        return MorfemAdapter(tokenizer, name)
    for library, kind, of_library in CLASSES:
        found = getattr(sys.modules.get(library), kind, None)
        if found is not None and isinstance(tokenizer, found):
            return of_library(tokenizer, name)
    if callable(tokenizer):
        return FunctionAdapter(tokenizer, name)
    raise MorfemError(f"{type(tokenizer).__name__} is not a tokenizer: give a name, {KINDS}, or an object of one of these libraries")


def _of_spec(spec: str, name: str | None) -> TokenizerAdapter:
    """The adapter for a SPEC."""
    if "=" in spec and not os.path.exists(spec):
        given, _, spec = spec.partition("=")
        name = name or given
    if spec in BASELINES:
        return wrap(BASELINES[spec](), name)
    if spec.partition("@")[0] in morfem.available():
        return MorfemAdapter(morfem.load(spec), name)
    if os.path.isdir(spec):
        return _of_folder(spec, name)
    if os.path.exists(spec):
        return _of_file(spec, name)
    before, _, splitter = spec.rpartition(":")
    if before.endswith(".tiktoken") and os.path.exists(before):
        return TiktokenAdapter.of_file(before, splitter, name or Path(before).stem)
    if re.fullmatch(r"[^\W\d][\w.]*:[^\W\d][\w.]*", spec):
        return FunctionAdapter.named(spec, name)
    encodings = _encodings()
    if spec in encodings:
        return TiktokenAdapter.named(spec, name)
    if os.path.splitext(spec)[1] or os.sep in spec:
        raise MorfemError(f"no file or folder {spec!r}; give a name, {KINDS}")
    names = [*BASELINES, *morfem.available(), *encodings]
    fix = did_you_mean(spec, names, f"give one of {', '.join(names)}, {KINDS}")
    missing = "" if encodings else "; encodings of tiktoken need tiktoken, which is not installed: pip install 'morfem[evaluate]'"
    raise MorfemError(f"no tokenizer {spec!r}; {fix}{missing}")


def _of_folder(folder: str, name: str | None) -> TokenizerAdapter:
    """The adapter for the tokenizer in a folder."""
    has = set(os.listdir(folder))
    if "morfem.json" in has:
        return MorfemAdapter(morfem.load(folder), name)
    name = name or Path(os.path.abspath(folder)).name
    if "tokenizer_config.json" in has:
        kind = MorfemTokenizerAdapter if "tokenizer.morfem" in has else TransformersAdapter
        return kind(read(folder), name)
    if "tokenizer.json" in has:
        return TokenizersAdapter.of_file(os.path.join(folder, "tokenizer.json"), name)
    fix = "if the tokenizer's file has another name, give the file itself"
    raise MorfemError(f"{folder}: this folder has no morfem.json, tokenizer_config.json or tokenizer.json; {fix}")


def _of_file(path: str, name: str | None) -> TokenizerAdapter:
    """The adapter for the tokenizer in a file. ``tokenizer.json`` and ``spiece.model`` take the name of their folder."""
    file = Path(os.path.abspath(path))
    name = name or (file.parent.name if file.stem in ("tokenizer", "spiece") else file.stem)
    if file.suffix == ".json":
        return TokenizersAdapter.of_file(path, name)
    if file.suffix == ".model":
        return SentencePieceAdapter.of_file(path, name)
    if file.suffix == ".tiktoken":
        return TiktokenAdapter.of_file(path, name=name)
    raise MorfemError(f"{path}: unknown type of file; tokenizers end in .json (tokenizers), .model (SentencePiece) or .tiktoken")


def _encodings() -> Sequence[str]:
    """The names of tiktoken's encodings; none if tiktoken is not installed."""
    try:
        import tiktoken
    except ImportError:
        return []
    return tiktoken.list_encoding_names()
