"""Inside datatrove, gensim, NLTK and PyArrow."""

import importlib
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


@pytest.mark.parametrize(("name", "language"), [("tr-mft", "tr"), ("ko-thunder", "ko"), ("he-splinter", "he")])
def test_nltk_gets_surfaces_spans_and_token_strings(name: str, language: str) -> None:
    api = pytest.importorskip("nltk.tokenize.api")
    from morfem.integrations.nltk import MorfemTokenizer

    tokenizer, plain = MorfemTokenizer(name), morfem.load(name)
    assert isinstance(tokenizer, api.TokenizerI)
    assert MorfemTokenizer(plain, strings="tokens").tokenize_sents(sentences(language)) == [
        plain.encode(t).tokens for t in sentences(language)
    ]
    for text in sentences(language):
        surfaces = tokenizer.tokenize(text)
        assert sorted("".join("".join(surfaces).split())) == sorted("".join(text.split()))  # a phrase of Korean has a space inside
        if plain.kind == "splinter":
            with pytest.raises(morfem.MorfemError, match="can interleave"):
                list(tokenizer.span_tokenize(text))
        else:
            assert [text[start:end].strip() for start, end in tokenizer.span_tokenize(text)] == surfaces


def test_nltk_options_are_checked() -> None:
    pytest.importorskip("nltk")
    from morfem.integrations.nltk import MorfemTokenizer

    with pytest.raises(morfem.MorfemError, match="give 'surfaces' or 'tokens'"):
        MorfemTokenizer("tr-mft", strings="words")  # type: ignore[arg-type]


def test_gensim_gets_bags_and_strings(tmp_path: Path) -> None:
    models = pytest.importorskip("gensim.models")
    from morfem.integrations.gensim import BagsOfTokens, TokenStrings

    tokenizer = morfem.load("tr-mft")
    (tmp_path / "corpus.txt").write_text("\n".join(sentences("tr")), encoding="utf-8")
    corpus = BagsOfTokens(tmp_path / "corpus.txt", tokenizer)
    expected = [
        [tuple(map(int, pair)) for pair in zip(*np.unique(tokenizer.encode(text).ids, return_counts=True), strict=True)]
        for text in sentences("tr")
    ]
    assert len(corpus) == len(sentences("tr"))
    assert list(corpus) == list(corpus) == expected
    assert list(TokenStrings(tmp_path / "corpus.txt", "tr-mft")) == [tokenizer.encode(text).tokens for text in sentences("tr")]
    topics = models.LdaModel(corpus, num_topics=2, id2word=corpus.id2word, random_state=0)
    assert len(topics.show_topics(2, formatted=False)) == 2
    with pytest.raises(morfem.MorfemError, match="not an iterator"):
        BagsOfTokens(iter(["ev"]), tokenizer)


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
    morfem.load("bpe").save(tmp_path / "saved")
    for library, of in {
        "nltk": lambda module: module.MorfemTokenizer(tmp_path / "saved", strings="tokens").tokenize("ev"),
        "gensim": lambda module: next(iter(module.TokenStrings(["ev"], tmp_path / "saved"))),
        "pyarrow": lambda module: module.encode_column(module.pyarrow.array(["ev"]), tmp_path / "saved").to_pylist(),
    }.items():
        pytest.importorskip(library)
        module = importlib.import_module(f"morfem.integrations.{'arrow' if library == 'pyarrow' else library}")
        encoding = morfem.load("bpe").encode("ev")
        assert of(module) == ([encoding.ids] if library == "pyarrow" else encoding.tokens)


@pytest.mark.parametrize("column", [["ev"], "ev", np.array(["ev"]), None])
def test_what_is_no_column_of_arrow_is_refused(column: object) -> None:
    pytest.importorskip("pyarrow")
    from morfem.integrations.arrow import encode_column

    with pytest.raises(morfem.MorfemError, match=r"the column is of type .*; give a pyarrow\.Array or a pyarrow\.ChunkedArray"):
        encode_column(column, "bpe")
