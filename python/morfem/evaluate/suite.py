"""Suites: which metrics are measured on which data. A suite is a small TOML file; the bundled suites are in the folder `suites`.

name = "ko-intrinsic"
language = "ko"

[[text]]                                  # running text; its metrics share one encoding of it
data = "development lines"                # the name of the data set in scores
path = "corpora/ko.txt.xz"                # relative to the data folder
every = 50                                # only every 50th line; without this entry, all lines
sha256 = "..."
metrics = { compression = {}, distribution = { alpha = 2.5 } }

[[gold]]
data = "morphemes"
path = "gold/ko/morph_types_dev.tsv"
format = "korean"
sha256 = "..."
metrics = { boundaries = {} }

The data of a suite is in a folder that the caller names. A suite that brings its data names the folder itself:

folder = "own"                            # relative to the suite's own file
"""

import importlib.resources
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._core import MorfemError

BUNDLED = importlib.resources.files(__package__) / "suites"


@dataclass(frozen=True)
class Data:
    """A data set of a suite, and the metrics to measure on it, with their options.

    Attributes
    ----------
    label : name of the data set in scores.
    path : path of the file, relative to the data folder.
    metrics : name of the metric -> its options.
    format : format of gold data; None for running text.
    options : options of the reader of gold data.
    every : with N, only every Nth line of running text is used; all lines if None.
    sha256 : expected hash of the file; not checked if empty.
    """

    label: str
    path: str
    metrics: Mapping[str, Mapping[str, Any]]
    format: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    every: int | None = None
    sha256: str = ""


@dataclass(frozen=True)
class Suite:
    """A named list of data sets, each with its metrics.

    Attributes
    ----------
    name, language : what the suite is called, and the language of its data.
    data : the data sets.
    folder : folder of the data, if the suite brings it; None if the caller names the folder.
    """

    name: str
    language: str
    data: tuple[Data, ...]
    folder: Path | None = None

    @classmethod
    def read(cls, name_or_path: str | os.PathLike[str]) -> "Suite":
        """A bundled suite by its name, or a suite in a file. Raises MorfemError, which names the wrong entry of a file.

        >>> Suite.read("ko-intrinsic").language
        'ko'
        """
        name = os.fspath(name_or_path)
        bundled = BUNDLED / f"{name}.toml"
        if "/" not in name and bundled.is_file():
            return cls.parse(bundled.read_text("utf-8"), name, Path(str(BUNDLED)))
        if not os.path.isfile(name):
            raise MorfemError(f"no suite {name!r}, neither bundled nor a file; bundled are {', '.join(available())}")
        return cls.parse(Path(name).read_text("utf-8"), name, Path(name).parent)

    @classmethod
    def parse(cls, text: str, place: str, beside: Path) -> "Suite":
        """Parses the TOML text of a suite. `place` is its name in errors, which are those of `read`; `beside` is its folder."""
        if sys.version_info >= (3, 11):
            import tomllib
        else:
            try:
                import tomli as tomllib
            except ImportError:
                raise MorfemError("suites need tomli on Python 3.10: pip install 'morfem[evaluate]'") from None
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise MorfemError(f"{place}: invalid TOML: {error}") from None
        data = [_data(entry, kind, place) for kind in ("text", "gold") for entry in table.get(kind, [])]
        unknown = set(table) - {"name", "language", "folder", "text", "gold"}
        if unknown or not data:
            raise MorfemError(f"{place}: {f'unknown entry {min(unknown)!r}' if unknown else 'no [[text]] and no [[gold]]'}")
        folder = beside / table["folder"] if "folder" in table else None
        return cls(str(table.get("name", place)), str(table.get("language", "")), tuple(data), folder)


def available() -> list[str]:
    """The names of the bundled suites."""
    return sorted(entry.name.removesuffix(".toml") for entry in BUNDLED.iterdir() if entry.name.endswith(".toml"))


def _data(entry: Mapping[str, Any], kind: str, place: str) -> Data:
    known = {"data", "path", "sha256", "metrics"} | ({"every"} if kind == "text" else {"format", "options"})
    label = str(entry.get("data", entry.get("path", "?")))
    needed = {"path", "metrics"} | ({"format"} if kind == "gold" else set())
    for problem, names in (("unknown entry", set(entry) - known), ("no entry", needed - set(entry))):
        if names:
            raise MorfemError(f"{place}: [[{kind}]] {label!r}: {problem} {min(names)!r}")
    return Data(label, **{name: value for name, value in entry.items() if name != "data"})
