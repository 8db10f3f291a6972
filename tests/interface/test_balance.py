"""Balanced training: kinds of text are found by their words, and rare kinds gain weight."""

import random
from typing import Any

import pytest
from morfem import MorfemError, Tokenizer, train
from morfem.train import ChunkCounts

LAW = ["조항", "규정", "법률", "시행", "위원회", "대통령령", "허가", "신청", "기간", "제출", "명령", "승인"]
FILM = ["배우", "감독", "음악", "장면", "연기", "극장", "관객", "감동", "주인공", "촬영", "대사", "결말"]
PARTICLES = ("은", "을", "에", "의", "으로", "에서는")


def sentence(words: list[str], source: random.Random) -> str:
    return " ".join(source.choice(words) + source.choice(PARTICLES) for _ in range(7)) + "."


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Nineteen of twenty lines are of one kind."""
    source = random.Random(3)
    return [sentence(LAW if number % 20 else FILM, source) for number in range(2000)]


def trained(corpus: Any, **options: Any) -> Tokenizer:
    return train.thunder(corpus, vocab_size=500, score="token_savings", kinds=2, progress=False, **options)


def test_a_rare_kind_of_text_has_fewer_tokens_when_kinds_are_balanced(lines: list[str]) -> None:
    source = random.Random(4)
    rare, frequent = ([sentence(words, source) for _ in range(50)] for words in (FILM, LAW))

    def tokens(tokenizer: Tokenizer, texts: list[str]) -> int:
        return len(tokenizer.encode_ids_batch(texts)[0])

    plain, balanced = trained(lines), trained(lines, balance=1.0)
    assert tokens(balanced, rare) < 0.9 * tokens(plain, rare)
    assert tokens(balanced, frequent) > tokens(plain, frequent)
    assert balanced.decode(balanced.encode(rare[0]).ids) == rare[0]


def test_balancing_depends_on_the_texts_alone(lines: list[str]) -> None:
    once = trained(lines, balance=0.7, threads=1)
    again = trained(iter(lines), balance=0.7, threads=2)
    assert again.files()["vocabulary.tsv"] == once.files()["vocabulary.tsv"]
    assert once.record["options"]["balance"] == 0.7
    assert once.record["training"]["texts"] == len(lines)


def test_counts_that_were_made_before_have_no_kinds(lines: list[str]) -> None:
    counts = ChunkCounts("thunder")
    counts.add(lines)
    with pytest.raises(MorfemError, match="balance needs the texts"):
        trained(counts, balance=0.5)
    with pytest.raises(MorfemError, match="the corpus is empty"):
        trained([], balance=0.5)
