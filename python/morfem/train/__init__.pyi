"""Training: a corpus in, a `Tokenizer` out. Written by `python -m tools.train_stub`."""

from collections.abc import Sequence
from os import PathLike
from typing import Literal, overload

from .._core import Tokenizer
from ..corpus import Source
from .boundaries import Teacher as Teacher

SPECIAL_TOKENS: tuple[str, ...]
__all__ = [
    "SPECIAL_TOKENS",
    "Teacher",
    "bpe",
    "mft",
    "morpheus",
    "splinter",
    "thunder",
    "unigram",
]
@overload
def unigram(
    corpus: Source,
    *,
    vocab_size: int,
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2", "o200k"] = "words",
    unit_rule: Literal["any", "characters", "linguistic"] = "characters",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "likelihood",
    max_token_bytes: int = 32,
    prune: float = 0.25,
    seed_pieces: int = 1_000_000,
    em_steps: int = 2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """Unigram language model (Kudo 2018).

    The trainer fits piece probabilities by expectation maximisation and prunes the pieces that are needed least. Of several
    vocabulary sizes, each is what a training for it alone would give up to where its last pruning round begins.

    Parameters
    ----------
    corpus : what to train on.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give a list of tokenizers in that
        order.
    pretokenizer : how texts are cut before training; no token crosses a cut.
    unit_rule : which strings may be pieces. "any": all; "characters": whole characters; "linguistic": bytes of one
        character, characters of one word, or whole words.
    score : the worth of a piece when pruning. "likelihood": how much of the likelihood of the corpus is lost without the
        piece; "branching_entropy": that entropy times the probability of the piece; "token_savings": how many tokens more
        the corpus has without it.
    max_token_bytes : bytes of the longest piece, 4 to 255.
    prune : share of the pieces that a pruning round drops, between 0 and 1.
    seed_pieces : number of pieces to begin with.
    em_steps : steps of expectation maximisation in a round.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field : field of JSON lines that holds the text; "text" unless given.
    column : column of Parquet files that holds the text; "text" unless given.
    threads : threads to work on; None for one for each processor.
    name : name of the tokenizer; None for the kind, after the language.
    language : BCP 47 code of the language of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or a table is faulty.
    MorfemError : if an option has a value that it cannot have.
    """
@overload
def unigram(
    corpus: Source,
    *,
    vocab_size: Sequence[int],
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2", "o200k"] = "words",
    unit_rule: Literal["any", "characters", "linguistic"] = "characters",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "likelihood",
    max_token_bytes: int = 32,
    prune: float = 0.25,
    seed_pieces: int = 1_000_000,
    em_steps: int = 2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> list[Tokenizer]: ...
@overload
def bpe(
    corpus: Source,
    *,
    vocab_size: int,
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2", "o200k"] = "gpt2",
    min_count: int = 2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """Byte-level byte-pair encoding (Sennrich et al. 2016).

    The trainer merges the most frequent neighbours until the vocabulary has its size.

    Parameters
    ----------
    corpus : what to train on.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give a list of tokenizers in that
        order.
    pretokenizer : how texts are cut before training; no token crosses a cut.
    min_count : pairs that occur less often are not merged.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field : field of JSON lines that holds the text; "text" unless given.
    column : column of Parquet files that holds the text; "text" unless given.
    threads : threads to work on; None for one for each processor.
    name : name of the tokenizer; None for the kind, after the language.
    language : BCP 47 code of the language of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or a table is faulty.
    MorfemError : if an option has a value that it cannot have.
    """
@overload
def bpe(
    corpus: Source,
    *,
    vocab_size: Sequence[int],
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2", "o200k"] = "gpt2",
    min_count: int = 2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> list[Tokenizer]: ...
@overload
def thunder(
    corpus: Source,
    *,
    vocab_size: int,
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2", "o200k"] = "thunder",
    unit_rule: Literal["any", "characters", "linguistic"] = "linguistic",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "branching_entropy",
    max_token_bytes: int = 32,
    prune: float = 0.25,
    seed_pieces: int = 1_000_000,
    em_steps: int = 2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """Thunder-Tok: a Unigram model of linguistic units, whole phrases among them, pruned by branching entropy (Cho et al. 2025).

    Each ingredient is an option, so that it can be taken away.

    Parameters
    ----------
    corpus : what to train on.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give a list of tokenizers in that
        order.
    pretokenizer : how texts are cut before training; no token crosses a cut.
    unit_rule : which strings may be pieces. "any": all; "characters": whole characters; "linguistic": bytes of one
        character, characters of one word, or whole words.
    score : the worth of a piece when pruning. "likelihood": how much of the likelihood of the corpus is lost without the
        piece; "branching_entropy": that entropy times the probability of the piece; "token_savings": how many tokens more
        the corpus has without it.
    max_token_bytes : bytes of the longest piece, 4 to 255.
    prune : share of the pieces that a pruning round drops, between 0 and 1.
    seed_pieces : number of pieces to begin with.
    em_steps : steps of expectation maximisation in a round.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field : field of JSON lines that holds the text; "text" unless given.
    column : column of Parquet files that holds the text; "text" unless given.
    threads : threads to work on; None for one for each processor.
    name : name of the tokenizer; None for the kind, after the language.
    language : BCP 47 code of the language of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or a table is faulty.
    MorfemError : if an option has a value that it cannot have.
    """
@overload
def thunder(
    corpus: Source,
    *,
    vocab_size: Sequence[int],
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2", "o200k"] = "thunder",
    unit_rule: Literal["any", "characters", "linguistic"] = "linguistic",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "branching_entropy",
    max_token_bytes: int = 32,
    prune: float = 0.25,
    seed_pieces: int = 1_000_000,
    em_steps: int = 2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> list[Tokenizer]: ...
@overload
def mft(
    corpus: Source,
    *,
    pack: str | PathLike[str],
    vocab_size: int = 32_768,
    roots: int = 20_000,
    merges: int = 0,
    fallback: Literal["unigram", "bpe"] = "unigram",
    search: Literal["viterbi", "greedy"] = "viterbi",
    em_steps: int = 8,
    count_exponent: float = 0.5,
    backoff_weight: float = 5.0,
    affix_bonus: float = 1.0,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """MFT: roots, affixes by function, and a fallback model for all else (Bayram et al. 2025).

    Parameters
    ----------
    corpus : what to train on.
    pack : language pack: the code of a bundled one, such as "tr", or a folder.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give a list of tokenizers in that
        order.
    roots : roots at most; those that the corpus uses most.
    merges : ids that are merges of neighbouring units of a word: root and affixes, affixes, a mark of capitals and a root.
    fallback : the fallback model for text outside the lexicon.
    search : how a word is analysed. "viterbi": in the most probable way; "greedy": the longest root and then the longest
        affixes, as in the paper.
    em_steps : steps of expectation maximisation, by which the probabilities of roots and affixes are found.
    count_exponent : exponent of the counts of words in expectation maximisation.
    backoff_weight : observations that the distribution over all affixes is worth against that after one of them.
    affix_bonus : bonus of an affix beyond its probability, in nats; the larger, the more words are analysed that the
        lexicon has whole.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field : field of JSON lines that holds the text; "text" unless given.
    column : column of Parquet files that holds the text; "text" unless given.
    threads : threads to work on; None for one for each processor.
    name : name of the tokenizer; None for the kind, after the language.
    language : BCP 47 code of the language of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or a table is faulty.
    MorfemError : if an option has a value that it cannot have.
    """
@overload
def mft(
    corpus: Source,
    *,
    pack: str | PathLike[str],
    vocab_size: Sequence[int],
    roots: int = 20_000,
    merges: int = 0,
    fallback: Literal["unigram", "bpe"] = "unigram",
    search: Literal["viterbi", "greedy"] = "viterbi",
    em_steps: int = 8,
    count_exponent: float = 0.5,
    backoff_weight: float = 5.0,
    affix_bonus: float = 1.0,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> list[Tokenizer]: ...
@overload
def splinter(
    corpus: Source,
    *,
    alphabet: str | PathLike[str] | None = None,
    clitics: str | PathLike[str] | None = None,
    learned: Tokenizer | None = None,
    vocab_size: int = 32_768,
    merger: Literal["bpe", "unigram"] = "bpe",
    weight: Literal["types", "frequency"] = "types",
    affix_exponent: float = 0.7,
    min_count: int = 10,
    whole_share: float = 0.57,
    root_share: float = 0.12,
    pattern_share: float = 0.02,
    outer_pattern_share: float = 0.03,
    piece_share: float = 0.04,
    word_weight: float = 0.3,
    root_weight: float = 0.35,
    tear_exponent: float = 1.4,
    stem_weight: float = 2.2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """Splinter: takes words apart so that their roots can be tokens, though the letters of a root stand apart (Gazit et al. 2025).

    Without clitics as in the paper: the letters of patterns are taken out one by one, then all is merged as BPE does. With
    them, words are taken apart into prefixes, root, pattern and suffixes, and an id is one of these, a whole stem, or a
    whole word.

    Parameters
    ----------
    corpus : what to train on.
    alphabet : the letters of the language: the code of a bundled language, a folder with alphabet.tsv, or a file.
    clitics : the prefixes and suffixes of the language: the code of a bundled language, a folder with clitics.tsv, or a
        file.
    learned : tokenizer of this kind to take over from, instead of tables: only the vocabulary is made anew.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give a list of tokenizers in that
        order.
    merger : the model that joins reductions and letters: byte-pair merges, or a Unigram model. With clitics, where units
        are joined by what they gain, only "bpe".
    weight : the weight of a reduction in each word it leaves. "types": one; "frequency": the frequency of that word.
    affix_exponent : with clitics, the exponent of the frequency of an affix; the smaller, the more is cut off.
    min_count : words that occur less often teach no reductions, and stems no roots.
    whole_share : with clitics, the share of the ids, at most, for words with affixes and whole stems.
    root_share : with clitics, the share for roots of other stems.
    pattern_share : with clitics, the share for patterns.
    outer_pattern_share : with clitics, the share for patterns with affixes.
    piece_share : with clitics, the share for pieces of stems without a root; the ids that no share takes are merges.
    word_weight : gain of a word with an id of its own, for each affix boundary in it, times its frequency.
    root_weight : gain of a stem with a root, for each tear in the root, times its frequency. A tear is a place where
        letters of the pattern part the root.
    tear_exponent : exponent of the number of tears.
    stem_weight : gain of any other stem, times its frequency.
    special_tokens : the first ids, in this order.
    seed : written into the training record; this trainer draws no random numbers.
    progress : show what is going on, on standard error.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field : field of JSON lines that holds the text; "text" unless given.
    column : column of Parquet files that holds the text; "text" unless given.
    threads : threads to work on; None for one for each processor.
    name : name of the tokenizer; None for the kind, after the language.
    language : BCP 47 code of the language of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or a table is faulty.
    MorfemError : if an option has a value that it cannot have.
    """
@overload
def splinter(
    corpus: Source,
    *,
    alphabet: str | PathLike[str] | None = None,
    clitics: str | PathLike[str] | None = None,
    learned: Tokenizer | None = None,
    vocab_size: Sequence[int],
    merger: Literal["bpe", "unigram"] = "bpe",
    weight: Literal["types", "frequency"] = "types",
    affix_exponent: float = 0.7,
    min_count: int = 10,
    whole_share: float = 0.57,
    root_share: float = 0.12,
    pattern_share: float = 0.02,
    outer_pattern_share: float = 0.03,
    piece_share: float = 0.04,
    word_weight: float = 0.3,
    root_weight: float = 0.35,
    tear_exponent: float = 1.4,
    stem_weight: float = 2.2,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> list[Tokenizer]: ...
@overload
def morpheus(
    corpus: Source,
    *,
    pack: str | PathLike[str],
    network: Teacher | str | PathLike[str] | None = None,
    budget: float | None = None,
    analyser: Tokenizer | str = "tr-mft",
    work: str | PathLike[str] | None = None,
    evaluation_words: Sequence[str] = (),
    vocab_size: int = 50_000,
    merges: int = 0,
    merge_scope: Literal["segments", "capitals"] = "segments",
    pieces: int | None = None,
    fallback: Literal["unigram", "bpe"] = "unigram",
    exceptions: int = 20_000,
    min_words: int = 3,
    epochs: int = 8,
    learning_rate: float = 1.0,
    l1: float = 6.0,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Tokenizer:
    """Morpheus: segments as a neural network cuts them, by a linear model of n-grams that has learned its boundaries (Şakar et al. 2026).

    With a budget all of it is done: an analyser labels the words of the corpus, a network is trained on them, the network
    is asked about every word, the linear model learns its answers, and the vocabulary is made. Called again with the same
    work folder, the training goes on where it stopped. Without a budget, the network is one that there is. The training
    record says how far the linear model agrees with the network, on words that it has not learned from.

    Parameters
    ----------
    corpus : what to train on.
    pack : language pack, of which phonology.toml is used: the code of a bundled one, such as "tr", or a folder.
    network : teacher of the boundaries, or the checkpoint of a trained network; None for the bundled one, or, with a
        budget, a new one.
    budget : minutes for which a network is trained on the corpus, which then has to be running text. Needs PyTorch.
    analyser : tokenizer that teaches a new network, or its name or folder; one of kind mft.
    work : folder that keeps labels, network and its answers, to go on from; a budget needs one. Without, the answers are
        kept in a temporary folder until the training is done; if it fails, the folder stays and the error names it.
    evaluation_words : words in lower case that are kept out of the exception table and of the training of a new network.
    vocab_size : ids of the tokenizer, specials and the 256 bytes included. Several sizes give a list of tokenizers in that
        order.
    merges : ids that are merges of neighbouring segments of a word, and of marks of capitals with these.
    merge_scope : what merges join. "segments": all of that; "capitals": only marks with the first segment of their word,
        which takes no boundary away.
    pieces : ids, at least, for the pieces of the fallback model; undecided, half of the ids, but 8,000 at most, and fewer
        where the corpus has no more.
    fallback : the fallback model for text outside the known segments.
    exceptions : frequent words, at most, that are cut by a table because the linear model and the teacher disagree.
    min_words : N-grams that occur in fewer words are ignored.
    epochs : times that the linear model sees each word.
    learning_rate : learning rate of the linear model.
    l1 : L1 penalty of the linear model; the larger, the fewer n-grams have a weight.
    special_tokens : the first ids, in this order.
    seed : decides the order in which the linear model sees the words.
    progress : show what is going on, on standard error.
    hold_out : leave out every text whose number in its file is a multiple of this.
    field : field of JSON lines that holds the text; "text" unless given.
    column : column of Parquet files that holds the text; "text" unless given.
    threads : threads to work on; None for one for each processor.
    name : name of the tokenizer; None for the kind, after the language.
    language : BCP 47 code of the language of the tokenizer.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or a table is faulty.
    MorfemError : if an option has a value that it cannot have.
    """
@overload
def morpheus(
    corpus: Source,
    *,
    pack: str | PathLike[str],
    network: Teacher | str | PathLike[str] | None = None,
    budget: float | None = None,
    analyser: Tokenizer | str = "tr-mft",
    work: str | PathLike[str] | None = None,
    evaluation_words: Sequence[str] = (),
    vocab_size: Sequence[int],
    merges: int = 0,
    merge_scope: Literal["segments", "capitals"] = "segments",
    pieces: int | None = None,
    fallback: Literal["unigram", "bpe"] = "unigram",
    exceptions: int = 20_000,
    min_words: int = 3,
    epochs: int = 8,
    learning_rate: float = 1.0,
    l1: float = 6.0,
    special_tokens: Sequence[str] = ...,
    seed: int = 0,
    progress: bool = True,
    hold_out: int | None = None,
    field: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    name: str | None = None,
    language: str | None = None,
) -> list[Tokenizer]: ...
