"""`morfem train splinter`, `explain`, `linearize` and `delinearize`."""

import gzip
import json
from pathlib import Path

import morfem
import pytest

from tests.command_line.conftest import Run
from tests.conftest import PACKS, build, sentences
from tests.splinter.conftest import smallest

RIGHT_TO_LEFT, LEFT_TO_RIGHT, END = "\u2067", "\u2066", "\u2069"
TO_WORK = "לעבוד\t10\nעבוד\t10\nלעבד\t10\nעבד\t10\n"
FILES = {
    "empty": b"",
    "only a line end": b"\n",
    "no line end": "הילדים הלכו".encode(),
    "empty lines": "\n\nהילדים\n\n".encode(),
    "Windows line ends": "הילדים\r\nהלכו\r\n\r\nלבית".encode(),
    "points, quotes and digits": 'שָׁלוֹם! צה"ל ב-1948, בית־ספר\n'.encode(),
    "private use": "\ue000הילדים\ue001\uf8ff\n\ue000".encode(),
    "other scripts": "abc كتاب 책 😀\n".encode(),
}


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small tokenizer of Hebrew."""
    folder = tmp_path_factory.mktemp("tokenizers") / "units"
    build("splinter-units").save(folder)
    return folder


@pytest.fixture(scope="module")
def reductions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tokenizer that knows how to take לעבוד apart by the paper's method."""
    folder = tmp_path_factory.mktemp("tokenizers") / "reductions"
    counts = {word: int(count) for word, count in (line.split("\t") for line in TO_WORK.splitlines())}
    smallest(counts, "he").save(folder)
    return folder


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_delinearize_gives_the_file_back(run: Run, units: Path, tmp_path: Path, content: bytes) -> None:
    source, linear, back = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt"
    source.write_bytes(content)
    assert run("linearize", units, source, "--output", linear).status == 0
    assert run("delinearize", units, linear, "--output", back).status == 0
    assert back.read_bytes() == content
    assert linear.read_bytes().decode() == morfem.load(units).linearize(content.decode())


def test_a_pipe_carries_linear_texts_both_ways(run: Run, units: Path) -> None:
    text = ("\n".join(sentences("he") + sentences("ar")) + "\n").encode()
    linear = run("linearize", units, stdin=text)
    assert linear.status == 0
    assert linear.out != text
    assert run("delinearize", units, stdin=linear.out).out == text
    assert run("delinearize", units, "-", stdin=linear.out).out == text


def test_several_files_and_packed_ones_are_read_in_turn(run: Run, units: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("הילדים\n", encoding="utf-8")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress("הספרים".encode()))
    linear = run("linearize", units, tmp_path / "a.txt", tmp_path / "b.txt.gz").out
    assert run("delinearize", units, stdin=linear).out.decode() == "הילדים\nהספרים"


def test_texts_that_are_no_lines_are_kept_apart_as_json(run: Run, units: Path, tmp_path: Path) -> None:
    texts = ["הילדים\nהלכו", "לבית", ""]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"body": text}) + "\n" for text in texts), encoding="utf-8")
    linear = run("linearize", units, tmp_path / "a.jsonl", "--field", "body", "--json", "--output", tmp_path / "b.jsonl")
    assert linear.status == 0
    back = run("delinearize", units, tmp_path / "b.jsonl", "--json").out.decode().splitlines()
    assert [json.loads(line)["text"] for line in back] == texts


def test_a_file_that_is_no_text_is_refused_with_the_line(run: Run, units: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("שלום\n".encode() + b"\xff\n")
    failed = run("linearize", units, tmp_path / "a.txt", "--output", tmp_path / "b.txt")
    assert failed.status == 1
    assert "a.txt, line 2" in failed.err
    assert not (tmp_path / "b.txt").exists()


@pytest.mark.parametrize("command", ["explain", "linearize", "delinearize"])
def test_other_tokenizers_take_no_words_apart(run: Run, folder: Path, command: str) -> None:
    failed = run(command, folder, *(["דבר"] if command == "explain" else []), stdin=b"a\n")
    assert failed.status == 1
    assert failed.err.startswith("morfem: error: ")
    assert f"{command} is for tokenizers of kind splinter" in failed.err


def test_explain_draws_the_steps_letter_below_letter(run: Run, reductions: Path) -> None:
    drawn = run("explain", reductions, "לעבוד")
    assert drawn.status == 0
    lines = drawn.out.decode().splitlines()
    assert [strip(line) for line in lines] == [
        "ל ע ב ו ד",
        "ל ע ב · ד   +-2:ו   לעבד  not attested",
        "· ע ב · ד   +0:ל    עבד  not attested",
        "root עבד at 1, 2, 4   tokens ▁ע ב ד +0:ל +-2:ו",
    ]
    # What is written from right to left is isolated, and a reduction reads from its number on.
    assert lines[1].startswith(f"  {RIGHT_TO_LEFT}ל ע ב · ד{END}   {LEFT_TO_RIGHT}+-2:ו{END}")
    assert all(line.count(END) == line.count(RIGHT_TO_LEFT) + line.count(LEFT_TO_RIGHT) for line in lines)


def test_explain_keeps_points_with_their_letters(run: Run, reductions: Path) -> None:
    first, second = run("explain", reductions, "לַעֲבוֹד").out.decode().splitlines()[:2]
    assert strip(first) == "לַ עֲ ב וֹ ד"
    assert strip(second).startswith("לַ עֲ ב · ד   +-2:ו")


def test_explain_isolates_nothing_in_malay(run: Run, tmp_path: Path) -> None:
    build("splinter-ms").save(tmp_path / "ms")
    drawn = run("explain", tmp_path / "ms", "makanan").out.decode()
    assert not set(drawn) & {RIGHT_TO_LEFT, LEFT_TO_RIGHT, END}
    assert drawn.startswith("  m a k a n a n\n")


def test_explain_says_that_there_is_no_root(run: Run) -> None:
    *_, last = run("explain", "he-splinter", "ירושלים").out.decode().splitlines()
    assert strip(last).startswith("no root, left ")
    assert strip(last).endswith("tokens ▁ירושלימ")


def test_explain_takes_several_words(run: Run, reductions: Path) -> None:
    drawn = run("explain", reductions, "לעבוד", "עבד").out.decode()
    first, second = drawn.split("\n\n")
    assert strip(first.splitlines()[0]) == "ל ע ב ו ד"
    assert [strip(line) for line in second.splitlines()] == ["ע ב ד", "root עבד at 0, 1, 2   tokens ▁ע ב ד"]


def test_explain_for_machines(run: Run, reductions: Path) -> None:
    (line,) = run("explain", reductions, "לעבוד", "--json").out.decode().splitlines()
    assert json.loads(line) == {
        "word": "לעבוד",
        "steps": [
            {"token": "+-2:ו", "left": "לעבד", "positions": [0, 1, 2, 4], "is_attested": False},
            {"token": "+0:ל", "left": "עבד", "positions": [1, 2, 4], "is_attested": False},
        ],
        "residue": "עבד",
        "residue_positions": [1, 2, 4],
        "root": "עבד",
        "tokens": ["▁ע", "ב", "ד", "+0:ל", "+-2:ו"],
    }


@pytest.mark.parametrize(("word", "reason"), [("שתי מילים", "holds white space"), ("ש" * 1001, "is too long")])
def test_explain_refuses_what_is_not_one_word(run: Run, reductions: Path, word: str, reason: str) -> None:
    failed = run("explain", reductions, word)
    assert failed.status == 1
    assert reason in failed.err
    assert not failed.out


def test_explain_draws_every_part_of_a_word(run: Run) -> None:
    lines = run("explain", "ms-splinter", "diAmerikakan").out.decode().splitlines()
    assert lines[0].strip() == "d i A m e r i k a k a n"
    assert lines[1].strip().startswith("d i A m e r i k a · · ·   +-kan   diamerika")
    assert lines[2].strip().startswith("no root, left diamerika at 0, 1, 2, 3, 4, 5, 6, 7, 8")


def test_train_takes_the_tables_of_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "counts.tsv").write_text(TO_WORK, encoding="utf-8")
    arguments = ("train", "splinter", tmp_path / "counts.tsv", "--alphabet", PACKS / "he", "--vocab-size", 545)
    assert run(*arguments, "--language", "he", "--output", tmp_path / "out").status == 0
    trained = morfem.load(tmp_path / "out")
    same = morfem.train.splinter(
        tmp_path / "counts.tsv", alphabet=PACKS / "he" / "alphabet.tsv", vocab_size=545, language="he", progress=False
    )
    assert trained.files() == same.files()
    assert (trained.name, trained.kind, trained.language) == ("he-splinter", "splinter", "he")


def test_a_code_is_the_table_of_the_bundled_pack(run: Run, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("\n".join(sentences("he") * 12) + "\n", encoding="utf-8")
    done = run(
        *("train", "splinter", tmp_path / "texts.txt", "--alphabet", "he", "--clitics", "he"),
        *("--vocab-size", 800, "--output", tmp_path / "out"),
    )
    assert done.status == 0, done.err
    trained = morfem.load(tmp_path / "out")
    assert "clitics.tsv" in trained.files()
    alphabet, clitics = (PACKS / "he" / f"{name}.tsv" for name in ("alphabet", "clitics"))
    same = morfem.train.splinter(tmp_path / "texts.txt", alphabet=alphabet, clitics=clitics, vocab_size=800, progress=False)
    assert trained.files() == same.files()


def test_training_takes_over_from_a_tokenizer(run: Run, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("\n".join(sentences("he") * 12) + "\n", encoding="utf-8")
    arguments = ("train", "splinter", tmp_path / "texts.txt", "--output", tmp_path / "out", "--vocab-size", 3000)
    assert run(*arguments, "--learned", "he-splinter").status == 0
    assert morfem.load(tmp_path / "out").files()["roots.tsv"] == morfem.load("he-splinter").files()["roots.tsv"]


def test_train_asks_for_tables(run: Run, tmp_path: Path) -> None:
    (tmp_path / "counts.tsv").write_text(TO_WORK, encoding="utf-8")
    failed = run("train", "splinter", tmp_path / "counts.tsv", "--output", tmp_path / "out")
    assert failed.status == 1
    assert "give either --alphabet TABLE or --learned TOKENIZER" in failed.err


def test_train_names_a_table_that_is_not_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "counts.tsv").write_text(TO_WORK, encoding="utf-8")
    (tmp_path / "tables").mkdir()
    arguments = ("train", "splinter", tmp_path / "counts.tsv", "--output", tmp_path / "out", "--alphabet")
    missing = run(*arguments, tmp_path / "tables")
    assert missing.status == 1
    assert missing.err.endswith("alphabet.tsv: No such file or directory\n")
    unknown = run(*arguments, "xx")
    assert unknown.status == 1
    assert "'xx' is neither a path nor a bundled language with alphabet.tsv; bundled are ar, he, ms" in unknown.err


def strip(line: str) -> str:
    """A line without directional isolates and white space around it."""
    return "".join(sign for sign in line if sign not in (RIGHT_TO_LEFT, LEFT_TO_RIGHT, END)).strip()
