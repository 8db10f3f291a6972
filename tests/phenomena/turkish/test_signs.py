"""Affixes of abbreviations, roman numerals, ordinals, acronyms with a hyphen, and roots with a circumflex."""

import morfem
import pytest


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    return morfem.load("tr-mft")


@pytest.mark.parametrize(
    ("word", "glosses"),
    [
        ("A.Ş.'nin", "GEN"),
        ("Ltd.’ye", "DAT"),
        ("Dr.'un", "GEN"),
        ("T.C.'ye", "DAT"),
        ("vb.'nin", "GEN"),
        ("3.'sü", "3SG.POSS"),
        ("V'inci", "ORD"),
        ("X'uncu", "ORD"),
        ("I'inci", "ORD"),
        ("V'nin", "GEN"),
        ("IV'üncü", "ORD"),
        ("II'nin", "GEN"),
        ("3üncü", "ORD"),
        ("5incisi", "ORD-3SG.POSS"),
        ("2nci", "ORD"),
        ("3'er", "DIST"),
        ("5er", "DIST"),
        ("1990larda", "PL-LOC"),
        ("1990-ların", "PL-GEN"),
        ("1990–lar", "PL"),
        ("TBMM-nin", "GEN"),
        ("COVID-19'un", "GEN"),
        ("Beaulieu'nün", "GEN"),
    ],
)
def test_what_stands_behind_a_sign_or_a_number_is_an_affix(turkish: morfem.Tokenizer, word: str, glosses: str) -> None:
    encoding = turkish.encode(f"{word} {word}")
    assert "-".join(gloss for gloss in encoding.glosses if gloss) == f"{glosses}-{glosses}"
    assert turkish.decode(encoding.ids) == f"{word} {word}"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("4gb", "4 gb"),
        ("1-a", "1 - a"),
        ("CD-ROM", "cd - rom"),
        ("film.'makul", "film . ' makul"),
        ("Kuva-yı", "Kuva - yı"),
        ("10dk", "10 dk"),
    ],
)
def test_what_is_no_affix_stands_apart(turkish: morfem.Tokenizer, text: str, parts: str) -> None:
    tokens = [token.removeprefix("▁") for token in turkish.encode(text).tokens]
    assert " ".join(token for token in tokens if not token.startswith("<")) == parts


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("hikâye", "hikaye"),
        ("Hikâyesi", "Hikayesi"),
        ("resmî", "resmi"),
        ("lâkin", "lakin"),
        ("İMKÂNI", "İMKANI"),
        ("Celâlettin", "Celalettin"),
    ],
)
def test_a_root_with_a_circumflex_is_the_root_without_and_a_mark(turkish: morfem.Tokenizer, word: str, plain: str) -> None:
    def units(text: str) -> list[str]:
        return [turkish.id_to_token(unit) for each in turkish.encode(text).ids for unit in turkish.units(each)]

    assert [unit for unit in units(word) if unit != "<accent>"] == units(plain)
    assert "<accent>" in units(word)
    assert turkish.decode(turkish.encode(word).ids) == word


@pytest.mark.parametrize(("word", "other"), [("kâr", "kar"), ("hâlâ", "hala"), ("âdet", "adet")])
def test_words_that_a_circumflex_tells_apart_have_ids_of_their_own(turkish: morfem.Tokenizer, word: str, other: str) -> None:
    assert turkish.encode(word).tokens == [f"▁{word}"]
    assert turkish.encode(other).tokens == [f"▁{other}"]


def test_the_usual_hal_has_its_lemma_as_token(turkish: morfem.Tokenizer) -> None:
    assert turkish.encode("halin").tokens == ["▁hal", "+(n)In"]
