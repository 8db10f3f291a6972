"""The facts about a language that the network and its teachers need, read from `teacher.json` of its language pack.

Only the Turkish pack has this file, because the network's alphabet and the paper's teacher are Turkish.
"""

import json
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Language:
    """The facts of a language.

    Attributes
    ----------
    capitals : maps a capital to its small letter, where this differs from Unicode.
    letters, loan_letters : the letters of its alphabet, and those that occur only in loanwords.
    derivations : a regular expression, matched from the start, for the glosses of affixes that form a new lemma. All other affixes
        inflect. Voice counts as inflection: dictionaries and treebanks list it under its verb.
    """

    capitals: dict[str, str]
    letters: str
    loan_letters: str
    derivations: str


TURKISH = Language(**json.loads(resources.files("morfem.languages").joinpath("tr", "teacher.json").read_text("utf-8")))
