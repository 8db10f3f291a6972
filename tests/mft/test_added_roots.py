"""Roots that a user adds to a finished tokenizer: ids at the end, affixes as any root has, and no other text changed."""

from pathlib import Path

import morfem
import pytest

from tests.conftest import sentences

ROOTS: list[str | tuple[str, ...]] = [
    "Zembilka",
    ("mikroak", "noun", "soft"),
    ("XQL", "abbreviation", "", "", "iksküel"),
    "blokzincir",
    "Getir",
    ("zorpla", "verb", "narrow"),
]


@pytest.fixture(scope="module")
def plain() -> morfem.Tokenizer:
    return morfem.load("tr-mft")


@pytest.fixture(scope="module")
def extended(plain: morfem.Tokenizer) -> morfem.Tokenizer:
    return plain.with_roots(ROOTS)


@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("Zembilka'nın", "▁Zembilka ' +(n)In"),
        ("mikroağa", "▁mikroak +(y)A"),
        ("mikroaklarımızdan", "▁mikroak +lAr +(I)mIz +DAn"),
        ("XQL'den", "<upper> ▁xql ' +DAn"),
        ("blokzincirdeki", "▁blokzincir +DA +ki"),
        ("blokzıncır", None),
        ("zorpluyor", "▁zorpla +Iyor"),
        # The name stands where the verb cannot
        ("Getir'den", "▁Getir/proper ' +DAn"),
        ("getir", "▁getir"),
        ("getirdim", "▁getir +DI +m"),
    ],
)
def test_an_added_root_takes_affixes(extended: morfem.Tokenizer, word: str, tokens: str | None) -> None:
    encoding = extended.encode(word)
    assert extended.decode(encoding.ids) == word
    if tokens is not None:
        assert encoding.tokens == tokens.split()
        assert {"root"} == {kind for token, kind in zip(encoding.tokens, encoding.kinds, strict=True) if token.startswith("▁")}


def test_the_grammar_goes_forwards_too(extended: morfem.Tokenizer) -> None:
    assert extended.inflect("mikroak", ["PL", "1PL.POSS", "ABL"]) == "mikroaklarımızdan"
    assert extended.inflect("Zembilka", ["DAT"]) == "Zembilka'ya"
    assert extended.analyze("blokzincirdeki")[0].root == "blokzincir"


def test_added_ids_are_the_last_and_all_others_stay(plain: morfem.Tokenizer, extended: morfem.Tokenizer) -> None:
    size = plain.vocab_size
    assert extended.vocab_size == size + len(ROOTS)
    assert extended.id_to_token(size) == "▁Zembilka"
    assert extended.token_to_id("▁blokzincir") == size + 3
    assert all(extended.id_to_token(id) == plain.id_to_token(id) for id in range(0, size, 17))
    for text in [*sentences("tr"), *sentences("ko")[:5], "getir bana"]:
        assert extended.encode(text) == plain.encode(text)


def test_every_text_comes_back(extended: morfem.Tokenizer) -> None:
    for text in ["Zembilka", "ZEMBİLKA'DA", "zembilkalar", "aZembilka", "Zembilka’yı\nmikroağı", "mikroag", "XQLin", "blokzincir🙂"]:
        assert extended.decode(extended.encode(text).ids) == text
    stream = extended.decoder()
    assert "".join([*map(stream.push, extended.encode("Zembilka'nın mikroağı").ids), stream.finish()]) == "Zembilka'nın mikroağı"


def test_a_row_that_was_written_in_pieces_gets_an_id(plain: morfem.Tokenizer) -> None:
    assert "root" not in plain.encode("rikkatten").kinds
    assert plain.with_roots(["rikkat"]).encode("rikkatten").tokens == ["▁rikkat", "+DAn"]


def test_merges_leave_an_added_root_alone() -> None:
    merged = morfem.load("tr-mft-64k").with_roots(["Zembilka"])
    assert merged.encode("kitaplar Zembilka'dan Zembilkalardan").tokens[-1] == "+lAr·+DAn"


def test_roots_and_specials_may_be_added_in_any_order(plain: morfem.Tokenizer, tmp_path: Path) -> None:
    mixed = plain.with_special_tokens(["<|a|>"], reserved=1).with_roots(["Zembilka"]).with_special_tokens(["<|b|>", "<|c|>"])
    assert [mixed.id_to_token(id) for id in range(plain.vocab_size, mixed.vocab_size)] == ["<|a|>", "<|b|>", "▁Zembilka", "<|c|>"]
    mixed.save(tmp_path / "mixed")
    saved = morfem.load(str(tmp_path / "mixed"))
    assert saved == mixed
    text = "Zembilka'yı<|c|>"
    assert saved.encode(text, parse_special=True) == mixed.encode(text, parse_special=True)
    assert saved.encode(text, parse_special=True).ids[-1] == plain.vocab_size + 3


def test_roots_are_read_from_a_table(plain: morfem.Tokenizer, tmp_path: Path) -> None:
    table = tmp_path / "roots.tsv"
    table.write_text("# ours\nlemma\tclass\tflags\n\nZembilka\nmikroak\tnoun\tsoft\n", "utf-8")
    assert plain.with_roots(table) == plain.with_roots(["Zembilka", ("mikroak", "noun", "soft")])
    table.write_text("Zembilka\nmikroak\tnuon\n", "utf-8")
    with pytest.raises(morfem.MorfemError, match=r'roots\.tsv, line 2: morphotactics\.tsv has no roots of the class "nuon"; there are abb'):
        plain.with_roots(table)


@pytest.mark.parametrize(
    ("roots", "message"),
    [
        (["kitap"], 'line 1: "kitap" is a root already, with the id'),
        (["GitHub"], 'line 1: "GitHub" has a capital inside; a root has small letters'),
        (["Zembilka", ("zembil ka",)], "line 2: \"zembil ka\" contains ' '"),
        ([("zembilka", "noun", "softens")], 'line 1: phonology.toml has no flag "softens"; there are accent'),
        (["日本"], "line 1: \"日本\" has the letter '日', of which phonology.toml says nothing"),
        (["Zembilka", "Zembilka"], "line 2: the root is also on line 1; remove one of the two lines"),
        ([tuple("abcdefg")], "line 1: 7 cells; a root has 5 at most: lemma, class, flags, stems, reading"),
        ([], "roots has no root; give one at least"),
    ],
)
def test_a_root_that_cannot_be_added_is_refused(plain: morfem.Tokenizer, roots: list[str | tuple[str, ...]], message: str) -> None:
    with pytest.raises(morfem.MorfemError) as refused:
        plain.with_roots(roots)
    assert message in str(refused.value)


def test_only_a_grammar_takes_roots() -> None:
    with pytest.raises(morfem.MorfemError, match="with_roots is for tokenizers of kind mft, and bpe is of kind bpe"):
        morfem.load("bpe").with_roots(["Zembilka"])
    with pytest.raises(TypeError, match="roots is of type int; give the path of a file, or a list of roots"):
        morfem.load("tr-mft").with_roots(3)  # type: ignore[arg-type]
