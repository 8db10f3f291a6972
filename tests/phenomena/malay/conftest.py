"""The bundled tokenizer of Malay."""

import morfem
import pytest

from tests.phenomena.splinter import Language


@pytest.fixture(scope="session")
def malay() -> Language:
    """The bundled tokenizer of Malay, and what it must do with an example."""
    return Language(morfem.load("ms-splinter"), "", "Mereka kata {} semalam.")
