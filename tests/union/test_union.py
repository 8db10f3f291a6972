"""A union of tokenizers: each word is encoded by the tokenizer of its language, and the ids say which."""

import functools
import hashlib
import json
import pickle
from pathlib import Path

import morfem
import pytest
from morfem.cli import app
from typer.testing import CliRunner

from tests.conftest import BUILDERS, sentences
from tests.interface.test_format import sealed

LANGUAGES = ("tr", "he", "ms")


@functools.cache
def union() -> morfem.Tokenizer:
    """The union that the laws are tested with."""
    return BUILDERS["small union"]()


def languages(text: str) -> list[str | None]:
    """The languages of the tokens of a text that are no marks."""
    encoding = union().encode(text)
    assert encoding.languages is not None
    return [language for language, kind in zip(encoding.languages, encoding.kinds, strict=True) if kind != "mark"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_sentence_go_to_its_language(language: str) -> None:
    found = [each for line in sentences(language) for each in languages(line) if each is not None]
    assert found.count(language) > 0.95 * len(found)


def test_a_line_may_switch_between_languages() -> None:
    text = "Çocuklar evlerimizden şehre gittiler. Mereka membaca buku-buku lama itu. הילדים כתבו מכתבים."
    found = [language for language in languages(text) if language]
    assert [found[0], found[len(found) // 2], found[-1]] == ["tr", "ms", "he"]
    assert union().decode(union().encode(text).ids) == text


@pytest.mark.parametrize(("word", "language"), [("karpet", "ms"), ("pohon", "ms"), ("turun", "ms"), ("domates", "tr"), ("cenazede", "tr")])
@pytest.mark.parametrize("context", ["{}", " {}", "({})"])
def test_a_word_alone_goes_to_the_language_that_has_it_most(word: str, language: str, context: str) -> None:
    found = morfem.load("multi").encode(context.format(word)).languages
    assert language in (found or ())
    assert not {"tr", "fi", "ms"} & set(found or ()) - {language}


def test_tokens_of_general_text_have_no_language() -> None:
    assert set(languages("(1908) ... 漢字 = 42;")) == {None}
    assert morfem.load("tr-mft").encode("ev").languages is None


def test_a_mark_has_the_language_of_the_token_behind_it() -> None:
    encoding = union().encode("Evlerimizden geldik.")
    assert encoding.languages is not None
    assert (encoding.kinds[0], encoding.languages[0]) == ("mark", "tr")


def test_glosses_are_those_of_the_member() -> None:
    assert {"PL", "1PL.POSS", "ABL"} <= set(union().encode("מכתב evlerimizden geldik").glosses)


@pytest.mark.parametrize(
    ("text", "glosses"),
    [
        ("Bu karar TBMM-nin kararıdır", "GEN"),
        ("Kararı A.Ş.'nin ortakları verdi", "GEN"),
        ("Kanunun 3üncü maddesi okundu", "ORD"),
        ("Toplantı 1990-larda yapıldı", "PL LOC"),
        ("Suomi on EU:n jäsen", "GEN"),
        ("Lapset olivat 5:llä junalla", "ADE"),
    ],
)
def test_affixes_behind_a_sign_are_those_of_the_language(text: str, glosses: str) -> None:
    """A union cuts words where their language does: Turkish has affixes behind hyphens, stops and numbers, Finnish behind colons."""
    tokenizer = morfem.load("multi")
    encoding = tokenizer.encode(text)
    found = [gloss for each in encoding.glosses if each for gloss in each.split("-")]
    assert any(found[at : at + len(glosses.split())] == glosses.split() for at in range(len(found)))
    assert tokenizer.decode(encoding.ids) == text


def test_analyze_and_explain_go_to_the_system_of_the_word() -> None:
    assert union().analyze("evlerimizden")[0].root == "ev"
    assert union().explain("מכתבים").steps
    with pytest.raises(morfem.MorfemError, match="no explain for this word"):
        union().explain("evlerimizden")
    assert union().capabilities == ["analyze", "explain", "inflect"]


def test_a_pickled_encoding_keeps_its_languages() -> None:
    encoding = union().encode("Evlerimizden מכתב")
    again = pickle.loads(pickle.dumps(encoding))
    assert again == encoding
    assert again.languages == encoding.languages


def test_a_saved_union_is_the_same(tmp_path: Path) -> None:
    union().save(tmp_path / "union")
    again = morfem.load(tmp_path / "union")
    assert again.files() == union().files()
    assert (tmp_path / "union" / "tr.lexicon.tsv").is_file()
    text = "Evlerimizden buku הילדים\nthe end"
    assert again.encode(text) == union().encode(text)


def test_members_keep_the_ids_that_are_worth_most() -> None:
    def made(weight: float) -> morfem.Tokenizer:
        texts = {"tr": sentences("tr"), "ms": sentences("ms")}
        weights = {"tr": weight}
        return morfem.train.union(
            ["tr-mft", "ms-splinter"], texts=texts, weights=weights, vocab_size=2700, general_share=0.01, progress=False
        )

    def turkish(tokenizer: morfem.Tokenizer) -> int:
        return tokenizer.files()["tr.vocabulary.tsv"].count(b"\n")

    assert turkish(made(50)) > turkish(made(0.02))


def test_bad_members_are_refused_with_what_is_needed() -> None:
    train = functools.partial(morfem.train.union, progress=False, general=["the end"])
    with pytest.raises(morfem.TrainingError, match=r"vocab_size 500 is too small: .* ask for \d+ or more"):
        train(["tr-mft", "he-splinter"], vocab_size=500)
    with pytest.raises(morfem.MorfemError, match=r"tr-mft@1 and tr-mft-64k@1 are both of language tr"):
        train(["tr-mft", "tr-mft-64k"])
    with pytest.raises(morfem.MorfemError, match="are both of language tr"):
        train([morfem.load("tr-mft").with_record(language="TR"), "tr-mft-64k"])
    with pytest.raises(morfem.MorfemError, match="has no language"):
        train([morfem.train.bpe(["ev evler"], vocab_size=261, progress=False)])
    with pytest.raises(morfem.MorfemError, match="'xx', which is the language of no member"):
        train(["tr-mft"], texts={"xx": ["ev"]})
    with pytest.raises(morfem.MorfemError, match="the weight of tr-mft"):
        train(["tr-mft"], weights={"tr": -1})
    with pytest.raises(morfem.MorfemError, match="give a list"):
        train("tr-mft")
    with pytest.raises(morfem.MorfemError, match="is a union"):
        train([union()])
    with pytest.raises(morfem.MorfemError, match='the language of tr-mft is "general", which cannot name'):
        train([morfem.load("tr-mft").with_record(language="general")])
    with pytest.raises(morfem.TrainingError, match="the texts of tr are in the script hangul, but tr-mft@1 knows latin"):
        train(["tr-mft", "he-splinter"], texts={"tr": ["책을 읽었습니다.", "집에 있었습니다."]})


def test_a_member_whose_marks_are_text_is_refused() -> None:
    files = morfem.train.unigram(["the end of the king"] * 9, vocab_size=270, language="en", progress=False).files()
    changed = files["vocabulary.tsv"].replace("▁the\tsubword".encode(), b" the\tmark")
    assert changed != files["vocabulary.tsv"]
    record = json.loads(files["morfem.json"])
    record["files"]["vocabulary.tsv"] = hashlib.sha256(changed).hexdigest()
    member = morfem.Tokenizer.from_files({**files, "vocabulary.tsv": changed, "morfem.json": sealed(record)})
    with pytest.raises(morfem.MorfemError, match="which stands for text in it"):
        morfem.train.union(["tr-mft", member], progress=False)


@pytest.mark.parametrize("count", [-1, 1])
def test_a_record_with_another_number_of_ids_than_the_members_make_is_refused(count: int) -> None:
    files, size = union().files(), union().vocab_size
    record = json.loads(files["morfem.json"])
    record["vocab_size"] = size + count
    with pytest.raises(morfem.ArtifactError, match=f"has, with the other files, {size} tokens, morfem.json says {size + count}"):
        morfem.Tokenizer.from_files({**files, "morfem.json": sealed(record)})


def test_a_token_that_follows_from_the_members_is_not_listed_again() -> None:
    files = union().files()
    assert files["vocabulary.tsv"].count(b"\n") == 1 + len(union().special_tokens) + 256
    changed = files["vocabulary.tsv"].replace(b"<0x41>\tbyte\n<0x42>\tbyte\n", b"<0x42>\tbyte\n<0x41>\tbyte\n")
    record = json.loads(files["morfem.json"])
    record["files"]["vocabulary.tsv"] = hashlib.sha256(changed).hexdigest()
    with pytest.raises(morfem.ArtifactError, match="has other tokens than the specials and the 256 bytes"):
        morfem.Tokenizer.from_files({**files, "vocabulary.tsv": changed, "morfem.json": sealed(record)})


def test_the_command_line_trains_a_union(tmp_path: Path) -> None:
    corpus = tmp_path / "tr.txt"
    corpus.write_text("\n".join(sentences("tr")), "utf-8")
    arguments = ["train", "union", "tr-mft", "he-splinter", "--texts", f"tr={corpus}", "--weight", "tr=2"]
    output = ["--vocab-size", "6000", "--general-share", "0.01", "--output", str(tmp_path / "made")]
    result = CliRunner().invoke(app, arguments + output)
    assert result.exit_code == 0, result.output
    made = morfem.load(tmp_path / "made")
    assert (made.kind, made.vocab_size) == ("union", 6000)
    members = made.record["training"]["members"]
    assert members["tr-mft"]["weight"] == 2.0
    assert members["tr-mft"]["texts"]["texts"] == len(sentences("tr"))
    assert members["tr-mft"]["texts"]["corpus"][0]["sha256"] == hashlib.sha256(corpus.read_bytes()).hexdigest()
    assert "texts" not in members["he-splinter"]
    assert CliRunner().invoke(app, [*arguments[:3], "--texts", "tr", *output]).exit_code != 0
