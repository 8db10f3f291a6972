"""No two different words share ids, and every inflection of a root comes back: for a sample of Turkish roots, the lexicon, and a corpus.

All roots, and all chains of affixes: `experiments/mft/paradigms.py`.
"""

import itertools
import lzma
from pathlib import Path

import morfem
import pytest

pytest.importorskip("tomllib")  # Python 3.11: the reader of the pack's tables needs it

from experiments.mft.paradigms import chains, count, roots
from tools.affix_table import PACK, affix_ids
from tools.pack_grammar import Grammar, table

COUNTS = Path(__file__).resolve().parents[3] / "shared" / "data" / "corpora" / "tr_counts.tsv.xz"
LEXICON = Path(__file__).resolve().parents[2] / "python" / "morfem" / "languages" / "tr" / "lexicon.tsv"
SAMPLE = 6
CLASSES = sorted(Grammar(PACK).classes.keys() - {"unknown"})


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    if "tr-mft" not in morfem.available():
        pytest.skip("tr-mft is not bundled")
    return morfem.load("tr-mft")


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return Grammar(PACK)


@pytest.fixture(scope="module")
def by_class(turkish: morfem.Tokenizer) -> dict[str, list[int]]:
    return roots(turkish)


def assert_exact_and_injective(tokenizer: morfem.Tokenizer, words: list[str]) -> None:
    """Every word comes back, and there are as many sequences of ids as words."""
    flat, starts = tokenizer.encode_ids_batch(words)
    ends = starts.tolist()
    back = tokenizer.decode_batch([flat[start:end] for start, end in itertools.pairwise(ends)])
    assert back == words
    assert len({flat[start:end].tobytes() for start, end in itertools.pairwise(ends)}) == len(set(words))


@pytest.mark.parametrize("name", CLASSES)
def test_every_inflection_is_known_again(turkish: morfem.Tokenizer, grammar: Grammar, by_class: dict[str, list[int]], name: str) -> None:
    affixes = affix_ids(turkish)
    ids = by_class[name]
    # Frequent ones and rare ones: evenly over the class.
    sample = ids[:: max(1, len(ids) // SAMPLE)][:SAMPLE]
    ways = [[affixes[gloss] for gloss in chain] for chain in chains(grammar, name, longest=4)]
    figures = count(turkish, name, sample, ways, share=50, always=2)
    assert figures.exact == figures.words == figures.sequences
    # A few short forms that are not words, such as "res", "ned" and some of "dan" (dan dun), are pieces; the rare root tevki has no id.
    assert figures.no_units <= 0.025 * figures.words
    assert figures.as_built > 0.5 * figures.words


def test_a_sequence_of_units_spells_one_word_and_a_word_has_one_sequence(turkish: morfem.Tokenizer) -> None:
    """The paper's programs give several words one sequence: +sI for possession and accusative, capitals, white space."""
    alike = [
        "evleri",
        "Evleri",
        "EVLERİ",
        "EVLERI",
        "evlerİ",
        "evlerı",
        "evlerî",
        "ev leri",
        "ev'leri",
        "ev’leri",
        "evleri ",
        " evleri",
        "év",
        "ev",
    ]
    assert_exact_and_injective(turkish, alike)


def test_all_lemmas_of_the_lexicon_come_back(turkish: morfem.Tokenizer) -> None:
    rows = table(LEXICON, ("lemma", "class", "flags", "stems", "reading", "count"))
    lemmas = list(dict.fromkeys(row[0] for row in rows))
    assert_exact_and_injective(turkish, lemmas)
    assert_exact_and_injective(turkish, [f" {lemma}" for lemma in lemmas])


@pytest.mark.skipif(not COUNTS.exists(), reason="the word counts of the corpus are not part of the repository")
def test_all_words_of_the_corpus_come_back(turkish: morfem.Tokenizer) -> None:
    with lzma.open(COUNTS, "rt", encoding="utf-8") as file:
        words = list(dict.fromkeys(line.rstrip("\n").rsplit("\t", 1)[0] for line in file))
    assert len(words) > 100_000
    assert_exact_and_injective(turkish, words)
