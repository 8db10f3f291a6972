"""morfem: exact, fast tokenizers for morphologically rich languages.

>>> import morfem
>>> tokenizer = morfem.load("ko-thunder")
>>> encoding = tokenizer.encode("책을 읽었습니다.")
>>> tokenizer.decode(encoding.ids)
'책을 읽었습니다.'
"""

import importlib
import os
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from ._core import (
    Analysis,
    ArtifactError,
    Decoder,
    Encoding,
    Explanation,
    InexactExportError,
    MorfemError,
    Step,
    Tokenizer,
    TrainingError,
    VocabularyError,
    __version__,
)

if TYPE_CHECKING:
    from . import convert, corpus, evaluate, languages, train

__all__ = [
    "Analysis",
    "ArtifactError",
    "Decoder",
    "Encoding",
    "Explanation",
    "InexactExportError",
    "MorfemError",
    "Step",
    "Tokenizer",
    "TrainingError",
    "VocabularyError",
    "__version__",
    "available",
    "convert",
    "corpus",
    "evaluate",
    "languages",
    "load",
    "train",
]

_ARTIFACTS = Path(__file__).parent / "artifacts"


def available() -> list[str]:
    """Names of the bundled tokenizers."""
    return sorted(record.parent.name for record in _ARTIFACTS.glob("*/morfem.json"))


def load(name_or_folder: str | PathLike[str]) -> Tokenizer:
    """A bundled tokenizer by its name, or the one that was saved in a folder. Every call gives a new one, with a cache of its own.

    Raises
    ------
    MorfemError : if it is neither; the message names the bundled tokenizer that is nearest.
    ArtifactError : if the folder is no artefact, or is damaged, incomplete or of a newer format.
    """
    name = os.fspath(name_or_folder)
    names = available()
    if name in names:
        return Tokenizer.load(_ARTIFACTS / name)
    if os.path.exists(name):
        return Tokenizer.load(name)
    import difflib

    nearest = difflib.get_close_matches(name, names, 1, 0.5)
    mend = f"did you mean {nearest[0]!r}?" if nearest else f"bundled are {', '.join(names) or 'none'}"
    raise MorfemError(f"no tokenizer {name!r}, neither bundled nor a folder; {mend}")


def __getattr__(name: str) -> ModuleType:
    """Imports the parts that not everybody needs when they are first used."""
    if name in ("convert", "corpus", "evaluate", "languages", "train"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
