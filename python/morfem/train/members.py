"""The tokenizers that a union joins, and the texts of their languages."""

import os
from collections.abc import Callable, Mapping, Sequence

from .. import load
from .._core import MorfemError, Tokenizer
from ..checks import wrong_type
from ..corpus import Corpus, Source, check_source
from .reading import Reading


def member_readings(
    members: Sequence[Tokenizer | str | os.PathLike[str]],
    texts: Mapping[str, Source],
    weights: Mapping[str, float],
    corpus: Callable[[Source], Corpus],
    progress: bool,
) -> tuple[list[tuple[Tokenizer, float]], list[Reading | None]]:
    """The members with the weights of their languages, and for each a reading of the texts of its language, cut by its own splitter."""
    if isinstance(members, str | os.PathLike):
        raise MorfemError(f"members is {members!r}; give a list of tokenizers")
    if not hasattr(members, "__iter__"):
        raise wrong_type("members", members, "a list of tokenizers, or of their names or folders")
    tokenizers = [member if isinstance(member, Tokenizer) else load(member) for member in members]
    languages = [tokenizer.language for tokenizer in tokenizers]
    for name, by_language in (("texts", texts), ("weights", weights)):
        for language in by_language:
            if language not in languages:
                known = ", ".join(str(known) for known in languages)
                raise MorfemError(f"{name} has {language!r}, which is the language of no member; the members have {known}")
    for language, source in texts.items():
        check_source(f"texts[{language!r}]", source)
    weighted = [(tokenizer, _weight(weights, tokenizer.language or "")) for tokenizer in tokenizers]
    given = [None if tokenizer.language is None else texts.get(tokenizer.language) for tokenizer in tokenizers]
    readings = [
        None if source is None else Reading(corpus(source), tokenizer.record["splitter"], progress)
        for tokenizer, source in zip(tokenizers, given, strict=True)
    ]
    return weighted, readings


def _weight(weights: Mapping[str, float], language: str) -> float:
    """How much a language counts; 1 if it is not in `weights`."""
    weight = weights.get(language, 1.0)
    try:
        return float(weight)
    except TypeError:
        raise wrong_type(f"weights[{language!r}]", weight, "a number") from None
    except ValueError:
        raise MorfemError(f"weights[{language!r}] is {weight!r}; give a number") from None
