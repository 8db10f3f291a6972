"""An error in a language pack is reported with file, line and a suggested fix. A faulty pack never becomes a tokenizer."""

import functools
import re
from pathlib import Path
from typing import NamedTuple

import morfem
import pytest
from morfem import cli

from tests.mft.conftest import SENTENCES, train


class Fault(NamedTuple):
    """A change to a file of the pack, and the expected error. `{line}` is the line of the changed text."""

    file: str
    old: str
    new: str
    message: str


FAULTS = {
    # What the issue of such tables has always been: a name that is misspelled in one of them
    "an unknown flag": Fault(
        "lexicon.tsv",
        "koira\tnoun\tshort_plural",
        "koira\tnoun\tshort_plurl",
        '{file}, line {line}: phonology.toml has no flag "short_plurl"; there are',
    ),
    "an unknown class": Fault(
        "lexicon.tsv", "koira\tnoun", "koira\tnuon", '{file}, line {line}: morphotactics.tsv has no roots of the class "nuon"; there'
    ),
    "an unknown condition of a stem": Fault(
        "lexicon.tsv", "kadu>weak", "kadu>waek", '{file}, line {line}: no affix has the feature "waek"; there are'
    ),
    "an unknown condition of a form": Fault(
        "affixes.tsv", "kse>possessive", "kse>posessive", '{file}, line {line}: "kse>posessive": no affix has the feature'
    ),
    "a form for a feature that nothing has": Fault(
        "affixes.tsv",
        "itA<long~",
        "itA<logn~",
        '{file}, line {line}: "itA<logn": no affix and no flag has the feature "logn"; give it to one',
    ),
    "a flag for a feature that no affix asks for": Fault(
        "phonology.toml",
        'feature = "l_verb"',
        'feature = "l_vreb"',
        'affixes.tsv, line 43: "lA<l_verb": no affix and no flag has the feature "l_verb"',
    ),
    "a flag without effect": Fault(
        "phonology.toml",
        "[flags.long]",
        '[flags.old]\nfeature = "old"\n[flags.long]',
        '[flags.old]: no affix asks for the feature "old"; write a form that does',
    ),
    "an unknown affix in the morphotactics": Fault(
        "morphotactics.tsv", "ORIGIN COLLECTION", "ORIGIN COLECTION", '{file}, line {line}: affixes.tsv has no affix "COLECTION"; add it'
    ),
    "an unknown state": Fault(
        "morphotactics.tsv",
        "Q ALSO EVEN EMPH\tend",
        "Q ALSO EVEN EMPH\tedn",
        '{file}, line {line}: no word can end in the state "edn" or after it; add',
    ),
    "inflection that no affix makes": Fault(
        "phonology.toml", '"tense"', '"tenes"', 'inflection: no affix of affixes.tsv makes "tenes"; leave it out'
    ),
    "an initial harmony that is none": Fault(
        "phonology.toml", 'initial = "front_ä"', 'initial = "front"', 'initial: no vowel has the harmony "front"'
    ),
    "a letter that is none": Fault(
        "affixes.tsv", "PL.NOM\tt", "PL.NOM\tT", "{file}, line {line}: \"T\": 'T' is neither a letter nor an archiphoneme in phonology.toml"
    ),
    # What is there twice
    "two rows that differ in the count alone": Fault(
        "lexicon.tsv",
        "auto\tnoun\t\t\t\t50\n",
        "auto\tnoun\t\t\t\t50\nauto\tnoun\t\t\t\t51\n",
        '{file}, line {line+1}: "auto" is also on line {line}; remove one',
    ),
    "one gloss for two functions": Fault(
        "affixes.tsv", "2SG\tt\t", "1SG\tt\t", '{file}, line {line}: line {line-1} has the gloss "1SG" too; give each'
    ),
    "one way on twice": Fault(
        "morphotactics.tsv", "PST\tpast", "PST PST\tpast", '{file}, line {line}: "verb" accepts PST twice with the same next state; leave'
    ),
    "one reading twice": Fault(
        "readings.tsv", "1\tyksi", "0\tyksi", '{file}, line {line}: "0" is also on line {line-1}; remove one of the two lines'
    ),
    "one symbol for two things": Fault(
        "phonology.toml", "O = {", "e = {", "e is an archiphoneme and also has another meaning; choose another symbol"
    ),
    # What leads nowhere
    "an affix without transition": Fault(
        "morphotactics.tsv",
        "ORIGIN COLLECTION",
        "ORIGIN",
        'affixes.tsv, line 52: no state of morphotactics.tsv accepts "COLLECTION"; add a row that does',
    ),
    "an unreachable state": Fault(
        "morphotactics.tsv", "PL\tplural", "PL\towned", '{file}, line 21: no root leads to the state "plural"; add'
    ),
    "a state of its own": Fault(
        "morphotactics.tsv", "end\t.\t\n", "end\t.\t\nlimbo\tQ\tend\n", '{file}, line {line+1}: no root leads to the state "limbo"; add'
    ),
    "a state without an end": Fault(
        "morphotactics.tsv", "end\t.\t\n", "", '{file}, line 37: no word can end in the state "end" or after it; add a row with .'
    ),
    "a cycle without an affix": Fault(
        "morphotactics.tsv",
        "end\t.\t\n",
        "end\t.\t\nword\t=\towned\n",
        '{file}, line 13: "word" leads back to itself without an affix; remove one of the rows',
    ),
    "a form that may be nothing": Fault(
        "affixes.tsv", "PL\ti\t", "PL\t(i)\t", '{file}, line {line}: "(i)" may have no letter at all; a form needs a letter that'
    ),
    "a step without a next state": Fault(
        "morphotactics.tsv", "PST\tpast", "PST\t", '{file}, line {line}: "PST" leads nowhere; name the next state'
    ),
    "a root in the middle of a word": Fault(
        "morphotactics.tsv",
        "word\t.\t",
        "word\t@noun\tword\nword\t.\t",
        "{file}, line {line}: another root joins the word with @noun; give a",
    ),
    "a capital for roots of no class": Fault(
        "phonology.toml",
        'capital = ["proper"]',
        'capital = ["names"]',
        '{file}: [flags.name]: capital: morphotactics.tsv has no roots of the class "names"; there are adjective,',
    ),
    # Lemmas
    "a row that is not a lemma": Fault(
        "lexicon.tsv",
        "auto\tnoun",
        "talot\tnoun\t\t\t\t3\nauto\tnoun",
        '{file}, line {line}: "talot" (noun) is not a lemma but talo + PL.NOM; leave it out, or list',
    ),
    "a lemma with a capital": Fault(
        "lexicon.tsv", "liisa\t", "Liisa\t", "{file}, line {line}: \"Liisa\" contains 'L'; a lemma is one word in small letters"
    ),
    "a letter of a root that has no sound": Fault(
        "lexicon.tsv",
        "liisa\t",
        "lïisa\t",
        "{file}, line {line}: \"lïisa\" has the letter 'ï', of which phonology.toml says nothing; add it to [vowels], or to the consonants",
    ),
    "a row without a lemma": Fault("lexicon.tsv", "liisa\t", "\t", "{file}, line {line}: the row has no lemma; add one, or remove the row"),
    "a count that is none": Fault(
        "lexicon.tsv", "auto\tnoun\t\t\t\t50", "auto\tnoun\t\t\t\tmany", '{file}, line {line}: "many" is not a count; write a whole number'
    ),
    "a stem without a condition": Fault(
        "lexicon.tsv", "kadu>weak", "kadu", '{file}, line {line}: "kadu": a stem needs a condition, as in akl>vowel'
    ),
    # The shape of the tables
    "a cell too few": Fault(
        "affixes.tsv",
        "GEN\tn\tnominal>case\tweak oblique",
        "GEN\tn\tnominal>case",
        "{file}, line {line}: 3 cells where there are 4 columns",
    ),
    "a class that makes nothing": Fault(
        "affixes.tsv", "GEN\tn\tnominal>case", "GEN\tn\tnominal", '{file}, line {line}: the class "nominal" does not say what'
    ),
    "other columns": Fault(
        "readings.tsv", "written\tread", "written\tspoken", '{file}, line {line}: the columns are written, read, not "written\\tspoken"'
    ),
    "every form under a condition": Fault("affixes.tsv", "ksi~kse>possessive", "ksi>case~kse>possessive", "{file}, line {line}"),
    "a form too long": Fault(
        "affixes.tsv", "PL\ti\t", "PL\tiiiiiiiiiiiiiiiii\t", '{file}, line {line}: "iiiiiiiiiiiiiiiii" is longer than 16 bytes; make two'
    ),
    "more harmonies than there are numbers": Fault(
        "phonology.toml",
        'y = "front_y"',
        'y = "front_y"\n' + "\n".join(f'"{chr(0x4E00 + number)}" = "harmony_{number}"' for number in range(256)),
        "phonology.toml: [vowels] has 262 harmonies; 255 are possible",
    ),
    "no TOML": Fault("phonology.toml", "[vowels]", "[vowels", "phonology.toml, line 14: "),
    "a setting that nothing knows": Fault("phonology.toml", "initial =", "inital =", "phonology.toml, line 10: unknown field `inital`"),
}


def broken(pack: Path, fault: Fault) -> str:
    """Changes a pack. Returns the expected error."""
    path = pack / fault.file
    text = path.read_text("utf-8")
    assert text.count(fault.old) == 1, f"{fault.old!r} stands {text.count(fault.old)} times in {fault.file}"
    line = text[: text.index(fault.old)].count("\n") + 1
    path.write_text(text.replace(fault.old, fault.new), "utf-8")
    for place, number in (("{line}", line), ("{line+1}", line + 1), ("{line-1}", line - 1)):
        fault = fault._replace(message=fault.message.replace(place, str(number)))
    return fault.message.replace("{file}", fault.file)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_place_and_the_repair(pack: Path, name: str) -> None:
    message = broken(pack, FAULTS[name])
    with pytest.raises(morfem.TrainingError) as raised:
        train(pack)
    assert message in str(raised.value)


def test_the_command_says_it_in_one_line_and_leaves_nothing(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = broken(pack, FAULTS["a row that is not a lemma"])
    corpus, output = tmp_path / "corpus.txt", tmp_path / "out"
    corpus.write_text("talo ja talot\n", "utf-8")
    assert cli.run(["train", "mft", str(corpus), "--pack", str(pack), "--output", str(output)]) == 1
    error = capsys.readouterr().err
    assert error.splitlines()[-1].startswith(f"morfem: error: {message}")
    assert not output.exists()


@pytest.mark.parametrize("file", ["affixes.tsv", "morphotactics.tsv", "readings.tsv", "lexicon.tsv"])
def test_a_missing_file_is_named(pack: Path, file: str) -> None:
    (pack / file).unlink()
    with pytest.raises(morfem.TrainingError, match=f"{file}: the language pack has no such file"):
        train(pack)


@pytest.mark.parametrize("code", ["he", "xx"])
def test_a_language_without_a_pack_for_suffixes_is_refused_with_those_that_have_one(code: str) -> None:
    """Hebrew, Arabic and Malay are bundled too, but with the tables of Splinter."""
    with pytest.raises(
        morfem.MorfemError, match=f"'{code}' is neither a path nor a bundled language with phonology.toml; bundled are fi, tr$"
    ):
        morfem.train.mft(["evler"], pack=code, progress=False)
    with pytest.raises(
        morfem.MorfemError, match=f"'{code}' is neither a path nor a bundled language with phonology.toml; bundled are fi, tr$"
    ):
        morfem.train.morpheus(["evler"], pack=code, progress=False)


INFLECTED = "lemma\tclass\treason\n"


def with_plural(pack: Path, table: str) -> morfem.Tokenizer:
    """A tokenizer trained with the row `talot`, and a table of rows that look inflected."""
    lexicon = pack / "lexicon.tsv"
    lexicon.write_text(lexicon.read_text("utf-8") + "talot\tnoun\t\t\t\t3\n", "utf-8")
    (pack / "inflected.tsv").write_text(table, "utf-8")
    return train(pack)


def test_a_row_that_only_looks_inflected_stands_in_a_table_with_the_reason(pack: Path) -> None:
    assert with_plural(pack, INFLECTED + "talot\tnoun\tthe name of a game\n").kind == "mft"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("talot\tnoun\t", 'line 2: "talot" has no reason; write why it is a lemma'),
        ("talot\tproper\ta name", 'line 2: lexicon.tsv has no "talot" of the class "proper"; leave it out'),
        ("talot\tnoun\ta game\ntalot\tnoun\ta game", 'line 3: "talot" (noun) is also on an earlier line; remove one of the two lines'),
        ("talot\tnoun", "line 2: 2 cells where there are 3 columns"),
    ],
)
def test_faults_of_that_table_are_named(pack: Path, row: str, message: str) -> None:
    with pytest.raises(morfem.TrainingError) as raised:
        with_plural(pack, INFLECTED + row + "\n")
    assert f"inflected.tsv, {message}" in str(raised.value)


LEMMAS = {
    "a form of another class, where the same may follow": ("sanon\tnoun", "sano + 1SG"),
    "two affixes": ("taloissa\tnoun", "talo + PL + INE"),
    "a stem that changes": ("vedet\tnoun", "vesi + PL.NOM"),
}


@pytest.mark.parametrize(("row", "parts"), LEMMAS.values(), ids=LEMMAS)
def test_inflection_is_found_through_every_rule(pack: Path, row: str, parts: str) -> None:
    lexicon = pack / "lexicon.tsv"
    lexicon.write_text(lexicon.read_text("utf-8") + row + "\t\t\t\t3\n", "utf-8")
    with pytest.raises(morfem.TrainingError, match=f"is not a lemma but {parts}".replace("+", "\\+")):
        train(pack)


@pytest.mark.parametrize("row", ["puhuja\tnoun", "helsinkiläinen\tadjective", "talo\tproper"])
def test_a_derived_word_and_another_class_are_lemmas(pack: Path, row: str) -> None:
    lexicon = pack / "lexicon.tsv"
    lexicon.write_text(lexicon.read_text("utf-8") + row + "\t\t\t\t3\n", "utf-8")
    assert train(pack).kind == "mft"


def test_a_form_is_no_lemma_of_a_class_that_goes_on_otherwise(pack: Path) -> None:
    for file, row in (("morphotactics.tsv", "word\tQ ALSO EVEN EMPH\tend\n"), ("morphotactics.tsv", "end\t.\t\n")):
        (pack / file).write_text((pack / file).read_text("utf-8").replace(row, ""), "utf-8")
    affixes = (pack / "affixes.tsv").read_text("utf-8").splitlines(keepends=True)
    (pack / "affixes.tsv").write_text("".join(row for row in affixes if not row.endswith("word>clitic\t\n")), "utf-8")
    phonology = (pack / "phonology.toml").read_text("utf-8")
    (pack / "phonology.toml").write_text(phonology.replace(', "clitic"', ""), "utf-8")
    lexicon = pack / "lexicon.tsv"
    lexicon.write_text(lexicon.read_text("utf-8") + "talossa\tverb\t\t\t\t3\n", "utf-8")
    train(pack)
    lexicon.write_text(lexicon.read_text("utf-8") + "talossa\tadjective\t\t\t\t3\n", "utf-8")
    with pytest.raises(morfem.TrainingError, match=r'"talossa" \(adjective\) is not a lemma but talo \+ INE'):
        train(pack)


def test_a_language_without_harmony_says_so_with_one_class(pack: Path) -> None:
    phonology = pack / "phonology.toml"
    text = phonology.read_text("utf-8")
    start, end = text.index("[vowels]"), text.index("[sounds]")
    phonology.write_text(text[:start] + '[vowels]\na = "neutral"\n\n' + text[end:], "utf-8")
    with pytest.raises(morfem.TrainingError, match="no vowel has a harmony; in a language without harmony, give all vowels the same one"):
        train(pack)


def test_a_folder_without_a_pack_is_named(tmp_path: Path) -> None:
    with pytest.raises(morfem.MorfemError, match=f"{tmp_path.name} is not a language pack: it has no phonology.toml"):
        train(tmp_path)


def test_names_of_features_are_separated_by_spaces(pack: Path) -> None:
    affixes = (pack / "affixes.tsv").read_text("utf-8")
    assert "weak oblique" in affixes
    (pack / "affixes.tsv").write_text(affixes.replace("weak oblique", "weak,oblique"), "utf-8")
    with pytest.raises(morfem.TrainingError, match=r'"weak,oblique.*" is not the name of a feature; separate names by one space'):
        train(pack)


def test_a_table_that_no_saved_tokenizer_may_have_is_refused_before_training(pack: Path) -> None:
    readings = (pack / "readings.tsv").read_text("utf-8")
    (pack / "readings.tsv").write_text(readings + "# a comment of forty characters or so, again\n" * 3_000, "utf-8")
    with pytest.raises(morfem.TrainingError, match=r"readings\.tsv has more than 131072 bytes"):
        train(pack)


def test_a_table_may_begin_with_a_byte_order_mark(pack: Path) -> None:
    tokenizer = train(pack)
    for name in ("affixes.tsv", "lexicon.tsv", "phonology.toml"):
        content = (pack / name).read_bytes()
        (pack / name).write_bytes(b"\xef\xbb\xbf" + content)
    assert train(pack).encode("talossa").tokens == tokenizer.encode("talossa").tokens


def test_the_size_that_an_error_asks_for_is_enough(pack: Path) -> None:
    train = functools.partial(
        morfem.train.mft, SENTENCES, pack=pack, roots=1, general=["the end of the king"], general_share=0.9, progress=False
    )
    with pytest.raises(morfem.TrainingError, match="ask for vocab_size=") as refusal:
        train(vocab_size=600)
    size = int(re.findall(r"vocab_size=(\d+) with roots=1", str(refusal.value))[0])
    with pytest.raises(morfem.TrainingError) as refusal:
        train(vocab_size=size)
    assert "is too small" not in str(refusal.value)


def test_one_run_that_is_longer_than_a_token_does_not_end_a_training(pack: Path) -> None:
    run = "=" * 1100
    tokenizer = morfem.train.mft([*SENTENCES, f"talo {run}"], pack=pack, vocab_size=500, roots=60, progress=False)
    assert tokenizer.decode(tokenizer.encode(run).ids) == run
