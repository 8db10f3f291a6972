"""A training function from the schema of a trainer."""

import hashlib
import json
import operator
import os
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from inspect import Parameter, Signature
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Any

from .. import __version__, languages, load
from .._core import ChunkCounts, MorfemError, Tokenizer, TrainingError, train
from ..checks import check_whole, wrong_type
from ..corpus import BadText, Corpus, GeneralCorpus, Source, check_source
from ..morpheus.boundaries import kept_work, labelled
from ..progress import Meter
from .examples import EXAMPLES
from .members import member_readings
from .reading import ByKind, Counted, Reading
from .schema import ANALYSER, REQUIRED, joins_members, parameters


def function(schema: dict[str, Any]) -> Callable[..., Any]:
    """The training function of a trainer, with its signature and documentation."""
    known = parameters(schema)
    signature = Signature(
        [
            Parameter(
                parameter.name,
                Parameter.KEYWORD_ONLY if place else Parameter.POSITIONAL_OR_KEYWORD,
                default=Parameter.empty if parameter.default is REQUIRED else parameter.default,
                annotation=parameter.type,
            )
            for place, parameter in enumerate(known)
        ],
        return_annotation="Tokenizer | list[Tokenizer]",
    )

    def trained(*positional: Any, **named: Any) -> Tokenizer | list[Tokenizer]:
        # First, because a misspelled argument that is required would only be called missing.
        if unknown := [name for name in named if name not in signature.parameters]:
            raise TypeError(f"{schema['kind']}(): got an unexpected keyword argument {unknown[0]!r}")
        try:
            bound = signature.bind(*positional, **named)
        except TypeError as error:
            raise TypeError(f"{schema['kind']}(): {error}") from None
        bound.apply_defaults()
        _check_types(schema, bound.arguments)
        if joins_members(schema):
            return _joined(schema, **bound.arguments)
        return _trained(schema, **bound.arguments)

    trained.__name__ = trained.__qualname__ = schema["kind"]
    trained.__module__ = __package__
    trained.__doc__ = documentation(schema)
    trained.__signature__ = signature  # type: ignore[attr-defined]
    return trained


def _check_types(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    """Raises an error for an argument of a wrong type that Python uses. The core checks the others."""
    if not joins_members(schema) and not isinstance(arguments["corpus"], ChunkCounts):
        check_source("corpus", arguments["corpus"])
    if arguments["general"] is not None:
        check_source("general", arguments["general"])
    sizes = arguments["vocab_size"]
    if isinstance(sizes, Sequence) and not isinstance(sizes, str | bytes):
        for place, size in enumerate(sizes):
            check_whole(f"vocab_size[{place}]", size)
    else:
        check_whole("vocab_size", sizes, "a whole number, or a list of them")
    for name in ("name", "language"):
        if not isinstance(arguments[name], str | None):
            raise wrong_type(name, arguments[name], "a str, or None")
    for option in schema["options"]:
        value = arguments[option["name"]]
        if option["name"] == "pretokenizer" and value not in option["names"]:
            raise MorfemError(f"pretokenizer {value!r} is not known; choose {', '.join(option['names'])}")
        if option["name"] in ("balance", "evenness") and not isinstance(value, Real):
            raise wrong_type(option["name"], value, "a number")


def documentation(schema: dict[str, Any]) -> str:
    """The docstring of a training function."""
    paper = f" ({schema['paper']})" if schema["paper"] else ""
    listed = "\n".join(_filled(f"{parameter.name} : {parameter.help}", " " * 4) for parameter in parameters(schema))
    return (
        f"{schema['summary']}{paper}.\n\n"
        + (f"{_filled(schema['details'])}\n\n" if schema["details"] else "")
        + f"Parameters\n----------\n{listed}\n\n"
        "Returns\n-------\nA `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.\n\n"
        "Raises\n------\n"
        "TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.\n"
        "MorfemError : if an option has an invalid value, or if a text is not UTF-8.\n"
        "TypeError : if an argument is unknown, missing or of a wrong type.\n"
        "OSError : if a file cannot be read; FileNotFoundError if there is none."
        + (f"\n{EXAMPLES[schema['kind']].rstrip()}" if schema["kind"] in EXAMPLES else "")
    )


def _filled(text: str, indent: str = "") -> str:
    """Text in lines of 120 characters."""
    return textwrap.fill(text, 120, subsequent_indent=indent, break_on_hyphens=False)


def _trained(
    schema: dict[str, Any],
    *,
    corpus: Source | ChunkCounts,
    vocab_size: int | Sequence[int],
    special_tokens: Sequence[str],
    seed: int,
    progress: bool,
    hold_out: int | None,
    field: str | None,
    column: str | None,
    on_bad_text: BadText,
    threads: int | None,
    ray: str | None,
    counts: str | os.PathLike[str] | None,
    name: str | None,
    language: str | None,
    general: Source | None,
    **arguments: Any,
) -> Tokenizer | list[Tokenizer]:
    options = {option["name"]: arguments[option["name"]] for option in schema["options"]}
    splitter = options.pop("pretokenizer", schema["splitter"])
    finds_kinds = options.get("balance", 0) > 0 or options.get("evenness", 0) > 0
    is_read_twice = arguments.get("budget") is not None or finds_kinds
    corpus = _repeatable(corpus) if is_read_twice else corpus
    how: dict[str, Any] = {"field": field, "column": column, "hold_out": hold_out, "on_bad_text": on_bad_text}
    texts = partial(Corpus, [] if isinstance(corpus, ChunkCounts) else corpus, **how)
    if isinstance(corpus, ChunkCounts) and (ray is not None or hold_out is not None or arguments.get("budget") is not None):
        raise MorfemError("the corpus is counted already: leave out ray, hold_out and budget, or give the texts")
    reading = _reading(corpus, texts, splitter, progress, ray, counts, options["kinds"] if finds_kinds else 0)
    reading.record |= {"morfem": __version__, "seed": seed}
    of_general = None if general is None else Reading(GeneralCorpus(general, on_bad_text=on_bad_text), splitter, progress)
    files = _inputs(schema, arguments, reading)

    def read() -> tuple[ChunkCounts, Any]:
        return reading(), None

    with ExitStack() as stack:
        read_corpus = read
        if any(each["input"] == "teacher" for each in schema["inputs"]):
            teaching = {key: arguments[key] for key in ("network", "budget", "analyser", "evaluation_words")}
            _check_teaching(arguments["work"], **teaching)
            teaching["ids"] = _largest(vocab_size) * (1 - (general is not None) * options["general_share"])
            folder = stack.enter_context(kept_work(arguments["work"]))

            def read_labelled() -> tuple[ChunkCounts, Any]:
                return labelled(
                    reading, texts, folder, phonology=files["phonology.toml"], seed=seed, threads=threads, progress=progress, **teaching
                )

            read_corpus = read_labelled
        meter = stack.enter_context(Meter(progress))

        def read_all() -> tuple[ChunkCounts, ChunkCounts | None, Any, Sequence[ChunkCounts]]:
            if isinstance(reading, ByKind):
                return ChunkCounts(splitter), None if of_general is None else of_general(), None, reading.parts()
            counts, probabilities = read_corpus()
            return counts, None if of_general is None else of_general(), probabilities, []

        tokenizers = train(
            schema["kind"],
            read_all,
            splitter=splitter,
            has_general=general is not None,
            vocab_sizes=list(vocab_size) if isinstance(vocab_size, Sequence) else [vocab_size],
            special_tokens=special_tokens,
            options=_json(options),
            files=files,
            learned=_opened(arguments.get("learned")),
            members=[],
            evaluation_words=list(arguments.get("evaluation_words", ())),
            seed=seed,
            threads=threads,
            progress=meter,
        )
    if of_general is not None:
        reading.record["general"] = of_general.record
    name = name or (f"{language}-{schema['kind']}" if language else schema["kind"])
    recorded = [tokenizer.with_record(name=name, language=language, training=reading.record) for tokenizer in tokenizers]
    return recorded if isinstance(vocab_size, Sequence) else recorded[0]


def _largest(vocab_size: int | Sequence[int]) -> int:
    """The size, or the largest of several."""
    return max(vocab_size) if isinstance(vocab_size, Sequence) else vocab_size


def _check_teaching(work: Any, *, network: Any, budget: float | None, analyser: Any, evaluation_words: Any) -> None:
    """Raises an error for options of a teacher that do not go together."""
    if budget is None and analyser != ANALYSER:
        raise TrainingError("analyser teaches a new network, but has no effect without a budget; give budget, or leave it out")
    if budget is not None and (network is not None or work is None):
        raise TrainingError("a budget trains a new network: give work, the folder that keeps it, and leave network out")


def _joined(
    schema: dict[str, Any],
    *,
    members: Sequence[Tokenizer | str | os.PathLike[str]],
    texts: Mapping[str, Source] | None,
    weights: Mapping[str, float] | None,
    vocab_size: int | Sequence[int],
    special_tokens: Sequence[str],
    seed: int,
    progress: bool,
    hold_out: int | None,
    field: str | None,
    column: str | None,
    on_bad_text: BadText,
    threads: int | None,
    name: str | None,
    language: str | None,
    general: Source | None,
    **options: Any,
) -> Tokenizer | list[Tokenizer]:
    corpus = partial(Corpus, field=field, column=column, hold_out=hold_out, on_bad_text=on_bad_text)
    tokenizers, readings = member_readings(members, texts or {}, weights or {}, corpus, progress)
    of_general = None if general is None else Reading(GeneralCorpus(general, on_bad_text=on_bad_text), schema["splitter"], progress)
    with ExitStack() as stack:
        meter = stack.enter_context(Meter(progress))

        def read_all() -> tuple[ChunkCounts, ChunkCounts | None, None, list[ChunkCounts | None]]:
            counted = [None if reading is None else reading() for reading in readings]
            return ChunkCounts(schema["splitter"]), None if of_general is None else of_general(), None, counted

        joined = train(
            schema["kind"],
            read_all,
            splitter=schema["splitter"],
            has_general=general is not None,
            vocab_sizes=list(vocab_size) if isinstance(vocab_size, Sequence) else [vocab_size],
            special_tokens=special_tokens,
            options=_json(options),
            files={},
            learned=None,
            members=tokenizers,
            evaluation_words=[],
            seed=seed,
            threads=threads,
            progress=meter,
        )
    record: dict[str, Any] = {"morfem": __version__, "seed": seed, "members": {}}
    for (tokenizer, weight), reading in zip(tokenizers, readings, strict=True):
        trained_on = {} if reading is None else {"texts": reading.record}
        record["members"][tokenizer.name] = {
            "version": tokenizer.version,
            "weight": weight,
            **trained_on,
            "training": tokenizer.record["training"],
        }
    if of_general is not None:
        record["general"] = of_general.record
    recorded = [tokenizer.with_record(name=name or schema["kind"], language=language, training=record) for tokenizer in joined]
    return recorded if isinstance(vocab_size, Sequence) else recorded[0]


class _Kept:
    """The texts of an iterator, which can be read twice. Nothing is read before the first time."""

    def __init__(self, texts: Iterator[str]) -> None:
        self._texts = texts
        self._kept: list[str] | None = None

    def __iter__(self) -> Iterator[str]:
        if self._kept is None:
            self._kept = list(self._texts)
        return iter(self._kept)


def _repeatable(corpus: Source | ChunkCounts) -> Source | ChunkCounts:
    """A corpus that can be read twice."""
    return _Kept(corpus) if isinstance(corpus, Iterator) else corpus


def _opened(tokenizer: Tokenizer | str | os.PathLike[str] | None) -> Tokenizer | None:
    return load(tokenizer) if isinstance(tokenizer, str | os.PathLike) else tokenizer


def _pack(pack: str | os.PathLike[str], names: Sequence[str]) -> dict[str, bytes]:
    """The tables of a language pack by name: those in `names`, or all if `names` is empty."""
    folder = _found(pack, "phonology.toml")
    if not (folder / "phonology.toml").is_file():
        raise TrainingError(f"{folder} is not a language pack: it has no phonology.toml")
    paths = [folder / name for name in names] or [path for path in sorted(folder.iterdir()) if path.suffix in (".tsv", ".toml")]
    return {path.name: path.read_bytes() for path in paths}


def _table(where: str | os.PathLike[str], name: str) -> bytes:
    """A table: of a bundled language, of a folder, or a file."""
    path = _found(where, name)
    return (path / name if path.is_dir() else path).read_bytes()


def _reading(
    corpus: Source | ChunkCounts,
    texts: Callable[[], Corpus],
    splitter: str,
    progress: bool,
    ray: str | None,
    counts: str | os.PathLike[str] | None,
    kinds: int,
) -> Reading:
    """How the corpus is counted: by kinds of text, already, on the machines of Ray, or here."""
    if kinds:
        if isinstance(corpus, ChunkCounts) or ray is not None:
            raise MorfemError(
                "balance and evenness need the texts, whose kinds are found by their words: leave out ray, and give texts, not counts"
            )
        return ByKind(texts, splitter, progress, kinds)
    if ray is None and counts is not None:
        raise MorfemError("counts is the folder for what the machines of a Ray cluster count; give ray, or leave counts out")
    if isinstance(corpus, ChunkCounts):
        return Counted(corpus, splitter, progress)
    if ray is None:
        return Reading(texts(), splitter, progress)
    if counts is None:
        raise MorfemError("ray needs counts, the folder in which the machines keep their counts")
    from ..integrations.ray import ReadingOnRay

    return ReadingOnRay(texts(), splitter, progress, address=ray, folder=counts)


def _inputs(schema: dict[str, Any], arguments: dict[str, Any], reading: Reading) -> dict[str, bytes]:
    """The files of the language pack and the tables that a trainer asks for. Their hashes go into the record of `reading`."""
    files: dict[str, bytes] = {}
    for each in schema["inputs"]:
        if each["input"] == "pack":
            _check_path("pack", arguments["pack"])
            pack = _pack(arguments["pack"], each["files"])
            files |= pack
            reading.record["pack"] = _hashes(pack)
        elif each["input"] == "table" and arguments[each["name"]] is not None:
            _check_path(each["name"], arguments[each["name"]])
            files[each["file"]] = _table(arguments[each["name"]], each["file"])
            reading.record.setdefault("tables", {}).update(_hashes({each["name"]: files[each["file"]]}))
    return files


def _check_path(name: str, where: object) -> None:
    if not isinstance(where, str | os.PathLike):
        raise wrong_type(name, where, "the code of a bundled language, or a path")


def _found(where: str | os.PathLike[str], table: str) -> Path:
    """A path, or for a code the folder of a bundled language that has the table."""
    path = Path(where)
    if not isinstance(where, str) or path.name != where or path.exists():
        return path
    bundled = languages.having(table)
    if where not in bundled:
        raise MorfemError(f"{where!r} is neither a path nor a bundled language with {table}; bundled are {', '.join(bundled)}")
    return languages.path(where)


def _hashes(files: dict[str, bytes]) -> dict[str, str]:
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def _json(options: dict[str, Any]) -> str:
    """Options as JSON. Integers of NumPy are accepted."""
    try:
        return json.dumps(options, allow_nan=False, default=operator.index)
    except ValueError:
        name = next(name for name, value in options.items() if isinstance(value, float) and not isfinite(value))
        raise MorfemError(f"{name} is {options[name]}; give a finite number") from None
