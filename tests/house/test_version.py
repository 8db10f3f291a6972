"""The version is the same wherever it stands."""

import re
import sys
from importlib.metadata import version

import morfem
import pytest

from tests.pages import ROOT


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs tomllib")
def test_the_version_is_that_of_cargo_in_the_spelling_of_python() -> None:
    import tomllib

    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["version"]
    assert morfem.__version__ == version("morfem") == cargo.replace("-rc.", "rc")
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1] == cargo  # type: ignore[index]
    for page, form in (("CITATION.cff", r"^version: (\S+)$"), ("docs/citation.md", r"version = \{(\S+)\}")):
        assert re.findall(form, (ROOT / page).read_text("utf-8"), re.MULTILINE) == [morfem.__version__]
