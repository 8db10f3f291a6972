"""Training: a corpus in, a `Tokenizer` out. Written by `python -m tools.train_stub`."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Literal, TypedDict, overload

from typing_extensions import Unpack

from .._core import ChunkCounts as ChunkCounts
from .._core import Tokenizer
from ..corpus import Source
from ..morpheus.boundaries import Teacher as Teacher
from .extension import Extension as Extension
from .extension import ExtensionReport as ExtensionReport
from .extension import extend as extend
from .pruning import Pruned as Pruned
from .pruning import prune as prune

SPECIAL_TOKENS: tuple[str, ...]
__all__ = [
    "ChunkCounts",
    "Extension",
    "ExtensionReport",
    "Pruned",
    "SPECIAL_TOKENS",
    "Teacher",
    "bpe",
    "extend",
    "mft",
    "morpheus",
    "prune",
    "splinter",
    "thunder",
    "unigram",
    "union",
]

class _Common(TypedDict, total=False):
    """What every trainer takes besides its own parameters.

    Attributes
    ----------
    general : general text besides the language: texts, or JSON lines whose `kind` is english, code or other; see
        `general_share`.
    special_tokens : the first ids, in this order.
    progress : show progress on standard error.
    hold_out : leave out every Nth text of each file, for evaluation.
    field : field of JSON, or column of .csv and .tsv, that holds the text. If given, standard input is read as JSON.
    column : column of Parquet files that holds the text.
    on_bad_text : what to do with a text that has bytes which are not UTF-8, or half a surrogate pair. Bad texts are
        counted.
    compose : compose the characters of texts (NFC), which some systems decompose. The tokenizer changes no text: compose
        what it encodes too.
    threads : number of threads.
    name : name of the tokenizer; by default language and kind, such as tr-mft, or the kind alone.
    language : BCP 47 code of the language of the tokenizer, such as tr. Without it no language is recorded, not even that
        of a language pack.
    """

    general: Source | None
    special_tokens: Sequence[str]
    progress: bool
    hold_out: int | None
    field: str | None
    column: str | None
    on_bad_text: Literal["fail", "skip", "replace"]
    compose: bool
    threads: int | None
    name: str | None
    language: str | None

class _OfCorpus(_Common, total=False):
    """What every trainer that reads a corpus takes too, besides what `_Common` has.

    Attributes
    ----------
    ray : work on this Ray cluster: "auto", HOST:PORT, or "local" for this machine. Needs morfem[ray]; the result is the
        same.
    counts : with `ray`: folder for the counts, which all machines see under this path; a repeated training does not count
        again.
    """

    ray: str | None
    counts: str | PathLike[str] | None

@overload
def unigram(
    corpus: Source | ChunkCounts,
    *,
    endings: str | PathLike[str] | None = None,
    expressions: str | PathLike[str] | None = None,
    pieces: str | PathLike[str] | None = None,
    boundaries: Tokenizer | str | PathLike[str] | Callable[[str], Sequence[str]] | None = None,
    vocab_size: int,
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "phrases", "inflected", "marked", "inflected_mixed", "inflected_colon", "inflected_hyphen", "marked_mixed", "code", "llama3", "cl100k", "qwen2", "qwen35", "o200k", "tekken", "gpt2_digits", "falcon", "bloom", "deepseek3"] = "words",
    unit_rule: Literal["any", "characters", "linguistic"] = "characters",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "likelihood",
    max_token_bytes: int = 32,
    seed_pieces: int = 1_000_000,
    phrase_weight: float = 1.0,
    balance: float = 0.0,
    ending_weight: float = 1.0,
    tail_weight: float = 1.0,
    whole_phrases: float = 0.0,
    kinds: int = 8,
    boundary_rule: Literal["cuts", "tokens"] = "cuts",
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> Tokenizer:
    """Unigram language model (Kudo 2018).

    The trainer fits piece probabilities by expectation maximisation and prunes the pieces that are needed least. Several
    vocabulary sizes share one training: each size gets the pieces that a training for it alone has when its last pruning
    round begins.

    Parameters
    ----------
    corpus : what to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another
        iterable of texts; a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the
        formats of files.
    endings : the particles and endings of the language, for `ending_weight`: the code of a bundled language, a folder with
        endings.tsv, or a file.
    expressions : fixed expressions that begin inside a word, for `whole_phrases`: the code of a bundled language, a folder
        with expressions.tsv, or a file.
    pieces : strings that are pieces in any case: the code of a bundled language, a folder with pieces.tsv, or a file.
    boundaries : guide that says where pieces may end, see `boundary_rule`: a tokenizer, its name or folder; or a file with
        a word per line, its parts separated by a space. It is used in training only. In Python also a callable that gives
        the parts of a word.
    vocab_size : number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.
    pretokenizer : how texts are cut before training; no token crosses a cut.
    unit_rule : which strings may be pieces. "any": all; "characters": whole characters; "linguistic": bytes of one
        character, characters of one word, or whole words.
    score : how pruning values a piece. "likelihood": how far the log-likelihood of the corpus falls without the piece;
        "branching_entropy": its branching entropy times its probability; "token_savings": how many more tokens the corpus
        has without the piece.
    max_token_bytes : bytes of the longest piece, 4 to 255.
    seed_pieces : number of pieces to begin with.
    phrase_weight : factor of the values of pieces of several words when pruning; more than 0. Below 1, more of the pieces
        are parts of words.
    balance : how far kinds of text are balanced, which are found by their words: from 0, the corpus as it is, to 1, all
        kinds weigh the same. Above 0 the corpus is read twice. From 0 to 1.
    ending_weight : factor of the values of pieces in which an ending follows something else when pruning; more than 0.
        Below 1, more endings are tokens of their own. Needs the table of endings.
    tail_weight : the same for a piece without a space before it that is one character and endings, such as the last
        syllable of a noun with its particle; more than 0.
    whole_phrases : at what share of its places a piece of several words has to consist of whole words. Above 0 it also has
        to begin with a space, unless the table of expressions has it. From 0 to 1.
    kinds : number of kinds of text that are found for balance, 2 to 100.
    boundary_rule : what `boundaries` say. "cuts": where morphemes are cut; "tokens": where tokens of the guide are cut,
        which may be runs of whole morphemes.
    general_share : with general text, the share of the ids that are for strings of it: English, code, other scripts, groups
        of digits, emoji. The rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of
        a vocabulary smaller by this share.
    seed : written into the training record; this trainer draws no random numbers.
    **common : general, special_tokens, progress, hold_out, field, column, on_bad_text, compose, threads, name, language,
        ray, counts; see `_OfCorpus`.

    Returns
    -------
    A `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.
    MorfemError : if an option has an invalid value, or if a text is not UTF-8.
    TypeError : if an argument is unknown, missing or of a wrong type.
    OSError : if a file cannot be read; FileNotFoundError if there is none.

    >>> from morfem import train
    >>> tokenizer = train.unigram(["kitap", "kitaplar", "kitapta"], vocab_size=262, progress=False)
    >>> tokenizer.encode("kitapta").tokens
    ['kitap', 'ta']
    """
@overload
def unigram(
    corpus: Source | ChunkCounts,
    *,
    endings: str | PathLike[str] | None = None,
    expressions: str | PathLike[str] | None = None,
    pieces: str | PathLike[str] | None = None,
    boundaries: Tokenizer | str | PathLike[str] | Callable[[str], Sequence[str]] | None = None,
    vocab_size: Sequence[int],
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "phrases", "inflected", "marked", "inflected_mixed", "inflected_colon", "inflected_hyphen", "marked_mixed", "code", "llama3", "cl100k", "qwen2", "qwen35", "o200k", "tekken", "gpt2_digits", "falcon", "bloom", "deepseek3"] = "words",
    unit_rule: Literal["any", "characters", "linguistic"] = "characters",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "likelihood",
    max_token_bytes: int = 32,
    seed_pieces: int = 1_000_000,
    phrase_weight: float = 1.0,
    balance: float = 0.0,
    ending_weight: float = 1.0,
    tail_weight: float = 1.0,
    whole_phrases: float = 0.0,
    kinds: int = 8,
    boundary_rule: Literal["cuts", "tokens"] = "cuts",
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> list[Tokenizer]: ...
@overload
def bpe(
    corpus: Source | ChunkCounts,
    *,
    boundaries: Tokenizer | str | PathLike[str] | Callable[[str], Sequence[str]] | None = None,
    vocab_size: int,
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "phrases", "inflected", "marked", "inflected_mixed", "inflected_colon", "inflected_hyphen", "marked_mixed", "code", "llama3", "cl100k", "qwen2", "qwen35", "o200k", "tekken", "gpt2_digits", "falcon", "bloom", "deepseek3"] = "gpt2",
    min_count: int = 2,
    boundary_rule: Literal["cuts", "tokens"] = "cuts",
    crossing_cost: int = 1,
    count_exponent: float = 1.0,
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> Tokenizer:
    """Byte-level byte-pair encoding (Sennrich et al. 2016).

    The trainer merges the most frequent neighbours until the vocabulary has its size.

    Parameters
    ----------
    corpus : what to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another
        iterable of texts; a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the
        formats of files.
    boundaries : guide that says where pieces may end, see `boundary_rule`: a tokenizer, its name or folder; or a file with
        a word per line, its parts separated by a space. It is used in training only. In Python also a callable that gives
        the parts of a word.
    vocab_size : number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.
    pretokenizer : how texts are cut before training; no token crosses a cut.
    min_count : pairs that occur less often are not merged.
    boundary_rule : what `boundaries` allow. "cuts": no piece that crosses a cut between morphemes; "tokens": also pieces
        that are runs of whole morphemes. A pair is worth its occurrences minus those that break this rule, as often as the
        tokenizer will break it.
    crossing_cost : how many occurrences of a pair outweigh one that breaks the rule, up to 1,000. More give more precise
        cuts and more tokens.
    count_exponent : with `boundaries`, words count with this power of how often they occur. Below 1, cuts in rare words
        count for more, so cuts are more precise and tokens more. From 0 to 1.
    general_share : with general text, the share of the ids that are for strings of it: English, code, other scripts, groups
        of digits, emoji. The rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of
        a vocabulary smaller by this share.
    seed : written into the training record; this trainer draws no random numbers.
    **common : general, special_tokens, progress, hold_out, field, column, on_bad_text, compose, threads, name, language,
        ray, counts; see `_OfCorpus`.

    Returns
    -------
    A `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.
    MorfemError : if an option has an invalid value, or if a text is not UTF-8.
    TypeError : if an argument is unknown, missing or of a wrong type.
    OSError : if a file cannot be read; FileNotFoundError if there is none.

    >>> from morfem import train
    >>> tokenizer = train.bpe(["kitap", "kitaplar", "kitapta"], vocab_size=264, progress=False)
    >>> tokenizer.encode("kitap!").tokens
    ['kitap', '<0x21>']
    """
@overload
def bpe(
    corpus: Source | ChunkCounts,
    *,
    boundaries: Tokenizer | str | PathLike[str] | Callable[[str], Sequence[str]] | None = None,
    vocab_size: Sequence[int],
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "phrases", "inflected", "marked", "inflected_mixed", "inflected_colon", "inflected_hyphen", "marked_mixed", "code", "llama3", "cl100k", "qwen2", "qwen35", "o200k", "tekken", "gpt2_digits", "falcon", "bloom", "deepseek3"] = "gpt2",
    min_count: int = 2,
    boundary_rule: Literal["cuts", "tokens"] = "cuts",
    crossing_cost: int = 1,
    count_exponent: float = 1.0,
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> list[Tokenizer]: ...
@overload
def thunder(
    corpus: Source | ChunkCounts,
    *,
    endings: str | PathLike[str] | None = None,
    expressions: str | PathLike[str] | None = None,
    pieces: str | PathLike[str] | None = None,
    boundaries: Tokenizer | str | PathLike[str] | Callable[[str], Sequence[str]] | None = None,
    vocab_size: int,
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "phrases", "inflected", "marked", "inflected_mixed", "inflected_colon", "inflected_hyphen", "marked_mixed", "code", "llama3", "cl100k", "qwen2", "qwen35", "o200k", "tekken", "gpt2_digits", "falcon", "bloom", "deepseek3"] = "thunder",
    unit_rule: Literal["any", "characters", "linguistic"] = "linguistic",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "branching_entropy",
    max_token_bytes: int = 32,
    seed_pieces: int = 1_000_000,
    phrase_weight: float = 1.0,
    balance: float = 0.0,
    ending_weight: float = 1.0,
    tail_weight: float = 1.0,
    whole_phrases: float = 0.0,
    kinds: int = 8,
    boundary_rule: Literal["cuts", "tokens"] = "cuts",
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> Tokenizer:
    """Thunder-Tok: a Unigram model of linguistic units, whole phrases among them, pruned by branching entropy (Cho et al. 2025).

    Wide chunks, the unit rule and branching entropy are options, so each can be switched off.

    Parameters
    ----------
    corpus : what to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another
        iterable of texts; a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the
        formats of files.
    endings : the particles and endings of the language, for `ending_weight`: the code of a bundled language, a folder with
        endings.tsv, or a file.
    expressions : fixed expressions that begin inside a word, for `whole_phrases`: the code of a bundled language, a folder
        with expressions.tsv, or a file.
    pieces : strings that are pieces in any case: the code of a bundled language, a folder with pieces.tsv, or a file.
    boundaries : guide that says where pieces may end, see `boundary_rule`: a tokenizer, its name or folder; or a file with
        a word per line, its parts separated by a space. It is used in training only. In Python also a callable that gives
        the parts of a word.
    vocab_size : number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.
    pretokenizer : how texts are cut before training; no token crosses a cut.
    unit_rule : which strings may be pieces. "any": all; "characters": whole characters; "linguistic": bytes of one
        character, characters of one word, or whole words.
    score : how pruning values a piece. "likelihood": how far the log-likelihood of the corpus falls without the piece;
        "branching_entropy": its branching entropy times its probability; "token_savings": how many more tokens the corpus
        has without the piece.
    max_token_bytes : bytes of the longest piece, 4 to 255.
    seed_pieces : number of pieces to begin with.
    phrase_weight : factor of the values of pieces of several words when pruning; more than 0. Below 1, more of the pieces
        are parts of words.
    balance : how far kinds of text are balanced, which are found by their words: from 0, the corpus as it is, to 1, all
        kinds weigh the same. Above 0 the corpus is read twice. From 0 to 1.
    ending_weight : factor of the values of pieces in which an ending follows something else when pruning; more than 0.
        Below 1, more endings are tokens of their own. Needs the table of endings.
    tail_weight : the same for a piece without a space before it that is one character and endings, such as the last
        syllable of a noun with its particle; more than 0.
    whole_phrases : at what share of its places a piece of several words has to consist of whole words. Above 0 it also has
        to begin with a space, unless the table of expressions has it. From 0 to 1.
    kinds : number of kinds of text that are found for balance, 2 to 100.
    boundary_rule : what `boundaries` say. "cuts": where morphemes are cut; "tokens": where tokens of the guide are cut,
        which may be runs of whole morphemes.
    general_share : with general text, the share of the ids that are for strings of it: English, code, other scripts, groups
        of digits, emoji. The rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of
        a vocabulary smaller by this share.
    seed : written into the training record; this trainer draws no random numbers.
    **common : general, special_tokens, progress, hold_out, field, column, on_bad_text, compose, threads, name, language,
        ray, counts; see `_OfCorpus`.

    Returns
    -------
    A `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.
    MorfemError : if an option has an invalid value, or if a text is not UTF-8.
    TypeError : if an argument is unknown, missing or of a wrong type.
    OSError : if a file cannot be read; FileNotFoundError if there is none.

    >>> from morfem import train
    >>> tokenizer = train.thunder(["책을 읽었습니다.", "책이 있습니다.", "책은 집에 있었습니다."], vocab_size=270, progress=False)
    >>> tokenizer.encode("책을 읽었습니다.").tokens
    ['책', '을', '<0x20>', '읽', '었습니다.']
    """
@overload
def thunder(
    corpus: Source | ChunkCounts,
    *,
    endings: str | PathLike[str] | None = None,
    expressions: str | PathLike[str] | None = None,
    pieces: str | PathLike[str] | None = None,
    boundaries: Tokenizer | str | PathLike[str] | Callable[[str], Sequence[str]] | None = None,
    vocab_size: Sequence[int],
    pretokenizer: Literal["whole", "words", "space_runs", "gpt2", "thunder", "phrases", "inflected", "marked", "inflected_mixed", "inflected_colon", "inflected_hyphen", "marked_mixed", "code", "llama3", "cl100k", "qwen2", "qwen35", "o200k", "tekken", "gpt2_digits", "falcon", "bloom", "deepseek3"] = "thunder",
    unit_rule: Literal["any", "characters", "linguistic"] = "linguistic",
    score: Literal["likelihood", "branching_entropy", "token_savings"] = "branching_entropy",
    max_token_bytes: int = 32,
    seed_pieces: int = 1_000_000,
    phrase_weight: float = 1.0,
    balance: float = 0.0,
    ending_weight: float = 1.0,
    tail_weight: float = 1.0,
    whole_phrases: float = 0.0,
    kinds: int = 8,
    boundary_rule: Literal["cuts", "tokens"] = "cuts",
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> list[Tokenizer]: ...
@overload
def mft(
    corpus: Source | ChunkCounts,
    *,
    pack: str | PathLike[str],
    vocab_size: int = 32_768,
    roots: int = 20_000,
    merges: int = 0,
    merge_scope: Literal["words", "typed"] = "words",
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> Tokenizer:
    """MFT: roots, affixes by function, and a fallback model for all else (Bayram et al. 2025).

    Parameters
    ----------
    corpus : what to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another
        iterable of texts; a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the
        formats of files.
    pack : language pack: the code of a bundled one, such as "tr", or a folder.
    vocab_size : number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.
    roots : maximum number of roots; those that are frequent in many words of the corpus are kept.
    merges : number of merges of neighbouring units of a word: a root and affixes, several affixes, or a mark of capitals
        and a root.
    merge_scope : which units merges may join. "words": all units of a word; "typed": roots with the mark of words that are
        typed without letters that a keyboard may lack.
    general_share : with general text, the share of the ids that are for strings of it: English, code, other scripts, groups
        of digits, emoji. The rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of
        a vocabulary smaller by this share.
    seed : written into the training record; this trainer draws no random numbers.
    **common : general, special_tokens, progress, hold_out, field, column, on_bad_text, compose, threads, name, language,
        ray, counts; see `_OfCorpus`.

    Returns
    -------
    A `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.
    MorfemError : if an option has an invalid value, or if a text is not UTF-8.
    TypeError : if an argument is unknown, missing or of a wrong type.
    OSError : if a file cannot be read; FileNotFoundError if there is none.

    >>> from pathlib import Path
    >>> import morfem
    >>> corpus = Path(morfem.__file__).parent / "evaluate" / "suites" / "own" / "tr.txt"
    >>> tokenizer = morfem.train.mft(corpus, pack="tr", roots=500, vocab_size=1040, progress=False)
    >>> tokenizer.encode("Evlerden geldi.").tokens
    ['<title>', '▁ev', '+lAr', '+DAn', '▁gel', '+DI', '.']
    """
@overload
def mft(
    corpus: Source | ChunkCounts,
    *,
    pack: str | PathLike[str],
    vocab_size: Sequence[int],
    roots: int = 20_000,
    merges: int = 0,
    merge_scope: Literal["words", "typed"] = "words",
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> list[Tokenizer]: ...
@overload
def splinter(
    corpus: Source | ChunkCounts,
    *,
    alphabet: str | PathLike[str] | None = None,
    clitics: str | PathLike[str] | None = None,
    conditions: str | PathLike[str] | None = None,
    patterns: str | PathLike[str] | None = None,
    roots: str | PathLike[str] | None = None,
    closed: str | PathLike[str] | None = None,
    learned: Tokenizer | str | PathLike[str] | None = None,
    vocab_size: int = 32_768,
    merger: Literal["bpe", "unigram"] = "bpe",
    weight: Literal["types", "frequency"] = "types",
    affix_exponent: float = 0.7,
    min_count: int = 10,
    whole_share: float = 0.57,
    root_share: float = 0.12,
    pattern_share: float = 0.02,
    piece_share: float = 0.04,
    word_weight: float = 0.3,
    root_weight: float = 0.35,
    tear_exponent: float = 1.4,
    stem_weight: float = 2.2,
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> Tokenizer:
    """Splinter: takes words apart so that their roots can be tokens, though the letters of a root stand apart (Gazit et al. 2025).

    Without clitics as in the paper: the letters of patterns are taken out one by one, then all is merged as BPE does. With
    them, words are taken apart into prefixes, root, pattern and suffixes, and an id is one of these, a whole stem, or a
    whole word.

    Parameters
    ----------
    corpus : what to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another
        iterable of texts; a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the
        formats of files.
    alphabet : the letters of the language: the code of a bundled language, a folder with alphabet.tsv, or a file.
    clitics : the prefixes and suffixes of the language: the code of a bundled language, a folder with clitics.tsv, or a
        file.
    conditions : what prefixes and suffixes need: others, or a stem of some shape: the code of a bundled language, a folder
        with conditions.tsv, or a file.
    patterns : patterns of the language, above all those with letters that are not written: the code of a bundled language,
        a folder with known_patterns.tsv, or a file.
    roots : roots of the language, above all those with letters that come and go: the code of a bundled language, a folder
        with known_roots.tsv, or a file.
    closed : words that are not taken apart: the code of a bundled language, a folder with closed.tsv, or a file.
    learned : splinter tokenizer whose tables and statistics are used, instead of `alphabet` and `clitics`; only the
        vocabulary is trained. A name or a folder, in Python also a tokenizer.
    vocab_size : number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.
    merger : the model that joins reductions and letters: byte-pair merges, or a Unigram model. With clitics, where units
        are joined by what they gain, only "bpe".
    weight : the weight of a reduction in each word it leaves. "types": one; "frequency": the frequency of that word.
    affix_exponent : with clitics, the exponent of the frequency of an affix; the smaller, the more is cut off. From 0 to
        10.
    min_count : words that occur less often teach no reductions, and stems no roots.
    whole_share : with clitics, the share of the ids, at most, for words with affixes and whole stems. From 0 to 1.
    root_share : with clitics, the share for roots of other stems. From 0 to 1.
    pattern_share : with clitics, the share for patterns. From 0 to 1.
    piece_share : with clitics, the share for pieces of stems without a root; the ids that no share takes are merges. From 0
        to 1.
    word_weight : gain of a word with an id of its own, for each affix boundary in it, times its frequency. From 0 to 1,000.
    root_weight : gain of a stem with a root, for each tear in the root, times its frequency. A tear is a place where
        letters of the pattern part the root. From 0 to 1,000.
    tear_exponent : exponent of the number of tears. From 0 to 10.
    stem_weight : gain of any other stem, times its frequency. From 0 to 1,000.
    general_share : with general text, the share of the ids that are for strings of it: English, code, other scripts, groups
        of digits, emoji. The rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of
        a vocabulary smaller by this share.
    seed : written into the training record; this trainer draws no random numbers.
    **common : general, special_tokens, progress, hold_out, field, column, on_bad_text, compose, threads, name, language,
        ray, counts; see `_OfCorpus`.

    Returns
    -------
    A `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.
    MorfemError : if an option has an invalid value, or if a text is not UTF-8.
    TypeError : if an argument is unknown, missing or of a wrong type.
    OSError : if a file cannot be read; FileNotFoundError if there is none.

    >>> from pathlib import Path
    >>> import morfem
    >>> corpus = Path(morfem.__file__).parent / "evaluate" / "suites" / "own" / "he.txt"
    >>> tokenizer = morfem.train.splinter(corpus, alphabet="he", min_count=1, vocab_size=600, progress=False)
    >>> tokenizer.encode("ספרים").tokens
    ['▁ס', 'פ', 'ר', '+-1:מ·+-2:י']
    """
@overload
def splinter(
    corpus: Source | ChunkCounts,
    *,
    alphabet: str | PathLike[str] | None = None,
    clitics: str | PathLike[str] | None = None,
    conditions: str | PathLike[str] | None = None,
    patterns: str | PathLike[str] | None = None,
    roots: str | PathLike[str] | None = None,
    closed: str | PathLike[str] | None = None,
    learned: Tokenizer | str | PathLike[str] | None = None,
    vocab_size: Sequence[int],
    merger: Literal["bpe", "unigram"] = "bpe",
    weight: Literal["types", "frequency"] = "types",
    affix_exponent: float = 0.7,
    min_count: int = 10,
    whole_share: float = 0.57,
    root_share: float = 0.12,
    pattern_share: float = 0.02,
    piece_share: float = 0.04,
    word_weight: float = 0.3,
    root_weight: float = 0.35,
    tear_exponent: float = 1.4,
    stem_weight: float = 2.2,
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> list[Tokenizer]: ...
@overload
def morpheus(
    corpus: Source | ChunkCounts,
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
    exceptions: int = 20_000,
    min_words: int = 3,
    epochs: int = 8,
    l1: float = 6.0,
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> Tokenizer:
    """Morpheus: segments between the boundaries of a neural network, found by a linear model that learned them (Şakar et al. 2026).

    With a budget, all steps are run: an analyser labels the words of the corpus, a network is trained on the labels, the
    network gives boundary probabilities for every word, the linear model learns these, and the vocabulary is built. Called
    again with the same work folder, the training continues where it stopped. Without a budget, an existing network is used.
    The training record says how far the linear model agrees with the network on words that it has not learned from.

    Parameters
    ----------
    corpus : what to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another
        iterable of texts; a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the
        formats of files.
    pack : language pack (only phonology.toml, lexicon.tsv is used): the code of a bundled one, such as "tr", or a folder.
    network : teacher of the boundaries, or the checkpoint of a trained network. By default the bundled one, or, with
        `budget`, a new one.
    budget : minutes for which a new network is trained on the corpus, which must then be running text. Needs PyTorch.
    analyser : the teacher of a new network: a tokenizer of kind mft, or its name or folder.
    work : folder that keeps labels, network and its probabilities, so that a training can continue; required with a budget.
        By default a temporary folder keeps the probabilities; if the training fails, the folder stays and the error names
        it.
    evaluation_words : words in lower case that are kept out of the exception table and of the training of a new network.
    vocab_size : number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.
    merges : number of merges of neighbouring segments of a word, or of a mark and a segment.
    merge_scope : which ids may be merged. "segments": segments and marks; "capitals": only a mark with the first segment of
        its word, so that no boundary is lost.
    pieces : minimum number of pieces of the fallback model. By default half of the ids, at most 8,000, and fewer if the
        corpus does not have so many.
    exceptions : maximum number of exceptions: frequent words that a table splits because the linear model and the teacher
        disagree.
    min_words : N-grams that occur in fewer words are ignored.
    epochs : how often the linear model sees each word.
    l1 : L1 penalty of the linear model. A larger penalty leaves fewer n-grams with a weight. From 0 to 1,000,000.
    general_share : with general text, the share of the ids that are for strings of it: English, code, other scripts, groups
        of digits, emoji. The rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of
        a vocabulary smaller by this share.
    seed : decides the order in which the linear model sees the words.
    **common : general, special_tokens, progress, hold_out, field, column, on_bad_text, compose, threads, name, language,
        ray, counts; see `_OfCorpus`.

    Returns
    -------
    A `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.
    MorfemError : if an option has an invalid value, or if a text is not UTF-8.
    TypeError : if an argument is unknown, missing or of a wrong type.
    OSError : if a file cannot be read; FileNotFoundError if there is none.

    >>> from morfem import train
    >>> corpus = {"kitap": 60, "kitaplar": 40, "kitapta": 30, "ev": 50, "evler": 30, "evlerde": 20}
    >>> tokenizer = train.morpheus(corpus, pack="tr", vocab_size=364, progress=False)
    >>> tokenizer.encode("evlerde").tokens
    ['▁ev', 'ler', 'de']
    """
@overload
def morpheus(
    corpus: Source | ChunkCounts,
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
    exceptions: int = 20_000,
    min_words: int = 3,
    epochs: int = 8,
    l1: float = 6.0,
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_OfCorpus],
) -> list[Tokenizer]: ...
@overload
def union(
    members: Sequence[Tokenizer | str | PathLike[str]],
    *,
    texts: Mapping[str, Source] | None = None,
    weights: Mapping[str, float] | None = None,
    vocab_size: int = 200_000,
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_Common],
) -> Tokenizer:
    """One vocabulary for several languages, in which each word is encoded by the tokenizer of its language.

    The tokenizers keep the ids that are worth most on the texts of their languages.

    Parameters
    ----------
    members : the tokenizers to join: bundled names, folders or tokenizers.
    texts : texts of each language, by its code. The vocabulary of a member stands for texts that are missing.
    weights : how much each language counts, by its code; 1 for others. The languages are scaled to the same number of bytes
        first.
    vocab_size : number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.
    general_share : with general text, the share of the ids that are for strings of it: English, code, other scripts, groups
        of digits, emoji. The rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of
        a vocabulary smaller by this share.
    seed : written into the training record; this trainer draws no random numbers.
    **common : general, special_tokens, progress, hold_out, field, column, on_bad_text, compose, threads, name, language;
        see `_Common`.

    Returns
    -------
    A `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.

    Raises
    ------
    TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.
    MorfemError : if an option has an invalid value, or if a text is not UTF-8.
    TypeError : if an argument is unknown, missing or of a wrong type.
    OSError : if a file cannot be read; FileNotFoundError if there is none.

    >>> from morfem import train
    >>> tokenizer = train.union(["tr-mft", "he-splinter"], vocab_size=40_000, progress=False)
    >>> tokenizer.encode("evlerde בבית").tokens
    ['▁ev/tr', '+lAr', '+DA', '+ב-·▁בית']
    """
@overload
def union(
    members: Sequence[Tokenizer | str | PathLike[str]],
    *,
    texts: Mapping[str, Source] | None = None,
    weights: Mapping[str, float] | None = None,
    vocab_size: Sequence[int],
    general_share: float = 0.2,
    seed: int = 0,
    **common: Unpack[_Common],
) -> list[Tokenizer]: ...
