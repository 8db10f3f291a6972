"""`transplant`: token vectors for a new vocabulary, made from those of an existing model. docs/transplant.md describes the methods.

A model's embedding matrix has one row for each token of its old tokenizer. Every method writes the row of a new token as a weighted mean of
old rows, so that the result is one sparse matrix of weights, which serves the input and the output embeddings alike. A mean is shorter than
what it is made of. Each row is therefore scaled to the weighted mean of the lengths of its old rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ._core import MorfemError
from .adapters import wrap
from .adapters.adapter import TokenizerAdapter
from .adapters.segmentation import Segmentation
from .corpus import Corpus

BATCH = 500  # lines encoded at once
CONTEXTS, DIMENSIONS, WINDOW = 512, 64, 2  # of the vectors for `omp`
ATOMS, CHOSEN = 4_000, 8  # shared tokens that `omp` chooses from, and how many it chooses for a token
INSIDE_WORD, WORD_START = "0", ", "  # what stands before a token's own text when it is encoded alone

Method = Literal["spans", "text", "omp", "random"]
Floats = NDArray[np.floating]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class TransplantReport:
    """What a transplant did.

    Attributes
    ----------
    method, lines : the method, and the number of corpus lines that were read.
    tokens : number of tokens of the new vocabulary.
    shared : new tokens whose string is also a token of the old vocabulary.
    sources : how many new tokens got their vector from what: the method's name, ``"special"``, ``"text"``, ``"same"`` (the old token of
        the same string) or ``"mean"``.
    unseen : the first hundred tokens that the corpus did not show.
    old_norm, new_norm : mean length of the rows of the old and of the new matrix.
    """

    method: str
    lines: int
    tokens: int
    shared: int
    sources: Mapping[str, int]
    unseen: Sequence[str]
    old_norm: float
    new_norm: float


@dataclass
class Weights:
    """The sparse matrix of weights: `weights[i]` of old row `old[i]` goes to new row `new[i]`; ascending in `new`."""

    size: int
    new: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    old: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    weights: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def normalised(self) -> "Weights":
        """The same with weights of each new row that sum to 1, and one entry for each pair of rows."""
        keys, index = np.unique(self.new << 32 | self.old, return_inverse=True)
        weights = np.bincount(index, self.weights, len(keys))
        new = keys >> 32
        return Weights(self.size, new, keys & 0xFFFFFFFF, weights / np.bincount(new, weights, self.size)[new])

    @property
    def has(self) -> NDArray[np.bool_]:
        """(size,) which new rows have weights."""
        return np.bincount(self.new, minlength=self.size) > 0

    def filled(self, other: "Weights") -> "Weights":
        """These weights; the rows that have none take those of the other."""
        is_missing = ~self.has[other.new]
        new = np.concatenate([self.new, other.new[is_missing]])
        order = np.argsort(new, kind="stable")
        old, weights = np.concatenate([self.old, other.old[is_missing]]), np.concatenate([self.weights, other.weights[is_missing]])
        return Weights(self.size, new[order], old[order], weights[order])

    def apply(self, embeddings: Floats, *, match_norms: bool = True) -> NDArray[np.float32]:
        """The new rows. Rows without weights are 0."""
        norms = np.linalg.norm(embeddings, axis=1)
        found = np.zeros((self.size, embeddings.shape[1]), np.float32)
        rows, firsts = np.unique(self.new, return_index=True)
        bounds = np.append(firsts, len(self.new))
        for at in range(0, len(rows), 2048):
            first, last = bounds[at], bounds[min(at + 2048, len(rows))]
            share = self.weights[first:last]
            old = self.old[first:last]
            begins = bounds[at : min(at + 2048, len(rows))] - first
            means = np.add.reduceat(embeddings[old] * share[:, None], begins)
            if match_norms:
                lengths = np.linalg.norm(means, axis=1)
                wanted = np.add.reduceat(norms[old] * np.abs(share), begins) / np.add.reduceat(np.abs(share), begins)
                means *= (wanted / np.where(lengths > 0, lengths, 1))[:, None]
            found[rows[at : at + 2048]] = means
        return found


@dataclass
class Plan:
    """Weights for a pair of tokenizers, and what is known about them. One plan serves all matrices of a model."""

    method: str
    weights: Weights
    sources: Mapping[str, int]
    unseen: Sequence[str]
    shared: int
    lines: int
    seed: int

    def apply(self, embeddings: Floats, *, match_norms: bool = True) -> NDArray[np.float32]:
        """The new matrix for one old matrix."""
        mean, deviation = embeddings.mean(0), embeddings.std(0)
        if self.method == "random":
            found = np.random.default_rng(self.seed).normal(mean, deviation, (self.weights.size, embeddings.shape[1])).astype(np.float32)
        else:
            found = np.tile(mean.astype(np.float32), (self.weights.size, 1))
        has = self.weights.has
        found[has] = self.weights.apply(embeddings, match_norms=match_norms)[has]
        return found

    def report(self, old: Floats, new: Floats) -> TransplantReport:
        """The report for an old and a new matrix."""
        norms = [float(np.linalg.norm(rows, axis=1).mean()) for rows in (old, new)]
        return TransplantReport(self.method, self.lines, self.weights.size, self.shared, self.sources, self.unseen, norms[0], norms[1])


def transplant(
    embeddings: Floats,
    old: Any,
    new: Any,
    *,
    corpus: Any = None,
    method: Method = "spans",
    specials: Mapping[str, str] | None = None,
    seed: int = 0,
) -> tuple[NDArray[np.float32], TransplantReport]:
    """Makes an embedding matrix for a new tokenizer from that of an existing model.

    Parameters
    ----------
    embeddings : (old vocabulary or more, width) the model's matrix. Rows beyond the old vocabulary (padding) are left out.
    old, new : the tokenizers: anything that `morfem.evaluate.wrap` accepts.
    corpus : texts in the language of the new tokenizer, as for training: a path, paths, or an iterable of texts. A few thousand lines
        suffice. Needed by ``spans`` and ``omp``.
    method : ``"spans"``, ``"text"``, ``"omp"`` or ``"random"``; docs/transplant.md describes them.
    specials : for special tokens of the new vocabulary, the old tokens whose rows they take: ``{"</s>": "<|endoftext|>"}``. Tokens with the
        same string need no entry.
    seed : seed of ``"random"``.

    Returns
    -------
    (new vocabulary, width) float32, and a report.

    Raises
    ------
    MorfemError : if the matrix has fewer rows than the old tokenizer has ids, is not two-dimensional or has a value that is not finite; if
        a corpus is needed and missing or empty; if a tokenizer has no finite vocabulary.

    >>> import morfem, numpy as np
    >>> old, new = morfem.load("tr-mft-64k"), morfem.load("tr-mft")
    >>> matrix = np.random.default_rng(0).normal(size=(old.vocab_size, 8)).astype("float32")
    >>> found, report = morfem.transplant(matrix, old, new, corpus=["Evler büyüktü.", "Evlerde kitaplar var."])
    >>> found.shape == (new.vocab_size, 8), report.method, report.sources["spans"] >= 7
    (True, 'spans', True)
    """
    matrix = checked(embeddings, old)
    made = plan(old, new, corpus=corpus, method=method, specials=specials, seed=seed)
    found = made.apply(matrix)
    return found, made.report(matrix, found)


def plan(
    old: Any, new: Any, *, corpus: Any = None, method: Method = "spans", specials: Mapping[str, str] | None = None, seed: int = 0
) -> Plan:
    """The weights of a transplant, for a model that has more than one matrix. The arguments are those of `transplant`."""
    if method not in get_args(Method):
        raise MorfemError(f"method {method!r} is not one of {', '.join(get_args(Method))}")
    before, after = wrap(old), wrap(new)
    for adapter in (before, after):
        if not adapter.vocab_size:
            raise MorfemError(f"{adapter.name} has no finite vocabulary, so that no matrix fits it")
    if corpus is None and method in ("spans", "omp"):
        raise MorfemError(f"method {method!r} needs a corpus: a file or texts in the language of the new tokenizer")
    size = after.vocab_size or 0
    old_ids: dict[str, int] = {}
    for id, string in enumerate(before.strings()):
        if string:
            old_ids.setdefault(string, id)
    strings = after.strings()
    shared = np.array([[id, old_ids[string]] for id, string in enumerate(strings) if string in old_ids], np.int64).reshape(-1, 2)
    special = _specials(strings, old_ids, specials or {}, size)
    found, seen, lines = Weights(size), np.zeros(size, bool), 0
    if method in ("spans", "omp"):
        found, seen, lines = _spans(before, after, corpus) if method == "spans" else _pursuit(before, after, corpus, shared)
        if not lines:
            raise MorfemError("transplant: the corpus has no text")
    layers = {"special": special, method: found}
    if method != "random":
        layers["text"] = _own_texts(before, after, strings)
        layers["same"] = Weights(size, shared[:, 0], shared[:, 1], np.ones(len(shared)))
    whole = Weights(size)
    counts: dict[str, int] = {method: 0}
    for source, weights in layers.items():
        before_it = whole.has
        whole = whole.filled(weights)
        counts[source] = int((whole.has & ~before_it).sum())
    counts["random" if method == "random" else "mean"] = int((~whole.has).sum())
    unseen = [strings[id] for id in np.flatnonzero(~seen)[:100].tolist()] if lines else []
    return Plan(method, whole, counts, unseen, len(shared), lines, seed)


def checked(embeddings: Floats, tokenizer: Any) -> Floats:
    """The rows of a matrix that belong to the ids of a tokenizer; the errors are those of `transplant`."""
    old, matrix = wrap(tokenizer), np.asarray(embeddings)
    if matrix.ndim != 2 or not np.issubdtype(matrix.dtype, np.floating):
        raise MorfemError(f"embeddings: shape {matrix.shape} of {matrix.dtype}; a matrix of floating-point numbers is needed")
    if len(matrix) < (old.vocab_size or 0):
        raise MorfemError(
            f"embeddings: {len(matrix)} rows, but {old.name} has {old.vocab_size} ids; this is the matrix of another tokenizer"
        )
    matrix = matrix[: old.vocab_size]
    if not np.isfinite(matrix).all():
        row = int(np.flatnonzero(~np.isfinite(matrix).all(1))[0])
        raise MorfemError(f"embeddings: row {row} has a value that is not a finite number")
    return matrix.astype(np.float32, copy=False)


def _specials(strings: Sequence[str], old_ids: Mapping[str, int], specials: Mapping[str, str], size: int) -> Weights:
    """Rows of special tokens: of tokens named in `specials`, and of tokens in angle brackets that both vocabularies have."""
    pairs = []
    for name, source in specials.items():
        if name not in strings or source not in old_ids:
            missing = f"new vocabulary has no token {name!r}" if name not in strings else f"old vocabulary has no token {source!r}"
            raise MorfemError(f"specials: the {missing}")
        pairs.append((strings.index(name), old_ids[source]))
    named = {id for id, _ in pairs}
    for id, string in enumerate(strings):
        if string.startswith("<") and string.endswith(">") and string in old_ids and id not in named:
            pairs.append((id, old_ids[string]))
    table = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    return Weights(size, table[:, 0], table[:, 1], np.ones(len(table), np.float64))


def _spans(old: TokenizerAdapter, new: TokenizerAdapter, corpus: Any) -> tuple[Weights, NDArray[np.bool_], int]:
    """The method ``spans``: weights, the new tokens that occurred, and the number of lines."""
    size, lines = new.vocab_size or 0, 0
    gathered = Weights(size)
    seen = np.zeros(size, bool)
    is_byte = np.array([string.startswith("<0x") for string in new.strings()])
    for texts in Corpus(corpus).lines_with_text(BATCH):
        lines += len(texts)
        after = new.encode(texts)
        seen[after.ids] = True
        token, old_id, weight = _covering(after, old.encode(texts), is_byte)
        keys = np.concatenate([gathered.new << 32 | gathered.old, after.ids[token] << 32 | old_id])
        merged, index = np.unique(keys, return_inverse=True)
        weights = np.bincount(index, np.concatenate([gathered.weights, weight]), len(merged)).astype(np.float64)
        gathered = Weights(size, merged >> 32, merged & 0xFFFFFFFF, weights)
    return gathered.normalised(), seen, lines


def _covering(after: Segmentation, before: Segmentation, is_byte: NDArray[np.bool_]) -> tuple[Integers, Integers, NDArray[np.float64]]:
    """For each new token of a batch, the old ids that cover its code points, with weights that sum to 1; ascending by token."""
    both = (after.owner >= 0) & (before.owner >= 0)
    tokens, old_ids = after.owner[both], before.ids[before.owner[both]]
    order = np.argsort(tokens, kind="stable")
    tokens, old_ids = tokens[order], old_ids[order]
    lengths = np.bincount(tokens, minlength=len(after.ids))
    ends = np.cumsum(lengths)
    # A token without code points takes those of the next token with some in its text; a later byte those of the token before it.
    owning = np.flatnonzero(lengths)
    silent = np.flatnonzero(lengths == 0)
    place = np.searchsorted(owning, silent)
    place = np.where(is_byte[after.ids[silent]], place - 1, place)
    is_inside = (place >= 0) & (place < len(owning))
    silent, taken = silent[is_inside], owning[place[is_inside]]
    is_same = after.token_text[silent] == after.token_text[taken]
    silent, taken = silent[is_same], taken[is_same]
    copied = lengths[taken]
    within = np.arange(copied.sum()) - np.repeat(np.cumsum(copied) - copied, copied)
    entries = np.repeat(ends[taken] - copied, copied) + within
    found = np.concatenate([tokens, np.repeat(silent, copied)])
    weights = np.concatenate([1 / lengths[tokens], np.repeat(1 / copied, copied)])
    return found, np.concatenate([old_ids, old_ids[entries]]), weights


def _own_texts(old: TokenizerAdapter, new: TokenizerAdapter, strings: Sequence[str]) -> Weights:
    """The method ``text``."""
    decoded = new.decode([[id] for id in range(len(strings))])
    if decoded is None:
        raise MorfemError(f"{new.name} cannot decode, so that its tokens have no text")
    texts = [text.strip() for text in decoded]
    kept = [id for id, text in enumerate(texts) if text and "\ufffd" not in text]
    gathered: list[tuple[Integers, Integers]] = []
    for first in range(0, len(kept), BATCH):
        ids = kept[first : first + BATCH]
        befores = [WORD_START if strings[id].startswith("▁") else INSIDE_WORD for id in ids]
        batch = old.encode([before + texts[id] for before, id in zip(befores, ids, strict=True)])
        is_own = batch.owner >= 0
        for index, before in enumerate(befores):
            is_own[batch.begins[index] : batch.begins[index] + len(before)] = False
        gathered.append((np.array(ids)[batch.text_of[is_own]], batch.ids[batch.owner[is_own]]))
    if not gathered:
        return Weights(len(strings))
    found = [np.concatenate(arrays) for arrays in zip(*gathered, strict=True)]
    return Weights(len(strings), found[0], found[1], np.ones(len(found[0]))).normalised()


def _pursuit(old: TokenizerAdapter, new: TokenizerAdapter, corpus: Any, shared: Integers) -> tuple[Weights, NDArray[np.bool_], int]:
    """The method ``omp``, like `_spans`. `shared` has the pairs of a new and an old id with the same string."""
    if not len(shared):
        raise MorfemError(f"method 'omp': {old.name} and {new.name} share no token string; use 'spans'")
    size = new.vocab_size or 0
    vectors, counts, lines = _neighbour_vectors(new, corpus)
    known = shared[np.argsort(-counts[shared[:, 0]], kind="stable")][:ATOMS]
    known = known[counts[known[:, 0]] > 0]
    if not len(known):
        raise MorfemError("method 'omp': no token that both vocabularies share occurs in the corpus; use a larger corpus, or 'spans'")
    atoms = vectors[known[:, 0]]
    rows = np.flatnonzero(counts)
    chosen, shares = [], []
    for first in range(0, len(rows), 1024):
        places, found = _pursued(vectors[rows[first : first + 1024]], atoms, min(CHOSEN, len(atoms)))
        chosen.append(known[places, 1])
        shares.append(found)
    old_ids, weights = np.concatenate(chosen), np.concatenate(shares)
    # A token without neighbours has the zero vector, which no token approximates, so the pursuit says nothing about it.
    is_used = weights.ravel() != 0
    new_ids = np.repeat(rows, old_ids.shape[1])
    return Weights(size, new_ids[is_used], old_ids.ravel()[is_used], weights.ravel()[is_used]), counts > 0, lines


def _neighbour_vectors(new: TokenizerAdapter, corpus: Any) -> tuple[Floats, Integers, int]:
    """(ids, `DIMENSIONS`) vectors of unit length from the tokens near each token, (ids,) counts, and the number of lines."""
    size, lines = new.vocab_size or 0, 0
    batches = []
    for texts in Corpus(corpus).lines_with_text(BATCH):
        batch = new.encode(texts)
        lines += len(texts)
        batches.append((batch.ids, batch.token_text))
    counts = np.bincount(np.concatenate([ids for ids, _ in batches]) if batches else np.zeros(0, np.int64), minlength=size)
    column = np.full(size, -1)
    frequent = np.argsort(-counts, kind="stable")[:CONTEXTS]
    column[frequent] = np.arange(len(frequent))
    near = np.zeros((size, len(frequent)), np.float32)
    for ids, text in batches:
        for distance in range(1, WINDOW + 1):
            is_near = text[distance:] == text[:-distance]
            for ours, theirs in ((ids[distance:][is_near], ids[:-distance][is_near]), (ids[:-distance][is_near], ids[distance:][is_near])):
                place = column[theirs]
                np.add.at(near, (ours[place >= 0], place[place >= 0]), 1)
    total = max(float(near.sum()), 1.0)
    expected = near.sum(1, keepdims=True) * (near.sum(0, keepdims=True) / total)
    information = np.log(np.maximum(near, 1e-9) / np.maximum(expected, 1e-9))
    np.maximum(information, 0, out=information)
    _, directions = np.linalg.eigh(information.T @ information)
    vectors = information @ directions[:, ::-1][:, :DIMENSIONS]
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), counts, lines


def _pursued(targets: Floats, atoms: Floats, count: int) -> tuple[Integers, NDArray[np.float64]]:
    """(targets, count) the atoms whose weighted sums approximate the targets, in the order of choice, and (targets, count) the weights."""
    rows = np.arange(len(targets))
    places = np.zeros((len(targets), 0), np.int64)
    rest: Floats = targets
    shares: NDArray[np.float64] = np.zeros((len(targets), 0))
    for _ in range(count):
        fit = np.abs(rest @ atoms.T)
        fit[rows[:, None], places] = -1
        places = np.column_stack([places, fit.argmax(1)])
        chosen = atoms[places].astype(np.float64)
        gram = chosen @ chosen.transpose(0, 2, 1) + 1e-6 * np.eye(places.shape[1])
        shares = np.linalg.solve(gram, (chosen @ targets[:, :, None].astype(np.float64)))[:, :, 0].astype(np.float64)
        rest = targets - (shares[:, None] @ chosen)[:, 0]
    return places, shares
