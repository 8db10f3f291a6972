"""`evaluate`: a suite on data of our own, and what happens when some of it is not as it should be."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from morfem import MorfemError, load
from morfem.evaluate import Report, evaluate
from morfem.evaluate.report import json_format
from morfem.evaluate.statistics import holm
from morfem.evaluate.suite import Suite, available

LANGUAGES = ("ar", "fi", "he", "ko", "ms", "tr")
LINES = ["Kitaplar evde.", "Yollar uzun, evler uzak.", "Kuşlar ağaçlarda.", "Gel de gör!"] * 5
GOLD = """\
word\tsegmentations
evde\tev+de
kitaplar\tkitap+lar
yollarda\tyol+lar+da
evlar\tev+ler
gel\tgel
"""
SUITE = """\
name = "small"
language = "tr"

[[text]]
data = "lines"
path = "lines.txt"
sha256 = "{text}"
metrics = {{ round_trip = {{}}, compression = {{}}, distribution = {{}} }}

[[gold]]
data = "words"
path = "gold/words.tsv"
format = "segmentation"
sha256 = "{gold}"
metrics = {{ boundaries = {{}} }}
"""
RESAMPLES = 50


def spaces(text: str) -> list[str]:
    """Words, each with the white space before it."""
    words = text.split(" ")
    return [words[0], *(" " + word for word in words[1:])]


def halves(text: str) -> list[str]:
    """Words, each in two pieces, with the white space before it."""
    return [piece for word in spaces(text) for piece in (word[: len(word) // 2], word[len(word) // 2 :]) if piece]


@pytest.mark.parametrize(
    ("tokenizers", "resamples", "message"),
    [
        ("words", RESAMPLES, "tokenizers is a str; give a list of names"),
        ([], RESAMPLES, "tokenizers is empty; give one or more"),
        (None, RESAMPLES, "tokenizers is None; give a list of tokenizers"),
        (load("tr-mft"), RESAMPLES, "tokenizers is of type Tokenizer; give a list of tokenizers"),
        (["words"], 0, "resamples is 0; give 10 or more"),
        (["words"], 9, "resamples is 9; give 10 or more"),
        (["words"], "20", "resamples is of type str; give a whole number"),
    ],
)
def test_arguments_that_cannot_be_right_are_refused_by_name(tokenizers: Any, resamples: Any, message: str) -> None:
    with pytest.raises((MorfemError, TypeError), match=f"^{message}$"):
        evaluate(tokenizers, "own-tr", resamples=resamples)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with the data of the suite, and the suite."""
    (tmp_path / "gold").mkdir()
    (tmp_path / "lines.txt").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    (tmp_path / "gold" / "words.tsv").write_text(GOLD, encoding="utf-8")
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in (("text", "\n".join(LINES) + "\n"), ("gold", GOLD))}
    (tmp_path / "small.toml").write_text(SUITE.format(**hashes), encoding="utf-8")
    return tmp_path


def short(name: str) -> str:
    """The name of a function without its place."""
    return re.split("[.:]", name)[-1]


def measured(data: Path, tokenizers: Sequence[Any] = (spaces, halves), **options: Any) -> Report:
    return evaluate(tokenizers, data / "small.toml", data=data, resamples=RESAMPLES, **options)


def values(report: Report, metric: str) -> dict[str, float]:
    """A figure, by the tokenizers' names."""
    return {short(score.tokenizer): round(score.value, 4) for score in report.scores if score.metric == metric}


def test_every_tokenizer_and_both_floors_are_measured_on_all_data(data: Path) -> None:
    report = measured(data)
    assert [short(name) for name in report.tokenizers] == ["spaces", "halves", "characters", "words"]
    assert report.floors == ["characters", "words"]
    # The lines have 2 + 4 + 2 + 3 words; spaces and whole words are the same here.
    assert values(report, "compression.fertility") == {"spaces": 1, "halves": 2, "words": 1, "characters": 66 / 11}
    # Gold: ev|de, kitap|lar, yol|lar|da, gel.
    assert values(report, "boundaries.recall")["characters"] == 1
    assert values(report, "boundaries.f1")["words"] == 0
    assert values(report, "boundaries.exact") == {"spaces": 0.25, "halves": 0, "words": 0.25, "characters": 0}
    assert {score.n for score in report.scores if score.metric == "boundaries.f1"} == {4}
    assert not report.skipped
    assert not report.failures


def test_without_floors_there_are_none(data: Path) -> None:
    report = measured(data, baselines=False)
    assert len(report.tokenizers) == 2
    assert report.floors == []


def test_a_row_that_does_not_spell_its_word_is_dropped_and_listed_with_its_line(data: Path) -> None:
    ((line, reason),) = measured(data).dropped["words"]
    assert line == 5
    assert "'ev+ler' does not spell 'evlar'" in reason


def test_missing_data_is_skipped_and_named(data: Path) -> None:
    (data / "lines.txt").unlink()
    report = measured(data)
    assert report.skipped == [f"lines: no file {data / 'lines.txt'}"]
    assert {score.data for score in report.scores} == {"words"}
    (data / "gold" / "words.tsv").unlink()
    with pytest.raises(MorfemError, match="small: none of its data is in"):
        measured(data)


def test_a_text_without_lines_is_refused(data: Path) -> None:
    (data / "lines.txt").write_text("")
    with pytest.raises(MorfemError, match=r"lines\.txt: has no text$"):
        measured(data, allow_changed_data=True)


def test_changed_data_is_refused_unless_allowed_and_then_the_signature_shows_it(data: Path) -> None:
    before = {score.metric: score.signature for score in measured(data).scores if score.tokenizer == "words"}
    (data / "lines.txt").write_text("Başka bir satır.\nBir satır daha.\n", encoding="utf-8")
    with pytest.raises(MorfemError, match=r"lines\.txt: is not the file that small expects .*allow changed data"):
        measured(data)
    after = {score.metric: score.signature for score in measured(data, allow_changed_data=True).scores if score.tokenizer == "words"}
    assert before["compression.fertility"] != after["compression.fertility"]
    assert before["boundaries.f1"] == after["boundaries.f1"]


def test_a_text_on_which_a_tokenizer_raises_is_named_and_the_others_go_on(data: Path) -> None:
    def fussy(text: str) -> list[str]:
        if "kitap" in text.lower():
            raise ValueError("no books")
        return spaces(text)

    report = measured(data, [fussy, spaces])
    (name,) = report.failures
    assert name.endswith("fussy")
    assert report.failures[name] == dict.fromkeys(("Kitaplar evde.", "Kitaplar", "kitaplar"), "ValueError: no books")
    assert values(report, "boundaries.exact") == {"fussy": 0.25, "spaces": 0.25, "characters": 0, "words": 0.25}
    assert values(report, "compression.fertility")["spaces"] == 1


def test_a_word_is_named_on_which_a_tokenizer_raises_in_any_gold_data(data: Path) -> None:
    def fussy(text: str) -> list[str]:
        if "evde" in text:
            raise ValueError("no houses")
        return [text]

    suite = '[[gold]]\npath = "forms.tsv"\nformat = "inflections"\nmetrics = { root_consistency = {} }\n'
    forms = {"ev": "N;NOM", "evi": "N;ACC", "eve": "N;DAT", "evde": "N;LOC", "evden": "N;ABL"}
    (data / "forms.tsv").write_text("".join(f"ev\t{form}\t{tags}\n" for form, tags in forms.items()), encoding="utf-8")
    (data / "forms.toml").write_text(suite, encoding="utf-8")
    report = evaluate([fussy], data / "forms.toml", data=data, resamples=RESAMPLES)
    assert list(report.failures.values()) == [{"evde": "ValueError: no houses", "evden": "ValueError: no houses"}]


def test_two_tokenizers_of_one_name_are_refused(data: Path) -> None:
    with pytest.raises(MorfemError, match=r"two tokenizers are called 'characters'; give them different names: NAME=SPEC"):
        measured(data, ["characters", "characters"])
    assert measured(data, ["characters", "again=characters"]).tokenizers == ["characters", "again", "words"]


def test_every_two_tokenizers_are_compared_and_corrected_after_holm(data: Path) -> None:
    report = measured(data, [spaces, halves, list])
    found = [entry for entry in report.comparisons if entry.metric == "compression.fertility"]
    pairs = [(short(entry.first), short(entry.second)) for entry in found]
    assert pairs == [("spaces", "halves"), ("spaces", "list"), ("halves", "list")]
    assert [entry.difference for entry in found] == [-1, -5, -4]
    p_values = [entry.p_randomisation for entry in found if entry.p_randomisation is not None]
    assert [entry.p_holm for entry in found] == holm(p_values)
    assert all(entry.p_holm < 0.05 for entry in found)  # of 20 lines, all of which differ
    assert values(report, "round_trip.lines").keys() == {"characters", "words"}  # functions cannot decode


def test_a_report_is_the_same_every_time_and_depends_on_the_seed(data: Path) -> None:
    first, again, other = measured(data), measured(data), measured(data, seed=1)
    assert json_format.render(first) == json_format.render(again)
    (one,), (two,) = ([s for s in report.scores if (s.metric, s.tokenizer) == ("boundaries.f1", "characters")] for report in (first, other))
    assert one.value == two.value
    assert one.signature.replace("|seed:0|", "|seed:1|") == two.signature


def test_words_are_shown_as_every_tokenizer_cuts_them_beside_the_gold(data: Path) -> None:
    report = measured(data)
    (shown,) = [word for word in report.words if (word.data, word.word) == ("words", "yollarda")]
    assert shown.gold == ["yol", "lar", "da"]
    assert shown.segments["words"] == ["yollarda"]
    assert shown.segments["characters"] == list("yollarda")
    (line,) = [word for word in report.words if (word.data, word.word) == ("lines", "evde.")]
    assert (line.count, line.gold) == (5, None)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ("metrics = { boundary = {} }", "unknown metric 'boundary'; the metrics are round_trip, boundaries"),
        ("metrics = { compression = {} }", "words: compression is measured on running text"),
        ("metrics = { boundaries = { alpha = 2 } }", "words: boundaries: .*alpha"),
        ("metrics = { boundaries = {} }\nevery = 2", r"\[\[gold\]\] 'words': unknown entry 'every'"),
        ("metrics = {", "invalid TOML"),
    ],
)
def test_a_suite_that_is_none_is_refused(data: Path, change: str, error: str) -> None:
    suite = (data / "small.toml").read_text("utf-8").replace("metrics = { boundaries = {} }", change)
    (data / "small.toml").write_text(suite, encoding="utf-8")
    with pytest.raises(MorfemError, match=error):
        measured(data)


def test_bundled_suites_name_known_metrics_and_hashes() -> None:
    intrinsic = [f"{language}-intrinsic" for language in ("ar", "fi", "he", "ko", "ms")]
    own = [f"own-{language}" for language in ("ar", "fi", "he", "ko", "ms", "tr")]
    assert available() == [*intrinsic, *own, "tr-intrinsic"]
    for name in available():
        suite = Suite.read(name)
        assert suite.name == name
        assert all(len(entry.sha256) == 64 for entry in suite.data)
    with pytest.raises(MorfemError, match="no suite 'fr-intrinsic', neither bundled nor a file; bundled are ar-intrinsic"):
        Suite.read("fr-intrinsic")
