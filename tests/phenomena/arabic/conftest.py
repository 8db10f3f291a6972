"""The bundled tokenizer of Arabic."""

import morfem
import pytest

from tests.phenomena.splinter import Language

MARKS = "".join(map(chr, [0x640, *range(0x64B, 0x653), 0x670]))


@pytest.fixture(scope="session")
def arabic() -> Language:
    """The bundled tokenizer of Arabic, and what it must do with an example."""
    return Language(morfem.load("ar-splinter"), MARKS, "قالوا لي {} أمس.")
