"""`morfem decode` restores exactly the bytes that `morfem encode` read."""

import gzip
import json
import lzma
import os
import pty
import subprocess
import sys
from pathlib import Path

import morfem
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from morfem import corpus
from morfem.formats import flat

from tests.command_line.conftest import Run
from tests.conftest import sentences

TEXT = "\n".join(sentences("tr") + sentences("ko")) + "\n"
BATCH = 1 << 13
FILES = {
    "empty": b"",
    "only a line end": b"\n",
    "no line end": b"kitap",
    "a line": b"kitap\n",
    "empty lines": b"\n\na\n\n\n",
    "Windows line ends": "bir\r\niki\r\n\r\nüç".encode(),
    "old Macintosh line ends": b"bir\riki\r",
    "other characters that some take for line ends": "a\u2028b\u2029c\x0bd\x0ce\x85f\x1cg\n".encode(),
    "NUL": b"a\x00b\n\x00",
    "specials as text": b"<s>a</s>\n<pad>\n",
    "several batches": (TEXT * 8).encode(),
    "one line longer than a batch": b"kitap " * BATCH,
}


@pytest.mark.parametrize("suffix", ["ids", "jsonl", "bin"])
@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_decode_gives_the_file_back(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, suffix: str
) -> None:
    monkeypatch.setattr(corpus, "BATCH", BATCH)
    monkeypatch.setattr(corpus, "READ", BATCH // 4)
    file, encoded, decoded = tmp_path / "a.txt", tmp_path / f"b.{suffix}", tmp_path / "c.txt"
    file.write_bytes(content)
    assert run("encode", folder, file, "--output", encoded).status == 0
    assert run("decode", folder, encoded, "--output", decoded).status == 0
    assert decoded.read_bytes() == content


def test_a_pipe_carries_ids_both_ways(run: Run, folder: Path) -> None:
    ids = run("encode", folder, stdin=TEXT.encode())
    assert run("decode", folder, stdin=ids.out).out == TEXT.encode()
    assert run("decode", folder, "--ids", ids.out.splitlines()[0].decode()).out == TEXT.encode().splitlines(keepends=True)[0]


@pytest.mark.parametrize(
    ("suffix", "packed"),
    [(".gz", gzip.compress), (".xz", lzma.compress), (".zst", zstandard.compress)],
)
def test_archives_are_read_as_what_they_hold(run: Run, folder: Path, tmp_path: Path, suffix: str, packed: type) -> None:
    first, second = TEXT.encode()[:1000], TEXT.encode()[1000:]
    (tmp_path / f"a.txt{suffix}").write_bytes(packed(first) + packed(second))  # two archives one after the other are one
    ids = run("encode", folder, tmp_path / f"a.txt{suffix}").out
    assert run("decode", folder, stdin=ids).out == TEXT.encode()


def test_files_and_patterns_are_read_in_order(run: Run, folder: Path, tmp_path: Path) -> None:
    for name in ("b2.txt", "a.txt", "b1.txt"):
        (tmp_path / name).write_text(name + "\n")
    ids = run("encode", folder, tmp_path / "b*.txt", tmp_path / "a.txt").out
    assert run("decode", folder, stdin=ids).out == b"b1.txt\nb2.txt\na.txt\n"


def test_json_lines_and_parquet_give_a_text_a_record(run: Run, folder: Path, tmp_path: Path) -> None:
    texts = ["iki\nsatır", "", "son"]
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps({"id": 1, "metin": text}) for text in texts) + "\n\n")
    pq.write_table(pa.table({"metin": texts}), tmp_path / "a.parquet")
    for arguments in (("a.jsonl", "--field"), ("a.parquet", "--column")):
        run("encode", folder, tmp_path / arguments[0], arguments[1], "metin", "--output", tmp_path / "a.bin")
        lines = run("decode", folder, tmp_path / "a.bin", "--json").out.splitlines()
        assert [json.loads(line)["text"] for line in lines] == texts


def test_standard_input_is_json_lines_if_a_field_is_named(run: Run, folder: Path, model: morfem.Tokenizer) -> None:
    assert run("encode", folder, "--field", "t", stdin=b'{"t": "kitap"}').out.split() == [b"%d" % id for id in model.encode("kitap").ids]


def test_json_holds_ids_tokens_and_offsets(run: Run, folder: Path, model: morfem.Tokenizer) -> None:
    expected = model.encode("çok kitap")
    record = json.loads(run("encode", folder, "--text", "çok kitap", "--json").out)
    offsets = [list(span) for span in expected.offsets]
    assert record == {"ids": expected.ids, "tokens": expected.tokens, "offsets": offsets}


def test_text_is_a_line_a_text_whatever_the_tokens_hold(run: Run, folder: Path, model: morfem.Tokenizer) -> None:
    lines = run("encode", folder, "--format", "text", stdin=TEXT.encode()).out.decode().split("\n")
    assert len(lines) == TEXT.count("\n") + 1
    assert [len(line.split(" ")) for line in lines[:-1]] == [model.count(line) for line in TEXT.splitlines(keepends=True)]
    assert not any(c.isspace() and c != " " for line in lines for c in line)


def test_a_flat_array_holds_16_bits_an_id_and_an_index(run: Run, folder: Path, tmp_path: Path, model: morfem.Tokenizer) -> None:
    run("encode", folder, "--output", tmp_path / "a.bin", stdin=TEXT.encode())
    expected, indptr = model.encode_ids_batch(TEXT.splitlines(keepends=True))
    assert (np.fromfile(tmp_path / "a.bin", "<u2") == expected).all()
    assert (np.load(tmp_path / "a.idx.npy") == indptr).all()


def test_a_flat_array_of_a_large_vocabulary_holds_32_bits_an_id(
    run: Run, folder: Path, tmp_path: Path, model: morfem.Tokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert np.iinfo(np.uint16).max + 1 == flat.SHORT_IDS
    monkeypatch.setattr(flat, "SHORT_IDS", model.vocab_size - 1)
    run("encode", folder, "--output", tmp_path / "a.bin", stdin=b"kitaplar\n")
    assert np.fromfile(tmp_path / "a.bin", "<u4").tolist() == model.encode("kitaplar\n").ids
    assert run("decode", folder, tmp_path / "a.bin").out == b"kitaplar\n"


def test_a_special_may_end_every_text(run: Run, folder: Path, tmp_path: Path, model: morfem.Tokenizer) -> None:
    end = model.token_to_id("</s>")
    run("encode", folder, "--append", "</s>", "--output", tmp_path / "a.bin", stdin=b"bir\niki\n")
    index = np.load(tmp_path / "a.idx.npy")
    assert np.fromfile(tmp_path / "a.bin", "<u2")[index[1:] - 1].tolist() == [end, end]
    assert run("decode", folder, tmp_path / "a.bin").out == b"bir\n</s>iki\n</s>"
    assert run("decode", folder, tmp_path / "a.bin", "--skip-special").out == b"bir\niki\n"
    record = json.loads(run("encode", folder, "--append", "</s>", "--json", "--text", "bir").out)
    assert (record["ids"][-1], record["tokens"][-1], record["offsets"][-1]) == (end, "</s>", [3, 3])


def test_a_special_in_the_text_is_text_unless_asked_otherwise(run: Run, folder: Path, model: morfem.Tokenizer) -> None:
    end = b"%d" % model.token_to_id("</s>")
    assert end not in run("encode", folder, "--text", "a</s>").out.split()
    assert end in run("encode", folder, "--text", "a</s>", "--parse-special").out.split()


def test_the_number_of_threads_changes_nothing(run: Run, folder: Path) -> None:
    assert run("encode", folder, "--threads", 1, stdin=TEXT.encode()) == run("encode", folder, "--threads", 3, stdin=TEXT.encode())


def test_held_out_texts_are_every_nth_line(run: Run, folder: Path) -> None:
    content = b"".join(b"%d\n" % number for number in range(1, 101))
    ids = run("encode", folder, "--held-out", 50, stdin=content).out
    assert run("decode", folder, stdin=ids).out == b"50\n100\n"


def test_a_table_shows_every_token_and_what_it_is(run: Run, folder: Path, model: morfem.Tokenizer) -> None:
    text = "Kitaplar\tgeldi.\n"
    shown = run("encode", folder, "--text", text, "--format", "table").out.decode()
    lines = shown.splitlines()
    assert lines[0] == "Kitaplar⇥geldi.⏎"
    assert shown.split().count("symbol") == model.encode(text).kinds.count("symbol")
    assert set(map(str, model.encode(text).ids)) <= set(shown.split())
    assert f"{model.count(text)} tokens for 2 words, 16 characters; exact" in shown
    assert "\x1b" not in shown


def test_a_table_shows_no_control_character_of_the_text(run: Run, folder: Path) -> None:
    shown = run("encode", folder, "--format", "table", stdin="\x1b[31m\u202e\u200bx".encode()).out.decode()
    assert not {"\x1b", "\u202e", "\u200b"} & set(shown)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_terminal_gets_a_coloured_table_that_fits(folder: Path, columns: int) -> None:
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns)}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "morfem", "encode", str(folder), "--text", " ".join(sentences("ko")[:5])]
    with subprocess.Popen(command, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        shown = b""
        while block := _read(master):
            shown += block
    os.close(master)
    assert process.returncode == 0
    assert b"\x1b[36m" in shown
    assert b"exact" in shown
    plain = subprocess.run(["sed", "s/\x1b\\[[0-9;]*m//g"], input=shown, capture_output=True, check=True).stdout.decode()
    widths = [sum(2 if "가" <= c <= "힣" else 1 for c in line.rstrip("\r")) for line in plain.splitlines()]
    assert max(widths) <= columns


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux: there is no writer any more
        return b""
