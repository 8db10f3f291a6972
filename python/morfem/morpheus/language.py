"""The facts about a language that the network and its teachers need, read from `teacher.json` of its language pack.

Only the Turkish pack has this file, because the network's alphabet and the paper's teacher are Turkish.
"""

import json
from importlib import resources
from typing import NamedTuple


class Language(NamedTuple):
    """The facts of a language."""

    capitals: dict[str, str]  # a capital -> its small letter, where this differs from Unicode
    letters: str
    loan_letters: str  # that occur only in loanwords
    # A regular expression, matched from the start, for the glosses of affixes that form a new lemma. All other affixes inflect. Voice
    # counts as inflection: dictionaries and treebanks list it under its verb.
    derivations: str


TURKISH = Language(**json.loads(resources.files("morfem.languages").joinpath("tr", "teacher.json").read_text("utf-8")))
