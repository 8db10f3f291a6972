"""What the tokenizer of Morpheus learns from: a network, and its boundary probabilities for every word of a corpus.

Both take long to compute. So a folder keeps the intermediate results, and an interrupted training continues from them: the teacher's labels
(``labels.npz``), the state, log and best checkpoint of the network (see `morfem.morpheus.training`), and the probabilities of the words
computed so far (``probabilities.npz``). The file of probabilities belongs to one network and has its hash.
"""

import hashlib
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import load
from .._core import ArtifactError, ChunkCounts, MorfemError, Tokenizer, TrainingError
from ..corpus import Corpus
from ..output import sha256, whole
from ..progress import Meter, keeping, tell
from ..require import require

AT_ONCE = 4096  # words given to the network at once
# A corpus supports fewer ids than this: six times the chunks were measured where each is eight words without spaces.
IDS_PER_CHUNK, IDS_BESIDES = 30, 1000
QUICK = 10_000  # with fewer chunks the trainer itself soon says exactly what the corpus supports
SAVED_EVERY = 120.0  # seconds after which the probabilities are saved again

Floats = NDArray[np.float32]


class Teacher(Protocol):
    """Gives boundary probabilities, such as the network that `morfem.morpheus.load` returns."""

    def boundaries(self, words: list[str], /) -> Sequence[Floats]:
        """The probability of a boundary at each gap: for each word one probability fewer than it has characters."""
        ...


def labelled(
    counts: ChunkCounts,
    texts: Callable[[], Corpus],
    folder: Path,
    record: dict[str, Any],
    *,
    phonology: bytes,
    network: Teacher | str | os.PathLike[str] | None,
    budget: float | None,
    analyser: Tokenizer | str,
    evaluation_words: Sequence[str],
    ids: float,
    seed: int,
    threads: int | None,
    progress: bool,
) -> Floats:
    """The boundary probabilities of the words of a corpus by a network: the given, the bundled, or a new one. `record` gets their hashes.

    A large corpus that cannot have so many `ids` is refused before the network, which takes minutes, has seen it.
    """
    if len(counts) > QUICK and ids > (most := IDS_PER_CHUNK * len(counts) + IDS_BESIDES):
        few = f"a corpus of {len(counts):,} distinct chunks supports less than {most:,} ids"
        raise TrainingError(f"vocab_size is too large: {few}; ask for fewer, or give more text")
    of, kept = "", None
    if budget is not None:
        known = analyser if isinstance(analyser, Tokenizer) else load(analyser)
        asked_for: dict[str, Any] = {"budget": budget, "exclude": evaluation_words, "seed": seed, "progress": progress}
        network = _trained(texts(), folder, known, threads, **asked_for)
    if network is None or isinstance(network, str | os.PathLike):
        from .model import BUNDLED
        from .model import load as load_network

        path = BUNDLED if network is None else network
        network, of, kept = load_network(path), sha256(path), folder / "probabilities.npz"
        record["network"] = of
    probabilities = asked(network, counts.words(phonology), kept=kept, of=of, progress=progress)
    record["boundaries"] = hashlib.sha256(probabilities.astype("<f4").tobytes()).hexdigest()
    return probabilities


def _trained(corpus: Corpus, folder: Path, analyser: Tokenizer, threads: int | None, **options: Any) -> Path:
    """Labels the words of a corpus with an analyser, trains a network on them, and returns the path of its checkpoint."""
    torch = require("torch", "morpheus-train", ">=2.4")
    if "analyze" not in analyser.capabilities:
        raise TrainingError(f"the analyser is {analyser.name}, of kind {analyser.kind}; give one of kind mft")
    from .labels import Analyser
    from .training import train

    if threads is not None:
        torch.set_num_threads(threads)
    texts = (text for batch in corpus.texts() for text in batch)
    return train(texts, folder, teacher=Analyser(analyser), **options)


@contextmanager
def kept_work(work: str | os.PathLike[str] | None) -> Iterator[Path]:
    """The folder `work`; if None, a temporary folder, which is kept if the training fails and it contains files.

    An error of the training then also names the folder with the probabilities.
    """
    if work is not None:
        try:
            Path(work).mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise MorfemError(f"{os.fspath(work)}: is not a folder; choose another one for work") from None
        with keeping(lambda: f"{os.fspath(work)} keeps what the network has done" if any(Path(work).iterdir()) else ""):
            yield Path(work)
        return
    folder = Path(tempfile.mkdtemp(prefix="morfem-"))
    try:
        yield folder
    except BaseException as error:
        if not any(folder.iterdir()):
            folder.rmdir()
            raise
        where = f"the network's probabilities are kept in {folder}; to continue, give work={str(folder)!r} (--work {folder})"
        if isinstance(error, MorfemError):
            raise type(error)(f"{error}; {where}") from None
        if isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt(where) from None
        print(where, file=sys.stderr)
        raise
    shutil.rmtree(folder)


def asked(network: Teacher, words: list[str], *, kept: Path | None = None, of: str = "", progress: bool = False) -> Floats:
    """The boundary probabilities of words, concatenated. Words of one length are computed together, which avoids padding.

    Parameters
    ----------
    kept : file that keeps the probabilities; those already in it are not computed again.
    of : hash of the network.
    """
    known = _read(kept, of) if kept is not None and kept.exists() else {}
    order = sorted((word for word in words if word not in known), key=len)
    saved = monotonic()
    if already := len(known):
        tell(progress, f"{kept} has the network's answers for {already:,} words; {len(order):,} are left")
    try:
        with Meter(progress) as meter:
            for first in range(0, len(order), AT_ONCE):
                meter("running the network", first, len(order))
                batch = order[first : first + AT_ONCE]
                for word, probabilities in zip(batch, network.boundaries(batch), strict=True):
                    if len(probabilities) != len(word) - 1:
                        raise TrainingError(f"the network gives {len(probabilities)} probabilities for the gaps of {word!r}")
                    known[word] = np.asarray(probabilities, np.float32)
                if kept is not None and monotonic() - saved > SAVED_EVERY:
                    _write(kept, of, known)
                    saved, already = monotonic(), len(known)
    finally:
        # If the training is interrupted, the probabilities computed so far are kept too.
        if kept is not None and len(known) > already:
            _write(kept, of, known)
    return np.concatenate([np.zeros(0, np.float32), *(known[word] for word in words)])


def _read(path: Path, of: str) -> dict[str, Floats]:
    content = path.read_bytes()
    try:
        with np.load(io.BytesIO(content)) as found:
            network, words, probabilities = str(found["network"]), str(found["words"]).split("\n"), found["probabilities"]
        ends = np.cumsum([len(word) - 1 for word in words])
        is_whole = probabilities.dtype == np.float32 and probabilities.shape == (ends[-1],)
    except Exception:  # zipfile, zlib and NumPy raise errors of many types for damaged files
        is_whole = False
    if not is_whole:
        raise ArtifactError(f"{path}: is damaged; delete it to compute the probabilities again")
    if network != of:
        raise TrainingError(f"{path} has the probabilities of another network; delete it, or use another folder")
    return dict(zip(words, np.split(probabilities, ends[:-1]), strict=True))


def _write(path: Path, of: str, known: dict[str, Floats]) -> None:
    """Writes the file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole(path) as file:
        np.savez(file, network=of, words="\n".join(known), probabilities=np.concatenate(list(known.values())))
