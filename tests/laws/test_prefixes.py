"""A context and its continuation: the ids of the context begin those of the whole, and a stream behind the context writes the continuation.

Evaluation harnesses count the ids of a context to find where its continuation begins; engines send the ids of a prompt and stream what a
model adds.
"""

import itertools

import morfem
import pytest
from hypothesis import given

from tests.conftest import sentences_for
from tests.laws.adversarial import PHENOMENA, SENTENCES, strings


def assert_continues(tokenizer: morfem.Tokenizer, context: str, continuation: str) -> None:
    """Ids of the context, then ids of the continuation; together they decode to the whole, and a stream writes the continuation."""
    before = tokenizer.encode_ids(context).tolist()
    whole = tokenizer.encode_ids(context + continuation, boundaries=[len(context)]).tolist()
    assert whole[: len(before)] == before
    assert tokenizer.decode(whole) == context + continuation
    stream = tokenizer.decoder(before)
    assert "".join([*map(stream.push, whole[len(before) :]), stream.finish()]) == continuation


@given(context=strings(), continuation=strings())
def test_a_random_text_continues_a_random_text(tokenizer: morfem.Tokenizer, context: str, continuation: str) -> None:
    assert_continues(tokenizer, context, continuation)


def test_a_sentence_continues_at_any_character(tokenizer: morfem.Tokenizer) -> None:
    for sentence in SENTENCES[::7]:
        for cut in range(0, len(sentence) + 1, 5):
            assert_continues(tokenizer, sentence[:cut], sentence[cut:])


def test_hard_texts_continue_each_other(tokenizer: morfem.Tokenizer) -> None:
    hard = [text for texts in PHENOMENA.values() for text in texts if len(text) < 100]
    for context, continuation in itertools.pairwise([*hard, *hard[::-1]]):
        assert_continues(tokenizer, context, continuation)


@pytest.mark.parametrize("name", morfem.available())
def test_no_cut_at_a_space_is_wrong_with_boundaries(name: str) -> None:
    """Without boundaries, cuts inside the phrase tokens of Korean are wrong; with them, none of any tokenizer is."""
    tokenizer = morfem.load(name)
    wrong = {False: 0, True: 0}
    for text in sentences_for(name):
        for cut in (place for place, character in enumerate(text) if character == " "):
            context = tokenizer.encode_ids(text[:cut]).tolist()
            for has_boundary in wrong:
                whole = tokenizer.encode_ids(text, boundaries=[cut] if has_boundary else None)
                wrong[has_boundary] += whole[: len(context)].tolist() != context
    assert wrong[True] == 0
    assert (wrong[False] > 0) == (name in ("ko-thunder", "multi"))
