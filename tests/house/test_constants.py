"""Numbers that were chosen say where the choice is explained.

A constant that is a fraction weighs one thing against another, so its value was chosen. Its comment cites the section of
`docs/decisions.md` that says why, or it is listed here with the reason why there was nothing to choose. For defaults of
options, each file cites the section once.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "crates" / "morfem" / "src"
CITATION = re.compile(r'docs/decisions\.md, section "([^"]+)"')
CONSTANT = re.compile(r"(?:pub(?:\([^)]*\))? )?const (\w+): (?:f32|f64|\[f(?:32|64); \w+\]) = ")
NOT_CHOSEN = {
    ("interchange/pieces.rs", "UNKNOWN_PENALTY"): "the programs whose files are read have it",
    ("search/units.rs", "NEVER"): "infinity",
    ("systems/mft/estimate.rs", "ALONE"): "stands for infinity",
    ("systems/mft/estimate.rs", "FIRST_END"): "where expectation maximisation begins, one half",
    ("systems/morpheus/boundaries.rs", "SCALE"): "the unit of saved weights",
    ("systems/splinter/roots.rs", "ROUNDING"): "a bound of rounding errors",
    ("systems/union/routing.rs", "UNIT"): "the unit of saved costs",
    ("systems/union/trainer.rs", "BYTES"): "a scale that only sizes relative to each other depend on",
    ("tables.rs", "MAX_SCORE"): "a limit of the format",
    ("unigram/lattice/paths.rs", "NO_COUNT"): "a bound of errors, which its comment derives",
    ("unigram/vocabulary.rs", "MAX_SCORE"): "a limit of the format",
}


def fractions(source: str) -> Iterator[tuple[str, str]]:
    """The constants that are fractions, each with its comment; a constant without one shares that of the line above."""
    comment, is_over = "", True
    for line in source.split("#[cfg(test)]\nmod tests")[0].splitlines():
        text = line.strip()
        if text.startswith("///"):
            comment = text if is_over else comment + text
            is_over = False
        elif found := CONSTANT.match(text):
            yield found[1], comment
            is_over = True
        elif not text.startswith("#["):
            comment = ""


def test_the_comment_of_a_constant_is_found() -> None:
    pairs = "/// One.\n/// Two.\nconst A: f64 = 0.5;\nconst B: f32 = 0.5;\n\n"
    source = pairs + "pub const C: [f64; 2] = [1.0, 2.0];\n/// Three.\nconst D: usize = 3;\n/// Four.\nconst E: f64 = 4.5;\n"
    assert list(fractions(source)) == [("A", "/// One./// Two."), ("B", "/// One./// Two."), ("C", ""), ("E", "/// Four.")]


def test_a_fraction_cites_the_decision_that_chose_it() -> None:
    uncited = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in SOURCE.rglob("*.rs")
        for name, comment in fractions(path.read_text("utf-8"))
        if not CITATION.search(comment)
    }
    assert uncited == NOT_CHOSEN.keys(), "cite the section of docs/decisions.md, or say in NOT_CHOSEN why nothing was chosen"


def test_defaults_that_are_fractions_cite_a_decision() -> None:
    default = re.compile(r"^        \w+: f64 = ", re.MULTILINE)
    files = {path: text for path in SOURCE.rglob("*.rs") if "options! {" in (text := path.read_text("utf-8"))}
    chosen = {path.relative_to(SOURCE).as_posix(): text for path, text in files.items() if default.search(text.split("mod tests")[0])}
    assert len(chosen) > 4
    # The comment of a field is its help text, so the citation stands beside the struct.
    assert [path for path, text in chosen.items() if not re.search(rf"^// {CITATION.pattern}", text, re.MULTILINE)] == []


def test_every_section_that_is_cited_exists() -> None:
    sections = set(re.findall(r"^## (.+)$", (ROOT / "docs" / "decisions.md").read_text("utf-8"), re.MULTILINE))
    cited = {section for path in SOURCE.rglob("*.rs") for section in CITATION.findall(path.read_text("utf-8").replace("\n/// ", " "))}
    assert cited
    assert cited <= sections
