"""`require`: imports a library that morfem works in, or names the extra that installs it."""

import functools
import importlib
import importlib.metadata
import re
from collections.abc import Mapping
from types import ModuleType

from ._core import MorfemError

__all__ = ["LibraryError", "require"]


class LibraryError(MorfemError, ImportError):
    """A library that morfem works in is missing, or has a version that is not supported."""


def require(module: str, extra: str, versions: str) -> ModuleType:
    """Import a module of another library, and check the version of that library.

    Parameters
    ----------
    module : the module to import, such as ``"sklearn.feature_extraction"``.
    extra : the extra of morfem that installs the library, such as ``"scikit-learn"``.
    versions : the versions that work, as a range such as ``">=1.6,<2"``.

    Raises
    ------
    LibraryError : if the library is missing, or its version is outside the range. The message names the extra and the range.

    >>> require("numpy", "numpy", ">=1.24,<99").__name__
    'numpy'
    >>> require("numpy", "numpy", "<1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    morfem.require.LibraryError: numpy ... is installed, but morfem needs numpy<1: pip install 'morfem[numpy]'
    """
    library = module.partition(".")[0]
    fix = f"pip install 'morfem[{extra}]'"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != library:
            raise  # the library is there; something that it imports is missing
        raise LibraryError(f"morfem needs {library}{versions}, which is not installed: {fix}") from None
    version = _version(library)
    if not all(_holds(version, bound) for bound in versions.split(",")):
        raise LibraryError(f"{library} {version} is installed, but morfem needs {library}{versions}: {fix}")
    return found


def arrow(module: str = "pyarrow") -> ModuleType:
    """PyArrow, or a module of it."""
    return require(module, "parquet", ">=15")


def _version(library: str) -> str:
    """The version of the distribution that a top-level module belongs to."""
    names = _distributions().get(library)
    if names is None:  # Python 3.10 knows only the modules of distributions that list them
        every = importlib.metadata.distributions()
        names = [each.metadata["Name"] for each in every if any(file.parts[0] == library for file in each.files or ())]
    return importlib.metadata.version(names[0])


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    """The distributions of each top-level module. Reads the records of everything that is installed, hence once."""
    return importlib.metadata.packages_distributions()


def _holds(version: str, bound: str) -> bool:
    """Whether a version is within a bound, ``>=`` or ``<``. Only the numbers of the release count."""
    lowest = bound.startswith(">=")
    numbers, limit = _release(version), _release(bound.lstrip("><="))
    return numbers >= limit if lowest else numbers < limit


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version.partition("+")[0])[:3])
