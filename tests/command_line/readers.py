"""Readers of the formats for training: pyarrow for its own, and for the others readers written from the published layouts."""

import csv
import gzip
import json
import struct
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Texts = list[list[int]]


def flat(path: Path, type: str) -> Texts:
    """As nanoGPT maps a file, with the index beside it."""
    ids, index = np.fromfile(path, type), np.load(path.with_suffix(".idx.npy"))
    return [ids[start:end].tolist() for start, end in pairwise(index)]


def megatron(path: Path, type: str) -> Texts:
    """As `_IndexReader` of Megatron core 0.16 does."""
    index = path.with_suffix(".idx").read_bytes()
    assert index[:9] == b"MMIDIDX\0\0"
    version, code, sequences, documents = struct.unpack_from("<QBQQ", index, 9)
    assert version == 1
    assert {8: "<u2", 4: "<i4"}[code][2] == type[2]
    lengths = np.frombuffer(index, "<i4", sequences, 34)
    starts = np.frombuffer(index, "<i8", sequences, 34 + lengths.nbytes)
    bounds = np.frombuffer(index, "<i8", documents, 34 + lengths.nbytes + starts.nbytes)
    assert bounds.tolist() == list(range(sequences + 1))
    assert len(index) == 34 + lengths.nbytes + starts.nbytes + bounds.nbytes
    content = path.read_bytes()
    return [np.frombuffer(content, type, length, start).tolist() for length, start in zip(lengths, starts, strict=True)]


def datatrove(path: Path, type: str) -> Texts:
    """As `DatatroveFileDataset` does."""
    size = np.dtype(type).itemsize
    ends = np.fromfile(path.with_name(path.name + ".index"), "<u8")
    name, count, _ = path.with_name(path.name + ".metadata").read_text("utf-8").split("\n")
    assert name.endswith(f"|{size}")
    assert int(count) == (ends[-1] if len(ends) else 0)
    ids = np.fromfile(path, type)
    return [ids[start:end].tolist() for start, end in pairwise([0, *ends.tolist()])]


def olmo(path: Path, type: str) -> Texts:
    """As OLMo-core's `load_array_slice` and `iter_document_indices` do."""
    ids = np.memmap(path, type, "r") if path.stat().st_size else np.zeros(0, type)
    with gzip.open(path.with_suffix(".csv.gz"), "rt") as lines:
        return [ids[int(start) : int(end)].tolist() for start, end in csv.reader(lines)]


def mds(path: Path, type: str) -> Texts:
    """As `MDSReader` of mosaicml-streaming 0.13 does."""
    index = json.loads((path.parent / "index.json").read_text("utf-8"))
    (shard,) = [shard for shard in index["shards"] if shard["raw_data"]["basename"] == path.name]
    content = path.read_bytes()
    assert shard["raw_data"]["bytes"] == len(content)
    assert shard["samples"] == int.from_bytes(content[:4], "little")
    bounds = np.frombuffer(content, "<u4", shard["samples"] + 1, 4).tolist()
    assert bounds[-1] == len(content)
    return [_mds_text(content[start:end]) for start, end in pairwise(bounds)]


def _mds_text(sample: bytes) -> list[int]:
    assert int.from_bytes(sample[:4], "little") == len(sample) - 4
    axes, bits = divmod(sample[4], 4)
    assert axes == 1
    begin = 5 + (1 << bits)
    ids: list[int] = np.frombuffer(sample, "<i4", int.from_bytes(sample[5:begin], "little"), begin).tolist()
    return ids


def parquet(path: Path, type: str) -> Texts:
    """By pyarrow."""
    table = pytest.importorskip("pyarrow.parquet").read_table(path)
    texts: Texts = table.column("input_ids").to_pylist()
    return texts


def arrow(path: Path, type: str) -> Texts:
    """By pyarrow."""
    pyarrow = pytest.importorskip("pyarrow")
    with pyarrow.memory_map(str(path)) as source:
        texts: Texts = pyarrow.ipc.open_file(source).read_all().column("input_ids").to_pylist()
    return texts


READERS: dict[str, Callable[[Path, str], Texts]] = {
    "bin": flat,
    "megatron": megatron,
    "datatrove": datatrove,
    "olmo": olmo,
    "mds": mds,
    "parquet": parquet,
    "arrow": arrow,
}


def shards(folder: Path) -> Iterator[dict[str, Any]]:
    """The shards of a finished folder."""
    lines = [json.loads(line) for line in (folder / "manifest.jsonl").read_text("utf-8").splitlines()]
    assert lines[0]["job"]["tokenizer"]["sha256"]
    assert "complete" in lines[-1]
    yield from lines[1:-1]


def read_folder(folder: Path, form: str, type: str) -> Texts:
    """The texts of all shards of a folder."""
    return [text for shard in shards(folder) for text in READERS[form](folder / shard["files"][0]["name"], type)]
