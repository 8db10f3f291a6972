"""Compact folders: the larger files are compressed, and the tokenizer is the same (docs/artifacts.md)."""

import hashlib
import json
import pickle
import random
import shutil
from pathlib import Path

import morfem
import pytest

from tests.conftest import sentences
from tests.interface.test_format import contents, sealed
from tools import publish

OLDER = Path(morfem.__file__).parent / "artifacts"


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


def test_a_compact_folder_of_an_artefact_of_the_first_format_needs_a_reader_of_the_second(tmp_path: Path) -> None:
    first = morfem.load(Path(__file__).parents[1] / "artifacts" / "format-1" / "mft-finnish")
    first.save(tmp_path / "compact", compact=True)
    assert json.loads((tmp_path / "compact" / "morfem.json").read_bytes())["format"] == 2
    again = morfem.load(tmp_path / "compact")
    assert again.encode_batch(sentences("tr")) == first.encode_batch(sentences("tr"))
    again.save(tmp_path / "again", compact=True)
    assert contents(tmp_path / "again") == contents(tmp_path / "compact")


def test_every_bundled_tokenizer_is_compact_and_what_its_hashes_say(tmp_path: Path) -> None:
    """`morfem.load` checks the compressed files of bundled tokenizers, `Tokenizer.load` also the content."""
    for folder in sorted(record.parent for record in OLDER.glob("*/morfem.json")):
        assert json.loads((folder / "morfem.json").read_bytes())["requires"] == ["compact"]
        whole = Path(shutil.copytree(folder, tmp_path / folder.name))
        publish.complete(whole, OLDER / folder.name.partition("@")[0])
        assert morfem.Tokenizer.load(whole).version is not None


def test_the_folder_of_an_older_version_leaves_out_what_is_the_same_in_the_newest(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    newest, older = tmp_path / "bpe", tmp_path / "bpe@1"
    bpe.with_record(version=2).save(newest, compact=True)
    bpe.with_record(version=1).save(older, compact=True)
    whole = contents(older)
    publish.leave_out_shared(older, newest)
    assert contents(older).keys() == {"morfem.json"}
    loaded = morfem.Tokenizer._load_bundled(older)
    assert (loaded.version, loaded) == (1, bpe.with_record(version=1))
    assert "merges.tsv" in refusal(older), "only bundled tokenizers have such folders"
    publish.complete(older, newest)
    assert contents(older) == whole


def test_what_an_older_version_shares_must_be_what_was_saved(bpe: morfem.Tokenizer, compact: Path, tmp_path: Path) -> None:
    older = tmp_path / "compact@1"
    bpe.save(older, compact=True)
    publish.leave_out_shared(older, compact)
    damaged = (compact / "merges.tsv.lz4").read_bytes()[:-1] + b"x"
    (compact / "merges.tsv.lz4").write_bytes(damaged)
    with pytest.raises(morfem.ArtifactError, match=r"merges\.tsv"):
        morfem.Tokenizer._load_bundled(older)


def test_no_older_version_has_a_file_that_the_newest_has_too() -> None:
    files = [(file, OLDER / file.parent.name.partition("@")[0] / file.name) for file in OLDER.glob("*@*/*")]
    assert not [file for file, newest in files if newest.exists() and file.read_bytes() == newest.read_bytes()]


def test_make_train_gives_every_bundled_tokenizer_the_version_that_it_has() -> None:
    assert {folder.name: morfem.load(folder.name).version for folder in OLDER.iterdir() if "@" not in folder.name} == publish.NEWEST


def test_an_older_version_is_kept_without_its_precomputed_chunks(tmp_path: Path) -> None:
    """It gives the same ids, and keeping it again changes nothing."""
    assert not [path for path in OLDER.glob("*@*/*") if path.name.startswith(publish.PRECOMPUTED)]
    newest = morfem.load("tr-mft")
    newest.save(tmp_path / "tr-mft")
    publish.keep_older(tmp_path / "tr-mft")
    older = morfem.load(tmp_path / f"tr-mft@{newest.version}")
    assert newest.files().keys() - older.files().keys() == {"frequent.tsv"}
    assert older.encode_batch(sentences("tr")) == newest.encode_batch(sentences("tr"))
    publish.keep_older(tmp_path / f"tr-mft@{newest.version}")
    assert morfem.load(tmp_path / f"tr-mft@{newest.version}") == older


# What version 1 gave when it was published.
VERSION_1 = [
    ("tr-mft", "Kitaplarımızdan okuduk.", [262, 690, 268, 272, 278, 667, 308, 299, 32687]),
    ("tr-mft", "3.14 ChatGPT 😀", [30874, 32687, 30997, 262, 10624, 263, 32744, 31912, 32673, 244, 163, 156, 132]),
    ("tr-mft-64k", "Kitaplarımızdan okuduk.", [30328, 29200, 278, 58671, 28955]),
    ("tr-mft-64k", "3.14 ChatGPT 😀", [22674, 28955, 22780, 51198, 263, 29012, 23755, 28941, 244, 163, 156, 132]),
    ("he-splinter", "הילדים כתבו מכתבים לסבתא.", [11617, 14474, 14641, 265, 16101, 50]),
    ("he-splinter", "שָׁלוֹם, 1948!", [27829, 48, 27059, 60, 37]),
    ("ar-splinter", "كتب الطلاب رسائلهم في المكتبة.", [442, 13910, 13653, 280, 262, 15056, 50]),
    ("ar-splinter", "ذَهَبَ الوَلَدُ", [653, 27410, 14850, 282, 27853]),
    ("ms-splinter", "Buku-buku itu telah dibacakannya.", [26132, 49, 488, 270, 287, 317, 1194, 18963, 50]),
    ("ms-splinter", "McDonald 2024", [26511, 260, 29305, 25433]),
]


@pytest.mark.parametrize(("name", "text", "ids"), VERSION_1)
def test_the_first_version_gives_the_ids_of_its_publication(name: str, text: str, ids: list[int]) -> None:
    first = morfem.load(f"{name}@1")
    assert (first.name, first.version) == (name, 1)
    assert first.encode(text).ids == ids
    assert first.decode(ids) == text
    newest = morfem.load(name)
    assert newest.version == publish.NEWEST[name]
    assert newest.vocab_size == first.vocab_size


def test_an_unknown_version_names_all_that_there_are() -> None:
    with pytest.raises(morfem.MorfemError, match="there is tr-mft@1, tr-mft@2"):
        morfem.load("tr-mft@3")
