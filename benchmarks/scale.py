"""Encoding and counting on Ray with one worker and with two, on 200 MB, and what it costs to merge the counts.

    python -m benchmarks.scale --text corpus.txt.xz [--tokenizer tr-mft] [--megabytes 200] [--repeats 3] [--folder FOLDER]

The text is cut at line ends into 16 files of equal size; if there is less text than asked for, it is repeated. The cluster with one
processor and the one with two are started in turn. A time begins when the cluster is up, and includes the start of the worker processes,
loading the tokenizer, reading the files, and writing Parquet or counts to the disk. "CPU" is the sum over the workers of the time that they
ran inside the shards: if it does not grow with the number of workers, then they do not hinder each other, whatever else the machine does.
Ray gives its workers a low priority (niceness 15). Here they have that of the script, so that other programs distort the times less.
"""

import argparse
import itertools
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import ray
from morfem import load
from morfem._core import ChunkCounts
from morfem.corpus import Corpus
from morfem.formats.manifest import Manifest
from morfem.integrations.ray import Counting, Encoding, Shard, count_shard, encode_shard, run

FILES = 16
os.environ.setdefault("RAY_worker_niceness", "0")


def timed_encoding(job: Encoding, shard: Shard) -> dict[str, Any]:
    """Encodes a shard, and reports the time that its worker ran."""
    start = time.process_time()
    return {**encode_shard(job, shard), "cpu": time.process_time() - start}


def timed_counting(job: Counting, shard: Shard) -> dict[str, Any]:
    """Counts a shard, and reports the time that its worker ran."""
    start = time.process_time()
    return {**count_shard(job, shard), "cpu": time.process_time() - start}


def write_text(source: list[Path], folder: Path, size: int) -> list[Path]:
    """Writes files with `size` bytes of text together."""
    files = [folder / f"{number:02}.txt" for number in range(FILES)]
    batches = itertools.cycle([source])
    texts = itertools.chain.from_iterable(itertools.chain.from_iterable(Corpus(paths).texts() for paths in batches))
    for file in files:
        written = 0
        with open(file, "wb") as stream:
            while written < size // FILES:
                written += stream.write(next(texts).encode() + b"\n")
    return files


def measured(workers: int, work: Any, job: Any, shards: list[Shard], folder: Path) -> tuple[float, float, list[dict[str, Any]]]:
    """Wall time and CPU time of a job, and the reports of its shards."""
    shutil.rmtree(folder, ignore_errors=True)
    ray.init(address="local", num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        with Manifest(folder, {}) as manifest:
            start = time.monotonic()
            run("local", work, job, shards, manifest, what="", progress=False)
            wall = time.monotonic() - start
    finally:
        ray.shutdown()
    reports = [manifest.finished[shard.name]["report"] for shard in shards]
    return wall, sum(report["cpu"] for report in reports), reports


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, nargs="+", required=True)
    parser.add_argument("--tokenizer", default="tr-mft")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where the files are written; by default a temporary folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        files = write_text(options.text, folder, options.megabytes * 10**6)
        size = sum(file.stat().st_size for file in files) / 1e6
        output = folder / "output"
        encoding = Encoding(options.tokenizer, load(options.tokenizer).hash, "parquet", None, None, False, None)
        counting = Counting("gpt2", None, None, None)
        jobs = {
            "encode": (timed_encoding, encoding, [Shard(file.name, (str(file),), (output / f"{file.name}.parquet",)) for file in files]),
            "count": (timed_counting, counting, [Shard(file.name, (str(file),), (output / f"{file.name}.counts",)) for file in files]),
        }
        print(f"{size:.0f} MB in {FILES} files, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        for what, (work, job, shards) in jobs.items():
            walls: dict[int, list[float]] = {1: [], 2: []}
            for _ in range(options.repeats):
                for workers in (1, 2):
                    wall, cpu, reports = measured(workers, work, job, shards, output)
                    walls[workers].append(wall)
                    tokens = f", {sum(report['tokens'] for report in reports):,} tokens" if "tokens" in reports[0] else ""
                    print(
                        f"{what}, {workers} workers: {wall:.1f} s, {size / wall:.1f} MB/s; CPU {cpu:.1f} s, {size / cpu:.1f} MB/s each"
                        f"{tokens}; load {os.getloadavg()[0]:.1f}"
                    )
                    sys.stdout.flush()
            pairs = [one / two for one, two in zip(walls[1], walls[2], strict=True)]
            print(f"{what}: two workers are {statistics.median(pairs):.2f} x one (each pair: {', '.join(f'{pair:.2f}' for pair in pairs)})")
        written = sum(file.stat().st_size for file in output.glob("*.counts"))
        start, cpu = time.monotonic(), time.process_time()
        counts = ChunkCounts("gpt2", folder=folder)
        for file in output.glob("*.counts"):
            counts.merge(ChunkCounts.load(file))
        chunks = len(counts)
        wall, cpu = time.monotonic() - start, time.process_time() - cpu
        counts.save(folder / "all.counts")
        print(
            f"merge: {written / 1e6:.1f} MB of counts in {wall:.1f} s, CPU {cpu:.1f} s, {written / 1e6 / cpu:.1f} MB/s; {chunks:,} "
            f"distinct chunks, {(folder / 'all.counts').stat().st_size / 1e6:.1f} MB"
        )


if __name__ == "__main__":
    main()
