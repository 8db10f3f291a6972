"""The result of an evaluation. It can be written to the terminal, as JSON, as CSV, as LaTeX, and as an HTML page."""

from dataclasses import dataclass, field, replace

from ..metric import Score


@dataclass(frozen=True)
class Comparison:
    """The difference of two tokenizers in one figure on one data set: `first` minus `second`, with its 95 % interval and p-values.

    Attributes
    ----------
    p_bootstrap, p_randomisation : two-sided p-values of the paired bootstrap and of the paired randomisation test. The second is None if
        the items of the two tokenizers cannot be swapped.
    p_holm : `p_randomisation`, or else `p_bootstrap`, corrected for all comparisons of this figure on this data (Holm 1979).
    """

    metric: str
    data: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p_bootstrap: float
    p_randomisation: float | None
    p_holm: float


@dataclass(frozen=True)
class Word:
    """A word of the data as segmented by each tokenizer: `segments[name]`. `gold` has the segments of its first gold analysis, if any."""

    data: str
    word: str
    count: int
    segments: dict[str, list[str]]
    gold: list[str] | None = None


@dataclass
class Report:
    """The result of an evaluation.

    Attributes
    ----------
    suite : name of the suite, or of the single metric.
    tokenizers : their names in the order given; the trivial baselines come last.
    floors : names of the trivial baselines among them. The field has this name in JSON too.
    scores : all scores.
    comparisons : every pair of tokenizers, without the trivial baselines, for every figure that can be compared.
    words : a sample of words of the gold data and the text, to show how the tokenizers differ.
    skipped : data sets that are missing, or on which nothing can be measured for a tokenizer, with the reason.
    failures : for a tokenizer, the texts on which it raised an error, with the error.
    dropped : for a data set, the line numbers of invalid rows of gold data, with the reason.
    vocab_sizes : for a tokenizer, the number of its ids, None if that is not known.
    """

    suite: str
    tokenizers: list[str]
    floors: list[str] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    failures: dict[str, dict[str, str]] = field(default_factory=dict)
    dropped: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    vocab_sizes: dict[str, int | None] = field(default_factory=dict)

    @property
    def lossy(self) -> set[str]:
        """The tokenizers of which a line did not come back."""
        return {score.tokenizer for score in self.scores if score.metric == "round_trip.lines" and score.value < 1}

    def add(self, other: "Report", data: str) -> None:
        """Adds the scores of another report as scores of the data set `data`, and its problems.

        >>> report = Report("ko-intrinsic", ["ko-thunder", "words"], ["words"])
        >>> report.add(Report("bench", ["ko-thunder", "bpe"]), "development lines")
        >>> report.tokenizers
        ['ko-thunder', 'bpe', 'words']
        """
        own = len(self.tokenizers) - len(self.floors)
        self.tokenizers[own:own] = [name for name in other.tokenizers if name not in self.tokenizers]
        self.scores += [replace(score, data=data) for score in other.scores]
        self.skipped += other.skipped
        self.vocab_sizes = other.vocab_sizes | self.vocab_sizes
        for name, failures in other.failures.items():
            self.failures.setdefault(name, {}).update(failures)
