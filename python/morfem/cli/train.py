"""`morfem train`: a command for each system."""

import os
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from .. import available, train
from .._core import MorfemError, Tokenizer
from .arguments import Column, Field, Threads, paths

app = typer.Typer(name="train", help="Train a tokenizer on texts.", no_args_is_help=False)


class Splitter(str, Enum):
    """How texts are cut before training."""

    WHOLE = "whole"
    WORDS = "words"
    SPACE_RUNS = "space_runs"
    GPT2 = "gpt2"
    THUNDER = "thunder"
    INFLECTED = "inflected"


class Rest(str, Enum):
    """The fallback model for text outside the lexicon."""

    UNIGRAM = "unigram"
    BPE = "bpe"


class Joins(str, Enum):
    """What merges join."""

    SEGMENTS = "segments"
    CAPITALS = "capitals"


class Search(str, Enum):
    """How a word is taken apart."""

    VITERBI = "viterbi"
    GREEDY = "greedy"


class Method(str, Enum):
    """How Splinter takes words apart."""

    UNITS = "units"
    REDUCTIONS = "reductions"


class Inner(str, Enum):
    """What joins reductions and letters."""

    BPE = "bpe"
    UNIGRAM = "unigram"


class Weight(str, Enum):
    """What a reduction is worth in learning."""

    TYPES = "types"
    FREQUENCY = "frequency"


class UnitRule(str, Enum):
    """Which strings may be pieces."""

    ANY = "any"
    CHARACTERS = "characters"
    LINGUISTIC = "linguistic"


class Score(str, Enum):
    """What a piece is worth when pruning."""

    LIKELIHOOD = "likelihood"
    BRANCHING_ENTROPY = "branching_entropy"
    TOKEN_SAVINGS = "token_savings"


Texts = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS",
        help="Files or patterns: text, .jsonl, .parquet, .tsv (word<TAB>count), also .gz .xz .zst; - is standard input.",
        show_default=False,
    ),
]
Size = Annotated[
    int,
    typer.Option("--vocab-size", min=0, metavar="N", help="Ids of the tokenizer, specials and the 256 bytes included.", show_default=False),
]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the tokenizer.", show_default=False)]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the tokenizer that the folder of --output holds.")]
Special = Annotated[
    list[str] | None,
    typer.Option(
        "--special", metavar="TEXT", help="A special token; may be given many times.", show_default=" ".join(train.SPECIAL_TOKENS)
    ),
]
HoldOut = Annotated[int | None, typer.Option(min=2, metavar="N", help="Leave out every N-th text of a file, for evaluation.")]
Name = Annotated[str | None, typer.Option(metavar="NAME", help="Name of the tokenizer.", show_default="the system, after the language")]
Language = Annotated[str | None, typer.Option(metavar="CODE", help="BCP 47 code of the language, such as tr.")]
Card = Annotated[Path | None, typer.Option(metavar="FILE", help="Model card (Markdown) to put into the artefact.")]
Seed = Annotated[int, typer.Option(metavar="N", help="Written into the record; these trainers draw no random numbers.")]
Rule = Annotated[UnitRule, typer.Option(help="Which strings may be pieces: all, whole characters, or linguistic units.")]
Worth = Annotated[Score, typer.Option(help="What a piece is worth when pruning.")]
Longest = Annotated[int, typer.Option(min=1, metavar="N", help="Longest piece.")]
Prune = Annotated[float, typer.Option(metavar="SHARE", help="Share of the pieces that a round drops, between 0 and 1.")]
Seeds = Annotated[int, typer.Option(min=1, metavar="N", help="Pieces to begin with.")]
Steps = Annotated[int, typer.Option(min=1, metavar="N", help="EM steps in a round.")]
CUT = "How texts are cut; no token crosses a cut."


@app.command()
def bpe(
    corpus: Texts,
    vocab_size: Size,
    output: Output,
    pretokenizer: Annotated[Splitter, typer.Option(help=CUT)] = Splitter.GPT2,
    min_count: Annotated[int, typer.Option(min=1, metavar="N", help="Pairs seen less often are not merged.")] = 2,
    overwrite: Overwrite = False,
    special: Special = None,
    hold_out: HoldOut = None,
    field: Field = None,
    column: Column = None,
    name: Name = None,
    language: Language = None,
    card: Card = None,
    threads: Threads = None,
    seed: Seed = 0,
) -> None:
    """Byte-level byte-pair encoding."""
    _train("bpe", **locals())


@app.command()
def unigram(
    corpus: Texts,
    vocab_size: Size,
    output: Output,
    pretokenizer: Annotated[Splitter, typer.Option(help=CUT)] = Splitter.WORDS,
    unit_rule: Rule = UnitRule.CHARACTERS,
    score: Worth = Score.LIKELIHOOD,
    max_token_bytes: Longest = 32,
    prune: Prune = 0.25,
    seed_pieces: Seeds = 1_000_000,
    em_steps: Steps = 2,
    overwrite: Overwrite = False,
    special: Special = None,
    hold_out: HoldOut = None,
    field: Field = None,
    column: Column = None,
    name: Name = None,
    language: Language = None,
    card: Card = None,
    threads: Threads = None,
    seed: Seed = 0,
) -> None:
    """Unigram language model."""
    _train("unigram", **locals())


@app.command()
def thunder(
    corpus: Texts,
    vocab_size: Size,
    output: Output,
    pretokenizer: Annotated[Splitter, typer.Option(help=CUT)] = Splitter.THUNDER,
    unit_rule: Rule = UnitRule.LINGUISTIC,
    score: Worth = Score.BRANCHING_ENTROPY,
    max_token_bytes: Longest = 32,
    prune: Prune = 0.25,
    seed_pieces: Seeds = 1_000_000,
    em_steps: Steps = 2,
    overwrite: Overwrite = False,
    special: Special = None,
    hold_out: HoldOut = None,
    field: Field = None,
    column: Column = None,
    name: Name = None,
    language: Language = None,
    card: Card = None,
    threads: Threads = None,
    seed: Seed = 0,
) -> None:
    """Thunder-Tok: linguistic units, pruned by branching entropy."""
    _train("thunder", **locals())


@app.command()
def mft(
    corpus: Texts,
    pack: Annotated[Path, typer.Option(metavar="FOLDER", help="The language pack, such as languages/tr.", show_default=False)],
    output: Output,
    vocab_size: Annotated[
        int, typer.Option(min=0, metavar="N", help="Ids of the tokenizer, specials and the 256 bytes included.")
    ] = 32_768,
    roots: Annotated[int, typer.Option(min=1, metavar="N", help="Roots at most.")] = 20_000,
    merges: Annotated[int, typer.Option(min=0, metavar="N", help="Ids that are merges of neighbouring units of a word.")] = 0,
    rest: Annotated[Rest, typer.Option(help="The fallback model for text outside the lexicon.")] = Rest.UNIGRAM,
    search: Annotated[Search, typer.Option(help="How a word is taken apart; greedily, as in the paper.")] = Search.VITERBI,
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="Rounds of expectation maximisation.")] = 8,
    power: Annotated[float, typer.Option(metavar="X", help="Exponent of the word counts in expectation maximisation.")] = 0.5,
    strength: Annotated[float, typer.Option(metavar="X", help="What the distribution over all affixes is worth, in observations.")] = 5.0,
    bonus: Annotated[float, typer.Option(metavar="X", help="What an affix is worth beyond its probability, in nats.")] = 1.0,
    overwrite: Overwrite = False,
    special: Special = None,
    hold_out: HoldOut = None,
    field: Field = None,
    column: Column = None,
    name: Name = None,
    language: Language = None,
    card: Card = None,
    threads: Threads = None,
    seed: Seed = 0,
) -> None:
    """MFT: roots, affixes by function, and subwords for the rest."""
    _train("mft", **locals())


@app.command()
def splinter(
    corpus: Texts,
    output: Output,
    language: Language = None,
    tables: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder with alphabet.tsv and clitics.tsv, such as languages/he.",
            show_default="those of the bundled tokenizer of --language",
        ),
    ] = None,
    vocab_size: Annotated[
        int, typer.Option(min=0, metavar="N", help="Ids of the tokenizer, specials and the 256 bytes included.")
    ] = 32_768,
    method: Annotated[
        Method,
        typer.Option(help="units: prefixes, root, pattern, suffixes. reductions: letter by letter, as in the paper, without clitics.tsv."),
    ] = Method.UNITS,
    inner: Annotated[Inner, typer.Option(help="What joins reductions and letters; units are joined by what they gain.")] = Inner.BPE,
    weight: Annotated[
        Weight, typer.Option(help="What a reduction is worth: one for each word it leaves, or how often that occurs.")
    ] = Weight.TYPES,
    affix_power: Annotated[
        float, typer.Option(metavar="X", help="To which power the frequency of an affix counts; the smaller, the more is cut off.")
    ] = 0.7,
    min_count: Annotated[
        int, typer.Option(min=1, metavar="N", help="Words that occur less often teach no reductions, stems no roots.")
    ] = 10,
    wholes: Annotated[
        float, typer.Option(metavar="SHARE", help="Share of the ids, at most, for words with affixes and whole stems.")
    ] = 0.57,
    roots: Annotated[float, typer.Option(metavar="SHARE", help="For roots of other stems.")] = 0.12,
    patterns: Annotated[float, typer.Option(metavar="SHARE", help="For patterns.")] = 0.02,
    outer_patterns: Annotated[float, typer.Option(metavar="SHARE", help="For patterns with affixes.")] = 0.03,
    pieces: Annotated[float, typer.Option(metavar="SHARE", help="For pieces of what has no root.")] = 0.04,
    word_weight: Annotated[float, typer.Option(metavar="X", help="What a word is worth for each edge that need not be cut.")] = 0.3,
    root_weight: Annotated[float, typer.Option(metavar="X", help="What a stem with a root is worth for each tear in it.")] = 0.35,
    tear_power: Annotated[float, typer.Option(metavar="X", help="Exponent of the tears.")] = 1.4,
    stem_weight: Annotated[float, typer.Option(metavar="X", help="What any other stem is worth.")] = 2.2,
    overwrite: Overwrite = False,
    special: Special = None,
    hold_out: HoldOut = None,
    field: Field = None,
    column: Column = None,
    name: Name = None,
    card: Card = None,
    threads: Threads = None,
    seed: Seed = 0,
) -> None:
    """Splinter: roots that are tokens, though their letters stand apart."""
    folder = tables if tables is not None else _tables(language)
    clitics = folder / "clitics.tsv" if method is Method.UNITS else None
    options = {key: value for key, value in locals().items() if key not in ("folder", "tables", "method")}
    _train("splinter", alphabet=folder / "alphabet.tsv", **options)


def _tables(language: str | None) -> Path:
    """The tables that the bundled tokenizer of a language has in its artefact."""
    bundled = Path(train.__file__).parents[1] / "artifacts" / f"{language}-splinter"
    if language is None or not bundled.is_dir():
        known = ", ".join(name.removesuffix("-splinter") for name in available() if name.endswith("-splinter"))
        raise typer.BadParameter(f"give --tables, or a --language that has them: {known}")
    return bundled


@app.command()
def morpheus(
    corpus: Texts,
    pack: Annotated[Path, typer.Option(metavar="FOLDER", help="The language pack, such as languages/tr.", show_default=False)],
    output: Output,
    network: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Checkpoint of a trained network.", show_default="the bundled one")
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(min=0, metavar="MINUTES", help="Train a new network for so long. Needs PyTorch.", show_default=False),
    ] = None,
    analyser: Annotated[str, typer.Option(metavar="TOKENIZER", help="Teacher of a new network: an MFT tokenizer.")] = "tr-mft",
    work: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keeps labels, network and its probabilities; called again, the training goes on from there.",
            show_default="with --budget, OUTPUT.work",
        ),
    ] = None,
    vocab_size: Annotated[
        int, typer.Option(min=0, metavar="N", help="Ids of the tokenizer, specials and the 256 bytes included.")
    ] = 50_000,
    merges: Annotated[int, typer.Option(min=0, metavar="N", help="Ids that are merges of neighbouring segments of a word.")] = 0,
    joins: Annotated[Joins, typer.Option(help="What merges join: all, or marks of capitals with the segment after them.")] = Joins.SEGMENTS,
    pieces: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Ids, at least, for the pieces of the fallback model.",
            show_default="half of the ids, 8,000 at most",
        ),
    ] = None,
    rest: Annotated[Rest, typer.Option(help="The fallback model for text outside the known segments.")] = Rest.UNIGRAM,
    exceptions: Annotated[int, typer.Option(min=0, metavar="N", help="Frequent words, at most, that are cut by a table.")] = 20_000,
    measured: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Evaluation words, one per line, kept out of the exception table.")
    ] = None,
    min_words: Annotated[int, typer.Option(min=1, metavar="N", help="N-grams that occur in fewer words are ignored.")] = 3,
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="Times that the linear model sees each word.")] = 8,
    rate: Annotated[float, typer.Option(metavar="X", help="How fast its weights move.")] = 1.0,
    sparsity: Annotated[float, typer.Option(metavar="X", help="Its L1 penalty: the more, the fewer n-grams have a weight.")] = 6.0,
    overwrite: Overwrite = False,
    special: Special = None,
    hold_out: HoldOut = None,
    field: Field = None,
    column: Column = None,
    name: Name = None,
    language: Language = None,
    card: Card = None,
    threads: Threads = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Decides in which order the linear model sees the words.")] = 0,
) -> None:
    """Morpheus: segments as a neural network cuts them, by a linear model."""
    options = locals()
    options["measured"] = [] if measured is None else _read(measured).split()
    if budget is not None and work is None:
        options["work"] = output.with_name(f"{output.name}.work")
    _train("morpheus", **options)


def _train(
    system: Literal["bpe", "unigram", "thunder", "mft", "splinter", "morpheus"],
    *,
    corpus: list[str],
    output: Path,
    overwrite: bool,
    special: list[str] | None,
    card: Path | None,
    **options: Any,
) -> None:
    _check(output, overwrite)
    text = None if card is None else _read(card)
    options = {key: value.value if isinstance(value, Enum) else value for key, value in options.items()}
    specials = train.SPECIAL_TOKENS if special is None else special
    tokenizer: Tokenizer = getattr(train, system)(paths(corpus), special_tokens=specials, **options)
    if text is not None:
        tokenizer = tokenizer.with_record(card=text)
    tokenizer.save(output)
    print(f"{output}: {tokenizer.name}, {tokenizer.vocab_size:,} ids", file=sys.stderr)


def _read(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise MorfemError(f"{path}: not UTF-8; convert it with iconv") from None


def _check(output: Path, overwrite: bool) -> None:
    """Finds out before a long training what would keep its result from being saved."""
    if output == Path("-"):
        raise typer.BadParameter("--output -: a tokenizer is a folder, which standard output cannot take; give a name")
    if output.exists() and not output.is_dir():
        raise MorfemError(f"{output}: is no folder; choose another name")
    if output.is_dir() and any(output.iterdir()) and not (output / "morfem.json").is_file():
        raise MorfemError(f"{output}: holds other things than a tokenizer; choose another folder")
    if (output / "morfem.json").is_file() and not overwrite:
        raise MorfemError(f"{output}: holds a tokenizer; choose another folder, or replace it with --overwrite")
    parent = next(folder for folder in (output.absolute(), *output.absolute().parents) if folder.is_dir())
    if not os.access(parent, os.W_OK):
        raise MorfemError(f"{output}: {parent} cannot be written to")
