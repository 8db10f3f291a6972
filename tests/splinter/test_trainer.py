"""What the trainer does beyond the method: sizes, what was learned before, the model over units."""

from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.conftest import sentences
from tests.interface.test_artifact import rewrite

LANGUAGES = Path(__file__).resolve().parents[2] / "python" / "morfem" / "languages"


def trained(**options: Any) -> morfem.Tokenizer:
    learning = {} if "learned" in options else {"alphabet": LANGUAGES / "he" / "alphabet.tsv", "min_count": 1}
    options = {"vocab_size": 1100, "progress": False, **learning, **options}
    tokenizer: morfem.Tokenizer = morfem.train.splinter(sentences("he") * 2, **options)
    return tokenizer


def test_what_was_learned_before_gives_other_sizes_the_same() -> None:
    small = trained(vocab_size=850)
    large = trained()
    assert trained(learned=large, vocab_size=850).files()["vocabulary.tsv"] == small.files()["vocabulary.tsv"]


def test_edges_roots_and_patterns_are_taken_over() -> None:
    clitics = LANGUAGES / "he" / "clitics.tsv"
    once = trained(clitics=clitics, vocab_size=800)
    again = trained(learned=once, vocab_size=800)
    for name in ("edges.tsv", "stems.tsv", "roots.tsv", "patterns.tsv", "vocabulary.tsv"):
        assert again.files()[name] == once.files()[name]


def test_reductions_that_find_no_place_are_not_made() -> None:
    def reductions(tokenizer: morfem.Tokenizer) -> set[str]:
        return {line.split("\t")[1] for line in tokenizer.files()["reductions.tsv"].decode().splitlines()[1:]}

    large, small = trained(), trained(vocab_size=546)
    assert small.vocab_size == 546
    assert reductions(small) < reductions(large)
    assert all(small.decode(small.encode_ids(text)) == text for text in sentences("he"))


def test_a_unigram_model_goes_over_reductions() -> None:
    tokenizer = trained(merger="unigram")
    assert tokenizer.vocab_size == 1100
    again = morfem.Tokenizer.from_files(tokenizer.files())
    for text in [*sentences("he"), "", " ", "שָׁלוֹם!", 'צה"ל', "abc 12", "\ue000\uf8ff"]:
        ids = tokenizer.encode_ids(text)
        assert tokenizer.decode(ids) == text
        assert again.encode_ids(text).tolist() == ids.tolist()
    merged = sum(len(tokenizer.encode_ids(text)) for text in sentences("he"))
    units = sum(len(tokenizer.encode_units(text).ids) for text in sentences("he"))
    assert merged < units
    assert tokenizer.files() == trained(merger="unigram", threads=1).files()


@pytest.mark.parametrize("row", ["nan\t300", "-1.0\t", "-1.0\t300 99999", "-1.0\tx", "-1.0"])
def test_pieces_that_cannot_be_are_refused(tmp_path: Path, row: str) -> None:
    folder = tmp_path / "artefact"
    trained(merger="unigram").save(folder)
    lines = (folder / "unit_pieces.tsv").read_text("utf-8").splitlines()
    (folder / "unit_pieces.tsv").write_text("\n".join([*lines[:-1], row, ""]), "utf-8")
    rewrite(folder, lambda record: None)
    with pytest.raises(morfem.ArtifactError, match=r"pieces\.tsv"):
        morfem.Tokenizer.load(folder)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"merger": "wordpiece"}, "choose bpe or unigram"),
        ({"merger": "unigram", "clitics": LANGUAGES / "he" / "clitics.tsv"}, "goes over reductions"),
        ({"whole_share": 0.9, "root_share": 0.2}, "come to 1 or less"),
        ({"whole_share": -0.1}, "whole_share is -0.1; give a number from 0 to 1"),
        ({"alphabet": None}, "give either an alphabet"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(morfem.MorfemError, match=message):
        trained(**options)


def test_only_a_splinter_tokenizer_has_learned_what_is_asked_for() -> None:
    other = morfem.train.bpe(["שלום שלום"], vocab_size=262, progress=False)
    with pytest.raises(morfem.MorfemError, match="kind splinter"):
        trained(learned=other)


def test_what_was_learned_may_be_given_by_its_name() -> None:
    assert trained(learned="he-splinter", vocab_size=3000) == trained(learned=morfem.load("he-splinter"), vocab_size=3000)
