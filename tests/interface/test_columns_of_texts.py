"""What looks like a list of texts and is none is refused: tables, mappings, Arrow arrays, missing values, halves of surrogate pairs."""

from collections.abc import Callable
from typing import Any

import morfem
import pytest
from morfem.search import Analyzer

CALLS: dict[str, Callable[[Any], Any]] = {
    "encode_batch": lambda texts: morfem.load("bpe").encode_batch(texts),
    "encode_ids_batch": lambda texts: morfem.load("bpe").encode_ids_batch(texts),
    "Analyzer.texts": lambda texts: Analyzer("tr").texts(texts),
}


@pytest.fixture(params=CALLS, ids=str)
def call(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    return CALLS[request.param]


def test_a_data_frame_is_refused_and_its_columns_are_named(call: Callable[[Any], Any]) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"metin": ["ev", "evler"], "kaynak": ["a", "b"]})
    with pytest.raises(TypeError, match=r"DataFrame, a table with the columns 'metin', 'kaynak'; give the texts of one of them"):
        call(frame)
    assert len(call(frame["metin"])) in (2, 3)


def test_a_table_of_arrow_is_refused_and_an_array_has_its_own_function(call: Callable[[Any], Any]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match="a table with the columns 'metin'"):
        call(pyarrow.table({"metin": ["ev"]}))
    with pytest.raises(TypeError, match="encode_column"):
        call(pyarrow.array(["ev", "evler"]))


def test_a_mapping_is_refused(call: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="a mapping; give a list of str"):
        call({"metin": ["ev"]})


@pytest.mark.parametrize("missing", [None, float("nan")], ids=repr)
def test_a_missing_value_is_refused_with_its_row(call: Callable[[Any], Any], missing: object) -> None:
    with pytest.raises(TypeError, match=r"texts?\[1\]"):
        call(["ev", missing])


def test_a_missing_value_of_pandas_is_refused_with_its_row(call: Callable[[Any], Any]) -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match=r"texts?\[1\].*missing value"):
        call(["ev", pandas.NA])


def test_half_a_surrogate_pair_is_an_error_that_says_which_text_and_where(call: Callable[[Any], Any]) -> None:
    with pytest.raises(UnicodeEncodeError, match=r"position 1: texts?\[1\] has half a surrogate pair"):
        call(["ev", "a\udbc0b"])


def test_a_surrogate_pair_is_one_character() -> None:
    tokenizer = morfem.load("bpe")
    whole = tokenizer.encode("a👍b")
    assert tokenizer.encode("a\ud83d\udc4db").ids == whole.ids
    assert tokenizer.encode_batch(["a\ud83d\udc4db"])[0].ids == whole.ids
    assert tokenizer.count("a\ud83d\udc4db") == len(whole)
    for text, place in (("\udc4d\ud83d", 0), ("a\ud83d", 1), ("\ud83d\ud83d\udc4d", 0)):
        with pytest.raises(UnicodeEncodeError, match=f"position {place}"):
            tokenizer.encode(text)
