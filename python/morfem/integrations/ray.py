"""morfem on a Ray cluster: tokenizing a Ray data set, encoding folders of files, and counting chunks for a training.

All machines need the same morfem. A tokenizer is shipped as its name; a folder must be visible to all machines under one path, such as a
network file system. `docs/scale.md` has complete programs.

Workers only write shards, each whole or not at all. The process that runs a job writes its manifest. So a shard that is not listed is
simply done again: nothing is lost, and nothing is there twice, whether a worker, a machine or the whole job was interrupted. A shard is
done again too if its inputs have changed since.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__, formats
from .._core import ChunkCounts, MorfemError, Tokenizer
from ..corpus import BadText, Corpus, files_in
from ..encoder import Encoder
from ..formats.manifest import Manifest, described
from ..output import remove_parts, whole_files
from ..progress import Meter, tell
from ..require import arrow, require
from ..train.reading import Reading, count
from .cluster import check_cluster
from .columns import list_array, loaded, pandas_column, worker_encoder

VERSIONS = ">=2.10,<3"
RETRIES = 3  # after this many deaths of its worker, a shard ends the job
COUNTED_AT_ONCE = (1 << 24, 1 << 30)  # least and most bytes of input in one file of counts
COUNTING_MEMORY = 1 << 29  # bytes of chunks that a worker keeps in memory


class Tokenize:
    """Adds the ids of a column of texts to the batches of a Ray data set.

    Give the class to `map_batches`: each actor loads the tokenizer once, by its name, and encodes on one thread.

        actors = ray.data.ActorPoolStrategy(size=1)  # each takes a processor; reading the data needs one too
        data.map_batches(Tokenize, fn_constructor_args=("tr-mft",), batch_format="pyarrow", compute=actors)

    With Arrow batches the ids have 32 bits, otherwise Ray makes 64 of them. An object can be given too, as
    ``data.map_batches(Tokenize("tr-mft"))``; a process that receives it loads the tokenizer by its name.

    Parameters
    ----------
    tokenizer : name of a bundled tokenizer, or a folder that all machines see.
    column : the column with the texts. A null text has null ids.
    output : the column for the ids, a list of integers for each text.
    parse_special : whether specials in a text become their ids.
    append : a special that is added after every text, such as ``"</s>"``.

    Raises
    ------
    MorfemError : if a batch has no such column, or it does not hold texts.

    >>> import pyarrow
    >>> Tokenize("ko-thunder")(pyarrow.table({"text": ["사람"]})).column("input_ids").to_pylist()
    [[1737]]
    """

    def __init__(
        self, tokenizer: str, *, column: str = "text", output: str = "input_ids", parse_special: bool = False, append: str | None = None
    ) -> None:
        self._name, self._column, self._output = tokenizer, column, output
        self._encoder = worker_encoder(tokenizer, parse_special=parse_special, append=append)

    def __reduce__(self) -> tuple[Any, ...]:
        options: dict[str, Any] = {"column": self._column, "output": self._output}
        return partial(Tokenize, **options, parse_special=self._encoder.parse_special, append=self._encoder.append), (self._name,)

    def __call__(self, batch: Any) -> Any:
        """A batch with the ids: an Arrow table, a pandas data frame, or a dictionary of NumPy arrays, as it came."""
        pyarrow = arrow()
        column, output = self._column, self._output
        names = batch.column_names if isinstance(batch, pyarrow.Table) else list(batch)
        if column not in names:
            raise MorfemError(f"no column {column!r} in the batch; there is {', '.join(map(repr, names)) or 'none'}")
        texts = batch[column]
        ids = list_array(self._encoder, texts if isinstance(batch, pyarrow.Table) else pandas_column(texts))
        if isinstance(batch, pyarrow.Table):
            kept = batch.drop_columns([output]) if output in names else batch
            return kept.append_column(output, ids)
        values = np.empty(len(ids), object)
        values[:] = ids.to_pylist()
        if isinstance(batch, dict):
            return {**batch, output: values}
        return batch.assign(**{output: values})


@dataclass(frozen=True)
class Shard:
    """One part of a job: what it reads, and which files it writes."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[Path, ...]

    @property
    def bytes(self) -> int:
        """The size of all inputs."""
        return sum(os.stat(path).st_size for path in self.inputs)

    def read(self) -> list[list[Any]]:
        """Its inputs as they are now: path, size, and time of change."""
        states = [(path, os.stat(path)) for path in self.inputs]
        return [[path, state.st_size, state.st_mtime_ns] for path, state in states]

    def is_finished(self, manifest: Manifest) -> bool:
        """Whether the manifest lists it with the inputs and the files that are there."""
        return manifest.has(self.name) and manifest.finished[self.name]["inputs"] == self.read()


# A shard is a file of the input, written alone. So there is no format whose folder has a file about all shards.
FORMATS = {name: form for name, form in formats.FORMATS.items() if "folder_files" not in vars(form)}


@dataclass(frozen=True)
class Encoding:
    """What the content of an encoded shard depends on, besides its input."""

    tokenizer: str
    sha256: str
    format: str
    field: str | None
    column: str | None
    parse_special: bool
    append: str | None
    on_bad_text: BadText = "fail"


def encode_files(
    tokenizer: str,
    files: Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    address: str,
    format: str = "parquet",
    field: str | None = None,
    column: str | None = None,
    parse_special: bool = False,
    append: str | None = None,
    on_bad_text: BadText = "fail",
    progress: bool = True,
) -> dict[str, int]:
    """Encode files on a Ray cluster, each into a file of the folder `output`, as ``morfem encode --ray`` does.

    The output for ``in/a.txt`` is ``a.txt.parquet``. It appears when it is complete, and then ``manifest.jsonl`` lists it. If the job
    is interrupted, the same call continues it: finished files are kept, the others are encoded. The worker of a file may die three times.

    Parameters
    ----------
    tokenizer : name of a bundled tokenizer, or a folder that all machines see.
    files : text, JSON lines or Parquet, as `morfem.corpus.texts` reads them; a folder stands for all such files in it. All machines see
        them under the same paths.
    output : the folder for the results, which all machines see.
    address : of the cluster: ``"auto"``, ``"HOST:PORT"``, or ``"local"`` for this machine.
    format : ``"parquet"``, ``"bin"``, or another format of `morfem.formats` except ``"mds"``.
    field, column, parse_special, append, on_bad_text : as of ``morfem encode``.
    progress : show progress on standard error.

    Returns
    -------
    The numbers of ``files``, ``texts``, ``tokens`` and ``bad_texts``, of this call and those before it that it continued.

    Raises
    ------
    MorfemError : if the folder belongs to another job, a file cannot be encoded, or a worker died too often.
    OSError : if a file cannot be read or written, for example because the disk is full. Finished files are kept.
    """
    if format not in FORMATS:
        raise MorfemError(f"format is {format!r}; on Ray there is {', '.join(FORMATS)}")
    name = os.path.abspath(tokenizer) if os.path.isdir(tokenizer) else tokenizer
    model = worker_encoder(name, parse_special=parse_special, append=append).tokenizer
    job = Encoding(name, model.hash, format, field, column, parse_special, append, on_bad_text)
    folder = Path(os.path.abspath(output))
    shards = [
        Shard(name, (path,), tuple(folder / f"{name}{suffix}" for suffix in FORMATS[format].suffixes))
        for name, path in named(files).items()
    ]
    with Manifest(folder, {"morfem": __version__, **asdict(job)}) as manifest:
        run(address, encode_shard, job, shards, manifest, what=f"encoding {len(shards)} files", progress=progress)
    reports = [manifest.finished[shard.name]["report"] for shard in shards]
    return {"files": len(shards), **{key: sum(report[key] for report in reports) for key in ("texts", "tokens", "bad_texts")}}


def encode_shard(job: Encoding, shard: Shard) -> dict[str, int]:
    """Encode the file of a shard. Runs in a worker."""
    tokenizer = checked(job.tokenizer, job.sha256)
    encoder = Encoder(tokenizer, 1, job.parse_special, job.append)
    corpus = Corpus(Path(shard.inputs[0]), field=job.field, column=job.column, line_ends=True, on_bad_text=job.on_bad_text)
    tokens = 0
    with whole_files(shard.outputs) as files:
        writer = FORMATS[job.format](files, tokenizer)
        for texts in corpus.texts():
            ids, indptr = encoder.ids(texts)
            writer.write(ids, indptr)
            tokens += len(ids)
        writer.close()
    return {"texts": corpus.lines, "tokens": tokens, "bad_texts": corpus.bad_texts}


@dataclass(frozen=True)
class Counting:
    """What the counts of a file depend on, besides its content."""

    splitter: str
    hold_out: int | None
    field: str | None
    column: str | None
    on_bad_text: BadText = "fail"


class ReadingOnRay(Reading):
    """Counts the chunks of files on a Ray cluster. The counts of some files each are kept in `folder`, and then merged.

    The counts, and so the trained tokenizer, are those of one process.
    """

    def __init__(self, corpus: Corpus, splitter: Any, progress: bool, *, address: str, folder: str | os.PathLike[str]) -> None:
        super().__init__(corpus, splitter, progress)
        if not corpus.files or corpus.size is None:
            raise MorfemError("a Ray cluster reads files: give paths, not texts, counts or standard input")
        self._address, self._folder = address, Path(os.path.abspath(folder))
        self._job = Counting(splitter, corpus.hold_out, corpus.field, corpus.column, corpus.on_bad_text)

    def counted(self) -> tuple[ChunkCounts, dict[str, Any]]:
        shards = [
            Shard(name, tuple(paths), (self._folder / name,))
            for number, paths in enumerate(grouped([os.path.abspath(file.path) for file in self.corpus.files]))
            for name in [f"{number:05}.counts"]
        ]
        with Manifest(self._folder, {"morfem": __version__, **asdict(self._job)}) as manifest:
            what = f"counting {self.corpus.names}"
            run(self._address, count_shard, self._job, shards, manifest, what=what, progress=self.progress)
            counts = ChunkCounts(self.splitter, folder=self._folder)
            with Meter(self.progress) as meter:
                for number, shard in enumerate(shards):
                    meter("merging counts", number, len(shards))
                    counts.merge(ChunkCounts.load(shard.outputs[0]))
        reports = [manifest.finished[shard.name]["report"] for shard in shards]
        files = [file for report in reports for file in report["corpus"]]
        self.corpus.bad_texts = sum(sum(report.get("bad_texts", {}).values()) for report in reports)
        self.corpus.note_bad_texts()
        return counts, {**self.corpus.record(), "corpus": files, "texts": sum(report["texts"] for report in reports)}


def count_shard(job: Counting, shard: Shard) -> dict[str, Any]:
    """Count the chunks of the files of a shard. Runs in a worker. Returns the entries of a training record about them."""
    (path,) = shard.outputs
    paths = [Path(name) for name in shard.inputs]
    corpus = Corpus(paths, field=job.field, column=job.column, hold_out=job.hold_out, on_bad_text=job.on_bad_text)
    splitter: Any = job.splitter
    counts = ChunkCounts(splitter, memory=COUNTING_MEMORY, folder=path.parent)
    count(corpus, counts, lambda done: None)
    counts.save(path)
    return corpus.record()


def grouped(paths: Sequence[str]) -> Iterator[list[str]]:
    """Consecutive files in groups for one file of counts each. The groups depend only on the files."""
    sizes = [os.stat(path).st_size for path in paths]
    least, most = COUNTED_AT_ONCE
    wanted = min(max(sum(sizes) // 64, least), most)
    group: list[str] = []
    size = 0
    for path, more in zip(paths, sizes, strict=True):
        group.append(path)
        size += more
        if size >= wanted:
            yield group
            group, size = [], 0
    if group:
        yield group


def named(files: Sequence[str | os.PathLike[str]]) -> dict[str, str]:
    """The absolute paths of input files by the names of their outputs. A folder stands for the files in it that morfem reads."""
    found: dict[str, str] = {}
    for source in map(Path, files):
        for path in files_in(source) if source.is_dir() else [source]:
            os.stat(path)
            name = path.relative_to(source).as_posix() if source.is_dir() else path.name
            if found.setdefault(name, os.path.abspath(path)) != os.path.abspath(path):
                raise MorfemError(f"{found[name]} and {path} would both be written to {name}; rename one, or give their folder")
    return found


@lru_cache(maxsize=8)
def checked(name: str, sha256: str) -> Tokenizer:
    """The tokenizer `name`, which must have this content on every machine."""
    tokenizer = loaded(name)
    if tokenizer.hash != sha256:
        raise MorfemError(f"{name}: a worker has another tokenizer of this name; install morfem {__version__} on all machines")
    return tokenizer


@contextmanager
def cluster(ray: Any, address: str) -> Iterator[None]:
    """Connect to a cluster, unless this program has a connection already."""
    if ray.is_initialized():
        yield
        return
    check_cluster(address)
    settings = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **settings)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise MorfemError(f"no Ray cluster answers at {address!r}: {error}; start one, or give local") from None
    try:
        yield
    finally:
        ray.shutdown()


def done(work: Callable[..., dict[str, Any]], job: Any, shard: Shard, folder: Path) -> dict[str, Any]:
    """The report of ``work(job, shard)``, and the description of the files that it wrote. Runs in a worker."""
    for output in {path.parent for path in shard.outputs}:
        output.mkdir(parents=True, exist_ok=True)
    report = work(job, shard)
    return {"report": report, "files": [described(path, folder) for path in shard.outputs]}


def run(
    address: str, work: Callable[..., dict[str, Any]], job: Any, shards: Sequence[Shard], manifest: Manifest, *, what: str, progress: bool
) -> None:
    """Run ``work(job, shard)`` for every unfinished shard, on one processor each, and note each that is finished.

    After an error no further shard is begun. Those that run are finished and noted, then the first error is raised.
    """
    ray = require("ray", "ray", VERSIONS)
    fault: BaseException | None = None
    if todo := [shard for shard in shards if not shard.is_finished(manifest)]:
        total = sum(shard.bytes for shard in shards)
        read = total - sum(shard.bytes for shard in todo)
        tell(progress and len(todo) < len(shards), f"{manifest.path.parent} has {manifest.kept} of this job; it goes on after them")
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(done)
        with cluster(ray, address), Meter(progress) as meter:
            remote = partial(task.remote, work, job, folder=manifest.path.parent)
            for shard, inputs, outcome in outcomes(ray, remote, todo):
                if isinstance(outcome, BaseException):
                    fault = fault or _explained(ray, outcome, shard, manifest)
                else:
                    manifest.finish(shard.name, outcome["files"], {"inputs": inputs, "report": outcome["report"]})
                    read += shard.bytes
                meter(what, read, total, is_bytes=True)
    for folder in {path.parent for shard in shards for path in shard.outputs}:
        remove_parts(folder)
    if fault is not None:
        raise fault


def outcomes(ray: Any, remote: Any, shards: Sequence[Shard]) -> Iterator[tuple[Shard, list[list[Any]], Any]]:
    """The shards as they are finished, each with its inputs as they were at its start, and the result of `remote` or its error.

    After an error no further shard is begun.
    """
    # More than there are processors, so that none has to wait, and few enough for a job of a million files.
    most = 2 * int(ray.cluster_resources().get("CPU", 1))
    waiting = iter(shards)
    running: dict[Any, tuple[Shard, list[list[Any]]]] = {}
    while True:
        while len(running) < most and (shard := next(waiting, None)) is not None:
            running[remote(shard)] = (shard, shard.read())
        if not running:
            return
        for result in ray.wait(list(running), num_returns=1, timeout=0.5)[0]:
            try:
                outcome = ray.get(result)
            except ray.exceptions.RayError as error:
                outcome, waiting = error, iter(())
            yield *running.pop(result), outcome


def _explained(ray: Any, error: BaseException, shard: Shard, manifest: Manifest) -> BaseException:
    """The error that a worker raised, or for a dead worker one that says how to continue."""
    if isinstance(error, ray.exceptions.RayTaskError):
        return error.cause
    reason = f"{shard.name}: its worker died {RETRIES + 1} times ({type(error).__name__})"
    return MorfemError(f"{reason}; {manifest.path} lists what is finished, and the same command continues")
