"""morfem in other libraries: one module for each library, each with an extra of its own.

A module imports its library when it is imported itself. If the library is missing or of an unsupported version, the error names the extra
that installs it.
"""

import importlib
import importlib.metadata
import re
from types import ModuleType

from .._core import MorfemError

__all__ = ["require"]


def require(module: str, extra: str, versions: str) -> ModuleType:
    """Import a module of another library, and check the version of that library.

    Parameters
    ----------
    module : the module to import, such as ``"sklearn.feature_extraction"``.
    extra : the extra of morfem that installs the library, such as ``"scikit-learn"``.
    versions : the versions that work, as a range such as ``">=1.6,<2"``.

    Raises
    ------
    MorfemError : if the library is missing, or its version is outside the range. The message names the extra and the range.

    >>> require("numpy", "numpy", ">=1.24,<99").__name__
    'numpy'
    >>> require("numpy", "numpy", "<1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    morfem.MorfemError: numpy ... is installed, but morfem.integrations needs numpy<1: pip install 'morfem[numpy]'
    """
    library = module.partition(".")[0]
    fix = f"pip install 'morfem[{extra}]'"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != library:
            raise  # the library is there; something that it imports is missing
        raise MorfemError(f"morfem.integrations needs {library}{versions}, which is not installed: {fix}") from None
    version = _version(library)
    if not all(_holds(version, bound) for bound in versions.split(",")):
        raise MorfemError(f"{library} {version} is installed, but morfem.integrations needs {library}{versions}: {fix}")
    return found


def _version(library: str) -> str:
    """The version of the distribution that a top-level module belongs to."""
    name = importlib.metadata.packages_distributions().get(library, [library])[0]
    return importlib.metadata.version(name)


def _holds(version: str, bound: str) -> bool:
    """Whether a version is within a bound, ``>=`` or ``<``. Only the numbers of the release count."""
    lowest = bound.startswith(">=")
    numbers, limit = _release(version), _release(bound.lstrip("><="))
    return numbers >= limit if lowest else numbers < limit


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version.partition("+")[0])[:3])
