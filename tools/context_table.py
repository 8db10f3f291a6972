"""Learn which neighbours go with the accusative and which with possession: the learned rows of `languages/tr/context.tsv`.

    python -m tools.context_table CORPUS

After a vowel the two are spelled differently: *arabayı* is the accusative, *arabası* possession. So running text says without annotation
in which contexts each stands. A logistic regression over the features of `analyze_text` learns it from such words, and the table applies it
where the spelling does not decide: *kapıları*, *evi*. The weights are log odds against the share of the accusative among these words.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import morfem
import numpy as np

TABLE = Path(__file__).parent.parent / "python" / "morfem" / "languages" / "tr" / "context.tsv"
LEARNED = "# learned\n"
VOWELS = "aeıioöuüâîû"
# How an affix begins behind a vowel.
BEGINS = {"ACC": "y", "3SG.POSS": "s"}
HOLD_OUT = 50  # lines whose number is a multiple of it are development data
EVERY = 3  # of the others, one in so many is read
LEAST = 40  # a feature is learned from so many words at least
PENALTY = 3.0  # of the square of a weight
LIGHT = 0.2  # what weighs less is left out
STEPS = 400


def examples(tokenizer: morfem.Tokenizer, corpus: Path) -> Iterator[tuple[list[str], bool]]:
    """Contexts of words with an affix that the spelling decides, and whether it is the accusative."""
    labels: dict[str, bool | None] = {}
    with corpus.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if number % HOLD_OUT == 0 or number % EVERY != 1:
                continue
            for word, features in tokenizer._contexts(line.strip()):
                if word not in labels:
                    labels[word] = label(tokenizer, word)
                if (is_accusative := labels[word]) is not None:
                    yield features, is_accusative


def label(tokenizer: morfem.Tokenizer, word: str) -> bool | None:
    """Whether a word is a noun on a vowel with the accusative; None if it has neither that nor possession alone."""
    analyses = tokenizer.analyze(word) if word[0].isalpha() else []
    if not analyses or analyses[0].part_of_speech not in ("noun", "proper", "adjective") or analyses[0].root[-1] not in VOWELS:
        return None
    glosses, ending = analyses[0].glosses, analyses[0].segments[-1]
    return glosses == ["ACC"] if len(glosses) == 1 and BEGINS.get(glosses[0]) == ending[0] else None


def learned(contexts: list[list[str]], labels: np.ndarray) -> dict[str, float]:
    """The weight of each frequent feature."""
    counts = Counter(feature for context in contexts for feature in context)
    names = sorted(feature for feature, count in counts.items() if count >= LEAST)
    ids = {name: index for index, name in enumerate(names)}
    # The last column stands for features that are not learned.
    width = max(map(len, contexts))
    table = np.full((len(contexts), width), len(names))
    for row, context in zip(table, contexts, strict=True):
        row[: len(context)] = [ids.get(feature, len(names)) for feature in context]
    weights, moments = np.zeros(len(names) + 1), np.full(len(names) + 1, 1e-6)
    prior = np.log(labels.mean() / (1 - labels.mean()))
    for _ in range(STEPS):
        wrong = 1 / (1 + np.exp(-prior - weights[table].sum(1))) - labels
        slope = np.bincount(table.ravel(), np.repeat(wrong, width), len(names) + 1) + PENALTY * weights
        slope[-1] = 0
        moments += slope**2
        weights -= 0.5 * slope / np.sqrt(moments)
    return {name: weight for name, weight in zip(names, weights, strict=False) if abs(weight) >= LIGHT}


def main() -> None:
    """Writes the table, and prints how often it is right on words that it has not seen."""
    contexts, labels = map(list, zip(*examples(morfem.load("tr-mft"), Path(sys.argv[1])), strict=True))
    is_accusative = np.array(labels, float)
    is_new = np.arange(len(labels)) % 10 == 0
    weights = learned([context for context, new in zip(contexts, is_new, strict=True) if not new], is_accusative[~is_new])
    prior = np.log(is_accusative.mean() / (1 - is_accusative.mean()))
    odds = np.array([prior + sum(weights.get(feature, 0) for feature in context) for context in contexts])
    right = ((odds > 0) == (is_accusative > 0))[is_new].mean()
    print(f"{len(labels):,} words, {1 - is_accusative.mean():.3f} are possession; right {right:.3f} of those held out; {len(weights)} rows")
    rows = [f"{feature}\tACC\t{weight:.2f}\n" for feature, weight in weights.items()]
    kept = TABLE.read_text("utf-8").partition(LEARNED)[0]
    TABLE.write_text(kept + LEARNED + "".join(rows), "utf-8")


if __name__ == "__main__":
    main()
