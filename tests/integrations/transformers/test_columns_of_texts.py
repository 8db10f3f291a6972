"""MorfemTokenizer refuses missing values with their row, and joins surrogate pairs."""

import pytest

pytest.importorskip("transformers")

from morfem.integrations.transformers import MorfemTokenizer


@pytest.fixture(scope="module")
def tokenizer() -> MorfemTokenizer:
    return MorfemTokenizer.from_morfem("bpe")


@pytest.mark.parametrize("offsets", [False, True])
def test_a_missing_value_is_refused_with_its_row(tokenizer: MorfemTokenizer, offsets: bool) -> None:
    with pytest.raises(TypeError, match=r"text\[1\] is nan, a missing value"):
        tokenizer(["ev", float("nan")], return_offsets_mapping=offsets)


def test_half_a_surrogate_pair_is_an_error_that_says_which_text_and_where(tokenizer: MorfemTokenizer) -> None:
    with pytest.raises(UnicodeEncodeError, match=r"position 1: text\[1\] has half a surrogate pair"):
        tokenizer(["ev", "a\udbc0b"])
    assert tokenizer(["a\ud83d\udc4d"])["input_ids"] == tokenizer(["a👍"])["input_ids"]
