"""A colon between acronyms or numbers and their affixes, as a pack with `joining` says: Finnish EU:n."""

import re
import shutil
from pathlib import Path

import morfem
import pytest
from morfem import languages

from ..conftest import training_texts
from .conftest import FINNISH, SENTENCES, train


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small Finnish pack with an acronym, and a colon where the other packs have an apostrophe."""
    folder = shutil.copytree(FINNISH, tmp_path_factory.mktemp("pack") / "finnish")
    names = ("phonology.toml", "morphotactics.tsv", "lexicon.tsv", "readings.tsv")
    phonology, tactics, lexicon, readings = (folder / name for name in names)
    readings.write_text(readings.read_text("utf-8").rstrip("\n") + "\n§\tpykälä\n", "utf-8")
    phonology.write_text('joining = ":"\napostrophe = ["acronym"]\n' + phonology.read_text("utf-8"), "utf-8")
    rows = "start\t@acronym @unknown\tacronym\nacronym\t'\tdeclined\nacronym\t.\t\n"
    with_rows = tactics.read_text("utf-8").replace("@proper @numeral @unknown", "@proper @numeral") + rows
    tactics.write_text(with_rows, "utf-8")
    lexicon.write_text(lexicon.read_text("utf-8").rstrip("\n") + "\neu\tacronym\tlong\t\tuu\t50\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def finnish(pack: Path) -> morfem.Tokenizer:
    texts = SENTENCES + ["EU on talo ja EU on kala"] * 3 + training_texts()
    return morfem.train.mft(texts, pack=pack, vocab_size=1200, name="fi-colon", language="fi", progress=False)


@pytest.mark.parametrize(
    ("word", "gloss"),
    [("EU:n", "GEN"), ("EU:ssa", "INE"), ("EU:hun", "ILL"), ("EU:ta", "PART"), ("1990:n", "GEN"), ("§:ssä", "INE"), ("KTL:lle", "ALL")],
)
def test_affixes_stand_behind_a_colon(finnish: morfem.Tokenizer, word: str, gloss: str) -> None:
    encoding = finnish.encode(f"Talo: {word}, {word}.")
    assert [each for each in encoding.glosses if each] == [gloss] * 2
    assert finnish.decode(encoding.ids) == f"Talo: {word}, {word}."
    assert finnish.record["splitter"] == "inflected_colon"
    assert finnish.analyze(word)[0].glosses[-1] == gloss


@pytest.mark.parametrize(
    "text",
    [
        "talo:kala",
        "EU:x",
        "a:b:c",
        "EU:n:n",
        "§:x",
        "(§:n",
        "Oy:öön",
        "ö:ö:ö",
        "5:30",
        "http://eu",
        ":n",
        "EU:",
        "EU: n",
        "talo:talossa:",
        "eu:N",
    ],
)
def test_what_is_no_affix_is_cut_at_the_colon(finnish: morfem.Tokenizer, text: str) -> None:
    """The parts have the ids that they have alone behind what stands before."""
    assert finnish.decode(finnish.encode(text).ids) == text
    if "EU:n" not in text:
        assert "affix" not in finnish.encode(re.sub("talossa", "talo", text)).kinds


def test_a_pack_without_the_sign_keeps_its_splitter() -> None:
    small = train(FINNISH)
    assert small.record["splitter"] == "inflected_mixed"
    assert "GEN" not in small.encode("EU:n").glosses


def test_acronyms_inflect_with_the_colon(pack: Path) -> None:
    grammar = languages.pack(pack)
    assert grammar.inflect("EU", ["GEN"]) == "EU:n"
    assert grammar.inflect("EU", ["ILL"]) == "EU:hun"


def test_another_sign_is_refused(pack: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(pack, tmp_path / "finnish")
    phonology = folder / "phonology.toml"
    phonology.write_text(phonology.read_text("utf-8").replace('joining = ":"', 'joining = "/"'), "utf-8")
    with pytest.raises(morfem.TrainingError, match=r'phonology\.toml: joining: "/" joins no affixes; write ":" or "-"'):
        morfem.train.mft(SENTENCES, pack=folder, vocab_size=1200)


@pytest.mark.parametrize(
    ("root", "tags", "form"),
    [
        ("EU", ["GEN"], "EU:n"),
        ("USA", ["PART"], "USA:ta"),
        ("NHL", ["ILL"], "NHL:ään"),
        ("km:", ["GEN"], "km:n"),
        ("km:", ["ILL"], "km:iin"),
        ("PDF:", ["ILL"], "PDF:ään"),
        ("DVD:", ["ILL"], "DVD:hen"),
        ("6:", ["ORD"], "6:s"),
        ("12:", ["ORD", "GEN"], "12:nnen"),
        ("30:", ["ORD", "PART"], "30:ttä"),
        ("9:", ["ORD", "ESS"], "9:ntenä"),
        ("keskusta", ["PL", "GEN:JEN"], "keskustojen"),
        ("valtava", ["ADVZ"], "valtavasti"),
    ],
)
def test_the_pack_of_finnish_inflects_acronyms_and_words_as_they_are_read(root: str, tags: list[str], form: str) -> None:
    assert languages.pack("fi").inflect(root, tags) == form
