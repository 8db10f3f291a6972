"""Compact folders: the larger files are compressed, and the tokenizer is the same (docs/artifacts.md)."""

import hashlib
import json
import pickle
import random
from pathlib import Path

import morfem
import pytest

from tests.conftest import sentences
from tests.interface.test_format import contents, sealed

BUNDLED = Path(morfem.__file__).parent / "artifacts"


@pytest.fixture
def compact(bpe: morfem.Tokenizer, tmp_path: Path) -> Path:
    """A compact folder that the test may damage."""
    bpe.save(tmp_path / "compact", compact=True)
    return tmp_path / "compact"


def refusal(folder: Path) -> str:
    with pytest.raises(morfem.ArtifactError) as caught:
        morfem.load(folder)
    return str(caught.value)


def test_a_compact_folder_has_smaller_files_and_the_same_tokenizer(bpe: morfem.Tokenizer, compact: Path) -> None:
    files, stored = bpe.files(), contents(compact)
    assert stored.keys() == {"morfem.json", "merges.tsv.lz4", "vocabulary.tsv.lz4"}
    for name in ("merges.tsv", "vocabulary.tsv"):
        assert len(stored[f"{name}.lz4"]) < 0.75 * len(files[name])
    loaded = morfem.load(compact)
    assert loaded == bpe
    assert hash(loaded) == hash(bpe)
    assert loaded.files() == files
    assert loaded.encode_batch(sentences("tr")) == bpe.encode_batch(sentences("tr"))
    assert pickle.loads(pickle.dumps(loaded)).files() == files
    assert morfem.Tokenizer.from_files(stored) == bpe


def test_the_record_has_the_hashes_of_the_readable_files_and_of_the_compressed_ones(bpe: morfem.Tokenizer, compact: Path) -> None:
    record = json.loads((compact / "morfem.json").read_bytes())
    assert record["requires"] == ["compact"]
    assert record["files"] == json.loads(bpe.files()["morfem.json"])["files"]
    assert record["compressed"] == {
        name: hashlib.sha256((compact / f"{name}.lz4").read_bytes()).hexdigest() for name in ("merges.tsv", "vocabulary.tsv")
    }


def test_a_loaded_folder_is_saved_in_either_form_byte_for_byte(bpe: morfem.Tokenizer, compact: Path, tmp_path: Path) -> None:
    bpe.save(tmp_path / "readable")
    for folder in (compact, tmp_path / "readable"):
        morfem.load(folder).save(tmp_path / "again", compact=True)
        assert contents(tmp_path / "again") == contents(compact)
        morfem.load(folder).save(tmp_path / "again")
        assert contents(tmp_path / "again") == contents(tmp_path / "readable")


def test_one_changed_byte_in_a_compact_folder_is_refused(compact: Path) -> None:
    rng = random.Random(7)
    for name, data in contents(compact).items():
        for at in {0, len(data) - 1, *(rng.randrange(len(data)) for _ in range(60))}:
            damaged = bytearray(data)
            damaged[at] ^= 1 << rng.randrange(8)
            (compact / name).write_bytes(damaged)
            assert name in refusal(compact), f"byte {at}"
        (compact / name).unlink()
        assert name in refusal(compact)
        (compact / name).write_bytes(data)
    morfem.load(compact)


def test_a_compressed_file_with_other_content_than_its_hash_says_is_refused(compact: Path) -> None:
    """Both hashes are checked: here the compressed file has the right one, its content another."""
    record = json.loads((compact / "morfem.json").read_bytes())
    record["compressed"]["merges.tsv"] = record["compressed"]["vocabulary.tsv"]
    (compact / "merges.tsv.lz4").write_bytes((compact / "vocabulary.tsv.lz4").read_bytes())
    (compact / "morfem.json").write_bytes(sealed(record))
    assert "merges.tsv: is not what was saved" in refusal(compact)


def test_a_file_is_given_in_one_form_only(bpe: morfem.Tokenizer, compact: Path) -> None:
    readable = {"merges.tsv": bpe.files()["merges.tsv"]}
    with pytest.raises(morfem.ArtifactError, match=r"take merges\.tsv\.lz4 instead"):
        morfem.Tokenizer.from_files({**contents(compact), **readable})


def test_every_bundled_tokenizer_is_compact_and_what_its_hashes_say(tmp_path: Path) -> None:
    """`morfem.load` checks the compressed files of bundled tokenizers, `Tokenizer.load` also the content."""
    for folder in sorted(record.parent for record in BUNDLED.glob("*/morfem.json")):
        assert json.loads((folder / "morfem.json").read_bytes())["requires"] == ["compact"]
        assert morfem.Tokenizer.load(folder).version is not None
