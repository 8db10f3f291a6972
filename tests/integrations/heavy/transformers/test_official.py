"""The official tests for tokenizers of transformers: every fast tokenizer of that library must pass them.

`make test-integrations` fetches them. They are classes without cases of their own; a subclass for each tokenizer runs them.
"""

import importlib
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, ClassVar

import pytest

transformers = pytest.importorskip("transformers")
pytest.importorskip("parameterized")
TARGET = Path(__file__).parents[4] / "target"
if not (TARGET / "transformers_tests" / "__init__.py").exists():
    pytest.skip("python -m tools.sources transformers fetches the tests", allow_module_level=True)

from morfem.integrations.transformers import MorfemTokenizer  # noqa: E402

sys.path.insert(0, str(TARGET))
common: Any = importlib.import_module("transformers_tests.test_tokenization_common")
sys.path.remove(str(TARGET))

pytestmark = pytest.mark.filterwarnings("default")

# The tests of this library that do not hold here, and why. Classes below may have one more.
TRAINS_ANOTHER = "trains a new tokenizer of the same kind with the trainers of `tokenizers`; morfem has its own (morfem.train)"
EXCEPTIONS = {
    "test_training_new_tokenizer": TRAINS_ANOTHER,
    "test_training_new_tokenizer_with_special_tokens_change": TRAINS_ANOTHER,
    "test_tokenizer_store_full_signature": "sample and seed are for training, and are not saved",
}


class Official(common.TokenizerTesterMixin, common.TokenizersBackendTesterMixin):  # type: ignore[misc,name-defined]
    """The settings that the tests read."""

    tokenizer_class = MorfemTokenizer
    rust_tokenizer_class = MorfemTokenizer
    test_tokenizer_from_extractor = False
    name: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        MorfemTokenizer.from_morfem(cls.name).save_pretrained(cls.folder.name)
        cls.from_pretrained_id = cls.folder.name
        super().setUpClass()

    @classmethod
    def tearDownClass(cls) -> None:
        super().tearDownClass()
        cls.folder.cleanup()


for exception, reason in EXCEPTIONS.items():
    setattr(Official, exception, unittest.skip(reason)(getattr(Official, exception)))


class TestTurkish(Official, unittest.TestCase):
    """Affixes whose text depends on their neighbours."""

    name = "tr-mft"

    @unittest.skip("the text begins with a capital, whose mark is a token without characters; so the first one leads to the second token")
    def test_alignment_methods(self) -> None: ...


class TestHebrew(Official, unittest.TestCase):
    """Tokens that interleave."""

    name = "he-splinter"

    def with_tiles(self) -> None:
        """All tokens of a word have its span by default, so its last character leads to its first token. Tiles tell them apart."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        MorfemTokenizer.from_morfem(self.name, offsets="tiles").save_pretrained(folder.name)
        self.tokenizers_list: list[Any] = [(MorfemTokenizer, folder.name, {})]

    def test_alignment_methods(self) -> None:
        self.with_tiles()
        super().test_alignment_methods()

    def test_chat_template_return_assistant_tokens_mask(self) -> None:
        self.with_tiles()
        super().test_chat_template_return_assistant_tokens_mask()


class TestKorean(Official, unittest.TestCase):
    """Tokens of several words, and more than 100,000 ids."""

    name = "ko-thunder"
