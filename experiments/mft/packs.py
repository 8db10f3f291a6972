"""Language packs with one part removed, for the ablation.

A variant is a function from the folder of a pack to its changed files. `make` writes a pack with these files into another folder.

========================  ==================================================================================================
no morphotactics          one state: every affix may follow every root and every affix, and a word may end after any of them
no allomorph merging      one row, so one id, for each spelling of each affix; the surfaces are those that the pack's own grammar
                          spells after every harmony and every kind of sound, and any of them may now follow any stem
no case marks             every letter is its own capital, so that a capital is another letter: capitalised words are no roots
no unknown stems          the morphotactics begins no word with a stem that is not in the lexicon
========================  ==================================================================================================

The check that no lemma is an inflected form would use the changed grammar, so a changed pack does not say which affixes inflect. The
lexicon and its flags are not changed: an affix that follows only certain roots does so in every variant.
"""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from tools.pack_grammar import Grammar, table

AFFIXES, MORPHOTACTICS, PHONOLOGY = "affixes.tsv", "morphotactics.tsv", "phonology.toml"
INFLECTED = "inflected.tsv"
INFLECTION = re.compile(r"^inflection\s*=\s*\[[^\]]*\]\s*\n", re.MULTILINE)
AFFIX_COLUMNS = ("gloss", "form", "class", "features")
STATE_COLUMNS = ("state", "accepts", "next")
Changed = dict[str, str]  # name of a file -> its text
Rows = list[list[str]]


def make(variant: str, pack: Path, folder: Path) -> None:
    """Writes a variant of a pack into a folder, whose content it replaces."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in files(variant, pack).items():
        (folder / name).write_text(text, "utf-8")


def files(variant: str, pack: Path) -> dict[str, str]:
    """The files of a variant of a pack, by name."""
    changed = VARIANTS[variant](pack)
    tables = [file for file in sorted(pack.iterdir()) if file.suffix in (".tsv", ".toml")]
    found = {file.name: changed.get(file.name) or file.read_text("utf-8") for file in tables}
    if changed:
        found.pop(INFLECTED, None)
        found[PHONOLOGY] = INFLECTION.sub("", found[PHONOLOGY])
    return found


def without_morphotactics(pack: Path) -> Changed:
    """One state, to which every root leads; every affix leads from it and back to it."""
    roots = sorted({what for state in table(pack / MORPHOTACTICS, STATE_COLUMNS) for what in state[1].split() if what.startswith("@")})
    glosses = [row[0] for row in table(pack / AFFIXES, AFFIX_COLUMNS)]
    return {
        MORPHOTACTICS: _written(STATE_COLUMNS, [["start", " ".join(roots), "word"], ["word", ".", ""], ["word", " ".join(glosses), "word"]])
    }


def without_allomorph_merging(pack: Path) -> Changed:
    """One row for each spelling of each affix."""
    affixes: Rows = []
    spellings: dict[str, list[str]] = {}  # gloss -> the glosses of its rows
    grammar = Grammar(pack)
    for gloss, _, kind, features in table(pack / AFFIXES, AFFIX_COLUMNS):
        rows = [[f"{gloss}.{surface}", form, kind, features] for surface, form in _spellings(grammar, gloss).items()]
        spellings[gloss] = [row[0] for row in rows]
        affixes += rows
    states = [
        [state, " ".join(each for what in accepts.split() for each in spellings.get(what, [what])), following]
        for state, accepts, following in table(pack / MORPHOTACTICS, STATE_COLUMNS)
    ]
    return {AFFIXES: _written(AFFIX_COLUMNS, affixes), MORPHOTACTICS: _written(STATE_COLUMNS, states)}


def without_case_marks(pack: Path) -> Changed:
    """Every lower-case letter of Unicode is its own capital."""
    letters = [
        chr(code)
        for code in range(0x110000)
        if not 0xD800 <= code < 0xE000 and len(chr(code).upper()) == 1 and chr(code).upper() != chr(code)
    ]
    before, _, after = (pack / PHONOLOGY).read_text("utf-8").partition("[capitals]\n")
    rest = after[found.start() :] if (found := re.search(r"^\[", after, re.MULTILINE)) else ""
    return {PHONOLOGY: before + "[capitals]\n" + "".join(f'"{letter}" = "{letter}"\n' for letter in letters) + rest}


def without_unknown_stems(pack: Path) -> Changed:
    """Without the state of unknown stems, and without states that only this one leads to."""
    states = [
        [state, kept, following]
        for state, accepts, following in table(pack / MORPHOTACTICS, STATE_COLUMNS)
        if (kept := " ".join(what for what in accepts.split() if what != "@unknown"))
    ]
    reached = {following for _, accepts, following in states if "@" in accepts}
    waiting = list(reached)
    for at in waiting:
        new = {following for state, _, following in states if state == at} - reached
        reached |= new
        waiting += sorted(new)
    return {MORPHOTACTICS: _written(STATE_COLUMNS, [row for row in states if row[0] in reached or "@" in row[1]])}


VARIANTS: dict[str, Callable[[Path], Changed]] = {
    "as it is": lambda pack: {},
    "no morphotactics": without_morphotactics,
    "no allomorph merging": without_allomorph_merging,
    "no case marks": without_case_marks,
    "no unknown stems": without_unknown_stems,
}


def _spellings(grammar: Grammar, gloss: str) -> dict[str, str]:
    """Every spelling of an affix, with the form of a row that has only this spelling.

    Some spellings follow only a feature where others do not, such as nda after pronominal stems. They get a second variant without the
    feature, as in nda~nda<pronominal. So they may follow any stem, and some affix still requires the feature, as flags of the lexicon need.
    An affix that only follows a feature still does.
    """
    sounds = [*(letter for letter in "bk" if letter not in grammar.vowels), next(iter(grammar.vowels))]  # voiced, voiceless, vowel
    forms = grammar.affixes[gloss].forms
    features: dict[str, set[str]] = {}  # spelling -> the features that its forms follow
    for form in forms:
        for harmony in sorted(set(grammar.vowels.values())):
            for last in sounds:
                features.setdefault(grammar.spelt(form.letters, harmony, last), set()).add(form.after)
    if not all(form.after for form in forms):
        features = {surface: {"", *asked} for surface, asked in features.items()}
    return {
        surface: "~".join(f"{surface}<{feature}" if feature else surface for feature in sorted(asked))
        for surface, asked in sorted(features.items())
    }


def _written(columns: tuple[str, ...], rows: Rows) -> str:
    return "".join("\t".join(row) + "\n" for row in [list(columns), *rows])
