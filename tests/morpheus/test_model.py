"""The network in use: laws of its results, long and odd words, and files that are none."""

import doctest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest

pytest.importorskip("torch", reason="the network needs PyTorch: pip install 'morfem[morpheus-train]'")

from morfem import ArtifactError, MorfemError
from morfem.morpheus import Morpheus, load
from morfem.morpheus.alphabet import LONGEST
from morfem.morpheus.checkpoint import Checkpoint, read, write
from morfem.morpheus.model import BUNDLED

from .mutants import mutants

WORDS = ["kitaplarımızdan", "ev", "a", "EVLERİMİZ", "İstanbul’da", "q→w", "123", "\U0001f600", "ışık" * 20, "x" * 10_000]


@pytest.fixture
def model(checkpoint: Path) -> Morpheus:
    return load(checkpoint, runtime="torch")


@pytest.mark.parametrize("method", [Morpheus.segment, Morpheus.embed, Morpheus.nearest])
def test_the_example_of_a_method_is_right(method: Callable[..., Any]) -> None:
    text = (method.__doc__ or "").replace("  # doctest: +SKIP", "")
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, method.__name__, None, 0))
    assert (runner.tries, runner.failures) == (3, 0)


def test_every_gap_has_a_probability(model: Morpheus) -> None:
    found = model.boundaries(WORDS)
    assert [len(each) for each in found] == [len(word) - 1 for word in WORDS]
    assert all(each.dtype == np.float32 and (each >= 0).all() and (each <= 1).all() for each in found)


def test_segments_joined_are_the_word(model: Morpheus) -> None:
    assert ["".join(each) for each in model.segment(WORDS)] == WORDS


def test_vectors_are_unit_and_float32(model: Morpheus) -> None:
    vectors = model.embed(WORDS)
    assert vectors.shape == (len(WORDS), model.width)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_results_are_the_same_again_and_in_other_company(model: Morpheus) -> None:
    np.testing.assert_array_equal(model.embed(WORDS), model.embed(WORDS))
    turned = model.embed([*WORDS[::-1], "başka", *WORDS])
    np.testing.assert_allclose(turned[: len(WORDS)][::-1], model.embed(WORDS), atol=1e-5)
    np.testing.assert_array_equal(turned[0], turned[-1])


def test_a_word_longer_than_a_window_agrees_with_its_windows_in_their_middle(model: Morpheus) -> None:
    word = "abcçdefgğhıijklmnoöprsştuüvyz" * 3
    gaps = model.boundaries([word, word[:LONGEST], word[20 : 20 + LONGEST]])
    np.testing.assert_allclose(gaps[0][:15], gaps[1][:15], atol=1e-5)
    np.testing.assert_allclose(gaps[0][30:38], gaps[2][10:18], atol=1e-5)


def test_nothing_in_nothing_out(model: Morpheus) -> None:
    assert model.boundaries([]) == []
    assert model.segment([]) == []
    assert model.embed([]).shape == (0, model.width)
    assert model.nearest("ev", 3, []) == []
    assert model.nearest("ev", 3, ["ev"]) == []


def test_the_nearest_are_sorted_and_without_the_word_itself(model: Morpheus) -> None:
    among = ["evler", "ev", "göz", "evler", "kitap"]
    found = model.nearest("ev", 10, among)
    assert sorted(word for word, _ in found) == ["evler", "göz", "kitap"]
    assert [cosine for _, cosine in found] == sorted((cosine for _, cosine in found), reverse=True)
    assert model.nearest("ev", 1, among) == found[:1]


def test_bad_words_are_named(model: Morpheus) -> None:
    with pytest.raises(MorfemError, match="word 1 is empty"):
        model.boundaries(["ev", ""])
    with pytest.raises(TypeError, match="word 0 is int"):
        model.embed([3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"give \[word\]"):
        model.segment("ev")
    with pytest.raises(MorfemError, match="k is 0"):
        model.nearest("ev", 0, ["evler"])


def test_another_architecture_names_the_tensor(checkpoint: Path, tmp_path: Path) -> None:
    form, tensors, card, _ = read(checkpoint)
    changes: list[tuple[dict[str, Any], str]] = [
        ({**tensors, "joined.weight": tensors["joined.weight"][:, :-1]}, "tensor joined.weight is of shape"),
        ({**tensors, "extra": np.zeros(3)}, "tensor extra belongs to another architecture"),
        ({name: value for name, value in tensors.items() if name != "up.bias"}, "tensor up.bias is missing"),
    ]
    for change, message in changes:
        write(tmp_path / "other.safetensors", Checkpoint(form, change, card))
        with pytest.raises(ArtifactError, match=message):
            load(tmp_path / "other.safetensors", runtime="torch")


def test_a_network_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(MorfemError, match="no such file; give a checkpoint"):
        load(tmp_path / "missing.safetensors")


def test_damaged_checkpoints_are_refused_with_their_name(checkpoint: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also without the hash, which would find all of the damage before any other check."""
    monkeypatch.setattr("morfem.morpheus.checkpoint._digest", lambda *_: None)
    content = checkpoint.read_bytes()
    content = content.replace(b"sha256", b"sha---")
    checkpoint.write_bytes(content)
    load(checkpoint, runtime="torch")
    said = []
    for mutant in mutants(content, 150, within=8 + int.from_bytes(content[:8], "little")):
        checkpoint.write_bytes(mutant)
        try:
            assert len(load(checkpoint, runtime="torch").boundaries(["evlerde"])[0]) == 6
        except ArtifactError as error:
            said.append(str(error))
    assert len(said) > 50
    assert all(str(checkpoint) in each for each in said)


def test_onnx_runtime_gives_the_same(checkpoint: Path, model: Morpheus) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnxscript")
    from morfem.morpheus.onnx_export import export_graph

    with pytest.raises(ArtifactError, match="the bundled graph has another architecture"):
        load(checkpoint, runtime="onnx")
    export_graph(checkpoint)
    other = load(checkpoint, runtime="onnx")
    np.testing.assert_allclose(other.embed(WORDS), model.embed(WORDS), atol=1e-4)
    for one, two in zip(other.boundaries(WORDS), model.boundaries(WORDS), strict=True):
        np.testing.assert_allclose(one, two, atol=1e-4)
    form, tensors, card, graph = read(checkpoint)
    write(checkpoint, Checkpoint(form, {**tensors, "up.bias": np.zeros(3, np.float32)}, card, graph))
    with pytest.raises(ArtifactError, match=r"tensor up\.bias is of shape \(3,\), not"):
        load(checkpoint, runtime="onnx")
    write(checkpoint, Checkpoint(form, tensors, card, graph))
    checkpoint.with_suffix(".onnx").write_bytes(b"another graph")
    with pytest.raises(ArtifactError, match=r"network\.onnx: is not the graph of"):
        load(checkpoint, runtime="onnx")
    checkpoint.with_suffix(".onnx").unlink()
    with pytest.raises(ArtifactError, match=r"network\.onnx: the graph of .* is missing"):
        load(checkpoint, runtime="onnx")


@pytest.mark.skipif(not BUNDLED.exists(), reason="no network is bundled")
def test_the_bundled_network_knows_turkish() -> None:
    model = load()
    assert model.segment(["kitaplarımızdan", "gidiyordum", "Ankara"]) == [
        ["kitap", "lar", "ımız", "dan"],
        ["gid", "iyor", "du", "m"],
        ["Ankara"],
    ]
    assert {word for word, _ in model.nearest("kitap", 2, ["kitabımız", "göz", "kitaplar", "gözlük", "kitle"])} == {"kitabımız", "kitaplar"}
    teacher = morfem.load("tr-mft")
    words = ["evlerimizdeki", "okullardan", "çocuklarla", "yağmurlu", "bekleyecekmiş"]
    assert model.segment(words) == [teacher.analyze(word)[0].segments for word in words]
