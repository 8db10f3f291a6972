"""Affixes behind a hyphen, behind a full stop with an apostrophe, and written on to a number, as a pack with `joining = "-"` says; features
of readings; roots with accents; which root with a lemma is called by the lemma alone.
"""

import shutil
from pathlib import Path

import morfem
import pytest

from ..conftest import training_texts
from .conftest import FINNISH, SENTENCES


@pytest.fixture(scope="module")
def finnish(tmp_path_factory: pytest.TempPathFactory) -> morfem.Tokenizer:
    """The small Finnish pack with a hyphen where Finnish has a colon, an accent, and a second root that is spelled talo."""
    folder = shutil.copytree(FINNISH, tmp_path_factory.mktemp("pack") / "finnish")

    def add(name: str, text: str) -> None:
        table = folder / name
        table.write_text(table.read_text("utf-8").rstrip("\n") + "\n" + text, "utf-8")

    phonology = folder / "phonology.toml"
    phonology.write_text('joining = "-"\n' + phonology.read_text("utf-8"), "utf-8")
    add("phonology.toml", '[flags.accent]\naccents = { "š" = "s" }\n')
    readings = folder / "readings.tsv"
    readings.write_text(readings.read_text("utf-8").replace("5\tviisi", "5\tviisi<ee_end") + "6.\tkuudes\n", "utf-8")
    add("lexicon.tsv", "šakki\tnoun\taccent i_end\t\t\t1\nsakki\tnoun\ti_end\t\t\t1\ntalo\tnoun\tlong\ttal>plural\t\t90\n")
    rows = (folder / "lexicon.tsv").read_text("utf-8").splitlines()
    rows.insert(rows.index("talo\tnoun\t\t\t\t60"), rows.pop())
    (folder / "lexicon.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    texts = SENTENCES + ["Sakki ja šakki, šakissa. 1990-lla"] * 3 + training_texts()
    return morfem.train.mft(texts, pack=folder, vocab_size=1200, name="fi-signs", language="fi", progress=False)


@pytest.mark.parametrize(
    ("word", "glosses"),
    [
        ("KTL-lle", ["ALL"]),
        ("1990-ssa", ["INE"]),
        ("1990ssako", ["INE", "Q"]),
        ("5seen", ["ILL"]),
        ("Kl.'ssa", ["INE"]),
        ("6.'n", ["GEN"]),
        ("5-ttä", ["PART"]),
    ],
)
def test_affixes_stand_behind_a_sign(finnish: morfem.Tokenizer, word: str, glosses: list[str]) -> None:
    assert finnish.record["splitter"] == "inflected_hyphen"
    text = f"Talo {word}, ({word})."
    encoding = finnish.encode(text)
    assert [each for each in encoding.glosses if each] == glosses * 2
    assert finnish.decode(encoding.ids) == text
    [analysis] = finnish.analyze(word)
    assert (list(analysis.glosses), "".join(analysis.segments)) == (glosses, word)


@pytest.mark.parametrize(
    "text", ["KTL-talo", "1990xyz", "5kg", "talo.'talo", "A-b", "1-a", "KTL-lle-lle", "3.5'n", "a1-ssä.'b", "1990-", "5.'"]
)
def test_what_is_no_affix_is_cut_at_the_sign(finnish: morfem.Tokenizer, text: str) -> None:
    """The parts have the ids that they have where the sign joins nothing."""
    assert finnish.decode(finnish.encode(text).ids) == text
    assert finnish.encode(f"Talo {text}.").surfaces[-1] == "."


def test_a_root_with_accents_is_the_root_without_and_a_mark(finnish: morfem.Tokenizer) -> None:
    assert finnish.encode("sakki").tokens == ["▁sakki"]
    assert finnish.encode("šakki").tokens == ["<accent>", "▁sakki"]
    for text in ("Šakki, ŠAKKI ja šakkia", "sakkišakki"):
        assert finnish.decode(finnish.encode(text).ids) == text
    sakki = finnish.encode("sakki").ids
    accent = finnish.encode("šakki").ids
    assert accent[1:] == sakki
    for other in ("talo", ".", "<s>"):
        ids = [accent[0], *finnish.encode(other, parse_special=True).ids]
        assert finnish.decode(ids) == other
    decoder = finnish.decoder()
    assert "".join([*(decoder.push(each) for each in accent), decoder.finish()]) == "šakki"


def test_of_roots_with_one_lemma_the_most_used_has_the_lemma_as_its_name(finnish: morfem.Tokenizer) -> None:
    """The rare one stands first in the table."""
    assert finnish.encode("talossa").tokens == ["▁talo", "+ssA"]
    loaded = [line.split("\t")[2] for line in finnish.files()["lexicon.tsv"].decode().splitlines() if line.startswith("talo\t")]
    assert loaded[0] == ""


def test_a_feature_that_no_affix_asks_for_is_refused(tmp_path: Path) -> None:
    folder = shutil.copytree(FINNISH, tmp_path / "finnish")
    readings = folder / "readings.tsv"
    readings.write_text(readings.read_text("utf-8").replace("5\tviisi", "5\tviisi<een"), "utf-8")
    with pytest.raises(morfem.TrainingError, match=r'readings\.tsv: "5": no affix asks for the feature "een"; write a form that does'):
        morfem.train.mft(SENTENCES, pack=folder, vocab_size=1200)
