"""`wrap`: any tokenizer, of any library, as a `Subject`.

One file a library. A SPEC on the command line is the same as the argument of `wrap`:

=======================================  ============================================================================
``characters``, ``words``                the floors: every character a token, every white-space word a token
``ko-thunder``, a folder                 a morfem tokenizer, bundled or saved
``*.json``                               a tokenizer of the library `tokenizers`
a folder with ``tokenizer_config.json``  a tokenizer of transformers, fast or slow
``cl100k_base``, ``*.tiktoken``          a tokenizer of tiktoken: an encoding, or a file of ranks
``*.tiktoken:words``                     the same with another splitter than ``gpt2``, which such a file does not name
``*.model``                              a SentencePiece model
``module:function``                      a Python function that gives (piece, start, end) for a text, or pieces alone
=======================================  ============================================================================

``NAME=SPEC`` gives it another name in tables.
"""

import copy
import difflib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import morfem

from ..._core import MorfemError, Tokenizer
from ..subject import Subject
from . import of_callable, of_sentencepiece, of_tiktoken, of_tokenizers, of_transformers
from .floors import Characters, Words
from .native import Native

__all__ = ["wrap"]

FLOORS: dict[str, type[Characters] | type[Words]] = {"characters": Characters, "words": Words}
KINDS = (
    "a folder of morfem or transformers, a tokenizer.json, a SentencePiece .model, a .tiktoken file, an encoding of tiktoken, "
    "or a Python function as module:function"
)


def wrap(tokenizer: Any, name: str | None = None) -> Subject:
    """A tokenizer, ready to be evaluated.

    Parameters
    ----------
    tokenizer : a `Subject`, a SPEC of the table above, or an object of one of these libraries.
    name : what it is called in tables; else the name it has, or that of its file.

    Raises
    ------
    MorfemError : if it is nothing of that, with what it could have been; if its library is not installed.

    >>> wrap("characters").encode(["ab c"]).owner.tolist()
    [0, 1, 2, 3]
    >>> wrap("korean=ko-thunder").name
    'korean'
    """
    if isinstance(tokenizer, str | os.PathLike):
        return _of_spec(os.fspath(tokenizer), name)
    if isinstance(tokenizer, Subject):
        subject = copy.copy(tokenizer)
        subject.name = name or subject.name
        return subject
    if isinstance(tokenizer, Tokenizer):
        return Native(tokenizer, name)
    if _is_of(tokenizer, "tokenizers", "Tokenizer"):
        return of_tokenizers.OfTokenizers(tokenizer, name)
    if _is_of(tokenizer, "transformers", "PreTrainedTokenizerBase"):
        return of_transformers.OfTransformers(tokenizer, name)
    if _is_of(tokenizer, "tiktoken", "Encoding"):
        return of_tiktoken.OfTiktoken(tokenizer, name)
    if _is_of(tokenizer, "sentencepiece", "SentencePieceProcessor"):
        return of_sentencepiece.OfSentencePiece(tokenizer, name)
    if callable(tokenizer):
        return of_callable.OfCallable(tokenizer, name)
    raise MorfemError(f"{type(tokenizer).__name__} is no tokenizer: give a name, {KINDS}, or an object of one of these libraries")


def _is_of(tokenizer: object, library: str, kind: str) -> bool:
    """Whether it is of a class of a library. If the library has not been imported, nothing is of it."""
    found = getattr(sys.modules.get(library), kind, None)
    return found is not None and isinstance(tokenizer, found)


def _of_spec(spec: str, name: str | None) -> Subject:
    """The tokenizer of a SPEC."""
    if "=" in spec and not os.path.exists(spec):
        given, _, spec = spec.partition("=")
        name = name or given
    if spec in FLOORS:
        return wrap(FLOORS[spec](), name)
    if spec in morfem.available():
        return Native(morfem.load(spec), name)
    if os.path.isdir(spec):
        return _of_folder(spec, name)
    if os.path.exists(spec):
        return _of_file(spec, name)
    before, _, splitter = spec.rpartition(":")
    if before.endswith(".tiktoken") and os.path.exists(before):
        return of_tiktoken.OfTiktoken.of_file(before, splitter, name or Path(before).stem)
    if re.fullmatch(r"[^\W\d][\w.]*:[^\W\d][\w.]*", spec):
        return of_callable.OfCallable.named(spec, name)
    encodings = _encodings()
    if spec in encodings:
        return of_tiktoken.OfTiktoken.named(spec, name)
    if os.path.splitext(spec)[1] or os.sep in spec:
        raise MorfemError(f"no file or folder {spec!r}; a tokenizer is a name, {KINDS}")
    names = [*FLOORS, *morfem.available(), *encodings]
    nearest = difflib.get_close_matches(spec, names, 1, 0.5)
    mend = f"did you mean {nearest[0]!r}?" if nearest else f"it can be one of {', '.join(names)}, {KINDS}"
    missing = "" if encodings else "; encodings of tiktoken need tiktoken, which is not installed: pip install 'morfem[evaluate]'"
    raise MorfemError(f"no tokenizer {spec!r}; {mend}{missing}")


def _of_folder(folder: str, name: str | None) -> Subject:
    """The tokenizer that lies in a folder."""
    has = set(os.listdir(folder))
    if "morfem.json" in has:
        return Native(morfem.load(folder), name)
    name = name or Path(os.path.abspath(folder)).name
    if "tokenizer_config.json" in has:
        return of_transformers.OfTransformers.of_folder(folder, name)
    if "tokenizer.json" in has:
        return of_tokenizers.OfTokenizers.of_file(os.path.join(folder, "tokenizer.json"), name)
    mend = "it has no morfem.json, tokenizer_config.json or tokenizer.json; give the file itself, if it has another name"
    raise MorfemError(f"{folder}: no tokenizer lies in this folder: {mend}")


def _of_file(path: str, name: str | None) -> Subject:
    """The tokenizer that a file holds. A file that has the same name in every folder is called as the folder is."""
    file = Path(os.path.abspath(path))
    name = name or (file.parent.name if file.stem in ("tokenizer", "spiece") else file.stem)
    if file.suffix == ".json":
        return of_tokenizers.OfTokenizers.of_file(path, name)
    if file.suffix == ".model":
        return of_sentencepiece.OfSentencePiece.of_file(path, name)
    if file.suffix == ".tiktoken":
        return of_tiktoken.OfTiktoken.of_file(path, name=name)
    raise MorfemError(f"{path}: no file of a tokenizer: those end in .json (tokenizers), .model (SentencePiece) or .tiktoken")


def _encodings() -> Sequence[str]:
    """The names of the encodings that tiktoken knows; none if it is not installed."""
    try:
        import tiktoken
    except ImportError:
        return []
    names: list[str] = tiktoken.list_encoding_names()
    return names
