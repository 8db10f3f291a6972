"""morfem on a Ray cluster of two processors: the results are those of one process, whatever dies meanwhile."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem import cli
from morfem.formats.manifest import Manifest
from morfem.integrations.ray import Counting, Encoding, Shard, Tokenize, count_shard, encode_files, encode_shard, run
from morfem.output import whole_files

from tests.conftest import sentences, training_texts
from tests.interface.test_chunk_counts import TRAININGS

ray = pytest.importorskip("ray")
parquet = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.filterwarnings("default")  # Ray's own warnings


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with six files of our own texts."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    texts = training_texts()
    for number in range(6):
        (folder / f"{number}.txt").write_text("\n".join(texts[number::6]) + "\n", encoding="utf-8")
    return folder


def written(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.name != "manifest.jsonl"}


def finished(folder: Path) -> list[str]:
    """The names of the finished shards, in order of the alphabet, with repetitions."""
    return sorted(json.loads(line)["shard"] for line in (folder / "manifest.jsonl").read_text().splitlines()[1:])


def encoded(files: Path, folder: Path) -> dict[str, bytes]:
    """What one process writes."""
    job = Encoding("tr-mft", morfem.load("tr-mft").hash, "parquet", None, None, False, None)
    folder.mkdir()
    for file in files.iterdir():
        encode_shard(job, Shard(file.name, (str(file),), (folder / f"{file.name}.parquet",)))
    return written(folder)


@pytest.mark.parametrize("kind", ["class", "object"])
@pytest.mark.parametrize("format", ["pyarrow", "numpy", "pandas"])
def test_a_data_set_gets_the_ids_of_its_texts(kind: str, format: str) -> None:
    texts = sentences("tr")[:12]
    data = ray.data.from_items([{"text": text} for text in texts], override_num_blocks=2)
    ray.data.DataContext.get_current().enable_progress_bars = False
    if kind == "class":
        actors = ray.data.ActorPoolStrategy(size=1)
        data = data.map_batches(Tokenize, fn_constructor_args=("tr-mft",), batch_format=format, compute=actors)
    else:
        data = data.map_batches(Tokenize("tr-mft"), batch_format=format)
    tokenizer = morfem.load("tr-mft")
    rows = sorted((row["text"], list(row["input_ids"])) for row in data.take_all())
    assert rows == sorted((text, tokenizer.encode(text).ids) for text in texts)


def test_the_command_encodes_a_folder(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (corpus / "deep").mkdir()
    parquet.write_table(pytest.importorskip("pyarrow").table({"text": sentences("tr")}), corpus / "deep" / "rows.parquet")
    assert cli.run(["encode", "tr-mft", str(corpus), "--ray", "local", "--output", str(tmp_path / "out")]) == 0
    texts = len(training_texts()) + len(sentences("tr"))
    assert f"out: 7 files, {texts:,} texts, " in capsys.readouterr().err
    tokenizer = morfem.load("tr-mft")
    rows = parquet.read_table(tmp_path / "out" / "deep" / "rows.parquet.parquet").column("input_ids").to_pylist()
    assert rows == [tokenizer.encode(text).ids for text in sentences("tr")]
    lines = parquet.read_table(tmp_path / "out" / "3.txt.parquet").column("input_ids").to_pylist()
    assert "".join(map(tokenizer.decode, lines)) == (corpus / "3.txt").read_text(encoding="utf-8")
    assert cli.run(["encode", "tr-mft", str(corpus), "--ray", "local"]) == 2


def test_a_killed_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    files, folder = tmp_path / "in", tmp_path / "out"
    files.mkdir()
    for number in range(3):
        (files / f"{number}.txt").write_text("\n".join(sentences("tr") * 4000) + "\n", encoding="utf-8")
    killed: list[int] = []

    def kill() -> None:
        while not killed:
            for part in folder.glob(".1.txt.parquet.*.part"):
                worker = int(part.name.split("-")[-2])
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
            time.sleep(0.01)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    result = encode_files("tr-mft", [files], folder, address="local", progress=False)
    killer.join(timeout=1)
    assert len(killed) == 1
    assert result["files"] == 3
    assert finished(folder) == ["0.txt", "1.txt", "2.txt"]
    assert written(folder) == encoded(files, tmp_path / "expected")


def dies_once(work: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Work whose worker dies in the middle of the second shard, the first time."""

    def dying(job: Any, shard: Shard) -> dict[str, Any]:
        been = shard.outputs[0].parent.parent / "died"
        if shard.name == "1.txt" and not been.exists():
            been.touch()
            with whole_files(shard.outputs) as files:
                files[0].write(b"half")
                files[0].flush()
                os.kill(os.getpid(), signal.SIGKILL)
        return work(job, shard)

    return dying


@pytest.mark.parametrize("what", ["encode", "count"])
def test_a_worker_that_dies_while_it_writes_is_replaced(corpus: Path, tmp_path: Path, what: str) -> None:
    folder, alone = tmp_path / "out", tmp_path / "alone"
    alone.mkdir()
    job: Any = Counting("gpt2", None, None, None)
    work: Callable[..., dict[str, Any]] = count_shard
    if what == "encode":
        job, work = Encoding("tr-mft", morfem.load("tr-mft").hash, "parquet", None, None, False, None), encode_shard
    names = sorted(file.name for file in corpus.iterdir())
    shards, same = ([Shard(name, (str(corpus / name),), (into / name,)) for name in names] for into in (folder, alone))
    run("local", dies_once(work), job, shards, Manifest(folder, {}), what=what, progress=False)
    assert (tmp_path / "died").exists()
    assert finished(folder) == names
    for shard in same:
        work(job, shard)
    assert written(folder) == written(alone)


def test_a_shard_whose_worker_always_dies_ends_the_job_which_can_continue(corpus: Path, tmp_path: Path) -> None:
    def dying(job: Any, shard: Shard) -> dict[str, Any]:
        if shard.name == "1.txt":
            os.kill(os.getpid(), signal.SIGKILL)
        return count_shard(job, shard)

    names = sorted(file.name for file in corpus.iterdir())
    shards = [Shard(name, (str(corpus / name),), (tmp_path / "out" / name,)) for name in names]
    job = Counting("gpt2", None, None, None)
    is_told = pytest.raises(morfem.MorfemError, match=r"1\.txt: its worker died 4 times .*manifest\.jsonl lists what is finished")
    with is_told, Manifest(tmp_path / "out", {}) as manifest:
        run("local", dying, job, shards, manifest, what="", progress=False)
    before = finished(tmp_path / "out")
    assert "1.txt" not in before
    run("local", count_shard, job, shards, Manifest(tmp_path / "out", {}), what="", progress=False)
    assert finished(tmp_path / "out") == names


def test_a_file_that_cannot_be_read_ends_the_job_which_can_continue(corpus: Path, tmp_path: Path) -> None:
    good = (corpus / "1.txt").read_bytes()
    (corpus / "1.txt").write_bytes(b"kitap\n\xff\n")
    with pytest.raises(morfem.MorfemError, match=r"1\.txt, line 2, byte 1: not UTF-8"):
        encode_files("tr-mft", [corpus], tmp_path / "out", address="local", progress=False)
    assert not (tmp_path / "out" / "1.txt.parquet").exists()
    (corpus / "1.txt").write_bytes(good)
    encode_files("tr-mft", [corpus], tmp_path / "out", address="local", progress=False)
    assert finished(tmp_path / "out") == sorted(file.name for file in corpus.iterdir())
    assert written(tmp_path / "out") == encoded(corpus, tmp_path / "expected")


@pytest.mark.parametrize("kind", TRAININGS)
def test_a_training_is_that_of_one_process(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr("morfem.integrations.ray.COUNTED_AT_ONCE", (10_000, 20_000))
    kinds: dict[str, dict[str, Any]] = {
        "bpe": {"vocab_size": 600},
        "unigram": {"vocab_size": 700},
        "thunder": {"vocab_size": 700},
        "splinter": {"vocab_size": 800, "alphabet": "ms"},
        "mft": {"vocab_size": 900, "roots": 300, "pack": Path(__file__).parents[2] / "packs" / "finnish"},
    }
    options = {**kinds[kind], "hold_out": 20, "progress": False}
    files = sorted(corpus.iterdir())
    trained = getattr(morfem.train, kind)(files, ray="local", counts=tmp_path / "counts", **options)
    assert trained.files() == getattr(morfem.train, kind)(files, **options).files()
    assert len(finished(tmp_path / "counts")) > 1


def test_a_repeated_training_does_not_count_again(corpus: Path, tmp_path: Path) -> None:
    arguments = ["train", "bpe", *map(str, sorted(corpus.iterdir())), "--ray", "local", "--output", str(tmp_path / "a")]
    assert cli.run([*arguments, "--vocab-size", "600"]) == 0
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "a.counts").iterdir()}
    assert cli.run([*arguments, "--vocab-size", "600", "--overwrite"]) == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "a.counts").iterdir()} == times


def test_an_address_where_nothing_listens_is_an_error_of_the_command(tmp_path: Path) -> None:
    """Ray itself tries for minutes."""
    (tmp_path / "a.txt").write_text("bir kitap\n", encoding="utf-8")
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{reserved.getsockname()[1]}"
        for given in (["encode", "bpe", "a.txt"], ["train", "bpe", "a.txt", "--vocab-size", "300"]):
            command = [sys.executable, "-m", "morfem", *given, "--output", f"out-{given[0]}", "--ray", address]
            ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
            assert (ended.returncode, f"morfem: error: no Ray cluster answers at '{address}'" in ended.stderr) == (1, True), ended.stderr
