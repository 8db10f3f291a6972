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
from typing import TYPE_CHECKING, Any

from ._core import (
    Analysis,
    ArtifactError,
    Decoder,
    Encoding,
    Explanation,
    InexactExportError,
    LanguagePack,
    MorfemError,
    Step,
    Tokenizer,
    TrainingError,
    VocabularyError,
    __version__,
)

if TYPE_CHECKING:
    from . import convert, corpus, evaluate, languages, morpheus, search, server, train
    from .transplanting import transplant

__all__ = [
    "Analysis",
    "ArtifactError",
    "Decoder",
    "Encoding",
    "Explanation",
    "InexactExportError",
    "LanguagePack",
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
    "morpheus",
    "search",
    "server",
    "train",
    "transplant",
]

_ARTIFACTS = Path(__file__).parent / "artifacts"
# Tokenizers that `make train` writes, and that are not part of the package.
_PUBLISHED = ("ar-splinter-128k", "he-splinter-128k", "ko-thunder-64k", "tr-mft-128k", "tr-thunder")


def available() -> list[str]:
    """Names of the bundled tokenizers."""
    return sorted(record.parent.name for record in _ARTIFACTS.glob("*/morfem.json"))


def load(name_or_folder: str | PathLike[str]) -> Tokenizer:
    """Load a bundled tokenizer by its name, or a saved one by its folder.

    Every call returns a new tokenizer with its own cache.

    A version after ``@`` pins it: the ids of ``tr-mft@1`` never change, and a package that has another version refuses the name.

    Raises
    ------
    MorfemError : if there is no such tokenizer; the message suggests the most similar name, or names the bundled version.
    ArtifactError : if the folder is not a saved tokenizer, or is damaged, incomplete or of a newer format.
    TypeError : if `name_or_folder` is neither a str nor a path.

    >>> load("tr-mft@1").version
    1
    """
    try:
        name = os.fsdecode(name_or_folder)
    except TypeError:
        from .checks import wrong_type

        raise wrong_type("name_or_folder", name_or_folder, "the name of a bundled tokenizer, or a folder") from None
    names = available()
    if name in names:
        return Tokenizer.load(_ARTIFACTS / name)
    if os.path.exists(name):
        try:
            return Tokenizer.load(name)
        except ArtifactError:
            if (Path(name) / "meta.json").exists():  # of tantivy
                raise ArtifactError(
                    f"{name}: this folder is a search index, not a tokenizer; open it with morfem.search.index.Index"
                ) from None
            raise
    plain, at, version = name.partition("@")
    if at and plain in names:
        tokenizer = Tokenizer.load(_ARTIFACTS / plain)
        if version == str(tokenizer.version):
            return tokenizer
        has = f"morfem {__version__} has {plain}@{tokenizer.version}, not {name}"
        raise MorfemError(f"{has}; if there is such a version, another release of morfem has it: CHANGELOG.md says which")
    if plain in _PUBLISHED:
        raise MorfemError(
            f"{name!r} is not part of the package; `make train` in a clone of morfem writes it into target/published/{plain}; load that"
        )
    from .checks import did_you_mean

    fix = did_you_mean(plain, names, f"bundled are {', '.join(names) or 'none'}")
    raise MorfemError(f"no tokenizer {name!r}, neither bundled nor a folder; {fix}")


def __getattr__(name: str) -> Any:
    """Import the larger parts of the package when they are first used."""
    if name == "transplant":
        return importlib.import_module(f"{__name__}.transplanting").transplant
    if name in ("convert", "corpus", "evaluate", "languages", "morpheus", "search", "server", "train"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
