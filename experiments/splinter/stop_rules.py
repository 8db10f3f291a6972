"""Stop rules, which keep names and loans from being reduced to three letters, and how many roots each rule loses.

The rules stop the paper's chain of reductions at the first step that breaks them:

- none, as in the paper;
- *attested*: what is left occurs in the corpus, ten times or more;
- *share*: the share of the reduction among words of this length is above a threshold;
- *productive*: the residue is that of several other words of the corpus too, or else the word stays whole.

The method with units has a rule of its own: if root and pattern are not both in the vocabulary, the stem is written in pieces.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import morfem
from measures import golden
from models import DATA, words

SHARES = (0.005, 0.02, 0.05)
FAMILIES = (3, 10)
MIN_COUNT = 10
NAMES = {"he": "gold/he/segmentation/he_htb-dev-segments.tsv"}

Chain = list[tuple[float, str]]  # of each step, its share and what it leaves
Rule = Callable[[str, Chain], int]  # the number of steps that the rule takes


class Row(NamedTuple):
    """A rule, with the shares of words whose residue is the root, of other words, and of names that are cut."""

    rule: str
    right: float
    wrong: float
    names: float | None


def compared(language: str, tokenizer: morfem.Tokenizer) -> list[Row]:
    """Every rule on the words with known roots, and on names."""
    counts = _counts(language)
    gold = next(data for entry, data in golden(language) if entry.label == "roots")
    shares = _shares(tokenizer)
    chains = {word: _chain(tokenizer, shares, word) for word in gold.words}
    families = Counter(_residue(tokenizer, word) for word, count in counts.items() if count >= MIN_COUNT)
    names = list(_names(language))
    name_chains = {name: _chain(tokenizer, shares, name) for name in names}

    def attested(word: str, chain: Chain) -> int:
        return next((step for step, (_, left) in enumerate(chain) if counts[left] < MIN_COUNT), len(chain))

    def above(threshold: float) -> Rule:
        return lambda word, chain: next((step for step, (share, _) in enumerate(chain) if share < threshold), len(chain))

    def productive(least: int) -> Rule:
        return lambda word, chain: len(chain) if chain and families[chain[-1][1]] >= least else 0

    rules: dict[str, Rule] = {"none (the paper)": lambda word, chain: len(chain), "attested": attested}
    rules |= {f"share of {threshold} or more": above(threshold) for threshold in SHARES}
    rules |= {f"residue of {least} words or more": productive(least) for least in FAMILIES}
    rows = []
    for rule, steps in rules.items():
        right = wrong = 0
        for word, positions in zip(gold.words, gold.positions, strict=True):
            made = steps(word, chains[word])
            places = tokenizer.explain(word).steps[made - 1].positions if made else list(range(len(word)))
            right += list(places) == list(positions)
            wrong += bool(made) and list(places) != list(positions)
        cut = sum(steps(name, name_chains[name]) > 0 for name in names)
        rows.append(Row(rule, right / len(gold.words), wrong / len(gold.words), cut / len(names) if names else None))
    return rows


def _counts(language: str) -> Counter[str]:
    """The words of the training lines, without non-letters at their ends."""
    counts: Counter[str] = Counter()
    with words(language).open(encoding="utf-8") as file:
        for line in file:
            word, count = line.rstrip("\n").split("\t")
            stripped = word.strip("\"'.,:;!?()[]{}«»“”‘’-–—־،؛؟/*_")
            if stripped.isalpha():
                counts[stripped] += int(count)
    return counts


def _shares(tokenizer: morfem.Tokenizer) -> dict[tuple[int, str], float]:
    rows = (row.split("\t") for row in tokenizer.files()["reductions.tsv"].decode().splitlines()[1:])
    return {(int(length), f"+{reduction}"): float(share) for length, reduction, share in rows}


def _chain(tokenizer: morfem.Tokenizer, shares: dict[tuple[int, str], float], word: str) -> Chain:
    steps = tokenizer.explain(word).steps
    return [(shares[len(step.positions) + 1, step.token], step.left) for step in steps]


def _residue(tokenizer: morfem.Tokenizer, word: str) -> str:
    try:
        steps = tokenizer.explain(word).steps
    except morfem.MorfemError:
        return ""
    return steps[-1].left if steps else ""


def _names(language: str) -> Iterable[str]:
    """Proper nouns of the gold data with four letters or more, without clitics."""
    if language not in NAMES:
        return
    with (DATA / NAMES[language]).open(encoding="utf-8") as file:
        for line in file:
            surface, segments, kinds, _ = line.rstrip("\n").split("\t")
            if kinds == "PROPN" and surface == segments and len(surface) > 3 and surface.isalpha():
                yield surface
