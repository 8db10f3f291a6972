"""Every error is one line that says what is wrong, where, and how to fix it. No unfinished file is left."""

import errno
import gzip
import importlib.util
import lzma
import os
import socket
import subprocess
import sys
from pathlib import Path

import morfem
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from morfem.corpus import Corpus

from tests.command_line.conftest import Run, start

LINES = "".join(f"{number} numaralı satır\n" for number in range(5000)).encode()

BAD_FILES = {
    "no UTF-8": ("a.txt", b"ilk\nbir \xe7ocuk\n", "a.txt, line 2, byte 5: not UTF-8 (0xE7); convert it with iconv"),
    "no UTF-8, far on": ("a.txt", LINES * 12 + b"\xff", "a.txt, line 60001, byte 1: not UTF-8 (0xFF)"),
    "a character cut off at the end": ("a.txt", "ağ".encode()[:2], "a.txt, line 1, byte 2: not UTF-8"),
    "no UTF-8 in an archive": ("a.txt.gz", gzip.compress(b"\n\n\x80"), "a.txt.gz, line 3, byte 1: not UTF-8"),
    "gzip cut off": ("a.txt.gz", gzip.compress(LINES)[:-20], "a.txt.gz: broken .gz archive: it ends too early"),
    "xz cut off": ("a.txt.xz", lzma.compress(LINES)[:-20], "a.txt.xz: broken .xz archive: it ends too early"),
    "Zstandard cut off": ("a.txt.zst", zstandard.compress(LINES)[:-20], "a.txt.zst: broken .zst archive: it ends too early"),
    "gzip damaged": ("a.txt.gz", gzip.compress(LINES)[:100] + b"damaged" + gzip.compress(LINES)[107:], "a.txt.gz: broken .gz archive"),
    "xz that is none": ("a.txt.xz", LINES, "a.txt.xz: broken .xz archive"),
    "gzip that is none": ("a.txt.gz", LINES, "a.txt.gz: broken .gz archive"),
    "Zstandard that is none": ("a.txt.zst", LINES, "a.txt.zst: broken .zst archive"),
    "an empty archive": ("a.txt.gz", b"", "a.txt.gz: broken .gz archive: it ends too early"),
    "Parquet that is none": ("a.parquet", LINES, "a.parquet: not a readable Parquet file"),
    "Parquet that is empty": ("a.parquet", b"", "a.parquet: not a readable Parquet file"),
    "no JSON": ("a.jsonl", b'{"text": "a"}\n{"text": \n', "a.jsonl, line 2: not valid JSON"),
    "JSON nested too deep": ("a.jsonl", b"[" * 200_000, "a.jsonl, line 1: JSON is nested too deeply"),
    "JSON that is no object": ("a.jsonl", b'"text"\n', "a.jsonl, line 1: a JSON str, not an object"),
    "no such field": ("a.jsonl", b'{"metin": "a", "id": 1}', "a.jsonl, line 1: no field 'text'; there is 'metin', 'id'"),
    "a field that is no text": ("a.jsonl", b'{"text": [1]}', "a.jsonl, line 1: field 'text' is not text but [1]"),
    "half a surrogate pair": ("a.jsonl", b'{"text": "\\ud800"}', "a.jsonl, line 1: the text contains half a surrogate pair (U+D800)"),
}


def is_one_line(err: str) -> bool:
    return err.startswith("morfem: error: ") and err.endswith("\n") and err.count("\n") == 1


@pytest.mark.parametrize(("name", "content", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_named_with_the_place(run: Run, folder: Path, tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    result = run("encode", folder, tmp_path / name, "--output", tmp_path / "out.bin")
    assert result.status == 1
    assert message in result.err
    assert is_one_line(result.err)
    assert os.listdir(tmp_path) == [name]
    with pytest.raises(morfem.MorfemError) as raised:
        list(Corpus(tmp_path / name).texts())
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.tsv", b"kitap\t3\nkalem 2\n", "a.tsv, line 2: not word<TAB>count: 'kalem 2'"),
        ("a.tsv", b"word\tcount\n", "a.tsv, line 1: 'count' is not a count"),
        ("a.tsv", b"kitap\t0\n", "a.tsv, line 1: 0 is not a count"),
        ("a.tsv", b"kitap\t-1\n", "a.tsv, line 1: '-1' is not a count"),
        ("a.tsv", b"kitap\t99999999999\n", "a.tsv, line 1: 99999999999 is not a count"),
        ("a.txt", b"", "the corpus is empty: no text in a.txt"),
        ("a.txt", b"abc\n", "give more text"),
        ("a.txt", LINES, "the corpus supports"),
    ],
)
@pytest.mark.parametrize("system", ["bpe", "unigram", "thunder"])
def test_a_corpus_that_supports_no_training(run: Run, tmp_path: Path, system: str, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    result = run("train", system, tmp_path / name, "--vocab-size", 100_000, "--output", tmp_path / "out")
    assert result.status == 1
    assert message in result.err.splitlines()[-1]
    assert is_one_line(result.err.splitlines(keepends=True)[-1])
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("size", [0, 1, 255, 256, 260])
@pytest.mark.parametrize("system", ["bpe", "unigram", "thunder"])
def test_a_vocabulary_smaller_than_bytes_and_specials(run: Run, tmp_path: Path, system: str, size: int) -> None:
    (tmp_path / "a.txt").write_bytes(LINES)
    result = run("train", system, tmp_path / "a.txt", "--vocab-size", size, "--output", tmp_path / "out")
    assert result.status == 1
    assert f"--vocab-size {size} is too small" in result.err
    with pytest.raises(morfem.TrainingError, match=f"vocab_size {size} is too small"):
        getattr(morfem.train, system)(tmp_path / "a.txt", vocab_size=size, progress=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["encode", "nowhere", "--text", "a"], "no tokenizer 'nowhere', neither bundled nor a folder"),
        (["encode", "{tmp}", "--text", "a"], "morfem.json: is missing: this folder is not a saved tokenizer of morfem"),
        (["encode", "{other}/notes", "--text", "a"], "notes: is a file; give the folder of a saved tokenizer"),
        (["encode", "{small}", "{tmp}/none.txt"], "none.txt: No such file or directory"),
        (["encode", "{small}", "none"], "none: No such file or directory"),
        (["encode", "{small}", "{tmp}/*.txt"], "*.txt: no file matches"),
        (["encode", "{small}", "{other}"], "other: holds no file that morfem reads (.txt .parquet .json "),
        (["encode", "{small}", "--text", "a", "--append", "<eos>"], "'<eos>' is not a special of bpe; there is <pad>, <s>, </s>, <mask>"),
        (["encode", "{small}", "--text", "a", "--output", "{tmp}/none/a.ids"], "none/a.ids: No such file or directory"),
        (["encode", "{small}", "--text", "a", "--output", "{tmp}"], "Is a directory"),
        (["encode", "{small}", "--text", "a\udcff"], "text 1: the text contains half a surrogate pair (U+DCFF)"),
        (["decode", "{small}", "--ids", "1 99999"], "--ids: at position 1: id 99999 is out of range"),
        (["decode", "{small}", "--ids", "1 -1"], "--ids: at position 1: id -1 is out of range"),
        (["decode", "{small}", "--ids", "1 99999999999999999999999"], "is out of range"),
        (["decode", "{small}", "--ids", "1 x"], "--ids: 'x' is not an id"),
        (["decode", "{small}", "{tmp}/none.bin"], "none.bin: No such file or directory"),
        (["export", "{small}", "spm", "{tmp}/a.model"], "SentencePiece would give other ids"),
        (["info", "{tmp}/none"], "no tokenizer"),
        (["train", "bpe", "{tmp}/none.txt", "--vocab-size", "500", "--output", "{tmp}/out"], "none.txt: No such file or directory"),
        (["train", "bpe", "-", "--vocab-size", "500", "--output", "{other}"], "the folder has files that are not those of a tokenizer"),
    ],
)
def test_bad_input_ends_with_status_1(run: Run, folder: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "notes").write_text("mine")
    result = run(*(argument.format(small=folder, tmp=tmp_path, other=other) for argument in arguments))
    assert (result.status, result.out) == (1, b"")
    assert message in result.err
    assert is_one_line(result.err)
    assert os.listdir(tmp_path) == ["other"]
    assert os.listdir(other) == ["notes"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["encod"], "No such command 'encod'; did you mean 'encode'?; see"),
        (["encode"], "Missing argument"),
        (["encode", "{small}", "--format", "xml"], "'xml' is not one of"),
        (["encode", "{small}", "a.txt", "--text", "a"], "give files or --text, not both"),
        (["encode", "{small}", "--threads", "0"], "--threads"),
        (["encode", "{small}", "--format", "bin"], "--format bin and --output FILE.bin go together"),
        (["encode", "{small}", "--format", "ids", "--output", "a.bin"], "--format bin and --output FILE.bin go together"),
        (["encode", "{small}", "--json", "--format", "ids"], "--json is --format jsonl"),
        (["encode", "{small}", "--output", "a.ids.gz"], "leave .gz out, and compress the file afterwards"),
        (["train", "bpe", "a.txt", "--output", "a"], "--vocab-size"),
        (["train", "bpe", "a.txt", "--vocab-size", "many", "--output", "a"], "--vocab-size"),
        (["train", "wordpiece"], "No such command 'wordpiece'; there are unigram, bpe, "),
        (["export", "{small}", "onnx", "a"], "'onnx' is not one of"),
    ],
)
def test_wrong_usage_ends_with_status_2(run: Run, folder: Path, arguments: list[str], message: str) -> None:
    result = run(*(argument.format(small=folder) for argument in arguments))
    assert (result.status, result.out) == (2, b"")
    assert message in result.err
    assert is_one_line(result.err)


def test_the_nearest_bundled_tokenizer_is_suggested(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "ko-thunder").mkdir()
    (tmp_path / "ko-thunder" / "morfem.json").write_text("{}")
    monkeypatch.setattr(morfem, "_ARTIFACTS", tmp_path)
    with pytest.raises(morfem.MorfemError, match="no tokenizer 'ko-thundr', neither bundled nor a folder; did you mean 'ko-thunder'"):
        morfem.load("ko-thundr")


@pytest.mark.parametrize(
    ("table", "column", "message"),
    [
        (pa.table({"metin": ["a"]}), "text", "no column 'text'; there is 'metin'"),
        (pa.table({"text": [1]}), "text", "column 'text' holds int64, not text"),
        (pa.table({"text": pa.array([b"\xff"]).cast(pa.string(), safe=False)}), "text", "not UTF-8"),
    ],
)
def test_a_parquet_column_must_hold_text(run: Run, folder: Path, tmp_path: Path, table: pa.Table, column: str, message: str) -> None:
    pq.write_table(table, tmp_path / "a.parquet")
    result = run("encode", folder, tmp_path / "a.parquet", "--column", column)
    assert (result.status, result.out) == (1, b"")
    assert message in result.err
    assert is_one_line(result.err)


@pytest.mark.parametrize(("suffix", "module", "extra"), [("parquet", "pyarrow", "parquet"), ("txt.zst", "zstandard", "zstd")])
def test_a_missing_extra_is_named(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, module: str, extra: str
) -> None:
    if suffix == "txt.zst" and sys.version_info >= (3, 14):
        pytest.skip("Python reads Zstandard by itself")
    (tmp_path / f"a.{suffix}").write_bytes(b"x")
    monkeypatch.setitem(sys.modules, module, None)
    result = run("encode", folder, tmp_path / f"a.{suffix}")
    assert result.status == 1
    assert f"pip install 'morfem[{extra}]'" in result.err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.ids", b"1 2\n3 4.5\n", "a.ids, line 2: '4.5' is not an id"),
        ("a.ids", b"1 2\n3 70000\n", "a.ids, line 2: at position 1: id 70000 is out of range"),
        ("a.jsonl", b'{"ids": [1]}\n{"id": [1]}\n', "a.jsonl, line 2: no field 'ids' with a list"),
        ("a.jsonl", b'{"ids": [1, "x"]}\n', "a.jsonl, line 1: 'x' is not an id"),
        ("a.jsonl", b'{"ids": [1, 2.0]}\n', "a.jsonl, line 1: '2.0' is not an id"),
        ("a.jsonl", b'{"ids": [1\n', "a.jsonl, line 1: not valid JSON"),
    ],
)
def test_what_is_no_ids_is_named_with_the_place(run: Run, folder: Path, tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    result = run("decode", folder, tmp_path / name, "--output", tmp_path / "out")
    assert result.status == 1
    assert message in result.err
    assert is_one_line(result.err)
    assert os.listdir(tmp_path) == [name]


def test_a_flat_array_must_agree_with_its_index(run: Run, folder: Path, tmp_path: Path) -> None:
    run("encode", folder, "--text", "kitap", "--output", tmp_path / "a.bin")
    content, index = (tmp_path / "a.bin").read_bytes(), (tmp_path / "a.idx.npy").read_bytes()
    for bad_content, bad_index, message in [
        (content + b"\0\0", index, "was it another tokenizer?"),
        (content, index[:-8], "a.idx.npy: not a NumPy array"),
        (content, b"", "a.idx.npy: not a NumPy array"),
        (content, index[:-8] + (-1).to_bytes(8, "little", signed=True), "a.idx.npy: not the index of a flat array"),
        (b"\xff\xff" * (len(content) // 2), index, "text 1: at position 0: id 65535 is out of range"),
    ]:
        (tmp_path / "a.bin").write_bytes(bad_content)
        (tmp_path / "a.idx.npy").write_bytes(bad_index)
        result = run("decode", folder, tmp_path / "a.bin")
        assert result.status == 1
        assert message in result.err
        assert is_one_line(result.err)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("is_named", [True, False])
def test_a_full_disk(folder: Path, is_named: bool) -> None:
    with open("/dev/full", "wb") as full:
        process = start("encode", folder, *(["--output", "/dev/full"] if is_named else []), stdout=full)
        _, err = process.communicate(LINES)
    assert process.returncode == 1
    assert os.strerror(errno.ENOSPC) in err.decode()
    assert is_one_line(err.decode())
    assert os.path.exists("/dev/full")


@pytest.mark.parametrize("suffix", ["ids", "jsonl", "bin"])
def test_a_disk_that_fills_up_keeps_no_half_file(folder: Path, tmp_path: Path, suffix: str) -> None:
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    (tmp_path / f"a.{suffix}").write_bytes(b"before")
    process = start("encode", folder, "--output", tmp_path / f"a.{suffix}", preexec_fn=limit)
    _, err = process.communicate(LINES)
    assert process.returncode == 1
    assert f"a.{suffix}: {os.strerror(errno.EFBIG)}" in err.decode()
    assert is_one_line(err.decode())
    assert os.listdir(tmp_path) == [f"a.{suffix}"]
    assert (tmp_path / f"a.{suffix}").read_bytes() == b"before"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["encode", "bpe", "a.txt", "--ray", "local", "-o", "out", "--shuffle"], "without --shuffle"),
        (["encode", "bpe", "a.txt", "--json", "-o", "out.parquet"], "--format parquet"),
        (["encode", "bpe", "a.txt", "--seed", "5"], "--seed 5 has no effect without --shuffle"),
        (["encode", "bpe", "a.txt", "--format", "ids", "-o", "out.npy"], "--output FILE.npy is not text"),
        (["eval", "-t", "bpe", "--suite", "own-tr", "--corpus", "a.txt"], "leave out --corpus"),
    ],
    ids=" ".join,
)
def test_options_that_would_have_no_effect_are_refused(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.status, message in result.err) == (2, True), result.err


def test_parquet_and_deep_json_are_not_indexed(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("tantivy")
    (tmp_path / "rows.parquet").write_bytes(b"PAR1")
    (tmp_path / "deep.jsonl").write_text('{"text": ' + "[" * 200_000 + "\n", "utf-8")
    for name, message in (("rows.parquet", "not Parquet"), ("deep.jsonl", "nested too deeply")):
        result = run("index", tmp_path / name, "--language", "tr", "-o", tmp_path / "index")
        assert (result.status, message in result.err) == (1, True), result.err


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no /dev/stdout")
def test_a_pipe_is_an_output(folder: Path) -> None:
    command = [sys.executable, "-m", "morfem", "encode", str(folder), "--text", "ev"]
    outputs = [
        subprocess.run([*command, *more], capture_output=True, check=True, timeout=60).stdout for more in ([], ["-o", "/dev/stdout"])
    ]
    assert outputs[0] == outputs[1] != b""


def test_two_tokenizers_of_one_name_are_not_served(run: Run) -> None:
    pytest.importorskip("uvicorn")
    result = run("serve", "-t", "a=tr-mft", "-t", "a=bpe", "--port", 0)
    assert (result.status, "two tokenizers are called 'a'" in result.err) == (1, True)


@pytest.mark.parametrize("option", ["--json", "--csv", "--latex", "--html"])
def test_an_output_that_cannot_be_written_is_refused_before_the_measurement(run: Run, tmp_path: Path, option: str) -> None:
    for path, message in ((tmp_path / "none" / "a", f"there is no folder {tmp_path / 'none'}"), (tmp_path, "is a folder; give the name")):
        result = run("eval", "-t", "nowhere", "--suite", "own-tr", option, path)
        assert (result.status, f"{path}: {message}" in result.err) == (1, True), result.err


def test_two_formats_of_a_report_do_not_go_to_one_file(run: Run, tmp_path: Path) -> None:
    result = run("eval", "-t", "bpe", "--suite", "own-tr", "--json", tmp_path / "a", "--csv", tmp_path / "a")
    assert (result.status, "give each a file of its own" in " ".join(result.err.split())) == (2, True), result.err


def test_a_port_that_is_taken_is_named(run: Run, folder: Path) -> None:
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        result = run("serve", "-t", f"a={folder}", "--port", port)
    assert result.status == 1
    assert f"--host 127.0.0.1 --port {port}: {os.strerror(errno.EADDRINUSE)}; choose another" in result.err


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_ids_in_a_binary_format_are_not_decoded_as_text(run: Run, folder: Path, tmp_path: Path, suffix: str) -> None:
    run("encode", folder, "--text", "kitap", "--output", tmp_path / f"a.{suffix}")
    result = run("decode", folder, tmp_path / f"a.{suffix}")
    assert (result.status, f"decode reads ids, jsonl and bin, not .{suffix}" in result.err) == (1, True), result.err


def test_an_id_of_thousands_of_digits_is_none(run: Run, tmp_path: Path) -> None:
    for digits in (50, 5_000):
        result = run("decode", "ko-thunder", "--ids", "9" * digits)
        assert (result.status, result.err) == (1, f"morfem: error: --ids: {'9' * 40!r} is not an id\n")
    (tmp_path / "a.jsonl").write_text(f"[{'9' * 5_000}]\n")
    result = run("decode", "ko-thunder", tmp_path / "a.jsonl")
    assert result.status == 1
    assert "a.jsonl, line 1: " in result.err


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no locale of ASCII")
def test_a_locale_of_ascii_works_and_an_argument_that_it_cannot_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Çay demledim.\n", encoding="utf-8")

    def ascii_run(*arguments: object) -> tuple[int, str]:
        command = [sys.executable, "-m", "morfem", *map(str, arguments)]
        done = subprocess.run(command, env={**os.environ, **ASCII}, capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
        return done.returncode, (done.stdout + done.stderr).decode("utf-8")

    for command in (["encode", "tr-mft"], ["encode", "tr-mft", "--format", "text"], ["encode", "tr-mft", "--format", "table"]):
        assert ascii_run(*command, tmp_path / "a.txt")[0] == 0
    for command in (["encode", "tr-mft", "--text", "çay"], ["analyze", "tr-mft", "çay"], ["explain", "he-splinter", "çay"]):
        status, text = ascii_run(*command)
        assert status == 1
        assert r"; the argument '\udcc3\udca7ay' is not ascii, which the locale asks for: set LC_ALL=C.UTF-8, or give a file" in text


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_folder_whose_name_is_not_utf_8_is_used_and_shown(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"kl\xffasor")
    folder.mkdir()
    (folder / "a.txt").write_text("Kitap okudum. Kitap okudum.\n" * 9, encoding="utf-8")
    for command, status, text in [
        (["encode", "tr-mft", folder / "a.txt", "--output", folder / "a.bin"], 0, r"kl\udcffasor/a.bin: 9 texts"),
        (
            ["encode", "tr-mft", folder / "a.txt", "--format", "bin", "--shard-tokens", 9, "--output", folder / "s"],
            0,
            r"kl\udcffasor/s: 9 texts",
        ),
        (["encode", "tr-mft", folder / "no.txt"], 1, r"kl\udcffasor/no.txt: No such file"),
        (["train", "bpe", folder / "a.txt", "--vocab-size", 265, "--output", folder / "t"], 0, r"kl\udcffasor/t: bpe, 265 ids,"),
        (["encode", folder / "t", folder / "a.txt"], 0, ""),
        (["index", folder / "a.txt", "--language", "tr", "--output", folder / "i"], 1, r"asor/i': tantivy needs a path in UTF-8"),
    ]:
        if command[0] == "index" and importlib.util.find_spec("tantivy") is None:
            continue
        done = subprocess.run([sys.executable, "-m", "morfem", *map(str, command)], capture_output=True, check=False)
        assert (done.returncode, text in done.stderr.decode()) == (status, True), done.stderr
        assert b"Traceback" not in done.stderr
