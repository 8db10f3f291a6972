"""The grammar forwards: what it analyses it makes again, and what it refuses it refuses with the affixes that may follow."""

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import morfem
import pytest
from morfem import languages

from tests.conftest import sentences

TYPED = str.maketrans("çğıöşü", "cgiosu")
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "data" / "corpora" / "tr.txt.xz"


@pytest.fixture(scope="module")
def turkish() -> morfem.LanguagePack:
    return languages.pack("tr")


@pytest.mark.parametrize(
    ("root", "tags", "form"),
    [
        ("kitap", "PL 1SG.POSS DAT", "kitaplarıma"),
        ("gel", "NEG PST 1PL.PST", "gelmedik"),
        ("git", "NEG.AOR 1SG", "gitmem"),
        ("ver", "PASS ABIL NEG.AOR", "verilebilmez"),
        ("ağız", "3SG.POSS LOC", "ağzında"),
        ("hak", "ACC", "hakkı"),
        ("saat", "PL", "saatler"),
        ("su", "GEN", "suyun"),
        ("ben", "DAT", "bana"),
        ("rikkat", "ACC", "rikkati"),
        ("buzdolabı", "LOC", "buzdolabında"),
        ("kitap", "", "kitap"),
        # No dictionary has these: a stem of two syllables softens, one of one syllable does not
        ("zırpak", "DAT", "zırpağa"),
        ("zurp", "DAT", "zurpa"),
        ("tubuft", "DAT", "tubufta"),
        # A word with affixes goes on
        ("kitaplık", "PL ABL", "kitaplıklardan"),
        ("gözlerim", "ACC", "gözlerimi"),
        ("düdükle", "NEG.AOR 1SG", "düdüklemem"),  # though it mostly is: with a whistle
        # As they are written
        ("KİTAP", "ACC", "KİTABI"),
        ("Kitap", "ACC", "Kitabı"),
    ],
)
def test_roots_become_words(turkish: morfem.LanguagePack, root: str, tags: str, form: str) -> None:
    assert turkish.inflect(root, tags.split()) == form


@pytest.mark.parametrize(
    ("root", "tags", "form"),
    [
        ("Ankara", "DAT", "Ankara'ya"),
        ("Ankara", "WITH DAT", "Ankaralıya"),  # no apostrophe before what makes another word
        ("Blorp", "GEN", "Blorp'un"),
        ("Tıkırık", "DAT", "Tıkırık'a"),  # an unknown name does not soften
        ("3", "ORD", "3'üncü"),
        ("1908", "LOC", "1908'de"),
        ("TBMM", "DAT", "TBMM'ye"),
        ("ABD", "WITH", "ABD'li"),
        ("İzmir’", "ABL", "İzmir’den"),
        ("ankara", "DAT", "ankaraya"),
    ],
)
def test_names_and_numbers_take_the_apostrophe(turkish: morfem.LanguagePack, root: str, tags: str, form: str) -> None:
    assert turkish.inflect(root, tags.split()) == form


def test_all_forms_are_given_where_several_are_right(turkish: morfem.LanguagePack) -> None:
    assert sorted(turkish.inflections("koyun", ["1SG.POSS"])) == ["koynum", "koyunum"]


def test_a_tag_that_may_not_follow_is_refused_with_those_that_may(turkish: morfem.LanguagePack) -> None:
    with pytest.raises(morfem.MorfemError, match=r'^"PL" may not follow kitap \+ ACC; there may follow COND\.COP, Q, ALSO:APART, ALSO$'):
        turkish.inflect("kitap", ["ACC", "PL"])
    with pytest.raises(morfem.MorfemError, match=r'^"PLU" is no affix; it cannot follow kitap; there may follow PL, 1SG\.POSS, '):
        turkish.inflect("kitap", ["PLU"])
    with pytest.raises(morfem.MorfemError, match=r'^"ev de" is not a root; give one word without affixes$'):
        turkish.inflect("ev de", [])
    with pytest.raises(TypeError, match=r"tags\[0\]"):
        turkish.inflect("ev", [1])  # type: ignore[list-item]


def test_a_paradigm_has_all_affixes_that_may_follow(turkish: morfem.LanguagePack) -> None:
    forms = turkish.paradigm("ev", ["PL"])
    assert list(forms)[:3] == ["1SG.POSS", "2SG.POSS", "3SG.POSS"]
    assert (forms["ABL"], "PL" in forms) == (["evlerden"], False)
    for gloss, words in forms.items():
        if words:
            assert turkish.inflections("ev", ["PL", gloss]) == words


def test_a_tokenizer_inflects_with_its_own_grammar(finnish: morfem.Tokenizer) -> None:
    assert "inflect" in finnish.capabilities
    assert finnish.inflect("talo", ["INE"]) == "talossa"
    assert finnish.paradigm("talo")["PL.GEN"] == finnish.inflections("talo", ["PL.GEN"])
    with pytest.raises(morfem.MorfemError, match=r"inflect is for tokenizers of kind mft or union, and bpe is of kind bpe"):
        morfem.load("bpe").inflect("talo", ["INE"])


def once(word: str) -> str:
    """A word with each letter once in a row."""
    return re.sub(r"(.)\1+", r"\1", word)


def test_every_analysis_of_a_word_is_made_again() -> None:
    """20,000 words of the Turkish corpus, or without it the words of our sentences."""
    tokenizer = morfem.load("tr-mft")
    counts: Counter[str] = Counter()
    texts = sentences("tr")
    if CORPUS.is_file():
        import lzma

        with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
            texts = list(islice(lines, 100_000))[::2]
    for text in texts:
        counts.update(re.findall(r"[a-zçğıöşü]+", text))
    made = 0
    for word, _ in counts.most_common(20_000):
        for analysis in tokenizer.analyze(word, 3):
            if analysis.part_of_speech is not None:
                words = tokenizer.inflections(analysis.root, analysis.glosses)
                # Of words that are joined (onbeş) the last one is made; one typed without Turkish letters is made with
                # them, one with ı for i with both, one with repeated letters without.
                joined = len(analysis.segments) - 1 - len(analysis.affixes)
                last = word[len("".join(analysis.segments[:joined])) :]
                typed = [*words, *(each.translate(TYPED) for each in words)]
                typed += [each.replace("i", "ı") for each in typed]
                assert last in typed or once(last) in map(once, words), (word, analysis)
                made += 1
    assert made > 20_000 if CORPUS.is_file() else made > 50
