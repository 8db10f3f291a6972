"""Splinter's method once more, as plainly as it can be written, after the paper (Gazit et al. 2025, sections 2.1 and 2.2, algorithm 1).

Words are strings whose last letter has been given the form it has inside a word. A reduction is a pair of a position and a letter.
"""

from collections import defaultdict
from collections.abc import Mapping

Reduction = tuple[int, str]
Shares = dict[int, list[tuple[Reduction, float]]]
TWINS = str.maketrans("כמנפצךםןףץ", "ךםןףץכמנפצ")
LEAST = 3


def turned(word: str) -> str:
    """A word with the other form of its last letter, final or not: done twice, it is the word again."""
    return word[:-1] + word[-1:].translate(TWINS)


def position(place: int, length: int) -> int:
    """Places count from the start in the first half of a word, from the end in the second; a letter in the middle is in the first."""
    return place if 2 * place < length else place - length


def reductions_of(word: str) -> list[tuple[Reduction, str]]:
    """Each letter that can be taken out, and what is left."""
    return [((position(at, len(word)), letter), word[:at] + word[at + 1 :]) for at, letter in enumerate(word)]


def learn(counts: Mapping[str, int], letters: str, *, min_count: int, weight: str) -> Shares:
    """Shares of reductions by word length, best first; of equals the smaller position first, then the letter that is first in `letters`."""
    known = {turned(word): count for word, count in counts.items() if count >= min_count}

    def worth(left: str) -> int:
        return known[left] if weight == "frequency" else 1

    def best_first(scores: Mapping[Reduction, int]) -> list[Reduction]:
        return sorted(scores, key=lambda found: (-scores[found], found[0], letters.index(found[1])))

    first: dict[int, dict[Reduction, int]] = defaultdict(lambda: defaultdict(int))
    for word in known:
        for reduction, left in reductions_of(word):
            if len(word) > LEAST and left in known:
                first[len(word)][reduction] += worth(left)
    second: dict[int, dict[Reduction, int]] = defaultdict(lambda: defaultdict(int))
    for word in known:
        lefts = dict(reductions_of(word))
        for reduction in best_first(first[len(word)]):
            if lefts.get(reduction) in known:
                second[len(word)][reduction] += worth(lefts[reduction])
                break
    return {
        length: [(reduction, scores[reduction] / sum(scores.values())) for reduction in best_first(scores)]
        for length, scores in second.items()
    }


def chosen(word: str, shares: Shares, breadth: int = 3, depth: int = 3) -> Reduction | None:
    """The reduction that begins the best path: paths of `depth` reductions, at each the `breadth` best that the word has."""
    paths: list[tuple[float, Reduction | None, str]] = [(1.0, None, word)]
    for _ in range(min(depth, len(word) - LEAST)):
        longer: list[tuple[float, Reduction | None, str]] = []
        for product, first, left in paths:
            possible = dict(reductions_of(left))
            best = [(reduction, share) for reduction, share in shares.get(len(left), ()) if reduction in possible][:breadth]
            longer += [(product * share, first or reduction, possible[reduction]) for reduction, share in best]
        paths = longer
    return max(paths, key=lambda path: path[0])[1] if paths else None


def chain(word: str, shares: Shares) -> list[tuple[Reduction, str]]:
    """The reductions of a word from the first to the last, each with what it leaves, spelled as words."""
    left, steps = turned(word), []
    while len(left) > LEAST and (reduction := chosen(left, shares)) is not None:
        left = dict(reductions_of(left))[reduction]
        steps.append((reduction, turned(left)))
    return steps


def undone(residue: str, reductions: list[Reduction]) -> str:
    """The word of which `reductions`, first to last, leave a residue."""
    word = residue
    for place, letter in reversed(reductions):
        at = place if place >= 0 else len(word) + 1 + place
        word = word[:at] + letter + word[at:]
    return turned(word)
