"""Training for other texts than the corpus: kinds of text are balanced, endings are cut off."""

import random
from pathlib import Path
from typing import Any

import pytest
from morfem import MorfemError, Tokenizer, TrainingError, train
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


def trained(corpus: Any, vocab_size: int = 500, **options: Any) -> Tokenizer:
    return train.thunder(corpus, vocab_size=vocab_size, score="token_savings", progress=False, **options)


def test_a_rare_kind_of_text_has_fewer_tokens_when_kinds_are_balanced(lines: list[str]) -> None:
    source = random.Random(4)
    rare, frequent = ([sentence(words, source) for _ in range(50)] for words in (FILM, LAW))

    def tokens(tokenizer: Tokenizer, texts: list[str]) -> int:
        return len(tokenizer.encode_ids_batch(texts)[0])

    plain, balanced = trained(lines), trained(lines, kinds=2, balance=1.0)
    assert tokens(balanced, rare) < 0.9 * tokens(plain, rare)
    assert tokens(balanced, frequent) > tokens(plain, frequent)
    assert balanced.decode(balanced.encode(rare[0]).ids) == rare[0]


def test_balancing_depends_on_the_texts_alone(lines: list[str]) -> None:
    once = trained(lines, kinds=2, balance=0.7, threads=1)
    again = trained(iter(lines), kinds=2, balance=0.7, threads=2)
    assert again.files()["vocabulary.tsv"] == once.files()["vocabulary.tsv"]
    assert once.record["options"]["balance"] == 0.7
    assert once.record["training"]["texts"] == len(lines)


def test_an_ending_that_follows_a_stem_becomes_a_token_of_its_own(tmp_path: Path) -> None:
    source = random.Random(6)
    stems = [f"{one}{other}" for one in "가나다라마바사아자차" for other in "거너더러머버서어저처"]
    often = [1 / rank for rank in range(1, len(stems) + 1)]
    texts = [" ".join(stem + source.choice(PARTICLES) for stem in source.choices(stems, often, k=6)) for _ in range(2000)]
    table = tmp_path / "endings.tsv"
    table.write_text("slot\tform\tafter\tmeaning\n" + "".join(f"case\t{form}\tany\t\n" for form in PARTICLES), encoding="utf-8")

    def boundaries(tokenizer: Tokenizer) -> int:
        """Words of a stem and a particle that are cut between the two."""
        words = [(stem, f" {stem}{particle}") for stem in stems for particle in PARTICLES]
        return sum(any(start == 1 + len(stem) for start, _ in tokenizer.encode(word).offsets) for stem, word in words)

    plain, cut = trained(texts, 450), trained(texts, 450, endings=table, ending_weight=0.1)
    assert boundaries(cut) > 1.2 * boundaries(plain)
    assert cut.decode(cut.encode(texts[0]).ids) == texts[0]
    assert list(cut.record["training"]["tables"]) == ["endings"]


def test_counts_that_were_made_before_have_no_kinds(lines: list[str]) -> None:
    counts = ChunkCounts("thunder")
    counts.add(lines)
    with pytest.raises(MorfemError, match="balance needs the texts"):
        trained(counts, balance=0.5)
    with pytest.raises(MorfemError, match="the corpus is empty"):
        trained([], balance=0.5)


@pytest.mark.parametrize("corpus", [[], ["", ""], iter([])], ids=["no text", "empty texts", "an iterator"])
def test_a_corpus_without_text_has_no_kinds(corpus: Any) -> None:
    with pytest.raises(TrainingError, match="the corpus is empty: no text in texts"):
        trained(corpus, kinds=2, balance=1.0)
