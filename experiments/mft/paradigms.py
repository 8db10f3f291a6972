"""Every inflection of the roots of a language pack: decoded, encoded again, and compared.

    python -m experiments.mft.paradigms                  500 roots of each class of the bundled tr-mft; writes paradigms.tsv
    python -m experiments.mft.paradigms --roots 50       fewer

A paradigm has the chains of inflecting affixes that the morphotactics allow after a root. Chains of up to three affixes are built with
every root. Of the longer ones, up to five, each root gets one in `SHARE`, and the next root others, so that every chain occurs with some
root. A chain is a sequence of ids; the tokenizer decodes it and encodes the word again. For each class, the table has the shares of

=============  ==================================================================================================================
exact          words that come back. Decoding is a function of the ids, so an exact word shares its ids with no other word
id sequences   the number of these words, which may have the same letters
as built       words that are encoded as the chain from which they were decoded
other affixes  the same root, another chain with the same letters: ev+ler+i and ev+leri
other root     another root and its affixes with the same letters
no units       anything else: a form that the tokenizer decodes but does not recognise
=============  ==================================================================================================================

Roots are processed in groups of a hundred. A word that occurs in two groups counts twice.
"""

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import morfem
import numpy as np
from morfem.progress import Meter

from tools.affix_table import PACK, affix_ids
from tools.measured_words import SMALL
from tools.pack_grammar import Grammar, table

RESULTS = Path(__file__).with_suffix(".tsv")
# The classes of affixes that form the same word. They include participles and verbal nouns, which take case and person.
OF_NOMINALS = ("plural", "possessive", "case", "relative", "copula", "person")
OF_VERBS = ("tense", "imperative", "polarity", "modality", "participle", "converb", "verbal_noun")
INFLECTION = frozenset(OF_NOMINALS + OF_VERBS)
ALWAYS, LONGEST, SHARE = 3, 5, 125
HUNDRED = 100
COLUMNS = ("class", "roots", "chains", "words", "exact", "id sequences", "as built", "other affixes", "other root", "no units")


class Count(NamedTuple):
    """The figures of a class, as in the docstring above."""

    name: str
    roots: int
    chains: int
    words: int
    exact: int
    sequences: int
    as_built: int
    other_affixes: int
    other_root: int
    no_units: int


def licensed() -> set[str]:
    """The glosses of affixes that follow only certain units: each of their forms requires a feature."""
    rows = table(PACK / "affixes.tsv", ("gloss", "form", "class", "features"))
    return {gloss for gloss, forms, _, _ in rows if all("<" in form for form in forms.split("~"))}


def chains(grammar: Grammar, name: str, longest: int = LONGEST) -> list[tuple[str, ...]]:
    """The chains of glosses that may inflect any root of a class, no affix twice; shorter chains first."""
    some = licensed()
    found: set[tuple[str, ...]] = set()
    waiting: set[tuple[tuple[str, ...], str]] = {((), state) for state in grammar.classes[name]}
    for _ in range(longest + 1):
        found |= {chain for chain, state in waiting if grammar.reachable(state)[1]}
        waiting = {
            ((*chain, affix.gloss), target)
            for chain, state in waiting
            for affix, target in grammar.reachable(state)[0]
            if affix.makes in INFLECTION and affix.gloss not in chain and affix.gloss not in some
        }
    return sorted(found, key=lambda chain: (len(chain), chain))


def roots(tokenizer: morfem.Tokenizer) -> dict[str, list[int]]:
    """The ids of the tokenizer's roots by class, most frequent first, without lemmas that have tokens of two spellings."""
    # The token of a name has a capital; its row in the lexicon is in lower case.
    names = {id: tokenizer.id_to_token(id).translate(SMALL).lower() for id, kind in enumerate(kinds_of(tokenizer)) if kind == "root"}
    tokens = {name: id for id, name in names.items()}
    doubtful = {token.split("/")[0] for token in tokens if token.startswith("▁") and "/" in token}
    found: dict[str, list[int]] = {}
    rows = tokenizer.files()["lexicon.tsv"].decode().splitlines()[1:]
    for lemma, name in dict.fromkeys(tuple(row.split("\t")[:2]) for row in rows):
        # Rare roots have no id.
        if f"▁{lemma}" in tokens and f"▁{lemma}" not in doubtful:
            found.setdefault(name, []).append(tokens[f"▁{lemma}"])
    return {name: sorted(ids) for name, ids in sorted(found.items())}


def built(ids: list[int], ways: list[list[int]], share: int = SHARE, always: int = ALWAYS) -> Iterator[list[int]]:
    """The chains of ids of some roots: all short ones, and a share of the others."""
    first_long = next((index for index, way in enumerate(ways) if len(way) > always), len(ways))
    for number, root in enumerate(ids):
        for way in (*ways[:first_long], *ways[first_long + number % share :: share]):
            yield [root, *way]


def count(tokenizer: morfem.Tokenizer, name: str, ids: list[int], ways: list[list[int]], share: int = SHARE, always: int = ALWAYS) -> Count:
    """Decodes every chain of every root, encodes the word, and compares."""
    kinds = kinds_of(tokenizer)
    words: dict[str, list[list[int]]] = {}
    sequences = list(built(ids, ways, share, always))
    for sequence, word in zip(sequences, tokenizer.decode_batch(sequences), strict=True):
        words.setdefault(word, []).append(sequence)
    texts = list(words)
    flat, starts = tokenizer.encode_ids_batch(texts)
    encoded = [flat[start:end].tolist() for start, end in itertools.pairwise(starts)]
    exact = sum(word == back for word, back in zip(texts, tokenizer.decode_batch(encoded), strict=True))
    as_built = other_affixes = other_root = no_units = 0
    for sequence, of in zip(encoded, words.values(), strict=True):
        if sequence in of:
            as_built += 1
            continue
        # A name in lower case has a mark.
        first, *others = (id for id in sequence if kinds[id] != "mark")
        if kinds[first] != "root" or any(kinds[id] != "affix" for id in others):
            no_units += 1
        elif any(first == way[0] for way in of):
            other_affixes += 1
        else:
            other_root += 1
    distinct = len(set(map(tuple, encoded)))
    return Count(name, len(ids), len(ways), len(texts), exact, distinct, as_built, other_affixes, other_root, no_units)


def kinds_of(tokenizer: morfem.Tokenizer) -> list[str]:
    """The kind of each id, from the vocabulary of the artefact."""
    rows = tokenizer.files()["vocabulary.tsv"].decode().splitlines()
    return [row.split("\t")[1] for row in rows[-tokenizer.vocab_size :]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Every inflection of the roots of tr-mft.")
    parser.add_argument("--roots", type=int, default=500, help="roots of each class, the most frequent")
    asked = parser.parse_args()
    tokenizer = morfem.load("tr-mft")
    grammar = Grammar(PACK)
    affixes = affix_ids(tokenizer)
    lines = ["\t".join(COLUMNS)]
    by_class = roots(tokenizer)
    with Meter(True) as meter:
        for number, (name, ids) in enumerate(by_class.items()):
            meter("inflecting", number, len(by_class))
            ways = [[affixes[gloss] for gloss in chain] for chain in chains(grammar, name)]
            figures = [
                count(tokenizer, name, ids[at : min(at + HUNDRED, asked.roots)], ways)
                for at in range(0, min(len(ids), asked.roots), HUNDRED)
            ]
            sums = np.array([figure[3:] for figure in figures]).sum(axis=0)
            lines.append("\t".join(map(str, (name, min(len(ids), asked.roots), len(ways), *sums))))
            print(lines[-1], flush=True)
    RESULTS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
