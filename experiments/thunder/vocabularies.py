"""(b) Contents of the vocabularies, and (d) how many of their tokens break the unit rule."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from systems import Laboratory, System, Trained
from texts import RUNNING
from units import breaks, cut_words, decoded, is_multi_word, is_punctuated, phrase_counts

LONGEST = 8


@dataclass(frozen=True)
class Contents:
    """Numbers of tokens, without specials and single bytes. The last three are occurrences in running text."""

    system: str
    size: int
    pieces: int
    multi_word: int
    punctuated: int
    either: int
    breaking: int
    running_phrases: int
    begin_inside: int
    end_inside: int
    reasons: Counter[str] = field(default_factory=Counter)
    longest: list[str] = field(default_factory=list)


def contents(
    laboratory: Laboratory, systems: tuple[System, ...], sets: dict[str, list[str]], training: Callable[[], Iterable[str]]
) -> list[Contents]:
    """The contents of every system at every size. `training` gives the training lines."""
    trained = {(system.name, size): laboratory.trained(system, size) for system in systems for size in laboratory.sizes}
    texts = {key: [text for piece in found.pieces.values() if (text := decoded(piece)) is not None] for key, found in trained.items()}
    phrases = {text for found in texts.values() for text in found if is_multi_word(text)}
    counts = phrase_counts(training(), phrases)
    rows = []
    for (name, size), found in trained.items():
        multi_word = {text for text in texts[name, size] if is_multi_word(text)}
        punctuated = {text for text in texts[name, size] if is_punctuated(text)}
        reasons = Counter(reason for piece in found.pieces.values() if (reason := breaks(piece, counts)))
        phrases_used, begin, end = _running(found, sets[RUNNING]) if multi_word else (0, 0, 0)
        rows.append(
            Contents(
                name,
                size,
                len(found.pieces),
                len(multi_word),
                len(punctuated),
                len(multi_word | punctuated),
                reasons.total(),
                phrases_used,
                begin,
                end,
                reasons,
                sorted(texts[name, size], key=lambda text: (-len(text), text))[:LONGEST],
            )
        )
    return rows


def _running(trained: Trained, texts: list[str]) -> tuple[int, int, int]:
    """Occurrences of multi-word tokens in texts: all, those that begin between two letters, and those that end there."""
    tokenizer = trained.tokenizer
    written = [tokenizer.decode_bytes([id]) for id in range(tokenizer.vocab_size)]
    ids, starts = tokenizer.encode_ids_batch(texts)
    sums = [0, 0, 0]
    for text, start, end in zip(texts, starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        for index, number in enumerate(cut_words(text, [written[id] for id in ids[start:end].tolist()])):
            sums[index] += number
    return sums[0], sums[1], sums[2]
