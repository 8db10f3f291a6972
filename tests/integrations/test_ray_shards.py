"""A shard is written whole or not at all, and a continued job does what is not finished, and nothing twice."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import morfem
import numpy as np
import pytest
from morfem.corpus import CorpusWarning
from morfem.formats.flat import flat_texts
from morfem.formats.manifest import Manifest
from morfem.integrations.ray import FORMATS, Counting, Encoding, Shard, cluster, count_shard, done, encode_shard, grouped, named
from morfem.output import whole_files
from morfem.train import ChunkCounts

from tests.conftest import sentences

JOB = {"tokenizer": "tr-mft"}


@pytest.fixture
def shard(tmp_path: Path) -> Shard:
    (tmp_path / "out").mkdir()
    (tmp_path / "in.txt").write_text("\n".join(sentences("tr")) + "\n", encoding="utf-8")
    return Shard("in.txt", (str(tmp_path / "in.txt"),), (tmp_path / "out" / "in.txt.bin", tmp_path / "out" / "in.txt.idx.npy"))


@contextmanager
def disk_for(bytes: int) -> Iterator[None]:
    """Files cannot become longer than this."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def encoding(format: str, sha256: str | None = None) -> Encoding:
    return Encoding("tr-mft", sha256 or morfem.load("tr-mft").hash, format, None, None, False, "</s>")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def finish(manifest: Manifest, shard: Shard) -> None:
    inputs, outcome = shard.read(), done(encode_shard, encoding("bin"), shard, manifest.path.parent)
    manifest.finish(shard.name, outcome["files"], {"inputs": inputs, "report": outcome["report"]})


def test_a_shard_has_the_ids_of_each_text(shard: Shard, tmp_path: Path) -> None:
    tokenizer = morfem.load("tr-mft")
    end = tokenizer.token_to_id("</s>")
    expected = [[*tokenizer.encode(text + "\n").ids, end] for text in sentences("tr")]
    report = encode_shard(encoding("bin"), shard)
    assert [ids.tolist() for ids in flat_texts(shard.outputs[0], tokenizer)] == expected
    assert report == {"texts": len(expected), "tokens": sum(map(len, expected)), "bad_texts": 0}
    parquet = pytest.importorskip("pyarrow.parquet")
    table = Shard("in.txt", shard.inputs, (tmp_path / "out" / "in.txt.parquet",))
    assert encode_shard(encoding("parquet"), table) == report
    assert parquet.read_table(table.outputs[0]).column("input_ids").to_pylist() == expected
    assert names(tmp_path / "out") == ["in.txt.bin", "in.txt.idx.npy", "in.txt.parquet"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_full_disk_leaves_nothing_that_looks_whole(shard: Shard, tmp_path: Path, format: str) -> None:
    if format in ("parquet", "arrow"):
        pytest.importorskip("pyarrow")
    outputs = tuple(tmp_path / "out" / f"in.txt{suffix}" for suffix in FORMATS[format].suffixes)
    with disk_for(500), pytest.raises(OSError, match=r"in\.txt\.") as error:
        done(encode_shard, encoding(format), Shard("in.txt", shard.inputs, outputs), tmp_path / "out")
    assert error.value.filename == str(outputs[0])
    assert names(tmp_path / "out") == []


def test_an_error_in_the_middle_leaves_nothing_and_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(MemoryError), whole_files([tmp_path / "a", tmp_path / "b"]) as files:
        files[0].write(bytes(1 << 62))
    assert names(tmp_path) == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_worker_with_another_tokenizer_of_that_name_is_refused(shard: Shard) -> None:
    with pytest.raises(morfem.MorfemError, match="tr-mft: a worker has another tokenizer of this name; install morfem"):
        encode_shard(encoding("bin", "0" * 64), shard)


def test_a_continued_job_does_what_is_not_finished(shard: Shard, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with Manifest(folder, JOB) as manifest:
        assert not shard.is_finished(manifest)
        finish(manifest, shard)
    with Manifest(folder, JOB) as again:
        assert shard.is_finished(again)
        assert again.finished[shard.name]["report"]["texts"] == len(sentences("tr"))
        os.utime(shard.inputs[0], (0, 0))  # the input is another one now
        assert not shard.is_finished(again)
        finish(again, shard)
        shard.outputs[1].unlink()
    for content in (None, b"cut off", bytes(again.finished[shard.name]["files"][1]["bytes"])):
        if content is not None:
            shard.outputs[1].write_bytes(content)
        with Manifest(folder, JOB) as again:
            assert not shard.is_finished(again)


def test_a_line_that_was_being_written_does_not_count(shard: Shard, tmp_path: Path) -> None:
    with Manifest(tmp_path / "out", JOB) as manifest:
        finish(manifest, shard)
    whole = manifest.path.read_bytes()
    for length in range(len(whole)):
        manifest.path.write_bytes(whole[:length])
        header = whole.index(b"\n") + 1
        for path in shard.outputs if length < header else ():
            path.unlink(missing_ok=True)  # a job that has not written its first line has no shards
        with Manifest(tmp_path / "out", JOB) as again:
            assert not shard.is_finished(again)
        assert again.path.read_bytes() == whole[:header]


def test_a_folder_of_something_else_is_refused(shard: Shard, tmp_path: Path) -> None:
    with pytest.raises(morfem.MorfemError, match=r"is not empty and has no manifest\.jsonl; give a new or empty folder"):
        Manifest(tmp_path, JOB)
    with pytest.raises(morfem.MorfemError, match=r"in\.txt: is a file, and shards need a folder"):
        Manifest(tmp_path / "in.txt", JOB)
    with Manifest(tmp_path / "out", JOB) as manifest:
        path = manifest.path
        with pytest.raises(morfem.MorfemError, match="out: another run is writing it; wait until that is done"):
            Manifest(tmp_path / "out", JOB)
    message = r"was begun with another tokenizer \(was 'tr-mft', now 'ko-thunder'\); give another folder"
    with pytest.raises(morfem.MorfemError, match=message):
        Manifest(tmp_path / "out", {"tokenizer": "ko-thunder"})
    path.write_bytes(path.read_bytes() + b"[]\n")
    with pytest.raises(morfem.MorfemError, match=r"manifest\.jsonl, line 2: not a line of a manifest"):
        Manifest(tmp_path / "out", JOB)


def test_what_dead_workers_left_is_removed(shard: Shard, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with whole_files([folder / "living"]) as (file,):
        file.write(b"x")
        for name in [".in.txt.bin.node1-77-0a1b2c3d.part", ".in.txt.idx.npy.node1-77-0a1b2c3d.part", ".mine.part"]:
            (folder / name).write_bytes(b"x")
        with Manifest(folder, JOB):
            pass
    assert names(folder) == [".mine.part", "living", "manifest.jsonl"]


def test_outputs_are_named_after_inputs(tmp_path: Path) -> None:
    for name in ["a.txt", "b/a.txt", "b/c.jsonl.gz", "b/.hidden.txt", "b/notes.md"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    with pytest.warns(CorpusWarning, match=r"1 file not read, such as notes\.md"):
        assert list(named([tmp_path])) == ["a.txt", "b/a.txt", "b/c.jsonl.gz"]
    assert named([tmp_path / "b" / "notes.md"]) == {"notes.md": str(tmp_path / "b" / "notes.md")}
    with pytest.raises(morfem.MorfemError, match=r"would both be written to a\.txt; rename one, or give their folder"):
        named([tmp_path / "a.txt", tmp_path / "b" / "a.txt"])
    with pytest.raises(FileNotFoundError, match=r"no\.txt"):
        named([tmp_path / "no.txt"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(morfem.MorfemError, match="holds no file that morfem reads"):
        named([tmp_path / "empty"])


def test_a_cluster_that_does_not_answer_is_named() -> None:
    class NoRay:
        def is_initialized(self) -> bool:
            return False

        def init(self, **settings: object) -> None:
            raise ConnectionError("timed out")

    with (
        pytest.raises(morfem.MorfemError, match=r"no Ray cluster answers at 'node1': timed out; start one, or give local"),
        cluster(NoRay(), "node1"),
    ):
        pass


def test_small_files_are_counted_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morfem.integrations.ray.COUNTED_AT_ONCE", (10, 20))
    paths = [str(tmp_path / str(number)) for number in range(7)]
    for path, size in zip(paths, [4, 4, 4, 30, 0, 9, 0], strict=True):
        Path(path).write_bytes(b"x" * size)
    assert [[os.path.basename(path) for path in group] for group in grouped(paths)] == [["0", "1", "2"], ["3"], ["4", "5", "6"]]


def test_the_report_of_a_count_is_the_record_of_a_training(shard: Shard, tmp_path: Path) -> None:
    counts = Shard("a", shard.inputs, (tmp_path / "a.counts",))
    report = count_shard(Counting("gpt2", 10, None, None), counts)
    trained = morfem.train.bpe(Path(shard.inputs[0]), vocab_size=500, hold_out=10, progress=False).record["training"]
    assert report.items() <= trained.items()
    assert len(ChunkCounts.load(tmp_path / "a.counts")) == trained["distinct_chunks"]


def test_the_array_of_a_shard_is_that_of_the_command(shard: Shard, tmp_path: Path) -> None:
    from morfem import cli

    encode_shard(encoding("bin"), shard)
    arguments = ["encode", "tr-mft", shard.inputs[0], "--append", "</s>", "--output", str(tmp_path / "one.bin")]
    assert cli.run(arguments) == 0
    assert (tmp_path / "one.bin").read_bytes() == shard.outputs[0].read_bytes()
    np.testing.assert_array_equal(np.load(tmp_path / "one.idx.npy"), np.load(shard.outputs[1]))
