"""What the tables of the Turkish pack say of words, as a tokenizer learns it from a few sentences."""

import shutil
from pathlib import Path

import morfem
import pytest
from morfem import languages

from tests.conftest import sentences


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    texts = [
        *sentences("tr"),
        "evleri evlerin evi kapıları güzelliğin güzellik örneğin örneği örnekler",
        "iki yedi dokuz on yirmi otuz kırk elli altmış yüz bin buçuk dört beş kırk yedi elli altmış",
    ]
    return morfem.train.mft(texts * 3, pack="tr", vocab_size=890, roots=700, name="tr-small", language="tr", progress=False)


def cut(tokenizer: morfem.Tokenizer, word: str) -> str:
    best = tokenizer.analyze(word)[0]
    return " ".join([best.root, *best.glosses])


@pytest.mark.parametrize(
    ("word", "analysis"),
    [
        # Readings with the same letters: shares.tsv
        ("kapıları", "kapı PL 3SG.POSS"),
        ("evlerinin", "ev PL 3SG.POSS GEN"),
        ("güzelliğin", "güzel ABSTRACT GEN"),
        # Frozen forms are words of their own
        ("örneğin", "örneğin"),
        ("işte", "işte"),
        ("karşın", "karşın"),
        ("dolar", "dolar"),
        # Verbs
        ("bitirdi", "bitir PST"),
        ("çıkarttı", "çık CAUS.AR CAUS.T PST"),
        # Speech
        ("gidiyom", "git PROG.SPOKEN 1SG"),
        ("gelicem", "gel FUT.SPOKEN 1SG"),
        ("başlıcaz", "başla FUT.SPOKEN 1PL"),
        ("gelcez", "gel FUT.SHORT 1PL"),
        ("gelmicem", "gel NEG.FUT.SPOKEN 1SG"),
        ("yapıcak", "yap FUT.SPOKEN"),
        ("gelemicem", "gel IMPOSS.FUT.SPOKEN 1SG"),
        ("gelemiyom", "gel IMPOSS.PROG.SPOKEN 1SG"),
        ("söyliyim", "söyle OPT.1SG.SPOKEN"),
        ("naapıyım", "naap OPT.1SG.SPOKEN"),
        ("noluyo", "nol PROG.SPOKEN"),
        ("dicem", "de FUT.NARROW 1SG"),
        ("diycek", "de FUT.GLIDE"),
        ("gitmiycem", "git NEG.FUT.GLIDE 1SG"),
        ("gidiyon", "git PROG.SPOKEN 2SG.SPOKEN"),
        ("gelicen", "gel FUT.SPOKEN 2SG.SPOKEN"),
        ("yapacaz", "yap FUT 1PL.SPOKEN"),
        ("gitmiyecem", "git NEG.NARROW FUT 1SG.SPOKEN"),
        ("söylicem", "söyle FUT.SPOKEN 1SG"),
        ("oynıycaz", "oyna FUT.GLIDE 1PL"),
        ("alsaymışım", "al COND EVID.COP 1SG"),
        ("gelmiyim", "gel NEG.NARROW 1SG"),
        # Old spellings
        ("olmıyan", "ol NEG.NARROW PTCP"),
        ("gelmiyecek", "gel NEG.NARROW FUT"),
        ("vermeğe", "ver INF DAT"),
        ("vasıtasiyle", "vasıta 3SG.POSS:OLD INS"),
        ("eviyle", "ev 3SG.POSS INS"),
        # Particles written on
        ("geliyormu", "gel PROG Q"),
        ("gelmişmiydi", "gel EVID Q PST.COP"),
        ("evdemiyiz", "ev LOC Q 1PL"),
        ("hazırmı", "hazır Q"),
        ("seninmi", "sen GEN Q"),
        ("bunumu", "bu ACC Q"),
        ("arabamı", "araba 1SG.POSS ACC"),
        ("diyorumki", "de PROG 1SG THAT"),
        ("geldimde", "gel PST 1SG.PST ALSO"),
        ("fiyatıda", "fiyat 3SG.POSS ALSO"),
        ("bunuda", "bu ACC ALSO"),
        ("filmede", "film DAT ALSO"),
        ("masada", "masa LOC"),
        ("gerçektende", "gerçek ABL ALSO"),
        ("olarakta", "ol CVB.BY ALSO"),
        ("yinede", "yine ALSO"),
        ("evinde", "ev 3SG.POSS LOC"),
        ("bekliyodum", "bekle PROG.SPOKEN PST.COP 1SG.PST"),
        ("bekliyorumda", "bekle PROG 1SG ALSO"),
        ("gelselerdi", "gel COND 3PL PST.COP"),
        ("benimkisi", "ben GEN REL 3SG.POSS"),
        # What follows from the verb is no root
        ("çizgiden", "çiz NMLZ.GI ABL"),
        ("sergilendi", "ser NMLZ.GI VBZ.PASS PST"),
        # No name is a plural
        ("Türklerin", "türk PL GEN"),
        # Compounds
        ("gözaltına", "gözaltı DAT"),
        ("kurumlararası", "kurum PL AMONG"),
        ("ülkelerarasında", "ülke PL AMONG LOC"),
        # Roots that look inflected
        ("kaldırdı", "kaldır PST"),
        ("uzattı", "uza CAUS.T PST"),
        ("büyükşehirlerde", "büyükşehir PL LOC"),
        ("dede", "dede"),
        ("kaldırıldı", "kaldır PASS PST"),
        ("soruşturdu", "soruştur PST"),
        ("onarım", "onarım"),
        ("onanması", "ona PASS.N VN 3SG.POSS"),
    ],
)
def test_a_word_has_the_analysis_that_its_tables_say(turkish: morfem.Tokenizer, word: str, analysis: str) -> None:
    assert cut(turkish, word) == analysis


@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("kırkdört", "▁kırk <joint> ▁dört"),
        ("yirmibin", "▁yirmi <joint> ▁bin"),
        ("otuzbeşinci", "▁otuz <joint> ▁beş +(I)ncI"),
        ("yediyüzellide", "▁yedi <joint> ▁yüz <joint> ▁elli +DA"),
        ("dokuzbuçuk", "▁dokuz <joint> ▁buçuk"),
        ("altmışdördün", "▁altmış <joint> ▁dört +(n)In"),
    ],
)
def test_numbers_written_as_one_word_are_their_parts(turkish: morfem.Tokenizer, word: str, tokens: str) -> None:
    encoding = turkish.encode(word)
    assert " ".join(encoding.tokens) == tokens
    assert turkish.decode(encoding.ids) == word


@pytest.mark.parametrize("word", ["araba", "onar", "binici", "yüzük", "kırkayak"])
def test_a_word_that_begins_like_a_number_is_none(turkish: morfem.Tokenizer, word: str) -> None:
    assert "<joint>" not in turkish.encode(word).tokens


def test_what_several_do_is_theirs() -> None:
    """A group of `shares.tsv` that counts behind some affixes alone."""
    bundled = morfem.load("tr-mft")
    assert cut(bundled, "yaptıklarını") == "yap PTCP.PST 3PL.POSS ACC"
    assert cut(bundled, "evlerini") == "ev PL 3SG.POSS ACC"


def test_a_verbal_noun_takes_an_adjective_as_well_as_a_mood(turkish: morfem.Tokenizer) -> None:
    assert ["VN", "WITH"] in [analysis.glosses for analysis in turkish.analyze("korumalı", 3)]


@pytest.mark.parametrize(
    ("word", "root", "tokens"), [("rikkati", "rikkat", ["<front>", "+(y)I"]), ("rikkatim", "rikkat", ["<front>", "+(I)m"])]
)
def test_a_rare_root_is_written_in_pieces_and_inflects_as_the_lexicon_says(
    turkish: morfem.Tokenizer, word: str, root: str, tokens: list[str]
) -> None:
    assert "▁rikkat" not in turkish.vocab()
    best = turkish.analyze(word)[0]
    assert (best.root, best.part_of_speech) == (root, "noun")
    encoding = turkish.encode(word)
    assert encoding.tokens[-2:] == tokens
    assert turkish.decode(encoding.ids) == word


@pytest.mark.parametrize("name", ["Ahora", "Launceston", "Alaeddin"])
def test_a_name_has_no_affix_without_an_apostrophe(turkish: morfem.Tokenizer, name: str) -> None:
    assert "affix" not in turkish.encode(name).kinds
    assert turkish.encode(f"{name}'da").glosses[-1] == "LOC"


def test_an_unknown_word_keeps_the_affixes_that_are_hardly_its_end(turkish: morfem.Tokenizer) -> None:
    assert turkish.encode("vlogerlerden").glosses[-1] == "ABL"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("a\t\tPLU\trest", r'shares\.tsv, line 2: there is no affix "PLU"; write one or two glosses'),
        ("a\t\tPL\tmany", r'shares\.tsv, line 2: "many" is no share; write a number from 0 to 1, or rest for what the others leave'),
        ("a\t\tev/verb\trest", r'shares\.tsv, line 2: lexicon\.tsv has no root "ev" of the class "verb"'),
        ("a\tPLU\tPL\trest", r'shares\.tsv, line 2: there is no affix "PLU"; write one or two glosses'),
        ("a\t\tPL\t0.5", r'shares\.tsv, line 2: the group "a" needs one reading with the share rest'),
    ],
)
def test_a_faulty_table_of_shares_is_refused(tmp_path: Path, rows: str, message: str) -> None:
    folder = Path(shutil.copytree(languages.path("tr"), tmp_path / "tr"))
    (folder / "shares.tsv").write_text(f"group\tafter\tglosses\tshare\n{rows}\n", "utf-8")
    with pytest.raises(morfem.TrainingError, match=message):
        languages.pack(folder)
