"""Searches for the texts that a tokenizer encodes most slowly.

    python benchmarks/slow_inputs.py                              # every bundled tokenizer, and a BPE and a Unigram model
    python benchmarks/slow_inputs.py he-splinter --seconds 120

A recipe has a few units and says how to build a text of `--bytes` bytes from them. Units are tokens of the tokenizer, letters, marks,
digits, apostrophes and parts of these. A text is one long word or many words; its units come in turn or at random. The search keeps the
slowest recipes and changes them a little, again and again (an evolutionary search). Each measurement draws a new text, so words come from
the cache only if a recipe can make few different words. Time is processor time. Each printed recipe has been measured three times.
"""

import argparse
import random
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import morfem

SENTENCES = Path(__file__).parents[1] / "tests" / "texts"
SEPARATORS = ("", " ", "  ", "\n", "'", "-", ".", ". ", "\u2019", "0", " \u05be", "\u0301")
SIGNS = [
    *"aeı iİIAEoöuüşçğkltTKmn0519'’.,:%-_\"(/\n\0",
    *"אבגדהוזחטיכךלמנםןשת\u05b0\u05b8\u05bc\u05c1\u05f3\u05f4\u05be",
    *"ابتنمولهيةىءآأ\u064b\u0651\u0640",
    *"가나다이을는한ㅋ\u1112\u1161\u11ab",
    *"\u0301\u0323\u200d\u00a0\ue000\u2581\u00df\u01c5😀東",
    "<s>",
    ":00'",
    ".00'da",
    "http://",
]
"""Single signs that some splitter or script treats specially."""

POPULATION = 24
LONGEST_UNIT = 24
MOST_UNITS = 12


@dataclass(frozen=True)
class Recipe:
    """Units, and how to build a text from them."""

    units: tuple[str, ...]
    separator: str
    """What stands between words."""
    length: int
    """Number of units per word; 0 for one long word."""
    is_shuffled: bool

    def text(self, size: int, rng: random.Random) -> str:
        parts: list[str] = []
        count = size // max(1, sum(len(unit.encode()) for unit in self.units) // len(self.units)) + 1
        units = rng.choices(self.units, k=count) if self.is_shuffled else [self.units[at % len(self.units)] for at in range(count)]
        if not self.length:
            parts = units
        else:
            for start in range(0, count, self.length):
                parts += [*units[start : start + self.length], self.separator]
        return "".join(parts).encode()[:size].decode(errors="ignore")


def seconds_a_byte(tokenizer: morfem.Tokenizer, recipe: Recipe, size: int, rng: random.Random) -> float:
    text = recipe.text(size, rng)
    start = time.thread_time()
    tokenizer.encode_ids(text)
    return (time.thread_time() - start) / max(1, len(text.encode()))


def pool_of(tokenizer: morfem.Tokenizer, rng: random.Random) -> list[str]:
    """Units of the tokenizer's own vocabulary, and signs."""
    ids = rng.sample(range(tokenizer.vocab_size), min(4000, tokenizer.vocab_size))
    tokens = {tokenizer.decode([token]).strip()[:LONGEST_UNIT] for token in ids}
    return [*sorted(token for token in tokens if token and "\ufffd" not in token), *SIGNS * 8]


def random_recipe(pool: list[str], rng: random.Random) -> Recipe:
    units = tuple(rng.choice(pool) for _ in range(rng.randint(1, MOST_UNITS)))
    if rng.random() < 0.3:
        # The single letters of one or two units.
        units = tuple(sorted(set("".join(units[:2]))))[:MOST_UNITS]
    return Recipe(units, rng.choice(SEPARATORS), rng.choice((0, 0, 1, 2, 3, 4, 6, 8, 10, 12, 14)), rng.random() < 0.7)


def changed(recipe: Recipe, other: Recipe, pool: list[str], rng: random.Random) -> Recipe:
    """The recipe with one small change, which may be a unit of `other`."""
    units = list(recipe.units)
    at = rng.randrange(len(units))
    unit = units[at]
    match rng.randrange(11):
        case 0 if len(units) < MOST_UNITS:
            units.append(rng.choice(pool))
        case 1 if len(units) > 1:
            units.pop(at)
        case 2:
            units[at] = rng.choice(pool)
        case 3:
            units[at] = unit.swapcase()
        case 4:
            units[at] = (unit + rng.choice(SIGNS))[:LONGEST_UNIT]
        case 5 if len(unit) > 1:
            cut = rng.randrange(1, len(unit))
            units[at] = rng.choice((unit[:cut], unit[cut:]))
        case 6:
            units[at] = (unit + rng.choice(units))[:LONGEST_UNIT]
        case 7:
            units[at] = rng.choice(other.units)
        case 8:
            return replace(recipe, separator=rng.choice(SEPARATORS))
        case 9:
            return replace(recipe, length=rng.choice((0, max(1, recipe.length - 1), recipe.length + 1, 2 * recipe.length + 1)))
        case _:
            return replace(recipe, is_shuffled=not recipe.is_shuffled)
    return replace(recipe, units=tuple(units))


def search(tokenizer: morfem.Tokenizer, seconds: float, size: int, seed: int) -> list[tuple[float, Recipe]]:
    """The slowest recipes found in that time, slowest first, with their seconds per byte."""
    rng = random.Random(seed)
    pool = pool_of(tokenizer, rng)
    known: dict[Recipe, float] = {}
    best: list[tuple[float, Recipe]] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if len(best) < POPULATION or rng.random() < 0.15:
            recipe = random_recipe(pool, rng)
        else:
            # Slower recipes are chosen more often.
            recipe, other = (best[min(rng.randrange(POPULATION), rng.randrange(POPULATION))][1] for _ in range(2))
            for _ in range(rng.choice((1, 1, 2, 3))):
                recipe = changed(recipe, other, pool, rng)
        if recipe in known:
            continue
        # A short text shows whether a long one is worth measuring.
        taken = seconds_a_byte(tokenizer, recipe, size // 10, rng)
        if len(best) == POPULATION and taken > 0.8 * best[-1][0]:
            taken = min(seconds_a_byte(tokenizer, recipe, size, rng) for _ in range(3))
        known[recipe] = taken
        best = sorted([*best, (taken, recipe)], key=lambda row: -row[0])[:POPULATION]
    measured = [(min(seconds_a_byte(tokenizer, recipe, size, rng) for _ in range(3)), recipe) for _, recipe in best]
    return sorted(measured, key=lambda row: -row[0])


def trained(kind: str) -> morfem.Tokenizer:
    """A small model, trained on our own sentences in all languages."""
    texts = [
        line for language in ("tr", "he", "ar", "ms", "ko") for line in (SENTENCES / f"{language}.txt").read_text("utf-8").splitlines()
    ]
    train = {"bpe": morfem.train.bpe, "unigram": morfem.train.unigram}[kind]
    return train(texts, vocab_size=1500, progress=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="bundled tokenizers or folders; bpe and unigram are trained on the sentences of the tests")
    parser.add_argument("--seconds", type=float, default=60, help="time for each tokenizer")
    parser.add_argument("--bytes", type=int, default=200_000, help="size of a text")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--top", type=int, default=3, help="how many recipes to print")
    arguments = parser.parse_args()
    print("| tokenizer | MB/s | units | between words | units a word | order |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in arguments.names or [*morfem.available(), "bpe", "unigram"]:
        tokenizer = trained(name) if name in ("bpe", "unigram") else morfem.load(name)
        for taken, recipe in search(tokenizer, arguments.seconds, arguments.bytes, arguments.seed)[: arguments.top]:
            length, order = recipe.length or "one word", "random" if recipe.is_shuffled else "in turn"
            print(f"| {name} | {1e-6 / taken:.2f} | {recipe.units!a} | {recipe.separator!a} | {length} | {order} |")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
