"""Inside datatrove and PyArrow, and columns of pandas."""

import pickle
from pathlib import Path

import morfem
import numpy as np
import pytest

from tests.command_line.conftest import Run, folder, model, run
from tests.conftest import sentences

__all__ = ["folder", "model", "run"]  # fixtures

TEXTS = [*sentences("tr"), "", "iki\nsatır"]


def test_datatrove_writes_the_same_files(run: Run, folder: Path, model: morfem.Tokenizer, tmp_path: Path) -> None:
    tokens = pytest.importorskip("datatrove.pipeline.tokens.tokenizer")
    megatron = pytest.importorskip("datatrove.pipeline.tokens.megatron_tokenizer")
    theirs = tokens.TokenizedFile(str(tmp_path), "theirs.ds", tokenizer_name_or_path=model.name, save_final_metadata=True, token_size=2)
    theirs_megatron = megatron.MegatronTokenizedFile(str(tmp_path), "theirs", token_size=2)
    lines = [f"{text}\n" for text in sentences("tr") * 30]
    for line in lines:
        theirs.write(model.encode(line).ids, None)
        theirs_megatron.write(model.encode(line).ids)
    theirs.close()
    theirs_megatron.close()
    run("encode", folder, "--format", "datatrove", "--output", tmp_path / "ours.ds", stdin="".join(lines).encode())
    run("encode", folder, "--format", "megatron", "--output", tmp_path / "ours.bin", stdin="".join(lines).encode())
    for suffix in (".ds", ".ds.index", ".ds.metadata", ".bin", ".idx"):
        assert (tmp_path / f"ours{suffix}").read_bytes() == (tmp_path / f"theirs{suffix}").read_bytes(), suffix


def test_datatrove_merges_our_shards(run: Run, folder: Path, model: morfem.Tokenizer, tmp_path: Path) -> None:
    merger = pytest.importorskip("datatrove.pipeline.tokens.merger")
    lines = [f"{text}\n" for text in sentences("tr")]
    command = ["encode", folder, "--format", "datatrove", "--shard-tokens", 500, "--output", tmp_path / "in"]
    run(*command, stdin="".join(lines).encode())
    merger.DocumentTokenizerMerger(str(tmp_path / "in"), str(tmp_path / "out"), "all", shuffle=False, progress=False).run()
    (merged,) = (tmp_path / "out").glob("*.ds")
    ids, indptr = model.encode_ids_batch(lines)
    assert np.fromfile(merged, "<u2").tolist() == ids.tolist()
    assert np.fromfile(f"{merged}.index", "<u8").tolist() == indptr[1:].tolist()


@pytest.mark.parametrize("name", ["tr-mft", "ko-thunder"])
def test_the_step_for_datatrove_writes_what_encode_gives(tmp_path: Path, name: str) -> None:
    data = pytest.importorskip("datatrove.data")
    from morfem.integrations.datatrove import DocumentTokenizer

    tokenizer = morfem.load(name)
    step = DocumentTokenizer(str(tmp_path), name, eos_token="</s>", shuffle_documents=False)
    assert len(pickle.dumps(step)) < 10_000
    step.run(iter([data.Document(text, id=str(number)) for number, text in enumerate(TEXTS)]))
    assert len(pickle.dumps(step)) < 10_000
    ids = np.fromfile(tmp_path / "00000_unshuffled.ds", "<u2" if name == "tr-mft" else "<u4")
    ends = np.fromfile(tmp_path / "00000_unshuffled.ds.index", "<u8")
    end = tokenizer.token_to_id("</s>")
    assert [part.tolist() for part in np.split(ids, ends.astype(int))[:-1]] == [[*tokenizer.encode(text).ids, end] for text in TEXTS]


def test_the_step_for_datatrove_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    pytest.importorskip("datatrove")
    from morfem.integrations.datatrove import DocumentTokenizer

    with pytest.raises(morfem.MorfemError, match="save_loss_metadata is not supported"):
        DocumentTokenizer(str(tmp_path), "tr-mft", save_loss_metadata=True)
    assert DocumentTokenizer(str(tmp_path), Path("tr-mft")).tokenizer.get_vocab_size() == 32768
    with pytest.raises(morfem.MorfemError, match="'<eos>' is not a special of tr-mft; there is <pad>"):
        DocumentTokenizer(str(tmp_path), "tr-mft", eos_token="<eos>").tokenizer  # noqa: B018


def test_pyarrow_columns_of_every_kind_of_string() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from morfem.integrations import arrow

    tokenizer = morfem.load("tr-mft")
    texts = [*TEXTS, None, "ev", None]
    expected = [None if text is None else tokenizer.encode(text).ids for text in texts]
    plain = pyarrow.array(texts)
    columns = [
        plain,
        pyarrow.array(texts, pyarrow.large_string()),
        pyarrow.array(texts, pyarrow.string_view()),
        plain.dictionary_encode(),
        pyarrow.chunked_array([plain[:3], plain[3:3], plain[3:]]),
        pyarrow.array([None, *texts])[1:],
    ]
    for column in columns:
        found = arrow.encode_column(column, tokenizer)
        found.validate(full=True)
        assert isinstance(found, pyarrow.ChunkedArray) == isinstance(column, pyarrow.ChunkedArray)
        assert found.to_pylist() == expected
    assert arrow.encode_column(pyarrow.array([], pyarrow.string()), "tr-mft").to_pylist() == []
    with pytest.raises(morfem.MorfemError, match="a column of int64 is not text"):
        arrow.encode_column(pyarrow.array([1]), "tr-mft")


def test_pyarrow_encodes_in_parts_of_bounded_size(monkeypatch: pytest.MonkeyPatch) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from morfem.integrations import arrow

    monkeypatch.setattr(arrow, "ROWS", 7)
    tokenizer = morfem.load("tr-mft")
    assert arrow.encode_column(pyarrow.array(TEXTS), tokenizer).to_pylist() == [tokenizer.encode(text).ids for text in TEXTS]


def test_a_tokenizer_may_be_given_as_a_path(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from morfem.integrations.arrow import encode_column

    morfem.load("bpe").save(tmp_path / "saved")
    assert encode_column(pyarrow.array(["ev"]), tmp_path / "saved").to_pylist() == [morfem.load("bpe").encode("ev").ids]


@pytest.mark.parametrize("column", [["ev"], "ev", np.array(["ev"]), None])
def test_what_is_no_column_of_arrow_is_refused(column: object) -> None:
    pytest.importorskip("pyarrow")
    from morfem.integrations.arrow import encode_column

    with pytest.raises(morfem.MorfemError, match=r"the column is of type .*; give a pyarrow\.Array or a pyarrow\.ChunkedArray"):
        encode_column(column, "bpe")


def test_a_column_of_pandas_may_have_several_chunks_and_missing_texts() -> None:
    """pandas keeps a column in several chunks after a concatenation."""
    pandas = pytest.importorskip("pandas")
    from morfem.integrations.columns import list_array, pandas_column, worker_encoder

    texts = pandas.concat([pandas.Series(["ev", None], dtype="string[pyarrow]"), pandas.Series(["kitap"], dtype="string[pyarrow]")])
    found = list_array(worker_encoder("tr-mft", parse_special=False, append=None), pandas_column(texts)).to_pylist()
    ids = morfem.load("tr-mft").encode_ids
    assert found == [ids("ev").tolist(), None, ids("kitap").tolist()]


def test_a_column_of_pandas_that_is_no_text_is_refused() -> None:
    pandas = pytest.importorskip("pandas")
    from morfem.integrations.columns import list_array, pandas_column, worker_encoder

    with pytest.raises(morfem.MorfemError, match=r"the column is not text .*; give a column of strings"):
        pandas_column(pandas.Series(["ev", 3], dtype=object))
    encoder = worker_encoder("tr-mft", parse_special=False, append=None)
    with pytest.raises(morfem.MorfemError, match="a column of int64 is not text; give a column of strings"):
        list_array(encoder, pandas_column(pandas.Series([1, 2])))
    with pytest.raises(morfem.MorfemError, match="'</end>' is not a special of tr-mft"):
        worker_encoder("tr-mft", parse_special=False, append="</end>")
