"""A library that is missing or of another version is named, with the extra that installs it."""

import importlib.metadata

import morfem
import pytest
from morfem.integrations import require


def test_a_missing_library_is_an_error_that_names_the_extra() -> None:
    with pytest.raises(morfem.MorfemError, match=r"needs no_such_library>=1,<2.*pip install 'morfem\[extra\]'"):
        require("no_such_library.module", "extra", ">=1,<2")


@pytest.mark.parametrize(
    ("version", "versions", "is_right"),
    [
        ("3.8.18", ">=3.8,<4", True),
        ("3.8", ">=3.8,<4", True),
        ("3.10.0", ">=3.8,<4", True),
        ("3.7.9", ">=3.8,<4", False),
        ("4.0.0", ">=3.8,<4", False),
        ("4.0.0rc1", ">=3.8,<4", False),
        ("2.7.1+cpu", ">=2.4,<3", True),
    ],
)
def test_the_version_must_be_in_the_range(monkeypatch: pytest.MonkeyPatch, version: str, versions: str, is_right: bool) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda name: version)
    if is_right:
        assert require("numpy", "extra", versions).__name__ == "numpy"
        return
    with pytest.raises(morfem.MorfemError) as error:
        require("numpy", "extra", versions)
    assert str(error.value) == f"numpy {version} is installed, but morfem.integrations needs numpy{versions}: pip install 'morfem[extra]'"
