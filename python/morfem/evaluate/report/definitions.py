"""What metrics and figures are called in plain words, and what they are: the table `definitions.tsv`.

`docs/metrics.md` has the formulas and the sources. A row that ends in ``*`` stands for all figures that begin so; the rest of the figure's
name, such as a category or another tokenizer, follows the name of the row.
"""

import functools
import importlib.resources
from typing import NamedTuple

# Variants of a figure, by the end of its name.
VARIANTS = {
    "_at_start": ("at the start of a text", "Words are encoded at the start of a text, not after a comma and a space."),
    "_merged": ("merged tokens", "Merged tokens are judged as they stand, not by their units."),
    "_discontinuous": ("letters apart", "Only words whose root is not contiguous."),
}


class Definition(NamedTuple):
    """The plain name of a metric or a figure, and a sentence that says what it is."""

    name: str
    text: str


@functools.cache
def _rows() -> dict[str, Definition]:
    lines = (importlib.resources.files(__package__) / "definitions.tsv").read_text("utf-8").splitlines()[1:]
    return {figure: Definition(name, text) for figure, name, text in (line.split("\t") for line in lines)}


def definition(figure: str) -> Definition:
    """The definition of a metric, or of a figure by its full name; of an unknown one its name alone.

    >>> definition("boundaries.exact").name, definition("boundaries.exact_at_start").name
    ('Words cut exactly', 'Words cut exactly, at the start of a text')
    >>> definition("affix_consistency.consistent_locative").name
    'Consistent: locative'
    """
    for end, (name, text) in VARIANTS.items():
        if figure.endswith(end):
            of = definition(figure.removesuffix(end))
            return Definition(f"{of.name}, {name}", f"{of.text} {text}".strip())
    rows = _rows()
    if figure in rows:
        return rows[figure]
    for row, of in rows.items():
        if row.endswith("*") and figure.startswith(row[:-1]):
            return Definition(f"{of.name} {figure.removeprefix(row[:-1]).replace('_', ' ')}", of.text)
    return Definition(figure.partition(".")[2].replace("_", " ") or figure.replace("_", " "), "")
