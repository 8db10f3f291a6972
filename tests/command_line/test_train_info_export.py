"""`morfem train`, `info` and `export`, and the package as it is imported."""

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import morfem
import pytest

from tests.command_line.conftest import Run
from tests.conftest import sentences, training_texts


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of our own texts."""
    file = tmp_path_factory.mktemp("corpus") / "texts.txt"
    file.write_text("\n".join(training_texts()) + "\n", encoding="utf-8")
    return file


@pytest.mark.parametrize("system", ["bpe", "unigram", "thunder"])
def test_the_command_and_the_function_train_the_same(run: Run, tmp_path: Path, corpus: Path, system: str) -> None:
    options = ["--vocab-size", 700, "--language", "tr", "--hold-out", 50, "--special", "<a>", "--special", "<b>"]
    assert run("train", system, corpus, *options, "--output", tmp_path / "out").status == 0
    trained = morfem.load(tmp_path / "out")
    same = getattr(morfem.train, system)(
        corpus, vocab_size=700, language="tr", hold_out=50, special_tokens=["<a>", "<b>"], progress=False, threads=1
    )
    assert same.files() == trained.files()
    assert (trained.name, trained.kind, trained.language, trained.vocab_size) == (f"tr-{system}", system, "tr", 700)
    assert trained.special_tokens == ["<a>", "<b>"]


def test_the_record_says_what_it_was_trained_on(corpus: Path) -> None:
    lines = len(training_texts())
    tokenizer = morfem.train.bpe(corpus, vocab_size=500, hold_out=50, seed=7, progress=False)
    training = tokenizer.record["training"]
    file = {"name": "texts.txt", "bytes": corpus.stat().st_size, "sha256": hashlib.sha256(corpus.read_bytes()).hexdigest()}
    assert training.pop("distinct_chunks") > 1000
    assert training == {"morfem": morfem.__version__, "corpus": [file], "texts": lines - lines // 50, "hold_out": 50, "seed": 7}
    options = {"min_count": 2, "boundary_rule": "cuts", "crossing_cost": 1, "count_exponent": 1.0}
    assert tokenizer.record["options"] == {"pretokenizer": "gpt2", **options}
    assert str(corpus.parent) not in tokenizer.files()["morfem.json"].decode()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            ["bpe", "--vocab-size", "400", "--general-share", "0.3"],
            "--general-share is 0.3, but has no effect without general text; give --general, or leave --general-share out",
        ),
        (
            ["thunder", "--vocab-size", "400", "--kinds", "4"],
            "--kinds is 4, but has no effect without --balance; give --balance, or leave --kinds out",
        ),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_an_option_that_would_have_no_effect_is_refused(run: Run, tmp_path: Path, corpus: Path, command: list[str], message: str) -> None:
    refused = run("train", command[0], corpus, *command[1:], "--output", tmp_path / "out")
    assert (refused.status, refused.err) == (1, f"morfem: error: {message}\n")
    assert not (tmp_path / "out").exists()


def test_kinds_of_text_are_found_in_standard_input_as_in_a_file(run: Run, tmp_path: Path, corpus: Path) -> None:
    command = ["train", "thunder", "--vocab-size", 400, "--balance", 0.5, "--kinds", 2, "--hold-out", 50]
    assert run(*command, corpus, "--output", tmp_path / "file").status == 0
    result = run(*command, "-", "--output", tmp_path / "stream", stdin=corpus.read_bytes())
    assert result.status == 0, result.err
    file, stream = (morfem.load(tmp_path / name) for name in ("file", "stream"))
    assert {name: content for name, content in file.files().items() if name != "morfem.json"} == {
        name: content for name, content in stream.files().items() if name != "morfem.json"
    }
    (of_file,), (of_stream,) = file.record["training"].pop("corpus"), stream.record["training"].pop("corpus")
    assert of_stream == {**of_file, "name": "-", "bytes": None}
    assert file.record["training"]["texts"] == stream.record["training"]["texts"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["bpe", "-", "-", "--vocab-size", 400], "standard input (-) is given twice"),
        (["bpe", "-", "--general", "-", "--vocab-size", 400], "standard input (-) is given twice"),
        (["morpheus", "-", "--pack", "tr", "--vocab-size", 8000, "--budget", 1], "--budget reads the corpus twice"),
    ],
    ids=["corpus", "general", "budget"],
)
def test_standard_input_that_would_be_read_twice_is_refused(run: Run, tmp_path: Path, command: list[object], message: str) -> None:
    result = run("train", *command, "--output", tmp_path / "out", stdin=b"bir kitap\n")
    assert (result.status, message in result.err) == (2, True), result.err
    assert not list(tmp_path.iterdir())


def test_several_sizes_come_from_one_run_in_the_order_asked(corpus: Path) -> None:
    sizes = [600, 900, 600]
    tokenizers = morfem.train.unigram(corpus, vocab_size=sizes, progress=False)
    assert [tokenizer.vocab_size for tokenizer in tokenizers] == sizes
    alone = morfem.train.unigram(corpus, vocab_size=900, progress=False)
    assert alone.files() == tokenizers[1].files()


def test_a_model_card_goes_into_the_artefact(run: Run, tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "card.md").write_text("# Deneme\n\nKendi cümlelerimiz.\n")
    arguments = ("train", "bpe", corpus, "--vocab-size", 500, "--output", tmp_path / "out")
    assert run(*arguments, "--card", tmp_path / "card.md").status == 0
    assert run(*arguments, "--card", tmp_path / "out" / "README.md", "--overwrite").status == 0  # again, over itself
    assert (tmp_path / "out" / "README.md").read_text() == "# Deneme\n\nKendi cümlelerimiz.\n"
    assert "Kendi cümlelerimiz." in run("info", tmp_path / "out").out.decode()


def test_training_says_where_it_is_and_ends_with_size_time_and_tokens_per_word(run: Run, tmp_path: Path, corpus: Path) -> None:
    arguments = ("train", "bpe", corpus, "--vocab-size", 500, "--overwrite", "--output", tmp_path / "out")
    err = run(*arguments).err
    assert err.startswith("reading texts.txt: ")
    end = r"{}: bpe, 500 ids, [\d,.]+ (bytes|MB), \d+\.\d s; ".format(re.escape(str(tmp_path / "out")))
    assert re.fullmatch(end + r"no line was held out to measure tokens per word \(--hold-out 50\)", err.splitlines()[-1])
    err = run(*arguments, "--hold-out", 50).err
    held_out = training_texts()[49::50]
    tokens = sum(map(morfem.load(tmp_path / "out").count, held_out))
    measured = f"{tokens / sum(len(text.split()) for text in held_out):.2f} tokens per word on {len(held_out)} held-out lines"
    assert re.fullmatch(end + re.escape(measured), err.splitlines()[-1])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize("options", [("bpe",), ("thunder", "--balance", "0.5", "--kinds", "3")], ids=lambda each: each[0])
def test_in_a_terminal_the_progress_of_a_training_is_one_line_that_goes_away(
    tmp_path: Path, corpus: Path, options: tuple[str, ...]
) -> None:
    import pty

    primary, secondary = pty.openpty()
    arguments = [*options, corpus, "--general", corpus, "--vocab-size", "500", "--output", tmp_path / "out"]
    command = [sys.executable, "-m", "morfem", "train", *map(str, arguments)]
    with subprocess.Popen(command, stderr=secondary, env={**os.environ, "COLUMNS": "200"}) as process:
        os.close(secondary)
        written = b""
        with contextlib.suppress(OSError):  # which a pseudo-terminal gives at its end
            while part := os.read(primary, 1 << 16):
                written += part
    os.close(primary)
    assert process.returncode == 0
    seen, left = screen(written.decode())
    shown = {line for line in seen if "%" in line}
    assert shown
    assert all("texts.txt" in line for line in shown), shown
    assert [line for line in left if line] == [line for line in left if line.startswith(f"{tmp_path / 'out'}: ")]


def screen(written: str) -> tuple[set[str], list[str]]:
    """The lines that a terminal shows while this is written, and those that are left at the end."""
    lines, row, seen = [""], 0, set()
    for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", written):
        if part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part.endswith("A") and part.startswith("\x1b"):
            row -= int(part[2:-1] or 1)
        elif part == "\x1b[2K" or part == "\r":
            lines[row] = ""
        elif not part.startswith("\x1b"):
            lines[row] += part
            seen.add(lines[row].strip())
    return seen, lines


def test_training_is_silent_if_asked(capfd: pytest.CaptureFixture[str]) -> None:
    morfem.train.unigram(sentences("tr"), vocab_size=400, progress=False)
    assert capfd.readouterr() == ("", "")


def test_info_for_machines_counts_the_kinds(run: Run, folder: Path, model: morfem.Tokenizer) -> None:
    record = json.loads(run("info", folder, "--json").out)
    assert record["vocab_size"] == model.vocab_size
    assert sum(record["kinds"].values()) == model.vocab_size
    assert record["kinds"]["byte"] == 256
    assert record["special_tokens"] == model.special_tokens


def test_info_for_people_names_the_essentials(run: Run, folder: Path) -> None:
    shown = run("info", folder).out.decode()
    for expected in ("bpe", "1,200", "256 byte", "<pad> <s> </s> <mask>", "gpt2", "min_count 2"):
        assert expected in shown


def test_info_names_the_version_and_the_texts_of_members(run: Run, tmp_path: Path) -> None:
    assert "tr-mft@1" in run("info", "tr-mft@1").out.decode()
    (tmp_path / "own.txt").write_text("kitap okuduk\n" * 20, "utf-8")
    arguments = ("--texts", f"tr={tmp_path / 'own.txt'}", "--vocab-size", 40_000, "--output", tmp_path / "union")
    assert run("train", "union", "tr-mft", "he-splinter", *arguments).status == 0
    assert "texts own.txt" in " ".join(run("info", tmp_path / "union").out.decode().split())


def test_info_without_a_name_lists_what_is_bundled(run: Run) -> None:
    listed = [line.split()[0] for line in run("info").out.decode().splitlines()]
    assert listed == morfem.available()


def test_export_writes_a_file_that_can_be_imported(run: Run, folder: Path, tmp_path: Path, model: morfem.Tokenizer) -> None:
    result = run("export", folder, "tokenizer.json", tmp_path / "tokenizer.json")
    assert (result.status, result.err) == (0, "")
    text = " ".join(sentences("tr"))
    assert morfem.convert.from_tokenizers(tmp_path / "tokenizer.json").encode(text).ids == model.encode(text).ids


@pytest.mark.parametrize("command", [[], ["encode"], ["decode"], ["train"], ["train", "bpe"], ["train", "thunder"], ["info"], ["export"]])
def test_every_command_explains_itself(run: Run, command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.status == 0
    assert b"Usage: morfem" in result.out


def test_the_version(run: Run) -> None:
    assert run("--version").out.decode() == f"morfem {morfem.__version__}\n"


def test_importing_the_package_imports_nothing_that_is_not_needed() -> None:
    code = "import sys, morfem; print([name for name in ('typer', 'rich', 'pyarrow', 'torch', 'json') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout == "[]\n"
