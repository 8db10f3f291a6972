"""What the teachers say, and how it is kept."""

from pathlib import Path

import morfem
import numpy as np
import pytest
from morfem.morpheus.alphabet import LONGEST
from morfem.morpheus.labels import Analyser, Label, Labels, Morfessor, paper_confidence, small_words


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return Analyser(morfem.load("tr-mft"))


@pytest.mark.parametrize(
    ("word", "segments", "root", "lemma"),
    [
        ("kitaplarımızdan", ["kitap", "lar", "ımız", "dan"], "kitap", "kitap"),
        ("bardağı", ["bardağ", "ı"], "bardak", "bardak"),
        ("balıkçılar", ["balık", "çı", "lar"], "balık", "balık AGENT"),
        ("okundu", ["oku", "n", "du"], "oku", "oku"),
    ],
)
def test_the_analyser_teaches_segments_roots_and_lemmas(analyser: Analyser, word: str, segments: list[str], root: str, lemma: str) -> None:
    label = analyser(word)
    assert label is not None
    assert (label.segments, label.root, label.lemma) == (segments, root, lemma)


def test_an_ambiguous_word_is_less_sure_than_a_plain_one(analyser: Analyser) -> None:
    plain, ambiguous = analyser("kitaplar"), analyser("gözlük")
    assert plain is not None
    assert ambiguous is not None
    assert 0.3 <= ambiguous.confidence <= plain.confidence <= 1


def test_words_without_an_analysis_have_no_label(analyser: Analyser) -> None:
    assert analyser("grpc") is None


def test_the_papers_confidence() -> None:
    assert [paper_confidence(each) for each in (["evde"], ["ev", "de"], ["kitap", "lar"], ["e", "v"])] == [1, 0.5, 1, 0.3]


def test_morfessor_labels_words_without_an_analysis() -> None:
    pytest.importorskip("morfessor")
    words = [root + suffix for root in ("kitap", "okul", "çocuk", "balık") for suffix in ("", "lar", "lardan", "tan", "larımız")]
    label = Morfessor(words)("okullar")
    assert label is not None
    assert "".join(label.segments) == "okullar"
    assert label.root == label.segments[0]


def test_words_are_small_letters_with_their_apostrophes() -> None:
    assert small_words("IŞIK ve İzmir’de 3. kez-kez") == ["ışık", "ve", "izmir'de", "kez", "kez"]


def test_labels_hold_what_the_teacher_said(labels: Labels) -> None:
    row = labels.words.index("arkadaşlarımla")
    assert labels.gaps(np.array([row]), 16)[0].nonzero()[0].tolist() == [len("arkadaş"), len("arkadaşlar"), len("arkadaşlarım")]
    assert labels.affix_names[labels.affixes[row, 0]] == "PL"
    assert [labels.words[each] for each in labels.text[: labels.lines[1]]] == ["evlerimizin", "bahçelerinde", "çocuklar", "oynuyordu"]
    assert labels.counts.sum() == len(labels.text)


def test_labels_come_back_from_their_file(labels: Labels, tmp_path: Path) -> None:
    labels.save(tmp_path / "labels.npz")
    again = Labels.load(tmp_path / "labels.npz")
    assert again.words == labels.words
    assert again.affix_names == labels.affix_names
    for name in ("counts", "boundaries", "confidence", "roots", "lemmas", "affixes", "text", "lines", "held_out"):
        np.testing.assert_array_equal(getattr(again, name), getattr(labels, name))


def test_excluded_words_are_held_out(analyser: Analyser) -> None:
    labels = Labels.of(["evde kaldı"], analyser, held_out_share=0.0, exclude=["evde", "yok"])
    assert [labels.words[row] for row in labels.held_out] == ["evde"]


def test_a_word_of_exactly_the_greatest_length_is_learned(analyser: Analyser) -> None:
    longest = "a" * LONGEST
    assert Labels.of([f"ev {longest} {longest}b"], analyser).words == ["ev", longest]


def test_morfessor_labels_the_words_that_have_no_analysis() -> None:
    pytest.importorskip("morfessor")

    def knows_one(word: str) -> Label | None:
        return Label(["ev", "de"], 1.0, "ev", "ev", ["LOC"]) if word == "evde" else None

    text = "evde okul okullar okulda kitap kitaplar kitapda araba arabalar arabada"
    alone, joined = (Labels.of([text], knows_one, rest=rest) for rest in (None, Morfessor))
    row = joined.words.index("okullar")
    assert not alone.gaps(np.array([row]), 16).any()
    assert joined.gaps(np.array([row]), 16)[0].nonzero()[0].tolist() == [len("okul")]
    again = Labels.of([text], knows_one, rest=Morfessor)
    np.testing.assert_array_equal(again.boundaries, joined.boundaries)


def test_a_corpus_without_words_is_refused(analyser: Analyser) -> None:
    with pytest.raises(morfem.MorfemError, match="no words"):
        Labels.of(["12 34", ""], analyser)
