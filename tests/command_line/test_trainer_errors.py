"""Errors of trainers name options of the command line, not arguments of Python."""

import re
from itertools import product
from pathlib import Path

import morfem
import pytest
from morfem.cli.wording import of_command_line
from morfem.train.schema import SCHEMAS, parameters

from tests.command_line.conftest import Run
from tests.conftest import build, training_texts
from tests.pages import ROOT

ERRORS = {
    "a size that is too small": (["bpe", "{corpus}", "--vocab-size", 200], "--vocab-size 200 is too small"),
    "a size that is too large": (["bpe", "{corpus}", "--vocab-size", 90000], "--vocab-size 90000 is too large"),
    "a share that is too large": (
        ["splinter", "{corpus}", "--alphabet", "he", "--general", "{corpus}", "--general-share", 0.9, "--vocab-size", 800],
        "ask for --general-share ",
    ),
    "merges without effect": (
        ["morpheus", "{corpus}", "--pack", "tr", "--merge-scope", "capitals", "--vocab-size", 900],
        "has no effect without --merges; give --merges, or leave --merge-scope out",
    ),
    "roots for a small size": (["mft", "{corpus}", "--pack", "tr", "--roots", 600, "--vocab-size", 900], "--roots "),
    "pieces that are too few": (["morpheus", "{corpus}", "--pack", "tr", "--pieces", 3, "--vocab-size", 900], "--pieces 3 is too small"),
    "phrases": (
        ["unigram", "{corpus}", "--phrase-weight", 2, "--vocab-size", 400],
        "give --pretokenizer phrases, or leave --phrase-weight out",
    ),
    "endings without a weight": (
        ["thunder", "{corpus}", "--endings", "ko", "--vocab-size", 400],
        "--endings are given, but --ending-weight and --tail-weight are 1",
    ),
    "a weight without endings": (
        ["thunder", "{corpus}", "--ending-weight", 0.5, "--vocab-size", 400],
        "--ending-weight and --tail-weight need endings",
    ),
    "a number out of range": (["thunder", "{corpus}", "--phrase-weight", -1, "--vocab-size", 400], "--phrase-weight is -1"),
    "counts without a cluster": (
        ["bpe", "{corpus}", "--counts", "x", "--vocab-size", 400],
        "--counts is the folder for what the machines of a Ray cluster count; give --ray, or leave --counts out",
    ),
    "kinds on a cluster": (
        ["thunder", "{corpus}", "--balance", 0.5, "--ray", "local", "--vocab-size", 400],
        "--balance needs the texts, whose kinds are found by their words: leave out --ray",
    ),
    "no alphabet": (["splinter", "{corpus}", "--vocab-size", 400], "give either --alphabet TABLE or --learned TOKENIZER"),
    "another kind of tokenizer": (
        ["splinter", "{corpus}", "--learned", "bpe", "--vocab-size", 400],
        "--learned is not a tokenizer of kind splinter",
    ),
    "a budget and a network": (
        ["morpheus", "{corpus}", "--pack", "tr", "--budget", 1, "--network", "x", "--vocab-size", 900],
        "--budget trains a new network: give --work, the folder that keeps it, and leave --network out",
    ),
    "a teacher without a budget": (
        ["morpheus", "{corpus}", "--pack", "tr", "--analyser", "x", "--vocab-size", 900],
        "--analyser teaches a new network, but has no effect without --budget; give --budget, or leave it out",
    ),
    "a member without a language": (
        ["union", "{small}", "tr-mft"],
        "bpe has no language, and a union needs one for each member; train it with --language CODE",
    ),
    "texts of no member": (["union", "tr-mft", "--texts", "he={corpus}"], "--texts has 'he', which is the language of no member"),
    "a weight of no member": (["union", "tr-mft", "--weight", "he=2"], "--weight has 'he', which is the language of no member"),
    "a hold-out of a table": (["bpe", "{table}", "--hold-out", 5, "--vocab-size", 400], "leave --hold-out out, or give running text"),
    "shares for a language without patterns": (
        ["splinter", "{malay}", "--alphabet", "ms", "--clitics", "ms", "--vocab-size", 440],
        "with --root-share 0 and --pattern-share 0, as the language has no patterns",
    ),
    "a size beyond the corpus, before the network runs": (
        ["morpheus", "{large}", "--pack", "tr", "--vocab-size", 600_000],
        "--vocab-size is too large: a corpus of ",
    ),
    "too many threads": (["bpe", "{corpus}", "--threads", 10**6, "--vocab-size", 400], "--threads is 1000000; give 1 to "),
}


@pytest.mark.parametrize(("command", "message"), ERRORS.values(), ids=ERRORS)
def test_an_error_names_options(run: Run, folder: Path, tmp_path: Path, command: list[object], message: str) -> None:
    corpus, table = tmp_path / "corpus.txt", tmp_path / "table.tsv"
    corpus.write_text("\n".join(training_texts()), encoding="utf-8")
    table.write_text("kitap\t3\n", encoding="utf-8")
    large = tmp_path / "large.txt"
    words = map("".join, product("bdkmst", "aeıiou", "lmnrst", "aeıou", "kmnr", "aei"))
    large.write_text("\n".join(words), encoding="utf-8")
    malay = ROOT / "tests" / "texts" / "ms.txt"
    filled = [str(argument).format(corpus=corpus, table=table, small=folder, malay=malay, large=large) for argument in command]
    result = run("train", *filled, "--output", tmp_path / "out")
    error = result.err.splitlines()[-1]
    assert (result.status, message in error) == (1, True), result.err
    named = {name for name in map(str, (each.name for each in parameters(SCHEMAS[filled[0]]))) if "_" in name}
    assert not named & set(re.findall(r"\w+", error))
    assert not re.search(r"\w=\w", error)
    assert not (tmp_path / "out").exists()


def test_words_and_paths_stay_as_they_are() -> None:
    bpe, unigram = SCHEMAS["bpe"], SCHEMAS["unigram"]
    for schema, message in [
        (bpe, "min_count/a.txt, line 3: not UTF-8 (0xE7); convert it with iconv"),
        (bpe, "/data/vocab_size=3/a.txt: is a folder; give its files"),
        (bpe, "the general text supports 3 of its 7 ids; give more text of this kind"),
        (unigram, "2 words with the score 1"),
    ]:
        assert of_command_line(message, schema) == message


@pytest.mark.parametrize(
    ("kind", "message", "shown"),
    [
        ("morpheus", "kept in /a b; to continue, give work='/a b' (--work /a b)", "kept in /a b; to continue, give --work '/a b'"),
        ("morpheus", "a.txt: is not a folder; choose another one for work", "a.txt: is not a folder; choose another one for --work"),
        (
            "morpheus",
            "pieces=5 is too many: ask for vocab_size=7 with pieces=3 and merges=2",
            "--pieces 5 is too many: ask for --vocab-size 7 with --pieces 3 and --merges 2",
        ),
        (
            "splinter",
            "give another tokenizer as learned, or leave min_count out",
            "give another tokenizer as --learned, or leave --min-count out",
        ),
        ("splinter", 'leave general out, or take merger="bpe"', "leave --general out, or take --merger bpe"),
    ],
    ids=["kept work", "a file for work", "several options", "learned", "a name as a value"],
)
def test_options_are_named_wherever_a_sentence_names_them(kind: str, message: str, shown: str) -> None:
    assert of_command_line(message, SCHEMAS[kind]) == shown


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_a_number_that_cannot_be_is_named_with_its_option(run: Run, tmp_path: Path, number: str) -> None:
    result = run("train", "thunder", tmp_path / "corpus.txt", "--tail-weight", number, "--vocab-size", 400, "--output", tmp_path / "out")
    assert result.status == 2
    assert f"'--tail-weight': {number} is not a finite number" in result.err


def test_python_names_its_own_arguments() -> None:
    with pytest.raises(morfem.MorfemError, match=r"general_share is 0\.3, but has no effect without general text; give general, or"):
        morfem.train.bpe(training_texts(), vocab_size=400, general_share=0.3, progress=False)
    with pytest.raises(morfem.MorfemError, match=r"with_record\(language="):
        morfem.train.union([build("bpe"), "tr-mft"], progress=False)
