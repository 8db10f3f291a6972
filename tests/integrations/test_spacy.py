"""Inside spaCy."""

import pickle
import shutil
from pathlib import Path
from typing import Any

import morfem
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import sentences

spacy = pytest.importorskip("spacy")

from morfem.integrations.spacy import MorfemTokenizer, _universal  # noqa: E402


def pipeline(name: str) -> Any:
    """A pipeline with a tokenizer of morfem."""
    return spacy.blank("xx", config={"nlp": {"tokenizer": {"@tokenizers": "morfem.Tokenizer.v1", "name": name}}})


@pytest.fixture(scope="module")
def turkish() -> Any:
    """A pipeline with tr-mft."""
    return pipeline("tr-mft")


@pytest.mark.parametrize(("name", "language"), [("tr-mft", "tr"), ("he-splinter", "he"), ("tr-morpheus", "tr"), ("ko-thunder", "ko")])
def test_the_text_of_a_doc_is_the_text(name: str, language: str) -> None:
    nlp = pipeline(name)
    for text in sentences(language):
        assert nlp(text).text == text


def test_the_sentence_decides_between_readings_of_a_word(turkish: Any) -> None:
    assert turkish("Bu kapıları açtı.")[1]._.glosses == ["PL", "ACC"]
    assert str(turkish("Sarayın kapıları açıktı.")[1].morph) != str(turkish("Bu kapıları açtı.")[1].morph)


@settings(max_examples=50)
@given(text=st.text(st.sampled_from(" \t\n\u00a0\u3000aİş'.(“٣\u0301"), max_size=20) | st.text(max_size=20))
def test_white_space_of_every_kind_stays(turkish: Any, text: str) -> None:
    assert turkish(text).text == text


@pytest.mark.parametrize(
    ("word", "lemma", "tag", "morph"),
    [
        ("Kitaplarımızdan", "kitap", "NOUN", "Case=Abl|Number=Plur|Number[psor]=Plur|Person[psor]=1"),
        ("okuduk", "oku", "VERB", "Aspect=Perf|Number=Plur|Person=1|Tense=Past"),
        ("gelmedim", "gel", "VERB", "Aspect=Perf|Number=Sing|Person=1|Polarity=Neg|Tense=Past"),
        ("Ankara'da", "ankara", "PROPN", "Case=Loc"),
        ("ağzı", "ağız", "NOUN", "Number[psor]=Sing|Person[psor]=3"),
    ],
)
def test_a_turkish_word_has_lemma_part_of_speech_and_features(turkish: Any, word: str, lemma: str, tag: str, morph: str) -> None:
    (token,) = turkish(word)
    assert (token.lemma_, token.pos_, str(token.morph)) == (lemma, tag, morph)
    assert token._.glosses == morfem.load("tr-mft").analyze(word)[0].glosses
    assert token._.root == lemma


def test_each_word_of_a_union_is_described_by_the_system_of_its_language() -> None:
    turkish, hebrew, english = pipeline("multi")("Kitaplarımızdan לעבוד hello")
    assert (turkish.lemma_, turkish._.root, str(turkish.morph)[:8]) == ("kitap", "kitap", "Case=Abl")
    assert (hebrew._.root, hebrew.lemma_) == ("עבד", "")
    assert (english._.root, english.lemma_) == ("", "")


def test_symbols_around_a_word_are_tokens_of_their_own(turkish: Any) -> None:
    doc = turkish('"Evde," dedi (2024\'te).')
    assert [token.text for token in doc] == ['"', "Evde", ",", '"', "dedi", "(", "2024'te", ")", "."]
    assert [token.lemma_ for token in doc if token.lemma_] == ["ev", "de", "2024"]


def test_a_combining_mark_stays_with_its_character(turkish: Any) -> None:
    hebrew, arabic = pipeline("he-splinter"), pipeline("ar-splinter")
    assert [token.text for token in hebrew("סֵפֶר שֶׁלָּךְ.")] == ["סֵפֶר", "שֶׁלָּךְ", "."]
    assert [token.text for token in arabic("«كِتَابٌ» جَدِيدٌ")] == ["«", "كِتَابٌ", "»", "جَدِيدٌ"]
    assert [token.text for token in turkish("kas\u0327, \u0301a \u2764\ufe0f!")] == ["kas\u0327", ",", "\u0301", "a", "\u2764\ufe0f", "!"]
    assert [token.text for token in turkish("(\U0001f468\u200d\U0001f469)")] == ["(", "\U0001f468\u200d\U0001f469", ")"]


def test_a_hebrew_word_has_its_root() -> None:
    (token,) = pipeline("he-splinter")("לעבוד")
    assert token._.root == "עבד"
    assert token._.morphemes == morfem.load("he-splinter").encode("לעבוד").tokens


def test_every_feature_belongs_to_a_gloss_of_the_grammar() -> None:
    affixes = Path(str(morfem.__file__)).parent / "languages" / "tr" / "affixes.tsv"
    glosses = {line.split("\t")[0] for line in affixes.read_text("utf-8").splitlines() if not line.startswith("#")}
    assert set(_universal()) <= glosses


def test_a_saved_pipeline_holds_the_tokenizer(turkish: Any, tmp_path: Path) -> None:
    text = "Kitaplarımızdan okuduk."
    turkish.to_disk(tmp_path / "pipeline")
    copies = [
        spacy.load(tmp_path / "pipeline"),
        spacy.blank("xx", config=turkish.config).from_bytes(turkish.to_bytes()),
    ]
    for copy in copies:
        assert copy(text).to_json() == turkish(text).to_json()
        assert copy.tokenizer.tokenizer == turkish.tokenizer.tokenizer
    copied = pickle.loads(pickle.dumps(MorfemTokenizer(turkish.vocab, turkish.tokenizer.tokenizer)))
    assert [token.lemma_ for token in copied(text)] == ["kitap", "oku", ""]
    assert [doc.text for doc in turkish.pipe([text, "ev"])] == [text, "ev"]


def test_a_damaged_file_is_an_artefact_error(turkish: Any, tmp_path: Path) -> None:
    for content in (b"", b"\x80", turkish.tokenizer.to_bytes().replace(b"kitap", b"kitab", 1)):
        (tmp_path / "tokenizer").write_bytes(content)
        with pytest.raises(morfem.ArtifactError):
            turkish.tokenizer.from_disk(tmp_path / "tokenizer")


def test_a_list_that_is_changed_changes_no_other_doc(turkish: Any) -> None:
    changed = turkish("Kitaplarımızdan okuduk.")
    wanted = list(changed[0]._.morphemes), list(changed[0]._.glosses)
    changed[0]._.morphemes.append("XX")
    changed[0]._.glosses.clear()
    again = turkish("Kitaplarımızdan")[0]
    assert (again._.morphemes, again._.glosses) == wanted


def test_a_saved_pipeline_keeps_its_tokenizer_where_the_name_means_another(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    morfem.load("tr-mft").save(folder)
    nlp = spacy.blank("tr", config={"nlp": {"tokenizer": {"@tokenizers": "morfem.Tokenizer.v1", "name": str(folder)}}})
    nlp.to_disk(tmp_path / "pipeline")
    shutil.rmtree(folder)
    morfem.load("tr-morpheus").save(folder)
    assert spacy.load(tmp_path / "pipeline").tokenizer.tokenizer == morfem.load("tr-mft")
