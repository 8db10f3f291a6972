"""Sizes and forms of the network, apart from it, so that they can be read without PyTorch."""

from dataclasses import dataclass

from .alphabet import FULL

SEGMENTS = 12  # S of the paper: columns of the membership matrix


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
