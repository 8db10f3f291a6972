"""What a trainer asks for, made from the arguments of a training function: a corpus, tables, a teacher, members.

A `Job` begins with nothing to read. Each input that the core names has one function in `PREPARE`, which checks its arguments and adds what
the trainer needs of it. Nothing long happens before `Job.read`, which the core calls after it has checked the options.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

from .. import __version__, languages, load
from .._core import ChunkCounts, MorfemError, Tokenizer, TrainingError, trainer_splitter
from ..checks import wrong_type
from ..corpus import Corpus, Source, check_source
from ..morpheus.boundaries import kept_work, labelled
from .guide import guided
from .reading import ByKind, Counted, Reading
from .schema import ANALYSER, parameters

Read = tuple[ChunkCounts, Any, Sequence[ChunkCounts | None]]  # the chunks, the probabilities of a teacher, the chunks of parts


class Job:
    """A training that is prepared: what the core gets, and how the corpus is read.

    Attributes
    ----------
    options : those that the core describes; the splitter is one of its own.
    files : tables by name.
    record : the training record.
    names : the names of the files of the corpus, for display.
    stack : holds what the training needs until its end.
    """

    def __init__(self, schema: dict[str, Any], arguments: dict[str, Any], stack: ExitStack) -> None:
        self.schema, self.arguments, self.stack = schema, arguments, stack
        self.options = {option["name"]: arguments[option["name"]] for option in schema["options"]}
        self.splitter = self.options.pop("pretokenizer", schema["splitter"])
        self.texts: Callable[..., Corpus] = partial(
            Corpus, **{name: arguments[name] for name in ("field", "column", "hold_out", "on_bad_text", "compose")}
        )
        self.files: dict[str, bytes] = {}
        self.learned: Tokenizer | None = None
        self.guide: Tokenizer | None = None
        self.cut_words: Callable[[ChunkCounts], bytes] | None = None
        self.members: list[tuple[Tokenizer, float]] = []
        self.evaluation_words: list[str] = []
        self.record: dict[str, Any] = {"morfem": __version__, "seed": arguments["seed"]}
        self.names = ""
        self.read: Callable[[], Read] = lambda: (ChunkCounts(self.splitter), None, [])

    def given(self, kind: str) -> list[str]:
        """The parameters of a kind, such as `reads_again`, that the caller has given."""
        return [each.name for each in parameters(self.schema) if getattr(each, kind) and self.arguments[each.name] not in (None, False)]


def _corpus(job: Job, each: dict[str, Any]) -> None:
    """Reads the corpus: by kinds of text, counted already, on the machines of Ray, or here."""
    corpus, ray, counts = (job.arguments[name] for name in ("corpus", "ray", "counts"))
    finds_kinds = job.options.get("balance", 0) > 0
    if isinstance(corpus, Iterator) and (finds_kinds or job.given("reads_again")):
        corpus = _Kept(corpus)
    if isinstance(corpus, ChunkCounts) and (given := job.given("needs_texts")):
        raise MorfemError(f"the corpus is counted already: leave out {' and '.join(given)}, or give the texts")
    job.texts = partial(job.texts, [] if isinstance(corpus, ChunkCounts) else corpus)
    of_reading = (job.splitter, job.arguments["progress"])
    reading: Reading
    if finds_kinds:
        if isinstance(corpus, ChunkCounts) or ray is not None:
            raise MorfemError("balance needs the texts, whose kinds are found by their words: leave out ray, and give texts, not counts")
        reading = ByKind(job.texts, *of_reading, job.options["kinds"])
    elif (ray is None) != (counts is None):
        what = "the folder for what the machines of a Ray cluster count; give ray, or leave counts out"
        raise MorfemError(f"counts is {what}" if ray is None else "ray needs counts, the folder in which the machines keep their counts")
    elif isinstance(corpus, ChunkCounts):
        reading = Counted(corpus, *of_reading)
    elif ray is None:
        reading = Reading(job.texts(), *of_reading)
    else:
        from ..integrations.ray import ReadingOnRay

        reading = ReadingOnRay(job.texts(), *of_reading, address=ray, folder=counts)
    reading.record, job.names = job.record, reading.corpus.names if reading.corpus.files else ""

    def read() -> Read:
        counts, parts = reading.read()
        return counts, None, parts

    job.read = read


class _Kept:
    """The texts of an iterator, which can be read twice. Nothing is read before the first time."""

    def __init__(self, texts: Iterator[str]) -> None:
        self._texts = texts
        self._kept: list[str] | None = None

    def __iter__(self) -> Iterator[str]:
        if self._kept is None:
            self._kept = list(self._texts)
        return iter(self._kept)


def _pack(job: Job, each: dict[str, Any]) -> None:
    """The tables of a language pack: those that the trainer names, as far as it has them, or all."""
    tables = languages.tables(job.arguments["pack"])
    pack = {name: tables[name] for name in each["files"] if name in tables} or tables
    job.files |= pack
    job.splitter = trainer_splitter(job.schema["kind"], job.files)
    job.record["pack"] = {name: _digest(table) for name, table in pack.items()}


def _table(job: Job, each: dict[str, Any]) -> None:
    """A table: of a bundled language, of a folder, or a file."""
    if (where := job.arguments[each["name"]]) is None:
        return
    path = languages.find(where, each["file"])
    table = (path / each["file"] if path.is_dir() else path).read_bytes()
    job.files[each["file"]] = table
    job.record.setdefault("tables", {})[each["name"]] = _digest(table)


def _digest(table: bytes) -> str:
    return hashlib.sha256(table).hexdigest()


def _learned(job: Job, each: dict[str, Any]) -> None:
    """A tokenizer whose learned parts are used."""
    learned = job.arguments["learned"]
    job.learned = load(learned) if isinstance(learned, str | os.PathLike) else learned


def _teacher(job: Job, each: dict[str, Any]) -> None:
    """The boundary probabilities of a network for the words of the corpus, which are computed when it has been read."""
    arguments = job.arguments
    if arguments["budget"] is None and arguments["analyser"] != ANALYSER:
        raise TrainingError("analyser teaches a new network, but has no effect without a budget; give budget, or leave it out")
    if arguments["budget"] is not None and (arguments["network"] is not None or arguments["work"] is None):
        raise TrainingError("a budget trains a new network: give work, the folder that keeps it, and leave network out")
    sizes, folder, read = arguments["vocab_size"], job.stack.enter_context(kept_work(arguments["work"])), job.read
    largest = max(sizes) if isinstance(sizes, Sequence) else sizes
    job.evaluation_words = list(arguments["evaluation_words"])

    def read_labelled() -> Read:
        counts, _, parts = read()
        probabilities = labelled(
            counts,
            job.texts,
            folder,
            job.record,
            phonology=job.files["phonology.toml"],
            ids=largest * (1 - (arguments["general"] is not None) * job.options["general_share"]),
            **{name: arguments[name] for name in ("network", "budget", "analyser", "evaluation_words", "seed", "threads", "progress")},
        )
        return counts, probabilities, parts

    job.read = read_labelled


def _members(job: Job, each: dict[str, Any]) -> None:
    """The tokenizers to join with the weights of their languages, and the texts of each, cut by its splitter."""
    members, texts, weights = (job.arguments[name] for name in ("members", "texts", "weights"))
    if isinstance(members, str | os.PathLike):
        raise MorfemError(f"members is {members!r}; give a list of tokenizers")
    if not hasattr(members, "__iter__"):
        raise wrong_type("members", members, "a list of tokenizers, or of their names or folders")
    tokenizers = [member if isinstance(member, Tokenizer) else load(member) for member in members]
    given: dict[str, Mapping[str, Any]] = {"texts": texts or {}, "weights": weights or {}}
    languages = [tokenizer.language for tokenizer in tokenizers]
    for name, by_language in given.items():
        if unknown := [language for language in by_language if language not in languages]:
            known = ", ".join(str(known) for known in languages)
            raise MorfemError(f"{name} has {unknown[0]!r}, which is the language of no member; the members have {known}")
    sources: Mapping[str, Source] = given["texts"]
    for code, source in sources.items():
        check_source(f"texts[{code!r}]", source)
    job.record["members"] = {}
    readings: list[Reading | None] = []
    for tokenizer, language in zip(tokenizers, languages, strict=True):
        weight = _weight(given["weights"], language or "")
        job.members.append((tokenizer, weight))
        record: dict[str, Any] = {"version": tokenizer.version, "weight": weight}
        reading = None
        if language is not None and language in sources:
            reading = Reading(job.texts(sources[language]), tokenizer.record["splitter"], job.arguments["progress"])
            record["texts"] = reading.record
        readings.append(reading)
        job.record["members"][tokenizer.name] = {**record, "training": tokenizer.record["training"]}
    job.read = lambda: (ChunkCounts(job.splitter), None, [None if reading is None else reading() for reading in readings])


def _weight(weights: Mapping[str, float], language: str) -> float:
    """How much a language counts; 1 if it is not in `weights`."""
    weight = weights.get(language, 1.0)
    try:
        return float(weight)
    except TypeError:
        raise wrong_type(f"weights[{language!r}]", weight, "a number") from None
    except ValueError:
        raise MorfemError(f"weights[{language!r}] is {weight!r}; give a number") from None


def _boundaries(job: Job, each: dict[str, Any]) -> None:
    """The guide: a tokenizer, or words that are cut, which a file has or a callable gives."""
    if job.arguments["boundaries"] is not None:
        found = guided(job.arguments["boundaries"], job.arguments["language"])
        job.guide, job.cut_words, job.record["boundaries"] = found.tokenizer, found.cut_words, found.record


PREPARE = {
    "corpus": _corpus,
    "pack": _pack,
    "table": _table,
    "learned": _learned,
    "teacher": _teacher,
    "members": _members,
    "boundaries": _boundaries,
}
