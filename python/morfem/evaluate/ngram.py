"""An n-gram model over token ids, with interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998, section 4.1.6).

Every line is `<s> w1 .. wm </s>`; `<s>` is given, all else is predicted. Let h be a context of k - 1 symbols, h' the same without its
first symbol, and a(h w) the *adjusted count* of a k-gram: its number of occurrences if k is the order of the model or if it begins with
`<s>`, else the number of different symbols before it. With discounts D(0) = 0, D(1), D(2), D(3 and more) of each k,

    P(w | h) = (a(h w) - D(a(h w))) / sum of a(h v) over v  +  gamma(h) P(w | h')
    gamma(h) = sum of D(a(h v)) over v / sum of a(h v) over v

and at the lowest level P(w) is interpolated with 1 / (V + 1): all V ids and `</s>`. A context that did not occur has P(w | h) = P(w | h').
Discounts are those of Chen and Goodman's equation 26, or 0.5, 1 and 1.5 where the text is too small for it (as KenLM does with
`--discount_fallback`). The probabilities of all symbols sum to 1 in every context.

All orders from one pass. Models of different orders share everything but their highest level, so level k needs P(w | h') with adjusted
counts once, and the answer of the model of order k is that level with plain counts. A k-gram that occurs once is never sorted or stored:
it is known by its position in the training text, its only continuation is the next symbol, and all its adjusted counts are 1. Sorted
are the k-grams whose context occurs twice or more. There are fewer of these at every level, so high orders cost little. Time is
O(N log N) at each level; memory is at most about 60 bytes per training token and 60 bytes per line token, and not more for more orders.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._core import MorfemError
from ..adapters.segmentation import Flags, Integers
from .statistics import Floats

BYTES_PER_TOKEN = 60
FALLBACK = np.array([0.0, 0.5, 1.0, 1.5])  # discounts of a level whose counts of counts do not determine them


class Lines(NamedTuple):
    """The ids of many lines: those of line i are `ids[indptr[i]:indptr[i + 1]]`, as `Tokenizer.encode_ids_batch` returns them."""

    ids: NDArray[np.integer]
    indptr: NDArray[np.integer]


def log_probabilities(training: Lines, lines: Lines, vocab_size: int, orders: Sequence[int]) -> Iterator[tuple[int, Floats]]:
    """Natural logarithms of the probabilities of tokens and ends of lines, under n-gram models of several orders.

    Parameters
    ----------
    training : the lines that the models are counted on.
    lines : the lines whose probabilities are wanted.
    vocab_size : number of ids V. Ids that do not occur in training have a probability, too.
    orders : the orders of the models, each at least 2.

    Yields
    ------
    order, (tokens + lines,) : for each order, ascending; each line's tokens are followed by its end.

    Raises
    ------
    MorfemError : if an id is not below `vocab_size`, if there is no training text, if no training line is as long as an order, or if
        memory does not suffice.

    >>> lines = Lines(np.array([0, 1, 0, 1]), np.array([0, 2, 4]))
    >>> [(order, np.exp(found).round(3).tolist()) for order, found in log_probabilities(lines, lines, 2, [2])]
    [(2, [0.667, 0.667, 0.667, 0.667, 0.667, 0.667])]
    """
    _check(training, lines, vocab_size, orders)
    try:
        yield from _Counting(training, lines, vocab_size).run(sorted(set(orders)))
    except MemoryError:
        need = BYTES_PER_TOKEN * (len(training.ids) + len(lines.ids)) / 1e6
        raise MorfemError(
            f"n-gram model: {len(training.ids):,} training tokens need about {need:,.0f} MB of memory, which is not there; use fewer lines"
        ) from None


def _check(training: Lines, lines: Lines, vocab_size: int, orders: Sequence[int]) -> None:
    for name, part in (("training", training), ("measured", lines)):
        outside = part.ids[(part.ids < 0) | (part.ids >= vocab_size)]
        if len(outside):
            raise MorfemError(f"n-gram model: a {name} line has id {outside[0]}, but the vocabulary has {vocab_size} ids")
    if not orders or min(orders) < 2:
        raise MorfemError(f"n-gram model: orders {list(orders)}; each must be 2 or more")
    if not len(training.ids):
        raise MorfemError("n-gram model: the training text has no tokens")
    longest = int(np.diff(training.indptr).max()) + 2
    if longest < max(orders):
        raise MorfemError(
            f"n-gram model: order {max(orders)} needs a training line of {max(orders) - 2} tokens or more; the longest has {longest - 2}"
        )


@dataclass
class _Level:
    """The k-grams of one length whose context occurs twice or more in training, and where they stand in the measured lines.

    Attributes
    ----------
    contexts : (types,) the context of each type, as the type of length k - 1; ascending.
    counts : (types,) occurrences.
    starts_line : (types,) whether it begins with `<s>`.
    apart : number of k-grams whose context occurs once: each is a type that occurs once.
    known : (n,) positions in the measured lines whose context occurs twice or more in training; `context` and `type` belong to them.
    context, type : (n,), (n,) the context, and the type or -1 if it did not occur.
    single : (m,) positions in the measured lines whose context occurs once in training.
    is_hit : (m,) whether the symbol there is the one that follows in training.
    """

    contexts: Integers
    counts: Integers
    starts_line: Flags
    apart: int
    known: Integers
    context: Integers
    type: Integers
    single: Integers
    is_hit: Flags

    def probabilities(self, counts: Integers, lower: Floats) -> Floats:
        """Interpolates this level, with plain or adjusted counts of its types, with the probabilities of the level below."""
        discounts = _discounts(counts, self.apart)
        taken = discounts[np.minimum(counts, 3)]
        total = np.bincount(self.contexts, counts)[self.context]
        weight = np.bincount(self.contexts, taken)[self.context]
        own = np.where(self.type >= 0, (counts - taken)[self.type], 0.0)
        found = lower.copy()
        found[self.known] = (own + weight * lower[self.known]) / total
        found[self.single] = np.where(self.is_hit, 1 - discounts[1], 0.0) + discounts[1] * lower[self.single]
        return found


class _Counting:
    """One pass over the levels. A *state* is what is known of the k-gram that ends at a position: below `types` its type, which occurs
    twice or more in training; from there on `types` + the only position in training where it ends; -1 if it did not occur."""

    def __init__(self, training: Lines, lines: Lines, vocab_size: int) -> None:
        self.end, self.base = vocab_size, vocab_size + 2
        self.symbols, self.places = _flat(training, vocab_size)
        self.asked, self.asked_places = _flat(lines, vocab_size)
        counts = np.bincount(self.symbols, minlength=self.base)
        self.types = self.base
        self.state = np.where(counts[self.symbols] > 1, self.symbols, self.base + np.arange(len(self.symbols)))
        # Every symbol has one state; of a symbol that occurs once it is its position.
        state_of = np.full(self.base, -1)
        state_of[self.symbols] = self.state
        self.asked_state = state_of[self.asked]
        self.counts = counts

    def run(self, orders: Sequence[int]) -> Iterator[tuple[int, Floats]]:
        """Yields the answers of `log_probabilities`."""
        predicted = self.asked_places > 0
        lower = np.empty(0)
        level: _Level | None = None
        for k in range(2, orders[-1] + 1):
            ending = self.state  # the states of length k - 1, in training
            upper, firsts = self._next(k)
            adjusted = np.bincount(ending[firsts][ending[firsts] < self._types_below], minlength=self._types_below)
            if level is None:
                lower = self._unigrams(adjusted)
            else:
                adjusted = np.where((level.counts == 1) | level.starts_line, level.counts, adjusted)
                lower = level.probabilities(adjusted, lower)
            level = upper
            if k in orders:
                yield k, np.log(level.probabilities(level.counts, lower)[predicted])

    def _unigrams(self, adjusted: Integers) -> Floats:
        """Probabilities without context; `adjusted` has no count of a symbol that occurs once."""
        counts = np.where(self.counts == 1, 1, adjusted)
        counts[self.end + 1] = 0  # nothing stands before <s>
        discounts = _discounts(counts, 0)
        taken = discounts[np.minimum(counts, 3)]
        probabilities: Floats = (counts - taken + taken.sum() / (self.end + 1)) / counts.sum()
        return probabilities[self.asked]

    def _next(self, k: int) -> tuple[_Level, Integers]:
        """Goes from length k - 1 to length k. Also returns one position of each type of length k in training."""
        here = np.flatnonzero(self.places >= k - 1)
        before = self.state[here - 1]
        is_known = before < self.types
        apart, sortable = here[~is_known], here[is_known]
        keys = before[is_known] * self.base + self.symbols[sortable]
        order = np.argsort(keys)
        keys, sortable = keys[order], sortable[order]
        is_first = np.diff(keys, prepend=-1) != 0
        firsts = sortable[is_first]
        type_keys = keys[is_first]
        counts = np.diff(np.append(np.flatnonzero(is_first), len(keys)))
        type_of = np.cumsum(is_first) - 1
        states = np.full(len(self.symbols), -1)
        states[sortable] = np.where(counts[type_of] > 1, type_of, len(counts) + sortable)
        states[apart] = len(counts) + apart
        asked = self._asked(k, type_keys, counts, firsts)
        level = _Level(type_keys // self.base, counts, self.places[firsts] == k - 1, len(apart), *asked)
        self._types_below, self.types, self.state = self.types, len(counts), states
        return level, np.concatenate([firsts, apart])

    def _asked(self, k: int, keys: Integers, counts: Integers, firsts: Integers) -> tuple[Integers, Integers, Integers, Integers, Flags]:
        """Finds the k-grams of the measured lines; sets their states."""
        here = np.flatnonzero(self.asked_places >= k - 1)
        before = self.asked_state[here - 1]
        is_single = before >= self.types
        known, single = here[(before >= 0) & ~is_single], here[is_single]
        context = self.asked_state[known - 1]
        wanted = context * self.base + self.asked[known]
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        type = np.where(keys[place] == wanted, place, -1) if len(keys) else np.full(len(known), -1)
        follows = self.asked_state[single - 1] - self.types + 1  # the position in training after the only occurrence of the context
        is_hit = self.symbols[follows] == self.asked[single]
        states = np.full(len(self.asked), -1)
        if len(keys):
            states[known] = np.where(type < 0, -1, np.where(counts[type] > 1, type, len(counts) + firsts[type]))
        states[single] = np.where(is_hit, len(counts) + follows, -1)
        self.asked_state = states
        return known, context, type, single, is_hit


def _flat(lines: Lines, vocab_size: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The symbols of all lines with `<s>` and `</s>`, and the place of each symbol in its line, from 0."""
    lengths = np.diff(lines.indptr).astype(np.int64) + 2
    begins = np.cumsum(lengths) - lengths
    places = np.arange(lengths.sum(), dtype=np.int32) - np.repeat(begins.astype(np.int32), lengths)
    symbols = np.empty(len(places), np.int32)
    symbols[begins] = vocab_size + 1
    symbols[begins + lengths - 1] = vocab_size
    is_token = np.ones(len(places), bool)
    is_token[begins] = is_token[begins + lengths - 1] = False
    symbols[is_token] = lines.ids
    return symbols, places


def _discounts(counts: Integers, apart: int) -> Floats:
    """The discounts of counts 0, 1, 2 and 3 or more. `apart` k-grams with count 1 are not in `counts`."""
    n = np.bincount(np.minimum(counts, 5), minlength=6).astype(float)
    n[1] += apart
    if not n[1:4].all():
        return FALLBACK
    y = n[1] / (n[1] + 2 * n[2])
    found = np.array([0.0, *(j - (j + 1) * y * n[j + 1] / n[j] for j in (1, 2, 3))])
    return found if (found >= 0).all() else FALLBACK
