"""Errors for arguments of a wrong type, in the words of the core: the argument, what came, and what to give."""

import operator


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
