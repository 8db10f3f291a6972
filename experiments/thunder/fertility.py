"""(a) Fertility (tokens per white-space word), and bytes per token."""

from dataclasses import dataclass

from systems import Laboratory, System
from texts import RUNNING, is_part


@dataclass(frozen=True)
class Fertility:
    system: str
    size: int
    set: str
    texts: int
    words: int
    bytes: int
    tokens: int

    @property
    def value(self) -> float:
        return self.tokens / self.words

    @property
    def bytes_per_token(self) -> float:
        return self.bytes / self.tokens


Table = dict[tuple[str, int, str], Fertility]


def fertilities(laboratory: Laboratory, systems: tuple[System, ...], sets: dict[str, list[str]]) -> Table:
    """By system, size and set of texts."""
    table: Table = {}
    for system in systems:
        for size in laboratory.sizes:
            trained = laboratory.trained(system, size)
            for name, texts in sets.items():
                words = sum(len(text.split()) for text in texts)
                length = sum(len(text.encode()) for text in texts)
                table[system.name, size, name] = Fertility(system.name, size, name, len(texts), words, length, trained.count(texts))
    return table


def average(table: Table, system: str, size: int) -> float:
    """Mean over the gold sets, each counted once, without running text and parts of sets."""
    values = [entry.value for (name, at, of), entry in table.items() if (name, at) == (system, size) and of != RUNNING and not is_part(of)]
    return sum(values) / len(values)
