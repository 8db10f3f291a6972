"""The signature of a score says all that the score depends on, and its text is stable."""

import numpy as np
import pytest
from morfem import __version__
from morfem.adapters.trivial import Characters
from morfem.evaluate.metric import Signature, score
from morfem.evaluate.metrics.distribution import Distribution
from morfem.evaluate.statistics import ratio

HASH = "1a2b3c4d" + "0" * 56
FIGURE = ratio("renyi_observed", np.arange(1, 10), np.full(9, 10), 9, "line", 1)


def test_the_text_of_a_signature() -> None:
    signature = Signature("boundaries.f1", 2, "train#1a2b3c4d", "toy#5e6f7a8b", {"words": 'after ", "', "at": "start"}, 500, 3)
    assert str(signature) == (
        f'boundaries.f1|v:2|data:train#1a2b3c4d|tok:toy#5e6f7a8b|at:start|words:after ", "|bs:500|seed:3|morfem:{__version__}'
    )


def test_a_score_carries_the_signature_of_its_measurement() -> None:
    made = score(Distribution(), FIGURE, Characters(), "own lines", HASH)
    tokenizer = f"characters#{Characters.hash[:8]}"
    assert made.signature == (
        f"distribution.renyi_observed|v:1|data:own lines#1a2b3c4d|tok:{tokenizer}|alpha:2.5|bs:1000|seed:0|morfem:{__version__}"
    )
    assert (made.metric, made.tokenizer, made.data, made.n, made.unit, made.better) == (
        "distribution.renyi_observed",
        "characters",
        "own lines",
        9,
        "line",
        1,
    )


def test_the_same_measurement_has_the_same_score() -> None:
    assert score(Distribution(), FIGURE, Characters(), "own lines", HASH) == score(Distribution(), FIGURE, Characters(), "own lines", HASH)


@pytest.mark.parametrize(
    "other",
    [
        score(Distribution(alpha=3), FIGURE, Characters(), "own lines", HASH),
        score(Distribution(), FIGURE, Characters(), "other lines", HASH),
        score(Distribution(), FIGURE, Characters(), "own lines", HASH[::-1]),
        score(Distribution(), FIGURE, Characters(), "own lines", HASH, resamples=100),
        score(Distribution(), FIGURE, Characters(), "own lines", HASH, seed=1),
    ],
    ids=["option", "data", "hash of the data", "resamples", "seed"],
)
def test_whatever_a_score_depends_on_is_in_its_signature(other: object) -> None:
    assert other.signature != score(Distribution(), FIGURE, Characters(), "own lines", HASH).signature  # type: ignore[attr-defined]
