"""Sizes and variants of the network. This module does not import PyTorch, because inference in ONNX Runtime uses it."""

from dataclasses import dataclass, fields
from typing import Any

from .alphabet import FULL

SEGMENTS = 12  # S of the paper: columns of the membership matrix
LARGEST = 1 << 14  # larger than any trainable size


@dataclass(frozen=True)
class Architecture:
    """The defaults are the paper's sizes with our corrections. Each correction can be switched back to the published program's form.

    Attributes
    ----------
    characters : the characters of the alphabet; `alphabet.PAPER` has no q w x â î û.
    unknown_pads : an unknown character becomes padding, as in the paper, instead of the unknown symbol.
    weighted_pooling : segments are weighted by their mass. If False, every segment with a mass over 0.01 counts the same, as in the paper.
    residual : the last feed-forward network has a residual connection, as in the paper's text. The paper's program has none.
    """

    characters: str = FULL
    width: int = 320
    heads: int = 5
    character_width: int = 96
    case_width: int = 16
    convolutions: tuple[int, ...] = (2, 3, 4, 5, 6)
    encoder_blocks: int = 3
    detector_blocks: int = 4
    segments: int = SEGMENTS
    dropout: float = 0.1
    weighted_pooling: bool = True
    residual: bool = True
    unknown_pads: bool = False

    @classmethod
    def of(cls, form: Any) -> "Architecture":
        """An architecture from the dictionary of `dataclasses.asdict`, after JSON. Raises ValueError if no network can be built from it."""
        default = cls()
        known = {field.name: getattr(default, field.name) for field in fields(cls)}
        if not isinstance(form, dict) or known.keys() - form.keys():
            raise ValueError("the architecture is not complete")
        if newer := sorted(form.keys() - known.keys()):
            raise ValueError(f"the architecture was written by a newer morfem: it has {', '.join(newer)}")
        for name, value in form.items():
            sizes, kind = (value, int) if isinstance(known[name], tuple) else ([value], type(known[name]))
            if (
                not isinstance(sizes, list)
                or not sizes
                or any(type(size) is not kind or (kind is int and not 0 < size <= LARGEST) for size in sizes)
            ):
                raise ValueError(f"the architecture has {name} {value!r}")
        found = cls(**{**form, "convolutions": tuple(form["convolutions"])})
        if not 0 <= found.dropout < 1:
            raise ValueError(f"the architecture has dropout {found.dropout!r}")
        if found.width % (2 * found.heads) or found.width % len(found.convolutions) or len(set(found.characters)) < len(found.characters):
            raise ValueError("the sizes of the architecture do not fit together")
        return found
