"""The bundled tokenizer of Hebrew."""

import morfem
import pytest

from tests.phenomena.splinter import Language

POINTS = "".join(map(chr, [*range(0x5B0, 0x5BE), 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7]))


@pytest.fixture(scope="session")
def hebrew() -> Language:
    """The bundled tokenizer of Hebrew, and what it must do with an example."""
    return Language(morfem.load("he-splinter"), POINTS, "אמרו לי {} אתמול.")
