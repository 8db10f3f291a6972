"""The minimal pairs of TurBLiMP, and the interval of a mean over phenomena."""

import csv
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "language_model"))

from models import DATA

RESAMPLES = 1000


def phenomena() -> dict[str, list[tuple[str, str]]]:
    """For each phenomenon of the development half, pairs of a grammatical and an ungrammatical sentence."""
    found = {}
    for path in sorted((DATA / "gold/tr/turblimp").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter=";")
            pairs = [(row["good_sentence"].strip(), row["bad_sentence"].strip()) for row in rows]
        found[path.stem.removeprefix("augmented_").replace("_", " ")] = pairs
    return found


def interval(right: list[np.ndarray]) -> str:
    """The 95 % interval of the mean over phenomena, by bootstrap over the pairs of each."""
    random = np.random.default_rng(0)
    means = np.mean([found[random.integers(0, len(found), (RESAMPLES, len(found)))].mean(1) for found in right], 0)
    low, high = np.quantile(means, [0.025, 0.975])
    return f"[{low:.1%}, {high:.1%}]"
