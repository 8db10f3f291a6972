"""The tokenizers that a union joins, and the texts of their languages."""

import os
from collections.abc import Callable, Mapping, Sequence

from .. import load
from .._core import MorfemError, Tokenizer
from ..corpus import Corpus, Source
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
    tokenizers = [member if isinstance(member, Tokenizer) else load(member) for member in members]
    languages = [tokenizer.language for tokenizer in tokenizers]
    for name, by_language in (("texts", texts), ("weights", weights)):
        for language in by_language:
            if language not in languages:
                known = ", ".join(str(known) for known in languages)
                raise MorfemError(f"{name} has {language!r}, which is the language of no member; the members have {known}")
    weighted = [(tokenizer, float(weights.get(tokenizer.language or "", 1.0))) for tokenizer in tokenizers]
    given = [None if tokenizer.language is None else texts.get(tokenizer.language) for tokenizer in tokenizers]
    readings = [
        None if source is None else Reading(corpus(source), tokenizer.record["splitter"], progress)
        for tokenizer, source in zip(tokenizers, given, strict=True)
    ]
    return weighted, readings
