"""Transplant: rows of a new vocabulary from those of an old one, by hand on small tokenizers, and what it refuses."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.transplanting import TransplantReport


class Table(TokenizerAdapter):
    """Cuts texts by longest match in a table of pieces, each with its token.

    Before a capital letter it writes `<title>`, and after the byte `<0xC3>` it writes `<0xA9>`, if it has these.
    """

    hash = "0" * 64

    def __init__(self, pieces: Mapping[str, str], extra: Sequence[str] = (), name: str = "table") -> None:
        self.name = name
        self._pieces = pieces
        self._tokens = list(dict.fromkeys([*pieces.values(), *extra]))
        self.vocab_size = len(self._tokens)

    def encode(self, texts: Sequence[str]) -> Segmentation:
        ids, starts, ends, indptr = [], [], [], [0]
        for text in texts:
            at = 0
            while at < len(text):
                piece = max((piece for piece in self._pieces if text.lower().startswith(piece, at)), key=len)
                if text[at].isupper() and "<title>" in self._tokens:
                    ids.append(self._tokens.index("<title>"))
                    starts.append(at)
                    ends.append(at)
                ids.append(self._tokens.index(self._pieces[piece]))
                starts.append(at)
                at += len(piece)
                ends.append(at)
                if self._pieces[piece] == "<0xC3>":
                    ids.append(self._tokens.index("<0xA9>"))
                    starts.append(at)
                    ends.append(at)
            indptr.append(len(ids))
        return Segmentation.from_spans(texts, ids, indptr, starts, ends)

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        first = {token: piece for piece, token in reversed(list(self._pieces.items()))}
        return ["".join(first.get(self._tokens[id], "") for id in ids) for ids in batch]

    def token(self, id: int) -> str:
        return self._tokens[id]


def same(*pieces: str, extra: Sequence[str] = ()) -> Table:
    """A tokenizer whose tokens are its pieces."""
    return Table({piece: piece for piece in (*pieces, " ", "0", ",")}, extra)


OLD = same("ev", "ler", "lar", "kitap", "de", extra=["<s>", "<end>"])
ROWS = np.random.default_rng(0).normal(size=(OLD.vocab_size or 0, 4)).astype(np.float32)


def row(token: str) -> Any:
    """The old row of a token."""
    return ROWS[[OLD.token(id) for id in range(len(ROWS))].index(token)]


def scaled(means: Any, *lengths: Any) -> Any:
    """The row with the mean of the lengths of the rows that it was made of."""
    return means * np.mean(lengths) / np.linalg.norm(means)


def made(new: Table, corpus: list[str] | None, **options: Any) -> tuple[dict[str, Any], TransplantReport]:
    """The new rows by token, and the report."""
    found, report = morfem.transplant(ROWS, OLD, new, corpus=corpus, **options)
    return {new.token(id): found[id] for id in range(len(found))}, report


def test_a_token_takes_the_old_tokens_that_cover_its_span_by_their_share() -> None:
    found, _ = made(same("evler", "kitap"), ["evler kitap"])
    weights = 2 / 5, 3 / 5
    means = weights[0] * row("ev") + weights[1] * row("ler")
    lengths = weights[0] * np.linalg.norm(row("ev")) + weights[1] * np.linalg.norm(row("ler"))
    assert found["evler"] == pytest.approx(scaled(means, lengths), rel=1e-5)
    assert found["kitap"] == pytest.approx(row("kitap"), rel=1e-5)


def test_an_affix_is_the_mean_over_its_allomorphs_as_they_occur() -> None:
    new = Table({"ev": "ev", "kitap": "kitap", "ler": "+lAr", "lar": "+lAr", " ": " "})
    found, report = made(new, ["evler evler", "kitaplar"])
    means = (2 * row("ler") + row("lar")) / 3
    length = (2 * np.linalg.norm(row("ler")) + np.linalg.norm(row("lar"))) / 3
    assert found["+lAr"] == pytest.approx(scaled(means, length), rel=1e-5)
    assert report.sources == {"spans": 4, "special": 0, "text": 0, "same": 0, "mean": 0}


def test_a_mark_takes_the_span_of_the_next_token() -> None:
    found, _ = made(Table({"ev": "ev", "de": "de", " ": " "}, ["<title>"]), ["Ev de"])
    assert found["<title>"] == pytest.approx(row("ev"), rel=1e-5)


def test_a_later_byte_takes_the_character_that_it_belongs_to() -> None:
    """The last byte of a character stands before the next token, whose row it does not take."""
    old, new = same("ev", "é", "de"), Table({"ev": "ev", "é": "<0xC3>", "de": "de", "0": "0"}, ["<0xA9>"])
    rows = np.random.default_rng(5).normal(size=(old.vocab_size or 0, 4)).astype(np.float32)
    found, _ = morfem.transplant(rows, old, new, corpus=["evéde"])
    by_token = {new.token(id): found[id] for id in range(len(found))}
    assert [by_token[token] for token in ("ev", "<0xC3>", "<0xA9>", "de")] == [pytest.approx(rows[at], rel=1e-5) for at in (0, 1, 1, 2)]


def test_a_token_that_the_corpus_lacks_takes_its_own_text_or_its_old_row_or_the_mean() -> None:
    found, report = made(same("ev", "kitaplar", extra=["<odd>"]), ["ev"])
    weights = 5 / 8, 3 / 8
    means = weights[0] * row("kitap") + weights[1] * row("lar")
    length = weights[0] * np.linalg.norm(row("kitap")) + weights[1] * np.linalg.norm(row("lar"))
    assert found["kitaplar"] == pytest.approx(scaled(means, length), rel=1e-5)
    assert found["<odd>"] == pytest.approx(ROWS.mean(0), rel=1e-5)
    assert found[" "] == pytest.approx(row(" "), rel=1e-5)  # a space alone has no text
    assert (report.sources["same"], report.sources["mean"]) == (1, 1)
    assert "kitaplar" in report.unseen
    assert "ev" not in report.unseen


def test_the_method_text_reads_no_corpus() -> None:
    found, report = made(same("evler"), None, method="text")
    assert found["evler"] == pytest.approx(made(same("evler"), ["evler"])[0]["evler"], rel=1e-5)
    assert (report.lines, report.sources) == (0, {"text": 3, "special": 0, "same": 1, "mean": 0})


def test_a_token_without_a_text_of_its_own_takes_no_row_for_the_replacement_character() -> None:
    new = Table({"ev": "ev", "\ufffd": "<0xC3>"})
    old = same("ev", "\ufffd")
    found, report = morfem.transplant(ROWS[: old.vocab_size], old, new, method="text")
    assert found[1] == pytest.approx(ROWS[: old.vocab_size].mean(0), rel=1e-5)
    assert (report.sources["text"], report.sources["mean"]) == (1, 1)


def test_special_tokens_keep_their_rows_by_name_or_by_order() -> None:
    found, report = made(same("ev", extra=["<s>", "</s>"]), ["ev"], specials={"</s>": "<end>"})
    assert found["<s>"] == pytest.approx(row("<s>"))
    assert found["</s>"] == pytest.approx(row("<end>"))
    assert report.sources["special"] == 2


def test_the_same_vocabulary_gives_the_same_rows() -> None:
    found, report = morfem.transplant(ROWS, OLD, OLD, corpus=["ev ler lar kitap de 0 ,"])
    assert found == pytest.approx(ROWS, rel=1e-5)
    assert report.shared == OLD.vocab_size
    assert report.new_norm == pytest.approx(report.old_norm, rel=1e-5)


def test_pursuit_gives_a_shared_token_its_own_row() -> None:
    corpus = ["ev de kitap", "kitap ev", "de de ev ler", "kitap lar ev", "ler ev de"] * 3
    found, report = made(same("ev", "ler", "lar", "kitap", "de"), corpus, method="omp")
    assert found["kitap"] == pytest.approx(row("kitap"), abs=0.05)
    assert report.sources["omp"] == 6


def test_pursuit_says_nothing_about_a_token_without_neighbours() -> None:
    found, report = made(same("ev", "ler", "kitap", "de"), ["evler", "kitapler", "de", "de"], method="omp")
    assert all(np.isfinite(values).all() for values in found.values())
    assert report.sources["omp"] == 3
    assert found["de"] == pytest.approx(row("de"), rel=1e-5)


def test_the_program_of_the_documentation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "transplant.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out.startswith("(32768, 16)\n{'spans': ")


def test_a_part_of_a_character_keeps_its_row() -> None:
    tokenizer = morfem.load("tr-mft")
    is_part = np.array(["\ufffd" in text for text in tokenizer.decode_batch([[id] for id in range(tokenizer.vocab_size)])])
    rows = np.random.default_rng(1).normal(size=(tokenizer.vocab_size, 4)).astype(np.float32)
    found, _ = morfem.transplant(rows, tokenizer, tokenizer, corpus=["Evler büyüktü."])
    assert is_part.any()
    assert found[is_part] == pytest.approx(rows[is_part], rel=1e-5)


def test_random_rows_have_the_mean_and_deviation_of_the_old_ones() -> None:
    new = same("ev", extra=[f"t{index}" for index in range(4_000)])
    found, _ = morfem.transplant(ROWS, OLD, new, method="random", seed=3)
    assert found.mean(0) == pytest.approx(ROWS.mean(0), abs=0.1)
    assert found.std(0) == pytest.approx(ROWS.std(0), abs=0.1)
    assert np.array_equal(found, morfem.transplant(ROWS, OLD, new, method="random", seed=3)[0])


def test_no_row_is_missing_between_two_of_our_tokenizers() -> None:
    old, new = morfem.load("ko-thunder"), morfem.load("tr-mft")
    matrix = np.ones((old.vocab_size + 3, 2), np.float32)  # rows of padding are left out
    found, report = morfem.transplant(matrix, old, new, corpus=["Kitaplarımızdan İstanbul'da okuduk. 책"])
    assert np.linalg.norm(found, axis=1) == pytest.approx(np.full(new.vocab_size, 2**0.5))
    assert sum(report.sources.values()) == new.vocab_size


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"embeddings": ROWS[:3]}, "3 rows, but table has 10 ids"),
        ({"embeddings": ROWS[0]}, r"shape \(4,\)"),
        ({"embeddings": ROWS.astype(int)}, "floating-point"),
        ({"embeddings": np.where(np.arange(len(ROWS))[:, None] == 2, np.nan, ROWS)}, "row 2 has a value that is not a finite number"),
        ({"corpus": None}, "'spans' needs a corpus"),
        ({"corpus": [""]}, "the corpus has no text"),
        ({"method": "magic"}, "'magic' is not one of spans, text, omp, random"),
        ({"new": "words"}, "words has no finite vocabulary"),
        ({"specials": {"<x>": "<s>"}}, "the new vocabulary has no token '<x>'"),
        ({"specials": {"ev": "<y>"}}, "the old vocabulary has no token '<y>'"),
        ({"new": Table({"q": "q", "ev": "house", " ": "gap"}), "method": "omp", "corpus": ["ev"]}, "share no token string"),
    ],
)
def test_bad_input_is_refused(change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"embeddings": ROWS, "new": same("ev"), "corpus": ["ev"], "method": "spans"} | change
    with pytest.raises(morfem.MorfemError, match=message):
        morfem.transplant(given.pop("embeddings"), OLD, given.pop("new"), **given)
