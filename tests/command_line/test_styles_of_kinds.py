"""The terminal has a style for every kind of token."""

import morfem
from morfem.cli.table import STYLES

from tests.interface.test_tokenizer import KINDS


def test_every_kind_has_a_style_and_every_bundled_tokenizer_has_known_kinds() -> None:
    assert set(STYLES) == KINDS
    for name in morfem.available():
        assert set(morfem.load(name).kinds()) <= KINDS, name
