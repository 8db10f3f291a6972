"""A training function from the schema of a trainer."""

import json
import operator
import textwrap
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from inspect import Parameter, Signature
from math import isfinite
from typing import Any

from .._core import ChunkCounts, MorfemError, Tokenizer, train
from ..corpus import GeneralCorpus
from ..progress import Meter
from .examples import EXAMPLES
from .inputs import PREPARE, Job
from .reading import Reading
from .schema import REQUIRED, inputs, parameters
from .schema import Parameter as TrainingParameter


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
        for parameter in known:
            parameter.check(parameter.name, bound.arguments[parameter.name])
        return _trained(schema, bound.arguments)

    trained.__name__ = trained.__qualname__ = schema["kind"]
    trained.__module__ = __package__
    trained.__doc__ = documentation(schema, known)
    trained.__signature__ = signature  # type: ignore[attr-defined]
    return trained


def documentation(schema: dict[str, Any], known: Sequence[TrainingParameter], more: str = "") -> str:
    """The docstring of a training function with these parameters; `more` is listed after them."""
    paper = f" ({schema['paper']})" if schema["paper"] else ""
    described = "\n".join([listed(known), *([_filled(more, " " * 4)] if more else [])])
    return (
        f"{schema['summary']}{paper}.\n\n"
        + (f"{_filled(schema['details'])}\n\n" if schema["details"] else "")
        + f"Parameters\n----------\n{described}\n\n"
        "Returns\n-------\nA `Tokenizer`, or a list of them in the order of the sizes if `vocab_size` has several.\n\n"
        "Raises\n------\n"
        "TrainingError : if the corpus is empty or does not support `vocab_size`, or if a table has an error.\n"
        "MorfemError : if an option has an invalid value, or if a text is not UTF-8.\n"
        "TypeError : if an argument is unknown, missing or of a wrong type.\n"
        "OSError : if a file cannot be read; FileNotFoundError if there is none."
        + (f"\n{EXAMPLES[schema['kind']].rstrip()}" if schema["kind"] in EXAMPLES else "")
    )


def listed(known: Sequence[TrainingParameter]) -> str:
    """The entries of parameters in a docstring."""
    return "\n".join(_filled(f"{parameter.name} : {_small(parameter.help)}", " " * 4) for parameter in known)


def _filled(text: str, indent: str = "") -> str:
    """Text in lines of 120 characters."""
    return textwrap.fill(text, 120, subsequent_indent=indent, break_on_hyphens=False)


def _small(sentence: str) -> str:
    """A sentence with a small first letter, unless it begins with an abbreviation."""
    return sentence if sentence[1:2].isupper() or sentence[1:2].isdigit() or sentence[1:2] == "-" else sentence[0].lower() + sentence[1:]


def _trained(schema: dict[str, Any], arguments: dict[str, Any]) -> Tokenizer | list[Tokenizer]:
    """Prepares the inputs of the trainer, and trains."""
    general, sizes, name, language = (arguments[each] for each in ("general", "vocab_size", "name", "language"))
    with ExitStack() as stack:
        job = Job(schema, arguments, stack)
        # The pack decides how the corpus is cut.
        for each in sorted(inputs(schema), key=lambda each: each["input"] != "pack"):
            PREPARE[each["input"]](job, each)
        of_general = None
        if general is not None:
            of_general = Reading(GeneralCorpus(general, on_bad_text=arguments["on_bad_text"]), job.splitter, arguments["progress"])

        def read() -> tuple[ChunkCounts, ChunkCounts | None, Any, Sequence[ChunkCounts | None], bytes | None]:
            counts, probabilities, parts = job.read()
            words = None if job.cut_words is None else job.cut_words(counts)
            return counts, None if of_general is None else of_general(), probabilities, parts, words

        tokenizers = train(
            schema["kind"],
            read,
            splitter=job.splitter,
            has_general=general is not None,
            vocab_sizes=list(sizes) if isinstance(sizes, Sequence) else [sizes],
            special_tokens=arguments["special_tokens"],
            options=_json(job.options),
            files=job.files,
            learned=job.learned,
            members=job.members,
            guide=job.guide,
            has_cut_words=job.cut_words is not None,
            evaluation_words=job.evaluation_words,
            seed=arguments["seed"],
            threads=arguments["threads"],
            progress=stack.enter_context(Meter(arguments["progress"], of=job.names)),
        )
    if of_general is not None:
        job.record["general"] = of_general.record
    name = name or (f"{language}-{schema['kind']}" if language else schema["kind"])
    recorded = [tokenizer.with_record(name=name, language=language, training=job.record) for tokenizer in tokenizers]
    return recorded if isinstance(sizes, Sequence) else recorded[0]


def _json(options: dict[str, Any]) -> str:
    """Options as JSON. Integers of NumPy are accepted."""
    try:
        return json.dumps(options, allow_nan=False, default=operator.index)
    except ValueError:
        name = next(name for name, value in options.items() if isinstance(value, float) and not isfinite(value))
        raise MorfemError(f"{name} is {options[name]}; give a finite number") from None
