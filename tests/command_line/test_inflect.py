"""`morfem inflect` makes words; `morfem pack check` checks a language pack without a corpus; `morfem add-roots` adds roots."""

import json
import shutil
from pathlib import Path

import pytest

from tests.command_line.conftest import Run
from tests.mft.conftest import FINNISH


@pytest.mark.parametrize("grammar", ["tr", "tr-mft"])
def test_a_word_is_made_of_a_root_and_tags(run: Run, grammar: str) -> None:
    assert run("inflect", grammar, "kitap", "PL", "1SG.POSS", "DAT").out.decode() == "kitaplarıma\n"


def test_a_table_shows_what_may_follow(run: Run) -> None:
    shown = run("inflect", str(FINNISH), "talo", "--table").out.decode()
    assert ["INE", "talossa"] in [line.split() for line in shown.splitlines()]
    assert json.loads(run("inflect", str(FINNISH), "talo", "--table", "--json").out)["INE"] == ["talossa"]


def test_a_wrong_tag_is_one_line(run: Run) -> None:
    refused = run("inflect", "tr", "ev", "PST")
    assert refused.status == 1
    assert refused.err.startswith('morfem: error: "PST" may not follow ev; there may follow PL, ')
    assert refused.err.count("\n") == 1


def test_a_pack_is_checked_and_shows_forms_of_roots(run: Run) -> None:
    shown = run("pack", "check", str(FINNISH), "talo").out.decode()
    assert "60 roots in 9 classes, 40 affixes, 11 states; no errors" in shown
    assert ["ILL", "taloon"] in [line.split() for line in shown.splitlines()]


def test_a_letter_without_a_sound_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    pack = Path(shutil.copytree(FINNISH, tmp_path / "finnish"))
    lexicon = pack / "lexicon.tsv"
    lines = lexicon.read_text("utf-8").splitlines()
    lexicon.write_text("\n".join([*lines, "piña\tnoun\t\t\t\t1"]) + "\n", "utf-8")
    refused = run("pack", "check", str(pack))
    assert refused.err == (
        f"morfem: error: lexicon.tsv, line {len(lines) + 1}: \"piña\" has the letter 'ñ', of which phonology.toml says nothing; "
        "add it to [vowels], or to the consonants in [sounds]\n"
    )


def test_roots_of_a_file_are_added(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "roots.tsv"
    table.write_text("Zembilka\n", "utf-8")
    folder = str(tmp_path / "ours")
    assert run("add-roots", "tr-mft", str(table), "-o", folder, "--name", "ours").err == f"{folder}: ours, 32,769 ids\n"
    assert run("inflect", folder, "Zembilka", "DAT").out.decode() == "Zembilka'ya\n"
    assert "holds a tokenizer" in run("add-roots", "tr-mft", str(table), "-o", folder).err
