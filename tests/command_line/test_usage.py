"""Help, wrong usage, standard output, encodings, byte order marks, and the commands that print information."""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import morfem
import pytest
from morfem.cli import app
from morfem.evaluate import evaluate
from typer.main import get_command

from tests.command_line.conftest import Run
from tests.conftest import sentences, training_texts

COMMANDS = [
    "encode",
    "decode",
    "eval",
    "compare",
    "demo",
    "serve",
    "bench",
    "analyze",
    "inflect",
    "add-roots",
    "pack",
    "explain",
    "linearize",
    "delinearize",
    "index",
    "search",
    "info",
    "export",
    "train",
    "extend",
]
SYSTEMS = ["bpe", "unigram", "thunder", "mft", "splinter", "morpheus"]
MARK = "\ufeff".encode()
TEXT = "Ağaçların altında şişman bir kedi, שָׁלוֹם, 한국어 😀\n"


def in_terminal(encoding: str, *arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a process of its own, whose standard streams have this encoding."""
    command = [sys.executable, "-m", "morfem", *map(str, arguments)]
    return subprocess.run(
        command, input=stdin, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding}, timeout=60, check=False
    )


@pytest.mark.parametrize("command", [*([name] for name in COMMANDS), *(["train", name] for name in SYSTEMS)], ids=" ".join)
def test_help_names_no_python_types(run: Run, command: list[str]) -> None:
    shown = run(*command, "--help").out.decode()
    assert not re.search(r"<(bool|str|int|float|path|file|Path|list\[.*)>|list\[", shown)
    assert "Usage: morfem" in shown


@pytest.mark.parametrize("command", [[], ["train"]], ids=" ".join)
def test_a_list_of_commands_has_their_whole_first_sentences(run: Run, command: list[str]) -> None:
    listed = run(*command, "--help").out.decode().partition("Commands:")[2]
    assert "..." not in listed
    assert all(line.rstrip().endswith(".") for line in re.split(r"\n  (?=\S)", listed)[1:])


@pytest.mark.parametrize("command", [*([name] for name in COMMANDS), *(["train", name] for name in SYSTEMS)], ids=" ".join)
def test_no_line_of_help_is_wider_than_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Run, command: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = run(*command, "--help").out.decode()
    assert [line for line in shown.splitlines() if len(line) > 80] == []
    assert not re.search("`[a-z]+_[a-z]+`", shown)


def test_the_demo_ends_with_a_command_that_works_and_names_one_speed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/somewhere/{name}")
    result = run("demo", "--language", "ms")
    assert (result.status, result.out.decode().splitlines()[-1]) == (0, "Try your own text: morfem encode ms-splinter")
    assert result.out.decode().count("MB/s") == 1


def test_the_demo_names_the_languages_that_it_has(run: Run) -> None:
    result = run("demo", "--language", "xx")
    assert result.status == 1
    assert result.err.endswith("there are tr, fi, ko, he, ar, ms\n")


def test_the_demo_of_a_build_without_a_language_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morfem.cli.demo.available", lambda: ["ms-splinter"])
    result = run("demo", "--language", "ko")
    assert result.status == 1
    assert result.err.endswith("this build has no tokenizer for the language 'ko'; it has ms-splinter\n")


def test_every_command_is_in_the_help(run: Run) -> None:
    assert set(COMMANDS) == set(get_command(app).commands)  # type: ignore[attr-defined]
    shown = run("--help").out.decode()
    assert all(f"\n  {command} " in shown for command in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["encode"], "encode"),
        (["encode", "ko-thunder", "--format", "xml"], "encode"),
        (["encode", "ko-thunder", "--threads", "0"], "encode"),
        (["export", "ko-thunder", "onnx", "a"], "export"),
        (["train", "bpe", "a.txt"], "train bpe"),
        (["train", "bpe", "a.txt", "--vocab-size", "-3", "-o", "a"], "train bpe"),
        (["train", "mft", "a.txt", "-o", "a"], "train mft"),
        (["train", "mft", "a.txt", "--pack", "tr", "-o", "a", "--search", "any"], "train mft"),
        (["eval", "-t", "ko-thunder", "--metric", "nothing"], "eval"),
        (["analyze", "tr-mft"], "analyze"),
    ],
)
def test_wrong_usage_points_to_the_help_of_the_command(run: Run, arguments: list[str], command: str) -> None:
    result = run(*arguments)
    assert result.status == 2
    assert result.err.endswith(f"; see morfem {command} --help\n")
    assert "Value error" not in result.err


def test_a_hyphen_is_standard_output(run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    encoded = run("encode", folder, "--output", "-", stdin=TEXT.encode())
    assert (encoded.status, encoded.err) == (0, "")
    assert encoded.out == run("encode", folder, stdin=TEXT.encode()).out
    assert run("decode", folder, "-o", "-", stdin=encoded.out).out == TEXT.encode()
    linear = run("linearize", "he-splinter", "-o", "-", stdin=TEXT.encode()).out
    assert run("delinearize", "he-splinter", "-o", "-", stdin=linear).out == TEXT.encode()
    refused = run("train", "bpe", "-", "--vocab-size", 300, "-o", "-", stdin=TEXT.encode())
    assert refused.status == 2
    assert "a tokenizer is a folder" in refused.err
    assert os.listdir(tmp_path) == []


@pytest.fixture(scope="module")
def as_utf8(folder: Path) -> dict[tuple[object, ...], bytes]:
    """What commands that read standard input write where the terminal has UTF-8."""
    commands: list[tuple[object, ...]] = [
        ("encode", folder, "--format", "text"),
        ("encode", folder, "--format", "table"),
        ("encode", folder, "--json"),
        ("linearize", "he-splinter"),
    ]
    return {command: in_terminal("utf-8", *command, stdin=TEXT.encode()).stdout for command in commands}


@pytest.mark.parametrize("encoding", ["cp1254:strict", "utf-16"])
def test_data_is_utf8_whatever_the_encoding_of_the_terminal(
    folder: Path, as_utf8: dict[tuple[object, ...], bytes], tmp_path: Path, encoding: str
) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    encoded = in_terminal(encoding, "encode", folder, tmp_path / "a.txt")
    decoded = in_terminal(encoding, "decode", folder, stdin=encoded.stdout)
    assert (decoded.returncode, decoded.stdout, decoded.stderr) == (0, TEXT.encode(), b"")
    for command, wanted in as_utf8.items():
        result = in_terminal(encoding, *command, stdin=TEXT.encode())
        assert (result.returncode, result.stderr, result.stdout) == (0, b"", wanted)
    for arguments in (
        ["explain", "he-splinter", "הילדים", "--json"],
        ["analyze", "tr-mft", "ağaçlar", "--json"],
        ["info", "tr-mft", "--json"],
    ):
        result = in_terminal(encoding, *arguments)
        assert (result.returncode, result.stderr) == (0, b"")
        assert all(json.loads(line) for line in [result.stdout, *(result.stdout.splitlines() if arguments[0] != "info" else ())])


@pytest.mark.parametrize("encoding", ["ascii", "cp1254:strict"])
def test_what_is_for_people_has_escapes_where_the_encoding_ends(encoding: str) -> None:
    result = in_terminal(encoding, "analyze", "tr-mft", "ağaçlar")
    assert (result.returncode, result.stderr) == (0, b"")
    codec = encoding.split(":")[0]
    assert "ağaçlar".encode(codec, "backslashreplace") in result.stdout
    assert in_terminal(encoding, "info", "tr-mft").returncode == 0
    assert in_terminal(encoding, "explain", "he-splinter", "הילדים").returncode == 0
    missing = in_terminal(encoding, "encode", "ağaç", "--text", "ev")
    assert missing.returncode == 1
    assert b"no tokenizer" in missing.stderr
    assert missing.stderr.count(b"\n") == 1


@pytest.mark.parametrize("packed", [False, True])
def test_a_byte_order_mark_is_skipped_and_told(run: Run, folder: Path, tmp_path: Path, packed: bool) -> None:
    content = MARK + TEXT.encode() * 2
    file = tmp_path / ("a.txt.gz" if packed else "a.txt")
    file.write_bytes(gzip.compress(content) if packed else content)
    encoded = run("encode", folder, file)
    assert encoded.status == 0
    assert encoded.err == f"morfem: note: {file}: begins with a byte order mark, which is skipped\n"
    assert run("decode", folder, stdin=encoded.out).out == TEXT.encode() * 2
    assert encoded.out == run("encode", folder, stdin=TEXT.encode() * 2).out


def test_a_byte_order_mark_inside_a_file_is_text(run: Run, folder: Path) -> None:
    text = "ev\n\ufeffev\n".encode()
    encoded = run("encode", folder, stdin=text)
    assert encoded.err == ""
    assert run("decode", folder, stdin=encoded.out).out == text


def test_a_byte_order_mark_before_json_and_counts_and_ids(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(MARK + b'{"text": "ev"}\n')
    assert run("encode", folder, tmp_path / "a.jsonl").out == run("encode", folder, "--text", "ev").out
    (tmp_path / "a.ids").write_bytes(MARK + run("encode", folder, "--text", "ev").out)
    assert run("decode", folder, tmp_path / "a.ids").out == b"ev"
    (tmp_path / "a.tsv").write_bytes(MARK + b"ev\t3\n")
    with pytest.warns(morfem.corpus.CorpusWarning, match=r"a\.tsv: begins with a byte order mark"):
        assert list(morfem.corpus.Corpus(tmp_path / "a.tsv").counted()) == [(["ev"], [3])]
    assert "byte order mark at the start of a file is skipped" in " ".join(run("encode", "--help").out.decode().split())


def test_ids_may_have_commas_between(run: Run, folder: Path, model: morfem.Tokenizer) -> None:
    ids = model.encode("Evlerden geldik.").ids
    for between in (" ", ",", ", ", " , "):
        assert run("decode", folder, "--ids", between.join(map(str, ids))).out == b"Evlerden geldik."


def test_the_index_is_named_as_the_help_says(run: Run, folder: Path, tmp_path: Path) -> None:
    assert "o.idx.npy for o.bin" in " ".join(run("encode", "--help").out.decode().split())
    run("encode", folder, "--text", "ev", "--output", tmp_path / "o.bin")
    assert sorted(os.listdir(tmp_path)) == ["o.bin", "o.idx.npy"]


def test_training_over_a_tokenizer_asks_for_overwrite(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(training_texts()), encoding="utf-8")
    arguments = ["train", "bpe", tmp_path / "a.txt", "--output", tmp_path / "out", "--vocab-size"]
    assert run(*arguments, 400).status == 0
    refused = run(*arguments, 500)
    assert refused.status == 1
    assert refused.err == f"morfem: error: {tmp_path / 'out'}: holds a tokenizer; choose another folder, or replace it with --overwrite\n"
    assert morfem.load(tmp_path / "out").vocab_size == 400
    assert run(*arguments, 500, "--overwrite").status == 0
    assert morfem.load(tmp_path / "out").vocab_size == 500


def test_a_card_that_is_not_utf8_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "card.md").write_bytes(b"\xff")
    (tmp_path / "a.txt").write_text("ev\n")
    refused = run("train", "bpe", tmp_path / "a.txt", "--vocab-size", 300, "-o", tmp_path / "out", "--card", tmp_path / "card.md")
    assert refused.status == 1
    assert "card.md: not UTF-8" in refused.err


def test_eval_labels_its_progress_from_the_first_moment(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(sentences("tr")), encoding="utf-8")
    stages: list[str] = []
    suite = tmp_path / "suite.toml"
    suite.write_text('name = "own"\n[[text]]\ndata = "own lines"\npath = "a.txt"\nmetrics = { round_trip = {} }\n')
    evaluate(["ko-thunder"], str(suite), data=tmp_path, progress=lambda stage, done, total: stages.append(stage))
    assert stages[0] == "loading tokenizers"
    assert all(stages)


def test_analyze_shows_parts_glosses_and_shares(run: Run) -> None:
    shown = run("analyze", "tr-mft", "gözlerinin", "xqzw", "-n", 2)
    assert shown.status == 0
    assert [line.rstrip() for line in shown.out.decode().splitlines()] == [
        "  share  parts of the word; below them the root, what each affix means, the part of speech",
        "gözlerinin",
        "   94 %  göz  ler  i         nin",
        "         göz  PL   3SG.POSS  GEN   noun",
        "    6 %  göz  leri      nin",
        "         göz  3PL.POSS  GEN   noun",
        "xqzw",
        "  no analysis: the grammar cannot produce this word",
    ]


def test_a_terminal_obeys_no_character_of_a_word(run: Run) -> None:
    for arguments in (["analyze", "tr-mft", "ev\x1b[2J"], ["explain", "he-splinter", "כתב\x1b"], ["compare", "bpe", "tr-mft"]):
        shown = run(*arguments, stdin="ev\x1b[2J güzel".encode())
        assert "\x1b" not in shown.out.decode() + shown.err, arguments


def test_analyze_for_machines(run: Run) -> None:
    lines = run("analyze", "tr-mft", "gözlerinin", "xqzw", "--json", "-n", 2).out.decode().splitlines()
    first, second = map(json.loads, lines)
    assert first["word"] == "gözlerinin"
    assert [analysis["glosses"] for analysis in first["analyses"]] == [["PL", "3SG.POSS", "GEN"], ["3PL.POSS", "GEN"]]
    best = morfem.load("tr-mft").analyze("gözlerinin")[0]
    assert first["analyses"][0] == {
        "root": best.root,
        "part_of_speech": best.part_of_speech,
        "affixes": best.affixes,
        "glosses": best.glosses,
        "segments": best.segments,
        "score": best.score,
    }
    assert second == {"word": "xqzw", "analyses": []}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["he-splinter", "הילדים"],
            "analyze is for tokenizers of kind mft or union, and he-splinter is of kind splinter; use morfem explain",
        ),
        (["tr-mft", "iki ev"], '"iki ev" holds white space; analyze takes one word'),
    ],
)
def test_analyze_says_what_it_cannot_take(run: Run, arguments: list[str], message: str) -> None:
    result = run("analyze", *arguments)
    assert (result.status, result.out) == (1, b"")
    assert message in result.err


@pytest.mark.parametrize("name", morfem.available())
def test_info_begins_with_sizes_figures_and_sources_and_has_no_hashes(run: Run, name: str) -> None:
    shown = run("info", name).out.decode()
    order = [re.search(rf"^{part}", shown, re.MULTILINE) for part in ("ids ", "size ", "Figures", "Sources", "Limits", "Training")]
    found = [match.start() for match in order if match is not None]
    assert len(found) == len(order)
    assert found == sorted(found)
    # A card names its sources, or the card that does.
    assert re.search("licence|Those of", shown)
    assert not re.search(r"[0-9a-f]{16}", shown)
    record = json.loads(run("info", name, "--json").out)
    assert re.search(r"[0-9a-f]{64}", json.dumps(record["training"]))


def test_info_lists_sizes_and_languages(run: Run) -> None:
    lines = run("info").out.decode().splitlines()
    assert len({line.index(" ids") for line in lines}) == 1
    for line in lines:
        assert re.fullmatch(r"[\w-]+ +\w+ +language \w+ +[\d,]+ ids +[\d.]+ MB", line)


@pytest.mark.parametrize("name", morfem.available())
def test_a_model_card_says_what_it_measured_for_what_the_size_is_and_what_its_limits_are(run: Run, name: str) -> None:
    card = json.loads(run("info", name, "--json").out)["card"]
    assert [section for section in ("Figures", "Which size", "Sources", "Limits") if f"\n## {section}\n" not in card] == []


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("morfem ana", "analyze"),
        ("morfem train spl", "splinter"),
        ("morfem encode tr-mft --shu", "--shuffle"),
        ("morfem encode tr-mft --format js", "jsonl"),
    ],
)
def test_a_shell_is_told_what_completes_a_word(words: str, offered: str) -> None:
    asked = {"_MORFEM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    command = [sys.executable, "-m", "morfem"]
    assert subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, check=True).stdout.split() == [offered]


@pytest.mark.parametrize("arguments", [["--help"], ["encode", "--help"], ["info", "bpe"], ["train", "bpe", "--help"]], ids=" ".join)
def test_commands_work_without_docstrings(arguments: list[str]) -> None:
    """`python -OO` and PYTHONOPTIMIZE=2 remove them, and with them the help of commands."""
    result = subprocess.run(
        [sys.executable, "-m", "morfem", *arguments], env={**os.environ, "PYTHONOPTIMIZE": "2"}, capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="a terminal of Unix")
def test_a_training_shows_one_meter_at_a_time_in_a_terminal(tmp_path: Path) -> None:
    """Two bars that draw at once leave a dead line: here every line that is drawn is erased before the next one is."""
    import pty

    corpus = tmp_path / "corpus.txt"
    corpus.write_text("\n".join(training_texts() * 20), encoding="utf-8")
    first, second = pty.openpty()
    command = [sys.executable, "-m", "morfem", "train", "bpe", str(corpus), "--vocab-size", "400", "-o", str(tmp_path / "out")]
    process = subprocess.Popen(command, stderr=second, stdout=second, env={**os.environ, "TERM": "xterm", "COLUMNS": "100"})
    os.close(second)
    drawn = b""
    while True:
        try:
            part = os.read(first, 65536)
        except OSError:
            break
        if not part:
            break
        drawn += part
    assert process.wait() == 0
    shown = drawn.decode()
    for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "\x00", shown).split("\n"):
        assert len(re.findall(r"\d+ ?/s|MB/s|left", line.rsplit("\r", 1)[-1])) <= 1, line
    assert "starting" not in shown


def test_info_shows_no_empty_head_of_a_table(run: Run) -> None:
    lines = run("info", "tr-mft").out.decode().splitlines()
    first = next(number for number, line in enumerate(lines) if "lines that come back" in line)
    assert "─" not in lines[first - 1]
    assert "... 1 more row with --json" in lines


@pytest.mark.parametrize("group", ["train", "pack"])
def test_a_group_of_commands_without_arguments_shows_its_help(run: Run, group: str) -> None:
    result = run(group)
    assert (result.status, result.out) == (2, b"")
    assert result.err.startswith(f"Usage: morfem {group}")
    assert "\nCommands:\n" in result.err
