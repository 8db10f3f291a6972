"""Pickles and copies of tokenizers and encodings."""

import copy
import pickle

import morfem
import pytest

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
