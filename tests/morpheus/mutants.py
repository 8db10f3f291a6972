"""Damaged copies of a file, by a seed."""

import random
from collections.abc import Iterator


def mutants(content: bytes, number: int, *, seed: int = 0, within: int | None = None) -> Iterator[bytes]:
    """Copies of `content` with one fault each, in the first `within` bytes if that is given.

    A fault is a changed byte or digit, a part that is missing, doubled, zero or in another place, or a missing end.
    """
    draw = random.Random(seed)
    most = len(content) if within is None else within
    digits = [place for place, byte in enumerate(content[:most]) if chr(byte).isdigit()]
    for _ in range(number):
        changed = bytearray(content)
        start = draw.randrange(most)
        end = min(start + draw.randrange(1, 40), most)
        match draw.randrange(7):
            case 0:
                changed[start] = draw.randrange(256)
            case 1:
                changed[draw.choice(digits)] = ord(draw.choice("0123456789-."))
            case 2:
                del changed[start:end]
            case 3:
                changed[start:start] = changed[start:end]
            case 4:
                changed[start:end] = bytes(end - start)
            case 5:
                part = changed[start:end]
                del changed[start:end]
                place = draw.randrange(most - len(part))
                changed[place:place] = part
            case 6:
                del changed[start:]
        yield bytes(changed)
