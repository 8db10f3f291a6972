"""If a long training fails, the answers of the network are kept."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
from morfem import ArtifactError, MorfemError, TrainingError
from morfem.morpheus.boundaries import asked
from morfem.morpheus.model import BUNDLED
from morfem.output import sha256
from numpy.typing import NDArray

from tests.conftest import Endings, sentences

from .test_training import OPTIONS


class Network(Endings):
    """Records the words that it was asked about, and fails after a number of answers."""

    def __init__(self, answers: int = 10**9) -> None:
        self.words: list[str] = []
        self.answers = answers

    def boundaries(self, words: Sequence[str], /) -> list[NDArray[np.float32]]:
        """As `Endings`."""
        if len(self.words) >= self.answers:
            raise KeyboardInterrupt
        self.words += words
        return super().boundaries(list(words))


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """A replacement for the bundled network."""
    network = Network()
    monkeypatch.setattr("morfem.morpheus.model.load", lambda path: network)
    monkeypatch.setattr("morfem.morpheus.boundaries.AT_ONCE", 50)
    return network


def train(**options: Any) -> morfem.Tokenizer:
    tokenizer: morfem.Tokenizer = morfem.train.morpheus(sentences("tr") * 2, **{**OPTIONS, "network": BUNDLED, "pieces": None, **options})
    return tokenizer


def test_a_training_that_fails_says_where_the_answers_are_and_goes_on_from_there(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(TrainingError) as raised:
        train(vocab_size=10**6)
    message = str(raised.value)
    found = re.search(r"the network's probabilities are kept in (\S+); to continue, give work='\1' \(--work \1\)", message)
    assert found is not None, message
    answered = len(network.words)
    assert answered > 100
    train(vocab_size=600, work=found[1])
    assert len(network.words) == answered


def test_an_interrupted_training_keeps_what_was_answered(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    network.answers = 100
    with pytest.raises(KeyboardInterrupt, match=r"kept in .*; to continue, give work="):
        train()
    (work,) = tmp_path.iterdir()
    network.answers = 120
    with pytest.raises(KeyboardInterrupt, match=f"{work} keeps what the network has done; the same command continues"):
        train(work=work, progress=True)
    assert f"{work / 'probabilities.npz'} has the network's answers for 100 words" in capfd.readouterr().err
    network.answers = 10**9
    train(work=work, vocab_size=600)
    assert len(network.words) == len(set(network.words))


def test_a_single_new_answer_is_kept(tmp_path: Path) -> None:
    network, kept = Network(), tmp_path / "kept.npz"
    for words in (["evde", "ev"], ["evde", "ev", "evler"], ["evde", "ev", "evler"]):
        asked(network, words, kept=kept, of="network")
    assert sorted(network.words) == ["ev", "evde", "evler"]


def test_a_large_corpus_that_has_too_few_chunks_is_refused_before_the_network_sees_it(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as many chunks as `QUICK` or fewer, the trainer says what the corpus supports."""
    counts = morfem.train.ChunkCounts("inflected_mixed")
    counts.add(sentences("tr"))
    for quick, is_asked in ((len(counts), True), (len(counts) - 1, False)):
        monkeypatch.setattr("morfem.morpheus.boundaries.QUICK", quick)
        network.words.clear()
        with pytest.raises(TrainingError, match="vocab_size"):
            train(vocab_size=10**6, work=tmp_path / str(quick))
        assert bool(network.words) == is_asked


def test_a_training_that_succeeds_leaves_nothing_behind(network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    train(vocab_size=600)
    with pytest.raises(TrainingError, match="is too small"):
        train(vocab_size=100)
    assert list(tmp_path.iterdir()) == []


def test_a_work_that_is_no_folder_is_told_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for work in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(MorfemError, match="is not a folder"):
            train(work=work)


def test_damaged_answers_are_told_with_their_file(network: Network, tmp_path: Path) -> None:
    kept, of = tmp_path / "probabilities.npz", sha256(BUNDLED)
    words = sorted({word for text in sentences("tr") for word in text.split() if len(word) > 1})
    right = asked(network, words, kept=kept, of=of)
    whole = kept.read_bytes()
    places = np.random.default_rng(0).integers(0, len(whole), 300)
    for content in (b"", b"PK", whole[:-30], *(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :] for place in places)):
        kept.write_bytes(content)
        said = f"{kept}: is damaged"
        try:
            np.testing.assert_array_equal(asked(network, words, kept=kept, of=of), right)
        except ArtifactError as error:
            said = str(error)
        assert said.startswith(f"{kept}: is damaged")


def test_an_analyser_of_another_kind_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the network needs PyTorch: pip install 'morfem[morpheus-train]'")
    with pytest.raises(TrainingError, match="give one of kind mft"):
        train(network=None, budget=0.1, work=tmp_path, analyser="ko-thunder")
