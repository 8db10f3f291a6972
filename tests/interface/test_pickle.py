"""Pickles and copies of tokenizers and encodings."""

import copy
import pickle
from typing import Any

import morfem
import pytest

from tests.conftest import build
from tests.laws.adversarial import SENTENCES, SHORT


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_tokenizer_comes_back(bpe: morfem.Tokenizer, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(bpe, protocol))
    assert type(again) is morfem.Tokenizer
    assert again.record == bpe.record
    assert again.encode_batch(SENTENCES) == bpe.encode_batch(SENTENCES)


def test_every_tokenizer_comes_back(tokenizer: morfem.Tokenizer) -> None:
    for again in (pickle.loads(pickle.dumps(tokenizer)), copy.copy(tokenizer), copy.deepcopy(tokenizer)):
        assert again.record == tokenizer.record
        assert again.vocab_size == tokenizer.vocab_size
        assert [again.encode_ids(text).tolist() for text in SHORT] == [tokenizer.encode_ids(text).tolist() for text in SHORT]


def test_pickles_agree_with_one_another(tokenizer: morfem.Tokenizer) -> None:
    once = pickle.dumps(tokenizer)
    assert pickle.dumps(pickle.loads(once)) == once


def test_an_encoding_comes_back(tokenizer: morfem.Tokenizer) -> None:
    for index, text in enumerate((*SHORT, *SENTENCES[::25])):
        encoding = tokenizer.encode(text)
        again = pickle.loads(pickle.dumps(encoding, index % (pickle.HIGHEST_PROTOCOL + 1)))
        assert type(again) is morfem.Encoding
        assert again == encoding
        if index % 8 == 0:
            assert copy.deepcopy(encoding) == encoding
        assert (again.ids, again.tokens, again.offsets, again.byte_offsets) == (
            encoding.ids,
            encoding.tokens,
            encoding.offsets,
            encoding.byte_offsets,
        )
        assert (again.surfaces, again.positions, again.word_ids) == (encoding.surfaces, encoding.positions, encoding.word_ids)
        assert (again.kinds, again.glosses) == (encoding.kinds, encoding.glosses)


def test_a_damaged_pickle_is_refused(bpe: morfem.Tokenizer) -> None:
    data = pickle.dumps(bpe)
    at = data.index(b"merges.tsv") + 3000
    damaged = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
    with pytest.raises(morfem.ArtifactError):
        pickle.loads(damaged)


def test_what_a_grammar_says_comes_back() -> None:
    explanation = build("splinter-units").explain("והילדים")
    analyses = build("tr-mft").analyze("kitaplarımızdan", 3)
    for value in (explanation, *explanation.steps, *analyses):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(value, protocol))
            assert type(again) is type(value)
            assert again == value
            assert repr(again) == repr(value)
        assert copy.deepcopy(value) == value


def test_classes_are_found_where_they_say(bpe: morfem.Tokenizer) -> None:
    explanation = build("splinter-units").explain("והילדים")
    values = (bpe, bpe.encode("ev"), bpe.decoder(), explanation, explanation.steps[0], *build("tr-mft").analyze("ev"))
    for value in values:
        name = type(value).__name__
        assert type(value).__module__ == "morfem"
        assert getattr(morfem, name) is type(value)
        assert name in morfem.__all__


def test_a_decoder_goes_on_where_it_stood(tokenizer: morfem.Tokenizer) -> None:
    # A state holds its tokenizer, so each takes time.
    for text in (*SHORT[::5], *SENTENCES[::60]):
        ids = tokenizer.encode(text).ids[:60]
        whole, cut = tokenizer.decoder(), len(ids) // 2
        before = "".join(map(whole.push, ids[:cut]))
        state = pickle.dumps(whole)
        rest = "".join(map(whole.push, ids[cut:])) + whole.finish()
        for again in (pickle.loads(state), pickle.loads(state)):
            assert "".join(map(again.push, ids[cut:])) + again.finish() == rest
        assert before + rest == tokenizer.decode(ids)


def test_a_copied_decoder_stands_alone(program: morfem.Tokenizer) -> None:
    ids = program.encode(SENTENCES[0]).ids
    first = program.decoder()
    before = "".join(map(first.push, ids[:3]))
    second = copy.deepcopy(first)
    ends = ["".join(map(decoder.push, ids[3:])) + decoder.finish() for decoder in (first, second)]
    assert [before + end for end in ends] == [SENTENCES[0]] * 2


def test_the_state_of_a_decoder_is_of_its_tokenizer_and_whole(bpe: morfem.Tokenizer) -> None:
    decoder = bpe.decoder()
    decoder.push(300)
    reduced: Any = decoder.__reduce__()
    unpickle, (tokenizer, state) = reduced
    assert tokenizer == bpe
    for at in (0, 63, 64, len(state) - 1):
        with pytest.raises(morfem.ArtifactError, match="state of a decoder"):
            unpickle(bpe, state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :])
    for other, damaged in ((build("unigram"), state), (bpe, b""), (bpe, state[:64]), (bpe, state[:-1])):
        with pytest.raises(morfem.ArtifactError, match="state of a decoder"):
            unpickle(other, damaged)
