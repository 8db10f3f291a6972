"""What `morfem encode --format` writes for training programs comes back as the ids of `encode`, text by text."""

import io
import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import morfem
import numpy as np
import pytest
from morfem.cli.encode import Format
from morfem.formats import FORMATS, flat, mds, megatron, shuffle
from morfem.formats.datatrove import Datatrove

from tests.command_line.conftest import Run
from tests.command_line.readers import READERS, read_folder
from tests.conftest import sentences

TEXTS = [*sentences("tr"), *sentences("ko"), "", "iki\nsatır", "uzun " * 70_000]
CASES = pytest.mark.parametrize("form", FORMATS)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """The texts as JSON lines, so that one may be empty and one may have two lines."""
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in TEXTS), encoding="utf-8")
    return path


def written(form: str, tmp_path: Path) -> Path:
    """The output of a format that holds one shard; MDS always writes a folder."""
    return tmp_path / "out" if form == "mds" else tmp_path / f"out{FORMATS[form].suffixes[0]}"


def read(form: str, path: Path, type: str) -> list[list[int]]:
    """The texts of an output."""
    return read_folder(path, form, type) if form == "mds" else READERS[form](path, type)


def test_every_format_can_be_asked_for() -> None:
    assert set(get_args(Format)) == {"table", "text", "jsonl", "ids", *FORMATS}
    assert set(READERS) == set(FORMATS)


@CASES
def test_a_format_gives_the_ids_of_every_text_back(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, model: morfem.Tokenizer, form: str
) -> None:
    path = written(form, tmp_path)
    assert run("encode", folder, corpus, "--format", form, "--output", path).status == 0
    assert read(form, path, "<u2") == [model.encode(text).ids for text in TEXTS]


@CASES
def test_a_special_ends_every_text(run: Run, folder: Path, tmp_path: Path, corpus: Path, model: morfem.Tokenizer, form: str) -> None:
    path = written(form, tmp_path)
    run("encode", folder, corpus, "--format", form, "--eos", "</s>", "--output", path)
    end = model.token_to_id("</s>")
    assert read(form, path, "<u2") == [[*model.encode(text).ids, end] for text in TEXTS]


@CASES
def test_ids_of_a_large_vocabulary_take_32_bits(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, model: morfem.Tokenizer, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    assert (flat.SHORT_IDS, megatron.SHORT_IDS) == (65_536, 65_500)
    for module in (flat, megatron):
        monkeypatch.setattr(module, "SHORT_IDS", model.vocab_size - 1)
    path = written(form, tmp_path)
    assert run("encode", folder, corpus, "--format", form, "--output", path).status == 0
    assert read(form, path, "<u4") == [model.encode(text).ids for text in TEXTS]


def one_text(form: str, ids: int, vocab_size: int = 1_000) -> list[bytes]:
    """The files of a shard with one text of zeros."""
    files = [io.BytesIO() for _ in FORMATS[form].suffixes]
    tokenizer: Any = SimpleNamespace(vocab_size=vocab_size, name="any")
    shard = FORMATS[form](files, tokenizer)
    shard.write(np.zeros(ids, np.uint32), np.array([0, ids]))
    shard.close()
    return [b"" if file.closed else file.getvalue() for file in files]


@pytest.mark.parametrize(
    ("form", "vocab_size", "size"),
    [
        ("bin", 65_536, 2),
        ("bin", 65_537, 4),
        ("datatrove", 65_536, 2),
        ("datatrove", 65_537, 4),
        ("megatron", 65_499, 2),
        ("megatron", 65_500, 4),
    ],
)
def test_ids_take_32_bits_from_the_size_that_the_format_says(form: str, vocab_size: int, size: int) -> None:
    assert len(one_text(form, 1, vocab_size)[0]) == size


@pytest.mark.parametrize(
    ("tokens", "shown"),
    [(999, "999 T"), (1_000, "1.00 kT"), (12_345, "12.3 kT"), (123_456, "123 kT"), (1_234_567, "1.23 MT"), (2 * 10**9, "2.00 GT")],
)
def test_datatrove_shows_a_number_of_tokens_with_three_digits(tokens: int, shown: str) -> None:
    written = [io.BytesIO() for _ in Datatrove.suffixes]
    tokenizer: Any = SimpleNamespace(vocab_size=1_000, name="any")
    shard = Datatrove(written, tokenizer)
    shard._ids = tokens
    shard.close()
    assert written[1].getvalue().decode().split("\n") == ["any|2", str(tokens), shown]


@pytest.mark.parametrize(("ids", "width"), [(0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4)])
def test_the_length_of_an_mds_text_takes_the_fewest_bytes(ids: int, width: int) -> None:
    (content,) = one_text("mds", ids)
    start = int.from_bytes(content[4:8], "little")
    assert 1 << content[start + 4] % 4 == width
    assert int.from_bytes(content[start + 5 : start + 5 + width], "little") == ids
    assert len(content) == start + 5 + width + 4 * ids


def test_an_mds_shard_whose_end_is_no_32_bit_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mds.LARGEST == 1 << 32
    size = len(one_text("mds", 3)[0])
    monkeypatch.setattr(mds, "LARGEST", size + 1)
    assert len(one_text("mds", 3)[0]) == size
    monkeypatch.setattr(mds, "LARGEST", size)
    with pytest.raises(morfem.MorfemError, match="give a smaller --shard-tokens"):
        one_text("mds", 3)


def test_a_shuffle_that_is_continued_has_the_batches_of_the_first(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, model: morfem.Tokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shuffle, "BATCH", 4)
    run("encode", folder, corpus, "--format", "bin", "--output", tmp_path / "out.bin")
    whole = [indptr.tolist() for _, indptr in shuffle.shuffled([tmp_path / "out.bin"], model, 7)]
    continued = [indptr.tolist() for _, indptr in shuffle.shuffled([tmp_path / "out.bin"], model, 7, 5)]
    assert len(continued[0]) == 1 + 3
    assert continued[1:] == whole[2:]


@CASES
def test_no_text_is_an_empty_file_of_the_format(run: Run, folder: Path, tmp_path: Path, form: str) -> None:
    path = written(form, tmp_path)
    assert run("encode", folder, "--format", form, "--output", path, stdin=b"").status == 0
    assert read(form, path, "<u2") == []


@CASES
def test_shuffled_texts_are_the_same_texts_in_an_order_of_the_seed(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, model: morfem.Tokenizer, form: str
) -> None:
    path, orders = written(form, tmp_path), []
    for number, seed in enumerate((1, 1, 2)):
        output = path.with_name(f"{number}{path.name}")
        assert run("encode", folder, corpus, "--format", form, "--shuffle", "--seed", seed, "--output", output).status == 0
        orders.append(read(form, output, "<u2"))
    expected = [model.encode(text).ids for text in TEXTS]
    assert orders[0] == orders[1] != orders[2] != expected
    assert sorted(orders[0]) == sorted(orders[2]) == sorted(expected)
    assert not list(tmp_path.glob(".*"))


def test_a_shuffle_that_fails_leaves_nothing_and_a_killed_one_is_begun_again(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"kitap\n" * 100 + b"\xff\n")
    assert run("encode", folder, tmp_path / "a.txt", "--shuffle", "--output", tmp_path / "a.bin").status == 1
    assert os.listdir(tmp_path) == ["a.txt"]
    (tmp_path / ".b.bin.unshuffled").mkdir()
    (tmp_path / ".b.bin.unshuffled" / "manifest.jsonl").write_text("of another job\n")
    assert run("encode", folder, "--shuffle", "--output", tmp_path / "b.bin", stdin=b"kitap\n").status == 0
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.bin", "b.idx.npy"]


@pytest.mark.parametrize("form", [name for name in FORMATS if name not in ("mds", "megatron")])
def test_the_suffix_of_the_output_names_the_format(run: Run, folder: Path, tmp_path: Path, model: morfem.Tokenizer, form: str) -> None:
    path = tmp_path / f"a{FORMATS[form].suffixes[0]}"
    run("encode", folder, "--output", path, stdin=b"kitap\n")
    assert READERS[form](path, "<u2") == [model.encode("kitap\n").ids]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "megatron"], "--format megatron and --output FILE.bin go together; it writes o.bin, o.idx"),
        (["--format", "parquet", "--output", "a.bin"], "--format parquet and --output FILE.parquet go together"),
        (["--format", "mds"], "--shard-tokens and --format mds write a folder: give --output FOLDER"),
        (["--format", "bin", "--shard-tokens", "5"], "give --output FOLDER"),
        (["--format", "jsonl", "--shuffle"], "--shard-tokens and --shuffle need a --format for training: bin, megatron, "),
        (["--shard-tokens", "5", "--output", "a"], "--shard-tokens and --shuffle need a --format for training: bin, megatron, "),
    ],
)
def test_options_that_do_not_go_together_say_what_does(run: Run, folder: Path, arguments: list[str], message: str) -> None:
    result = run("encode", folder, *arguments)
    assert result.status == 2
    assert message in result.err
