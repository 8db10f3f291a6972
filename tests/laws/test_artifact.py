"""Law: load(save(t)) is t, down to the bytes on disk; an artefact is data only, and one changed byte is refused."""

import pickle
import random
import shutil
from pathlib import Path

import morfem
import pytest

from tests.laws.adversarial import corpus

DATA = {".json", ".tsv", ".md", ".toml"}


def content(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def copy(saved: Path, tmp_path: Path) -> Path:
    """A copy of the artefact that the test may damage."""
    return Path(shutil.copytree(saved, tmp_path / "copy"))


@pytest.fixture
def small(program: morfem.Tokenizer, tmp_path: Path) -> Path:
    """A small artefact that loads quickly, to be damaged many times."""
    program.save(tmp_path / "small")
    return tmp_path / "small"


def test_a_loaded_tokenizer_is_the_saved_one(tokenizer: morfem.Tokenizer, saved: Path) -> None:
    again = morfem.load(saved)
    texts = corpus()
    assert again.encode_batch(texts) == tokenizer.encode_batch(texts)
    assert again.vocab_size == tokenizer.vocab_size
    assert (again.name, again.kind, again.language, again.special_tokens) == (
        tokenizer.name,
        tokenizer.kind,
        tokenizer.language,
        tokenizer.special_tokens,
    )
    assert again.record == tokenizer.record
    assert [again.id_to_token(id) for id in range(again.vocab_size)] == [tokenizer.id_to_token(id) for id in range(tokenizer.vocab_size)]
    rng = random.Random(4)
    some = [rng.randrange(again.vocab_size) for _ in range(5000)]
    assert again.decode_bytes(some) == tokenizer.decode_bytes(some)


def test_saving_again_writes_the_same_bytes(tokenizer: morfem.Tokenizer, saved: Path, tmp_path: Path) -> None:
    morfem.load(saved).save(tmp_path / "second")
    morfem.load(tmp_path / "second").save(tmp_path / "third")
    tokenizer.save(tmp_path / "from the first")
    assert content(tmp_path / "second") == content(saved)
    assert content(tmp_path / "third") == content(saved)
    assert content(tmp_path / "from the first") == content(saved)


def test_saving_over_an_artefact_replaces_it(tokenizer: morfem.Tokenizer, bpe: morfem.Tokenizer, saved: Path, tmp_path: Path) -> None:
    bpe.save(tmp_path / "folder")
    tokenizer.save(tmp_path / "folder")
    assert content(tmp_path / "folder") == content(saved)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_an_artefact_is_data_only(saved: Path) -> None:
    files = content(saved)
    assert "morfem.json" in files
    assert {Path(name).suffix for name in files} <= DATA
    for data in morfem.load(saved).files().values():
        data.decode("utf-8")


def test_the_pickled_tokenizer_is_the_same(tokenizer: morfem.Tokenizer) -> None:
    again = pickle.loads(pickle.dumps(tokenizer))
    assert again.encode_batch(corpus()) == tokenizer.encode_batch(corpus())


def refusal(folder: Path) -> str:
    """Message of the error with which loading a damaged artefact ends."""
    with pytest.raises(morfem.ArtifactError) as caught:
        morfem.load(folder)
    return str(caught.value)


def test_one_changed_byte_in_any_file_is_refused(copy: Path) -> None:
    rng = random.Random(5)
    for name, data in content(copy).items():
        at = rng.randrange(len(data))
        (copy / name).write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
        assert name in refusal(copy), f"byte {at}"
        (copy / name).write_bytes(data)
    morfem.load(copy)


def test_one_changed_byte_anywhere_is_refused(small: Path) -> None:
    rng = random.Random(5)
    for name, data in content(small).items():
        places = range(len(data)) if len(data) < 800 else sorted({0, len(data) - 1, *(rng.randrange(len(data)) for _ in range(60))})
        for at in places:
            damaged = bytearray(data)
            damaged[at] ^= 1 << rng.randrange(8)
            (small / name).write_bytes(damaged)
            assert name in refusal(small), f"byte {at}"
        (small / name).write_bytes(data)
    morfem.load(small)


def test_an_artefact_without_one_of_its_files_is_refused(copy: Path) -> None:
    for name, data in content(copy).items():
        (copy / name).unlink()
        assert name in refusal(copy)
        (copy / name).write_bytes(data)


def test_a_file_that_is_cut_off_or_changed_throughout_is_refused(small: Path) -> None:
    for name, data in content(small).items():
        for part in (
            b"",
            data[:-1],
            data[: len(data) // 2],
            data + b"\n",
            data + data,
            data.replace(b"\n", b"\r\n"),
            b"\xef\xbb\xbf" + data,
        ):
            (small / name).write_bytes(part)
            assert name in refusal(small)
        (small / name).write_bytes(data)


def test_exchanged_files_are_refused(copy: Path, bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    bpe.with_record(name="another").save(tmp_path / "bpe")
    other, own = content(tmp_path / "bpe"), content(copy)
    for name in own:
        if name in other and other[name] != own[name] and name != "morfem.json":
            (copy / name).write_bytes(other[name])
            assert name in refusal(copy)
            (copy / name).write_bytes(own[name])
