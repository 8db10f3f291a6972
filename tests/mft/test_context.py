"""Among readings of a word that are spelled alike the sentence decides: `analyze_text`."""

import shutil
from pathlib import Path

import morfem
import pytest
from morfem import languages

from tests.conftest import sentences


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    return morfem.load("tr-mft")


@pytest.mark.parametrize(
    ("sentence", "word", "glosses"),
    [
        ("Bu kapıları açtı.", "kapıları", "PL ACC"),
        ("Bütün soruları yanıtladı.", "soruları", "PL ACC"),
        ("Sarayın kapıları açıktı.", "kapıları", "PL 3SG.POSS"),
        ("Elma ağaçları kesildi.", "ağaçları", "PL 3SG.POSS"),
        # What more than one have is theirs
        ("Öğrencilerin kapıları kapalıydı.", "kapıları", "3PL.POSS"),
        ("Kendi evlerini sattılar.", "evlerini", "3PL.POSS ACC"),
        ("Ne yaptıklarını bilmiyorum.", "yaptıklarını", "PTCP.PST 3PL.POSS ACC"),
        ("Kalemi masaya koydu.", "Kalemi", "ACC"),
        ("Masanın kalemi kırık.", "kalemi", "3SG.POSS"),
    ],
)
def test_the_sentence_decides(turkish: morfem.Tokenizer, sentence: str, word: str, glosses: str) -> None:
    found = {sentence[start:end]: analysis for (start, end), analysis in turkish.analyze_text(sentence)}
    assert found[word].glosses == glosses.split()


def test_spans_are_code_points_of_the_text(turkish: morfem.Tokenizer) -> None:
    text = "  İstanbul'un 🙂 evleri,\n\tgüzel 2024'te!"
    words = [text[start:end] for (start, end), _ in turkish.analyze_text(text)]
    assert words == ["İstanbul'un", "evleri", "güzel", "2024'te"]
    assert turkish.analyze_text("") == turkish.analyze_text(" \n") == []


def test_every_choice_is_one_of_the_analyses_of_the_word(turkish: morfem.Tokenizer) -> None:
    for text in sentences("tr"):
        for (start, end), analysis in turkish.analyze_text(text):
            assert analysis in turkish.analyze(text[start:end], 8)


def test_without_a_table_each_word_has_its_first_analysis(finnish: morfem.Tokenizer) -> None:
    assert [analysis.root for _, analysis in finnish.analyze_text("Talossa on kala.")] == [
        finnish.analyze(word)[0].root for word in ("Talossa", "on", "kala")
    ]


def test_only_a_grammar_analyses_texts() -> None:
    with pytest.raises(morfem.MorfemError, match="analyze_text is for tokenizers of kind mft, and bpe is of kind bpe"):
        morfem.load("bpe").analyze_text("ev")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("find\tnouns\t@noun\t", r'context\.tsv, line 2: "nouns" is not sought; there are readings, verbs, voices'),
        ("near\tPL\tACC\t1", r'context\.tsv, line 2: "near" is no place; there are find, always, before'),
        ("before\tPL\tAKK\t1", r'context\.tsv, line 2: there is no affix "AKK"; a reading is a gloss, with a hyphen if more'),
        ("before\tPL\tACC\tmuch", r'context\.tsv, line 2: "much" is no weight; write a number of nats'),
    ],
)
def test_a_faulty_table_is_refused(tmp_path: Path, row: str, message: str) -> None:
    folder = tmp_path / "tr"
    shutil.copytree(Path(morfem.__file__).parent / "languages" / "tr", folder)
    (folder / "context.tsv").write_text(f"place\twhat\treading\tweight\n{row}\n", "utf-8")
    with pytest.raises(morfem.TrainingError, match=message):
        languages.pack(str(folder))
