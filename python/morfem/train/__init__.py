"""Training: a corpus in, a `Tokenizer` out.

Every function reads the corpus once, counts its distinct chunks (what the splitter cuts a text into), and gives the counts to the
compiled trainer. The result depends on the corpus and the options alone, not on the number of threads or the time of day. `vocab_size`
counts everything: specials, the 256 bytes, and what was learned. Ctrl-C stops a training within a second.

A corpus is a path, a pattern, a list of these, an iterable of texts, or a mapping of words to counts; see `morfem.corpus.texts`. A word
of a list of counts is counted as it stands in running text, with a space before it.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

from .. import __version__, load
from .._core import ChunkCounts, Tokenizer, TrainingError, train_bpe, train_mft, train_morpheus, train_splinter, train_unigram
from ..corpus import Corpus, Source
from ..progress import Meter
from .boundaries import Floats, Teacher, asked, digest, kept_work, trained_network

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["SPECIAL_TOKENS", "Teacher", "bpe", "mft", "morpheus", "splinter", "thunder", "unigram"]

SPECIAL_TOKENS = ("<pad>", "<s>", "</s>", "<mask>")
Splitter = Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2", "o200k"]
Weight = Literal["types", "frequency"]
Inner = Literal["bpe", "unigram"]
UnitRule = Literal["any", "characters", "linguistic"]
Score = Literal["likelihood", "branching_entropy", "token_savings"]


class _Options(TypedDict, total=False):
    """The options that `unigram` and `thunder` share, for type checkers."""

    special_tokens: Sequence[str]
    seed: int
    progress: bool
    pretokenizer: Splitter
    unit_rule: UnitRule
    score: Score
    max_token_bytes: int
    prune: float
    seed_pieces: int
    em_steps: int
    hold_out: int | None
    field: str | None
    column: str | None
    threads: int | None
    name: str | None
    language: str | None


class _SplinterOptions(TypedDict, total=False):
    """The other options of `splinter`, for type checkers."""

    special_tokens: Sequence[str]
    seed: int
    progress: bool
    alphabet: str | os.PathLike[str] | None
    clitics: str | os.PathLike[str] | None
    learned: Tokenizer | None
    inner: Inner
    weight: Weight
    affix_power: float
    min_count: int
    wholes: float
    roots: float
    patterns: float
    outer_patterns: float
    pieces: float
    word_weight: float
    root_weight: float
    tear_power: float
    stem_weight: float
    hold_out: int | None
    field: str | None
    column: str | None
    threads: int | None
    name: str | None
    language: str | None


def bpe(
    corpus: Source,
    *,
    vocab_size: int,
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    seed: int = 0,
    progress: bool = True,
    pretokenizer: Splitter = "gpt2",
    min_count: int = 2,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """Byte-level byte-pair encoding (Sennrich et al. 2016): merges the most frequent neighbours until `vocab_size` is reached.

    Parameters
    ----------
    corpus : what to train on.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    pretokenizer : how texts are cut before merging; no merge crosses a cut.
    min_count : pairs seen less often are not merged.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field, column : where the text stands in JSON lines and Parquet files; "text" unless given.
    threads : None for one for each processor.
    name, language : name, and BCP 47 code of the language, of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty, or does not support `vocab_size`.

    >>> tokenizer = bpe(["kitap", "kitaplar", "kitapta"], vocab_size=264, progress=False)
    >>> tokenizer.encode("kitap!").tokens
    ['kitap', '<0x21>']
    """
    reading = _Reading(corpus, pretokenizer, hold_out, field, column, seed, progress)
    with Meter(progress) as meter:
        tokenizer = train_bpe(
            reading, vocab_size=vocab_size, special_tokens=special_tokens, min_count=min_count, threads=threads, progress=meter
        )
    options = {"pretokenizer": pretokenizer, "min_count": min_count}
    return _recorded(tokenizer, name, language, options, reading.record)


@overload
def unigram(corpus: Source, *, vocab_size: int, **options: "Unpack[_Options]") -> Tokenizer: ...
@overload
def unigram(corpus: Source, *, vocab_size: Sequence[int], **options: "Unpack[_Options]") -> list[Tokenizer]: ...
def unigram(
    corpus: Source,
    *,
    vocab_size: int | Sequence[int],
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    seed: int = 0,
    progress: bool = True,
    pretokenizer: Splitter = "words",
    unit_rule: UnitRule = "characters",
    score: Score = "likelihood",
    max_token_bytes: int = 32,
    prune: float = 0.25,
    seed_pieces: int = 1_000_000,
    em_steps: int = 2,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer | list[Tokenizer]:
    """Unigram language model (Kudo 2018): fits piece probabilities by EM and prunes the pieces that are needed least.

    Parameters
    ----------
    corpus : what to train on.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give several tokenizers from one run, in the order
        of the sizes; each is what a run for it alone would give up to where its last pruning round begins.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    pretokenizer : how texts are cut; no piece crosses a cut.
    unit_rule : which strings may be pieces. "any": all; "characters": whole characters; "linguistic": bytes of one character, characters
        of one word, or whole words.
    score : what a piece is worth when pruning: "likelihood", how much of it is lost without the piece; "branching_entropy", times the
        probability of the piece; "token_savings", how many tokens more the corpus has without it.
    max_token_bytes : longest piece.
    prune : share of the pieces that a round drops.
    seed_pieces : pieces to begin with.
    em_steps : EM steps in a round.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field, column : where the text stands in JSON lines and Parquet files; "text" unless given.
    threads : None for one for each processor.
    name, language : name, and BCP 47 code of the language, of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty, or does not support `vocab_size`.
    """
    return _train_unigram("unigram", **locals())


@overload
def thunder(corpus: Source, *, vocab_size: int, **options: "Unpack[_Options]") -> Tokenizer: ...
@overload
def thunder(corpus: Source, *, vocab_size: Sequence[int], **options: "Unpack[_Options]") -> list[Tokenizer]: ...
def thunder(
    corpus: Source,
    *,
    vocab_size: int | Sequence[int],
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    seed: int = 0,
    progress: bool = True,
    pretokenizer: Splitter = "thunder",
    unit_rule: UnitRule = "linguistic",
    score: Score = "branching_entropy",
    max_token_bytes: int = 32,
    prune: float = 0.25,
    seed_pieces: int = 1_000_000,
    em_steps: int = 2,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer | list[Tokenizer]:
    """Thunder-Tok (Cho et al. 2025): a Unigram model of linguistic units, whole phrases among them, pruned by branching entropy.

    Its ingredients are options, so that each can be taken away. Parameters and errors: see `unigram`.
    """
    return _train_unigram("thunder", **locals())


def mft(
    corpus: Source,
    *,
    pack: str | os.PathLike[str],
    vocab_size: int = 32_768,
    roots: int = 20_000,
    merges: int = 0,
    rest: Literal["unigram", "bpe"] = "unigram",
    search: Literal["viterbi", "greedy"] = "viterbi",
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    seed: int = 0,
    progress: bool = True,
    rounds: int = 8,
    power: float = 0.5,
    strength: float = 5.0,
    bonus: float = 1.0,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """MFT (Bayram et al. 2025): roots, affixes by function, and a Unigram vocabulary for the rest.

    Parameters
    ----------
    corpus : what to train on.
    pack : folder of the language pack, as ``languages/tr``: its lexicon, affixes, morphotactics, phonology and readings.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included.
    roots : roots at most; those that the corpus uses most.
    merges : ids that are merges of neighbouring units of a word: root and affixes, affixes, a mark of capitals and a root.
    rest : what writes what is no unit.
    search : how a word is taken apart: the most probable way, or greedily, the longest root and then the longest affixes, as in the paper.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    rounds : rounds of expectation maximisation, by which the probabilities of roots and affixes are found.
    power : exponent of the counts of words there.
    strength : how many observations the distribution over all affixes is worth against that after one of them.
    bonus : what an affix is worth beyond its probability, in nats: the more, the more words are taken apart that the lexicon has whole.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field, column : where the text stands in JSON lines and Parquet files; "text" unless given.
    threads : None for one for each processor.
    name, language : name, and BCP 47 code of the language, of the tokenizer.

    Raises
    ------
    TrainingError : if the pack is faulty, with file, line and the mend; if the corpus is empty, or does not support `vocab_size`.
    """
    files = {path.name: path.read_bytes() for path in sorted(Path(pack).iterdir()) if path.suffix in (".tsv", ".toml")}
    reading = _Reading(corpus, "inflected", hold_out, field, column, seed, progress)
    reading.record["pack"] = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    options: dict[str, Any] = {
        "roots": roots,
        "merges": merges,
        "rest": rest,
        "search": search,
        "rounds": rounds,
        "power": power,
        "strength": strength,
        "bonus": bonus,
    }
    with Meter(progress) as meter:
        tokenizer = train_mft(
            reading, pack=files, vocab_size=vocab_size, special_tokens=special_tokens, threads=threads, progress=meter, **options
        )
    return _recorded(tokenizer, name, language, options, reading.record)


@overload
def splinter(corpus: Source, *, vocab_size: int = ..., **options: "Unpack[_SplinterOptions]") -> Tokenizer: ...
@overload
def splinter(corpus: Source, *, vocab_size: Sequence[int], **options: "Unpack[_SplinterOptions]") -> list[Tokenizer]: ...
def splinter(
    corpus: Source,
    *,
    alphabet: str | os.PathLike[str] | None = None,
    clitics: str | os.PathLike[str] | None = None,
    learned: Tokenizer | None = None,
    vocab_size: int | Sequence[int] = 32_768,
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    seed: int = 0,
    progress: bool = True,
    inner: Inner = "bpe",
    weight: Weight = "types",
    affix_power: float = 0.7,
    min_count: int = 10,
    wholes: float = 0.57,
    roots: float = 0.12,
    patterns: float = 0.02,
    outer_patterns: float = 0.03,
    pieces: float = 0.04,
    word_weight: float = 0.3,
    root_weight: float = 0.35,
    tear_power: float = 1.4,
    stem_weight: float = 2.2,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer | list[Tokenizer]:
    """Splinter (Gazit et al. 2025): takes words apart so that their roots can be tokens, though the letters of a root stand apart.

    Without `clitics` as in the paper: the letters of patterns are taken out one by one, then all is merged as BPE does. With them, words
    are taken apart into prefixes, root, pattern and suffixes, and an id is one of these, a whole stem, or a whole word.

    Parameters
    ----------
    corpus : what to train on.
    alphabet : table of the language's letters, as ``languages/he/alphabet.tsv``.
    clitics : table of its prefixes and suffixes, as ``languages/he/clitics.tsv``.
    learned : a Splinter tokenizer, instead of tables: what it knows of reductions, or of edges, roots and patterns, is taken over, and only
        the vocabulary is made anew.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give several tokenizers from one run, in the order
        of the sizes.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    inner : what joins reductions and letters, byte-pair merges or a Unigram model; with `clitics`, where units are joined by what they
        gain, only "bpe".
    weight : what a reduction is worth where it leaves a word: "types", one; "frequency", how often that word occurs.
    affix_power : with `clitics`, to which power the frequency of an affix counts when words are cut; the smaller, the more is cut off.
    min_count : words that occur less often teach no reductions, stems no roots.
    wholes, roots, patterns, outer_patterns, pieces : with `clitics`, shares of the ids at most: of words with affixes and whole stems; of
        roots for other stems, of patterns, and of patterns with affixes; of pieces for what has no root. What is left are merges.
    word_weight, root_weight, tear_power, stem_weight : what makes a whole worth an id, times its frequency: for a word, each edge that need
        not be cut; for a stem with a root, the tears in that root to this power; for any other stem.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field, column : where the text stands in JSON lines and Parquet files; "text" unless given.
    threads : None for one for each processor.
    name, language : name, and BCP 47 code of the language, of the tokenizer.

    Raises
    ------
    TrainingError : if a table is faulty, with its line; if the corpus is empty, has no word of the alphabet, or does not support
        `vocab_size`.
    """
    sizes = list(vocab_size) if isinstance(vocab_size, Sequence) else [vocab_size]
    if (alphabet is None) == (learned is None):
        raise TrainingError("give either an alphabet to learn with, or a tokenizer that has learned")
    tables: dict[str, Any] = {"alphabet": alphabet, "clitics": clitics}
    tables = {name: table and Path(table).read_text("utf-8") for name, table in tables.items()}
    reading = _Reading(corpus, "marked", hold_out, field, column, seed, progress)
    reading.record["tables"] = {name: hashlib.sha256(table.encode()).hexdigest() for name, table in tables.items() if table}
    options: dict[str, Any] = {"inner": inner, "weight": weight, "affix_power": affix_power, "min_count": min_count}
    options |= {"wholes": wholes, "roots": roots, "patterns": patterns, "outer_patterns": outer_patterns}
    options |= {"pieces": pieces, "word_weight": word_weight, "root_weight": root_weight}
    options |= {"tear_power": tear_power, "stem_weight": stem_weight}
    with Meter(progress) as meter:
        trained = train_splinter(
            reading, vocab_sizes=sizes, special_tokens=special_tokens, threads=threads, learned=learned, progress=meter, **tables, **options
        )
    tokenizers = [_recorded(tokenizer, name, language, options, reading.record) for tokenizer in trained]
    return tokenizers if isinstance(vocab_size, Sequence) else tokenizers[0]


def morpheus(
    corpus: Source,
    *,
    pack: str | os.PathLike[str],
    network: Teacher | str | os.PathLike[str] | None = None,
    budget: float | None = None,
    analyser: Tokenizer | str = "tr-mft",
    work: str | os.PathLike[str] | None = None,
    vocab_size: int = 50_000,
    merges: int = 0,
    joins: Literal["segments", "capitals"] = "segments",
    pieces: int | None = None,
    rest: Literal["unigram", "bpe"] = "unigram",
    exceptions: int = 20_000,
    measured: Sequence[str] = (),
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    seed: int = 0,
    progress: bool = True,
    min_words: int = 3,
    rounds: int = 8,
    rate: float = 1.0,
    sparsity: float = 6.0,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """Morpheus: segments as a neural network cuts them, by a linear model of n-grams that has learned its boundaries.

    With a `budget` all of it is done: an analyser labels the words of the corpus, a network is trained on them, the network is asked about
    every word, the linear model learns its answers, and the vocabulary is made. Called again with the same `work`, it goes on where it
    stopped. Without, the network is one that there is. The training record says how far the linear model agrees with the network, on words
    that it has not learned from and that are no exceptions.

    Parameters
    ----------
    corpus : what to train on.
    pack : folder of the language pack, as ``languages/tr``, of which its ``phonology.toml`` is used.
    network : what knows the boundaries, or the checkpoint of a trained network; None for the bundled one, or, with `budget`, a new one.
    budget : minutes for which a network is trained on the corpus, which then has to be running text. Needs PyTorch.
    analyser : the tokenizer that teaches a new network, or its name or folder; one of kind mft.
    work : folder that keeps labels, network and its answers, to go on from; a `budget` needs one. Without, the answers are kept in a
        temporary folder until the training is done; if it fails, the folder stays and the error names it.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included.
    merges : ids that are merges of neighbouring segments of a word, and of marks of capitals with these.
    joins : what merges join: all of that, or only marks with the first segment of their word, which takes no boundary away.
    pieces : ids that are pieces of what is no segment of the vocabulary, at least; None for half of the ids, but 8,000 at most, and fewer
        where the corpus has no more.
    rest : what writes the rest.
    exceptions : frequent words, at most, that are cut by a table because the linear model cuts them otherwise than the network.
    measured : words in small letters that are no exceptions, nor trained on by a new network, because something is measured with them.
    special_tokens : the first ids, in this order.
    seed : decides in which order the linear model sees the words.
    progress : show what is going on, on standard error.
    min_words : n-grams that fewer words have are not looked at.
    rounds : times that the linear model sees each word.
    rate : how fast its weights move.
    sparsity : its L1 penalty: the more, the fewer n-grams have a weight.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field, column : where the text stands in JSON lines and Parquet files; "text" unless given.
    threads : None for one for each processor.
    name, language : name, and BCP 47 code of the language, of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or the network gives what are no probabilities.
    MorfemError : if PyTorch is needed and missing.
    """
    phonology = (Path(pack) / "phonology.toml").read_bytes()
    if budget is not None:
        if network is not None or work is None:
            raise TrainingError("a budget trains a new network: give work, the folder that keeps it, and no network")
        if isinstance(corpus, Iterator):
            corpus = list(corpus)
    reading = _Reading(corpus, "inflected", hold_out, field, column, seed, progress)
    reading.record["phonology"] = hashlib.sha256(phonology).hexdigest()

    def labelled() -> tuple[ChunkCounts, Floats]:
        teacher, of, kept = network, "", None
        if budget is not None:
            texts = Corpus(corpus, field=field, column=column, hold_out=hold_out)
            known = analyser if isinstance(analyser, Tokenizer) else load(analyser)
            teacher = trained_network(
                texts, folder, analyser=known, budget=budget, measured=measured, seed=seed, threads=threads, progress=progress
            )
        if teacher is None or isinstance(teacher, str | os.PathLike):
            from ..morpheus.model import BUNDLED
            from ..morpheus.model import load as load_network

            path = BUNDLED if teacher is None else teacher
            teacher, of, kept = load_network(path), digest(path), folder / "probabilities.npz"
            reading.record["network"] = of
        counts = reading()
        probabilities = asked(teacher, counts.words(phonology), kept=kept, of=of, progress=progress)
        reading.record["boundaries"] = hashlib.sha256(probabilities.astype("<f4").tobytes()).hexdigest()
        return counts, probabilities

    options: dict[str, Any] = {
        "merges": merges,
        "joins": joins,
        "pieces": pieces,
        "rest": rest,
        "exceptions": exceptions,
        "min_words": min_words,
        "rounds": rounds,
        "rate": rate,
        "sparsity": sparsity,
    }
    with kept_work(work) as folder, Meter(progress) as meter:
        tokenizer = train_morpheus(
            labelled,
            phonology=phonology,
            measured=list(measured),
            vocab_size=vocab_size,
            special_tokens=special_tokens,
            seed=seed,
            threads=threads,
            progress=meter,
            **options,
        )
    return _recorded(tokenizer, name, language, options, reading.record)


def _train_unigram(
    kind: Literal["unigram", "thunder"],
    *,
    corpus: Source,
    vocab_size: int | Sequence[int],
    special_tokens: Sequence[str],
    seed: int,
    progress: bool,
    pretokenizer: Splitter,
    hold_out: int | None,
    field: str | None,
    column: str | None,
    threads: int | None,
    name: str | None,
    language: str | None,
    **options: Any,
) -> Tokenizer | list[Tokenizer]:
    sizes = list(vocab_size) if isinstance(vocab_size, Sequence) else [vocab_size]
    reading = _Reading(corpus, pretokenizer, hold_out, field, column, seed, progress)
    falling = sorted(set(sizes), reverse=True)
    with Meter(progress) as meter:
        tokenizers = train_unigram(
            reading, kind=kind, vocab_sizes=falling, special_tokens=special_tokens, threads=threads, progress=meter, **options
        )
    options = {"pretokenizer": pretokenizer, **options}
    recorded = [_recorded(tokenizer, name, language, options, reading.record) for tokenizer in tokenizers]
    by_size = dict(zip(falling, recorded, strict=True))
    return [by_size[size] for size in sizes] if isinstance(vocab_size, Sequence) else by_size[vocab_size]


class _Reading:
    """A corpus that is read when it is called, which a trainer does once it has found its options right.

    Attributes
    ----------
    record : what the training record says of the corpus, once it has been read.
    """

    def __init__(
        self, source: Source, splitter: Splitter, hold_out: int | None, field: str | None, column: str | None, seed: int, progress: bool
    ) -> None:
        self._corpus = Corpus(source, field=field, column=column, hold_out=hold_out)
        self._counts = ChunkCounts(splitter)
        self._progress = progress
        self.record: dict[str, Any] = {"morfem": __version__, "seed": seed}

    def __call__(self) -> ChunkCounts:
        corpus, counts = self._corpus, self._counts
        with Meter(self._progress) as meter:
            for batch in corpus.counted():
                if isinstance(batch, tuple):
                    words, numbers = batch
                    counts.add_counted([word if word[:1].isspace() else " " + word for word in words], numbers)
                else:
                    counts.add(batch)
                meter(f"reading {corpus.names}", corpus.done, corpus.size, is_bytes=True)
        if not len(counts):
            raise TrainingError(f"the corpus is empty: no text in {corpus.names}")
        self.record |= {**corpus.record(), "distinct_chunks": len(counts)}
        return counts


def _recorded(tokenizer: Tokenizer, name: str | None, language: str | None, options: dict[str, Any], training: dict[str, Any]) -> Tokenizer:
    name = name or (f"{language}-{tokenizer.kind}" if language else tokenizer.kind)
    return tokenizer.with_record(name=name, language=language, options=options, training=training)
