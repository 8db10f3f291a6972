"""Every sampled segmentation decodes to the text; the draws have the distribution that is promised."""

import itertools
import math
from collections import Counter
from typing import Any

import morfem
import pytest
from hypothesis import given

from tests.conftest import sentences, training_texts
from tests.laws.adversarial import strings

DRAWS = 4000


def is_union(tokenizer: morfem.Tokenizer) -> bool:
    return tokenizer.kind == "union"


def test_every_sample_decodes_to_the_text(tokenizer: morfem.Tokenizer) -> None:
    if is_union(tokenizer):
        pytest.skip("a union is refused, which another test shows")
    texts = [*training_texts()[:20], *sentences("tr")[:20], " \n\t ev  ", "", "İSTANBUL'un ﬁ 👩‍👩‍👧\0", "aaaaaaaaaaaaaaaaaaaaaaa", "<s> ▁"]
    for alpha, seed in itertools.product((0.1, 0.5, 1.0), range(3)):
        for encoding, text in zip(tokenizer.encode_batch(texts, sample=alpha, seed=seed), texts, strict=True):
            assert tokenizer.decode(encoding.ids) == text
            assert "".join(encoding.surfaces) == text or encoding.positions is not None
            assert [end for _, end in encoding.byte_offsets][-1:] in ([], [len(text.encode())]) or encoding.positions is not None


@given(text=strings())
def test_every_sample_of_a_random_text_decodes_to_it(program: morfem.Tokenizer, text: str) -> None:
    assert program.decode(program.encode(text, sample=0.6, seed=len(text)).ids) == text


def test_no_sample_is_the_ordinary_encoding(tokenizer: morfem.Tokenizer) -> None:
    for text in sentences("tr")[:10]:
        assert tokenizer.encode(text, sample=0.0, seed=5).ids == tokenizer.encode(text).ids


def test_equal_seeds_draw_equal_ids_on_any_number_of_threads(bpe: morfem.Tokenizer) -> None:
    texts = sentences("tr")
    one, many = ([encoding.ids for encoding in bpe.encode_batch(texts, threads, sample=0.5, seed=1)] for threads in (1, 4))
    assert one == many
    assert bpe.encode(texts[0], sample=0.5, seed=1).ids == one[0]
    assert one != [encoding.ids for encoding in bpe.encode_batch(texts, sample=0.5, seed=2)]
    assert len({tuple(bpe.encode(texts[0], sample=0.5, seed=seed).ids) for seed in range(20)}) > 10


def drawn(tokenizer: morfem.Tokenizer, text: str, alpha: float) -> dict[tuple[int, ...], float]:
    """How often each segmentation is drawn."""
    counts = Counter(tuple(encoding.ids) for encoding in tokenizer.encode_batch([text] * DRAWS, sample=alpha, seed=11))
    return {ids: count / DRAWS for ids, count in counts.items()}


def assert_alike(found: dict[Any, float], wanted: dict[Any, float]) -> None:
    """Each share is within five standard errors."""
    assert set(found) <= {key for key, share in wanted.items() if share > 0}
    for key, share in wanted.items():
        assert abs(found.get(key, 0.0) - share) < 5 * math.sqrt(share * (1 - share) / DRAWS) + 1 / DRAWS, (key, share, found.get(key))


@pytest.mark.parametrize("alpha", [0.3, 1.0])
@pytest.mark.parametrize("text", ["kitap", " ağaç", "evde", "책이"])
def test_splits_of_a_unigram_model_are_drawn_with_their_probabilities(text: str, alpha: float) -> None:
    tokenizer = morfem.train.unigram(training_texts(), vocab_size=900, progress=False)
    rows = [line.split("\t") for line in tokenizer.files()["vocabulary.tsv"].decode().splitlines()[1:]]
    scores = [float(row[2]) if len(row) > 2 and row[2] else math.nan for row in rows]
    piece_of = {tokenizer.decode_bytes([id]): id for id in range(tokenizer.vocab_size - 1, 3, -1)}

    def splits(rest: bytes) -> list[tuple[int, ...]]:
        if not rest:
            return [()]
        return [(piece_of[rest[:end]], *more) for end in range(1, len(rest) + 1) if rest[:end] in piece_of for more in splits(rest[end:])]

    weights = {split: math.exp(sum(scores[id] for id in split) / alpha) for split in splits(text.encode())}
    total = sum(weights.values())
    assert_alike(drawn(tokenizer, text, alpha), {split: weight / total for split, weight in weights.items()})


@pytest.mark.parametrize("alpha", [0.2, 0.7])
def test_merges_are_dropped_with_the_probability_that_is_given(alpha: float) -> None:
    tokenizer = morfem.train.bpe({"abcab": 9, "bca": 4, "ab": 8}, vocab_size=4 + 256 + 4, progress=False)
    ids = [tokenizer.token_to_id(token) for token in tokenizer.vocab()]
    text_of = {id: tokenizer.decode_bytes([id]) for id in ids}
    rows = tokenizer.files()["merges.tsv"].decode().splitlines()[1:]
    merges = [(*map(int, row.split("\t")), product) for product, row in enumerate(rows, tokenizer.vocab_size - len(rows))]

    def outcomes(tokens: tuple[int, ...], chance: float, found: Counter[tuple[int, ...]]) -> None:
        """Every step of the definition: each possible merge is dropped or kept; the first that is kept is made."""
        places = sorted(
            (rank, at) for rank, merge in enumerate(merges) for at in range(len(tokens) - 1) if tokens[at : at + 2] == merge[:2]
        )
        for number, (rank, at) in enumerate(places):
            outcomes((*tokens[:at], merges[rank][2], *tokens[at + 2 :]), chance * alpha**number * (1 - alpha), found)
        found[tokens] += chance * alpha ** len(places)  # type: ignore[assignment]

    byte = {text: id for id, text in text_of.items() if len(text) == 1}
    wanted: Counter[tuple[int, ...]] = Counter()
    outcomes(tuple(byte[bytes([each])] for each in b"abcab"), 1.0, wanted)
    assert_alike(drawn(tokenizer, "abcab", alpha), dict(wanted))


def test_all_merges_dropped_leave_bytes(bpe: morfem.Tokenizer) -> None:
    assert bpe.encode("ağaç", sample=1.0).tokens == [f"<0x{byte:02X}>" for byte in "ağaç".encode()]


def test_analyses_of_a_word_are_drawn_by_their_probability() -> None:
    tokenizer = morfem.load("tr-mft")
    analyses = tokenizer.analyze("yazın", n=8)
    assert len(analyses) > 1
    found = drawn(tokenizer, " yazın", 1.0)
    assert len(found) > 1
    assert max(found, key=found.__getitem__) == tuple(tokenizer.encode(" yazın").ids)


def test_bad_draws_are_refused(bpe: morfem.Tokenizer) -> None:
    for alpha in (-0.1, 1.5, math.nan):
        with pytest.raises(morfem.MorfemError, match="give a number from 0 to 1"):
            bpe.encode("ev", sample=alpha)
    with pytest.raises(morfem.MorfemError, match="leave one of them out"):
        bpe.encode("evler", sample=0.5, boundaries=[2])
    with pytest.raises(morfem.MorfemError, match="is a union"):
        morfem.load("multi").encode("ev", sample=0.5)
