"""The n-gram model: equal to its definition and to KenLM, and a probability distribution in every context."""

import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from morfem import MorfemError
from morfem.evaluate.ngram import Lines, log_probabilities

# Own sentences, and what KenLM 0.3.0 makes of them: `lmplz -o ORDER --discount_fallback`, base-10 logarithms of each word and the end.
TEXT = """ev kapısı açık kaldı
evin kapısı açık
kapı açık kaldı ama ev boş
ev boş kaldı
boş evin kapısı
ama kapı açık""".splitlines()
ASKED = ["ev açık kaldı", "kapısı boş", "evin evin", "deniz açık"]
KENLM = {
    2: [-0.6667, -1.312, -0.5247, -0.3772, -1.312, -1.312, -0.597, -0.8792, -1.312, -1.0642, -1.6243, -1.011, -0.4733],
    3: [-0.6667, -1.6131, -0.5247, -0.3374, -1.312, -1.312, -0.597, -0.8792, -1.6131, -1.0642, -1.6243, -1.011, -0.4733],
    4: [-0.6667, -1.6131, -0.5247, -0.3374, -1.312, -1.312, -0.597, -0.8792, -1.6131, -1.0642, -1.6243, -1.011, -0.4733],
}
# The same for `generated()`, whose discounts are estimated: trained on 280 lines, the sum over the 20 others.
KENLM_SUMS = {2: -154.288156, 3: -156.872973}


def generated() -> list[list[int]]:
    """Lines of 40 words, some of which are much more frequent than others."""
    state, found = 1, []
    for number in range(300):
        text = []
        for _ in range(number % 9 + 1):
            state = state * 48271 % 2147483647
            text.append(min(int(40 * (state / 2147483647) ** 3), 39))
        found.append(text)
    return found


def lines(texts: list[list[int]]) -> Lines:
    """The ids of texts as one array."""
    return Lines(np.array([id for text in texts for id in text], np.int64), np.cumsum([0, *map(len, texts)]))


def by_definition(training: list[list[int]], asked: list[list[int]], vocab_size: int, order: int) -> list[float]:
    """The same as `log_probabilities` with dictionaries, word for word from the definition."""
    begin, end = vocab_size + 1, vocab_size
    counts: list[Counter[tuple[int, ...]]] = [Counter() for _ in range(order + 1)]
    for text in training:
        whole = (begin, *text, end)
        for k in range(1, order + 1):
            counts[k].update(whole[i : i + k] for i in range(len(whole) - k + 1))
    tables, discounts = [], []
    for k in range(1, order + 1):
        left = defaultdict(set)
        for gram in counts[k + 1] if k < order else ():
            left[gram[1:]].add(gram[0])
        table = {gram: count if k == order or gram[0] == begin else len(left[gram]) for gram, count in counts[k].items()}
        table.pop((begin,), None)
        n = [Counter(table.values())[j] for j in range(5)]
        taken = [0, 0.5, 1, 1.5]
        if all(n[1:4]):
            y = n[1] / (n[1] + 2 * n[2])
            found = [0, *(j - (j + 1) * y * n[j + 1] / n[j] for j in (1, 2, 3))]
            taken = found if min(found) >= 0 else taken
        tables.append(table)
        discounts.append(taken)

    def probability(context: tuple[int, ...], symbol: int) -> float:
        lower = probability(context[1:], symbol) if context else 1 / (vocab_size + 1)
        table, taken = tables[len(context)], discounts[len(context)]
        after = [count for gram, count in table.items() if gram[:-1] == context]
        if not after:
            return lower
        own = table.get((*context, symbol), 0)
        return (own - taken[min(own, 3)] + sum(taken[min(count, 3)] for count in after) * lower) / sum(after)

    framed = [(begin, *text, end) for text in asked]
    return [math.log(probability(text[max(0, i - order + 1) : i], text[i])) for text in framed for i in range(1, len(text))]


@pytest.mark.parametrize(("seed", "vocab_size", "count"), [(1, 3, 4), (2, 8, 40), (3, 30, 60)])
def test_every_order_equals_the_definition(seed: int, vocab_size: int, count: int) -> None:
    draw = np.random.default_rng(seed)
    texts = [np.minimum(draw.geometric(0.3, draw.integers(0, 9)) - 1, vocab_size - 1).tolist() for _ in range(count)]
    training, asked = [*texts, [1] * 6], [[0], [], *texts[: count // 3], [vocab_size - 1, 0, 1]]
    found = dict(log_probabilities(lines(training), lines(asked), vocab_size, [2, 3, 4, 7]))
    assert list(found) == [2, 3, 4, 7]
    for order, values in found.items():
        assert values == pytest.approx(by_definition(training, asked, vocab_size, order), abs=1e-9)


def test_every_order_equals_kenlm() -> None:
    words = sorted({word for text in TEXT for word in text.split()})
    training, asked = (
        lines([[words.index(word) if word in words else len(words) for word in text.split()] for text in texts]) for texts in (TEXT, ASKED)
    )
    for order, found in log_probabilities(training, asked, len(words) + 1, [2, 3, 4]):
        assert found / math.log(10) == pytest.approx(KENLM[order], abs=1e-4)
    texts = generated()
    for order, found in log_probabilities(lines(texts[:280]), lines(texts[280:]), 41, [2, 3]):
        assert found.sum() / math.log(10) == pytest.approx(KENLM_SUMS[order], abs=1e-4)


@pytest.mark.parametrize("order", [2, 4])
def test_probabilities_sum_to_one_over_the_vocabulary_and_the_end(order: int) -> None:
    training = lines([[0, 1, 2, 0, 1], [2, 2, 1], [0, 1, 3]])
    for context in ([], [0], [0, 1], [2, 2, 1], [4], [3, 3]):
        continued = [[*context, symbol] for symbol in range(5)] + [context]
        values = dict(log_probabilities(training, lines(continued), 5, [order]))[order]
        # The last symbol but one of each continued line, and the end of the context itself.
        places = np.cumsum([len(text) + 1 for text in continued]) - 2
        places[-1] += 1
        assert np.exp(values[places]).sum() == pytest.approx(1, abs=1e-12)


def test_ids_that_training_never_saw_have_a_probability() -> None:
    ((_, values),) = log_probabilities(lines([[0, 1, 0]]), lines([[7, 6]]), 8, [2])
    assert np.isfinite(values).all()


def test_text_after_the_end_of_a_line_has_no_influence() -> None:
    training = [[0, 1], [1, 0], [0, 0]]
    ((_, one),) = log_probabilities(lines(training), lines([[0, 1], [1]]), 2, [3])
    ((_, other),) = log_probabilities(lines(training), lines([[0, 1], [0]]), 2, [3])
    assert one[:3].tolist() == other[:3].tolist()


@pytest.mark.parametrize(
    ("training", "asked", "orders", "message"),
    [
        ([[0, 5]], [[0]], [2], "a training line has id 5, but the vocabulary has 5 ids"),
        ([[0]], [[0, 9]], [2], "a measured line has id 9"),
        ([[], []], [[0]], [2], "the training text has no tokens"),
        ([[0, 1]], [[0]], [2, 5], "order 5 needs a training line of 3 tokens or more; the longest has 2"),
        ([[0, 1]], [[0]], [1], "each must be 2 or more"),
        ([[0, 1]], [[0]], [], "each must be 2 or more"),
    ],
)
def test_bad_input_is_refused(training: list[list[int]], asked: list[list[int]], orders: list[int], message: str) -> None:
    with pytest.raises(MorfemError, match=message):
        list(log_probabilities(lines(training), lines(asked), 5, orders))


def test_too_little_memory_is_an_error_with_the_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "argsort", full)
    with pytest.raises(MorfemError, match="2 training tokens need about 0 MB of memory"):
        list(log_probabilities(lines([[0, 1]]), lines([[0]]), 5, [2]))
