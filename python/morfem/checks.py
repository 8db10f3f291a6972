"""Errors for arguments of a wrong type or name, in the words of the core: the argument, what came, and what to give."""

import operator
from collections.abc import Sequence


def wrong_type(name: str, value: object, wanted: str) -> TypeError:
    """The error for an argument that is not what is wanted.

    >>> raise wrong_type("text", 3, "a str")
    Traceback (most recent call last):
    TypeError: text is of type int; give a str
    """
    return TypeError(f"{name} is {'None' if value is None else f'of type {type(value).__name__}'}; give {wanted}")


def check_whole(name: str, value: object, wanted: str = "a whole number") -> None:
    """Raises TypeError if a value is not a whole number of Python or NumPy."""
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise wrong_type(name, value, wanted) from None


def did_you_mean(name: str, names: Sequence[str], otherwise: str) -> str:
    """What to do about the name of a tokenizer that is none: the nearest of `names`, if one is near, or `otherwise`.

    What stands before a hyphen is the language, and a name of another language is not near.

    >>> did_you_mean("tr-mtf", ["tr-mft", "multi"], "give a folder"), did_you_mean("tr-splinter", ["ar-splinter"], "give a folder")
    ("did you mean 'tr-mft'?", 'give a folder')
    """
    import difflib

    language = name.partition("-")[0]
    alike = [each for each in names if "-" not in each or each.partition("-")[0] == language]
    nearest = difflib.get_close_matches(name, alike, 1, 0.7)
    return f"did you mean {nearest[0]!r}?" if nearest else otherwise
