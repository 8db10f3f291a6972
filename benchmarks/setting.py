"""The options of a run."""

from dataclasses import dataclass
from pathlib import Path

LANGUAGES = {"tr": "Turkish", "ko": "Korean"}


@dataclass(frozen=True)
class Setting:
    """Folders of texts and trained models, number of rounds, amount of training text, and number of measured lines."""

    corpora: Path
    work: Path
    rounds: int = 9
    training_lines: int = 200_000
    vocab_size: int = 32_000
    measured_lines: int | None = None


QUICK = {"rounds": 3, "training_lines": 20_000, "vocab_size": 8_000, "measured_lines": 1_000}
