"""Sizes and forms of the network, apart from it, so that they can be read without PyTorch."""

from dataclasses import dataclass, fields
from typing import Any

from .alphabet import FULL

SEGMENTS = 12  # S of the paper: columns of the membership matrix
LARGEST = 1 << 14  # more than any size of a network that a computer trains


@dataclass(frozen=True)
class Architecture:
    """The defaults are the paper's sizes with our mends; each mend can be switched to the published program's form.

    Attributes
    ----------
    characters : of the alphabet; `alphabet.PAPER` has no q w x â î û.
    unknown_pads : an unknown character becomes padding, as in the paper, instead of the unknown symbol.
    weighted_pooling : segments are averaged by their mass; else, as in the paper, every segment with a mass over 0.01 counts the same.
    residual : the last feed-forward network has a residual path, as the paper's text says; its program has none.
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
        """What `dataclasses.asdict` made, as JSON gives it back.

        Raises
        ------
        ValueError : if it is of a newer morfem, or something that no network can be built of.
        """
        default = cls()
        known = {field.name: getattr(default, field.name) for field in fields(cls)}
        if not isinstance(form, dict) or known.keys() - form.keys():
            raise ValueError("the architecture is not complete")
        if newer := sorted(form.keys() - known.keys()):
            raise ValueError(f"the architecture is of a newer morfem: it has {', '.join(newer)}")
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
            raise ValueError("the architecture does not fit together")
        return found
