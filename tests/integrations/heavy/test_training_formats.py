"""What `morfem encode --format` writes is read by Megatron core, MosaicML Streaming, OLMo-core and datasets."""

from pathlib import Path

import morfem
import numpy as np
import pytest

from tests.command_line.conftest import Run, folder, model, run
from tests.conftest import sentences

__all__ = ["folder", "model", "run"]  # fixtures

TEXTS = [f"{text}\n" for text in sentences("tr")]
LINES = "".join(TEXTS).encode()


def expected(model: morfem.Tokenizer) -> list[list[int]]:
    """The ids of each text, with the special that ends it."""
    return [[*model.encode(text).ids, model.token_to_id("</s>")] for text in TEXTS]


def test_megatron_reads_its_files(run: Run, folder: Path, model: morfem.Tokenizer, tmp_path: Path) -> None:
    megatron = pytest.importorskip("megatron.core.datasets.indexed_dataset")
    run("encode", folder, "--format", "megatron", "--eos", "</s>", "--output", tmp_path / "a.bin", stdin=LINES)
    dataset = megatron.IndexedDataset(str(tmp_path / "a"))
    assert [dataset[number].tolist() for number in range(len(dataset))] == expected(model)
    assert dataset.document_indices.tolist() == list(range(len(TEXTS) + 1))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves its index open
def test_mosaic_reads_its_shards(run: Run, folder: Path, model: morfem.Tokenizer, tmp_path: Path) -> None:
    streaming = pytest.importorskip("streaming")
    run("encode", folder, "--format", "mds", "--eos", "</s>", "--shard-tokens", 500, "--output", tmp_path / "out", stdin=LINES)
    dataset = streaming.LocalDataset(local=str(tmp_path / "out"))
    assert [dataset[number]["tokens"].tolist() for number in range(len(dataset))] == expected(model)


@pytest.mark.parametrize("finds_texts_by", ["the special that ends them", "the table of spans"])
def test_olmo_core_reads_its_files(run: Run, folder: Path, model: morfem.Tokenizer, tmp_path: Path, finds_texts_by: str) -> None:
    olmo = pytest.importorskip("olmo_core.data.utils")
    run("encode", folder, "--format", "olmo", "--eos", "</s>", "--output", tmp_path / "a.npy", stdin=LINES)
    options = {"eos_token_id": model.token_to_id("</s>"), "dtype": np.uint16} if finds_texts_by.endswith("ends them") else {}
    spans = list(olmo.iter_document_indices(tmp_path / "a.npy", **options))
    read = [olmo.load_array_slice(tmp_path / "a.npy", int(start), int(end), np.uint16).tolist() for start, end in spans]
    assert read == expected(model)


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_datasets_reads_columns(run: Run, folder: Path, model: morfem.Tokenizer, tmp_path: Path, form: str) -> None:
    datasets = pytest.importorskip("datasets")
    run("encode", folder, "--format", form, "--eos", "</s>", "--shard-tokens", 500, "--output", tmp_path / "out", stdin=LINES)
    files = sorted(str(path) for path in (tmp_path / "out").glob(f"*.{form}"))
    dataset = datasets.load_dataset(form, data_files=files, split="train", cache_dir=str(tmp_path / "cache"))
    assert dataset["input_ids"][:] == expected(model)
