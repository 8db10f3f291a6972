"""The guide of a training: a tokenizer, or words that are cut, which a file has or a callable gives."""

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import load
from .._core import ChunkCounts, MorfemError, Tokenizer, TrainingError

Boundaries = Tokenizer | str | os.PathLike[str] | Callable[[str], Sequence[str]]


@dataclass
class Guided:
    """A guide as the core takes it; `record` is its entry in the training record, once words have been cut."""

    tokenizer: Tokenizer | None = None
    cut_words: Callable[[ChunkCounts], bytes] | None = None
    record: dict[str, Any] = field(default_factory=dict)


def guided(boundaries: Boundaries, language: str | None) -> Guided:
    """The guide that an argument names; a tokenizer of another language is refused."""
    if isinstance(boundaries, Tokenizer) or (isinstance(boundaries, str | os.PathLike) and not Path(boundaries).is_file()):
        tokenizer = boundaries if isinstance(boundaries, Tokenizer) else load(boundaries)
        if language is not None and tokenizer.language not in (None, language):
            raise TrainingError(
                f"boundaries: {tokenizer.name} is for the language {tokenizer.language!r}, not {language!r}; give its own guide"
            )
        return Guided(tokenizer, record={"guide": tokenizer.name, "training": tokenizer.record["training"]})
    found = Guided()

    def cut(counts: ChunkCounts) -> bytes:
        if isinstance(boundaries, str | os.PathLike):
            table = Path(boundaries).read_bytes()
        else:
            words = sorted({word for chunk in counts.chunks() for word in chunk.split(" ")} - {""})
            table = "\n".join(" ".join(_parts(boundaries, word)) for word in words).encode()
        found.record["words"] = hashlib.sha256(table).hexdigest()
        return table

    found.cut_words = cut
    return found


def _parts(guide: Callable[[str], Sequence[str]], word: str) -> Sequence[str]:
    """The parts of a word, which are the word."""
    parts = guide(word)
    if isinstance(parts, str) or "".join(parts) != word:
        raise MorfemError(f"boundaries: the parts of {word!r} are {parts!r}; return a list of strings that make the word")
    return [word] if any(not part or part.split() != [part] for part in parts) else parts
