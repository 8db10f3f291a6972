"""An encoding has its ids at once and makes the other lists when they are asked for, with the same result whenever and wherever that is."""

import gc
import pickle
from concurrent.futures import ThreadPoolExecutor

import morfem
import pytest

TEXTS = ("Kitaplarımızdan okuduk.", "ABD'nin 1908'den kalma evleri 🙂", "", " ", "e\u0301ş", "<s>")
LISTS = ("ids", "tokens", "offsets", "byte_offsets", "surfaces", "positions", "word_ids", "kinds", "glosses", "languages")


def lists(encoding: morfem.Encoding, order: tuple[str, ...] = LISTS) -> dict[str, object]:
    return {name: getattr(encoding, name) for name in order}


@pytest.mark.parametrize("name", ["tr-mft", "he-splinter", "ko-thunder", "multi", "bpe"])
def test_the_order_in_which_lists_are_asked_for_does_not_matter(name: str) -> None:
    tokenizer = morfem.load(name)
    for text in TEXTS:
        expected = lists(tokenizer.encode(text))
        assert lists(tokenizer.encode(text), LISTS[::-1]) == expected
        [batched] = tokenizer.encode_batch([text])
        assert len(batched) == len(batched.ids) == len(batched.tokens)
        assert lists(batched) == expected


def test_an_encoding_that_was_never_looked_at_is_pickled_whole_and_is_equal() -> None:
    tokenizer = morfem.load("tr-mft")
    for text in TEXTS:
        looked_at = tokenizer.encode(text)
        assert looked_at.tokens is not None
        copy = pickle.loads(pickle.dumps(tokenizer.encode(text)))
        assert lists(copy) == lists(looked_at)
        assert copy == looked_at == tokenizer.encode(text) == copy
    # The same ids for other texts, and other ids.
    assert tokenizer.encode("evler") != tokenizer.encode("evlerde")
    with_byte, without = tokenizer.encode("a<s>", parse_special=True), tokenizer.encode("a<s>")
    assert with_byte != without


def test_an_encoding_outlives_its_tokenizer() -> None:
    encoding = morfem.load("tr-mft").encode("evlerimizden")
    gc.collect()
    assert encoding.surfaces == ["ev", "ler", "imiz", "den"]


def test_threads_that_ask_at_the_same_moment_get_the_same_lists() -> None:
    tokenizer = morfem.load("tr-mft")
    text = " ".join(TEXTS) * 40
    expected = lists(tokenizer.encode(text))
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            shared = tokenizer.encode(text)
            assert all(found == expected for found in pool.map(lists, [shared] * 8))
