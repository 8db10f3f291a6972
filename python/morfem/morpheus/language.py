"""What the network and its teachers have to know of a language, read from a table.

There is one table, `tr.json`: the network's alphabet and the paper's teacher are Turkish.
"""

import json
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Language:
    """The facts of a language.

    Attributes
    ----------
    capitals : capital to its small letter, where Unicode has another.
    letters : the letters of its alphabet, and in `loan_letters` those that only loans have.
    hardened : the last letter of a root before a vowel, and what it is elsewhere: kitab- is kitap.
    derivations : a regular expression, matched from the start, for the glosses of affixes that make a lemma of a lemma. All others
        inflect. Voice inflects: dictionaries and treebanks put it under its verb.
    """

    capitals: dict[str, str]
    letters: str
    loan_letters: str
    hardened: dict[str, str]
    derivations: str


TURKISH = Language(**json.loads(resources.files(__package__).joinpath("tr.json").read_text("utf-8")))
