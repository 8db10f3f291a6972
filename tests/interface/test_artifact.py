"""Saving and loading: which folders can be written to, and which artefacts are refused, with the file and the reason."""

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.laws.adversarial import SENTENCES

FOLDERS = ("yeni", "a/b/c", "adında boşluk", "한국어", "nokta.lı")


@pytest.fixture
def folder(bpe: morfem.Tokenizer, tmp_path: Path) -> Path:
    """An artefact that the test may damage."""
    bpe.save(tmp_path / "artefact")
    return tmp_path / "artefact"


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes `morfem.json` and corrects all hashes, which an accidental change would not."""
    path = folder / "morfem.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    change(record)
    if isinstance(record.get("files"), dict):
        for name in record["files"]:
            if (folder / name).exists():
                record["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    record["hash"] = ""
    record["hash"] = hashlib.sha256(_written(record)).hexdigest()
    path.write_bytes(_written(record))


def _written(record: dict[str, Any]) -> bytes:
    return json.dumps(record, indent=2, ensure_ascii=False).encode() + b"\n"


def refusal(folder: Path) -> str:
    """The reason for which an artefact is refused."""
    with pytest.raises(morfem.ArtifactError) as caught:
        morfem.load(folder)
    assert "\n" not in str(caught.value)
    assert "panic" not in str(caught.value)
    return str(caught.value)


def test_rewriting_without_a_change_keeps_an_artefact_good(folder: Path) -> None:
    """The other tests rely on `rewrite` writing files as morfem does."""
    before = (folder / "morfem.json").read_bytes()
    rewrite(folder, lambda record: None)
    assert (folder / "morfem.json").read_bytes() == before
    morfem.load(folder)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_is_made_where_there_is_none(bpe: morfem.Tokenizer, tmp_path: Path, name: str) -> None:
    bpe.save(tmp_path / name)
    assert morfem.load(tmp_path / name).encode_batch(SENTENCES) == bpe.encode_batch(SENTENCES)
    assert morfem.load(str(tmp_path / name)).name == bpe.name


def test_a_relative_folder(bpe: morfem.Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bpe.save("here")
    assert morfem.load("here").name == bpe.name
    assert sorted(os.listdir()) == ["here"]


def test_an_empty_folder_is_used(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    bpe.save(tmp_path / "empty")
    assert morfem.load(tmp_path / "empty") == bpe


@pytest.mark.parametrize("stranger", ["notes.txt", "picture.png", "sub/deep.txt", ".hidden"])
def test_a_foreign_folder_is_refused_and_left_alone(bpe: morfem.Tokenizer, tmp_path: Path, stranger: str) -> None:
    path = tmp_path / "mine" / stranger
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    with pytest.raises(morfem.MorfemError) as caught:
        bpe.save(tmp_path / "mine")
    assert "mine" in str(caught.value)
    assert stranger.split("/")[0] in str(caught.value)
    assert path.read_text() == "mine"
    assert [each.name for each in (tmp_path / "mine").iterdir()] == [stranger.split("/")[0]]
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]


def test_a_folder_with_a_readme_of_its_own_is_no_artefact(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    """A folder with only a README is another project, and must not be replaced."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "README.md").write_text("my project")
    with pytest.raises(morfem.MorfemError):
        bpe.save(tmp_path / "project")
    assert (tmp_path / "project" / "README.md").read_text() == "my project"


def test_an_artefact_with_a_stranger_in_it_is_refused(bpe: morfem.Tokenizer, folder: Path) -> None:
    (folder / "notes.txt").write_text("mine")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(morfem.MorfemError, match=r"notes\.txt"):
        bpe.with_record(name="other").save(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_file_in_the_way_is_refused(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises((morfem.MorfemError, OSError)):
        bpe.save(tmp_path / "file")
    with pytest.raises((morfem.MorfemError, OSError)):
        bpe.save(tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(sys.platform == "win32" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="the superuser may write everywhere")
def test_a_folder_that_cannot_be_written_is_an_os_error(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(PermissionError):
            bpe.save(tmp_path / "new")
    finally:
        tmp_path.chmod(0o700)


def test_what_is_no_artefact_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("mine")
    for place in ("empty", "file"):
        with pytest.raises(morfem.MorfemError, match=place):
            morfem.load(tmp_path / place)
    with pytest.raises(morfem.MorfemError, match="missing"):
        morfem.load(tmp_path / "missing")


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"null", b"not json", b"\xff\xfe", b'{"format": "1"}', b'{"format": 1}', b'{"format": -1}', b"[" * 100_000],
)
def test_a_record_that_is_none_is_refused(folder: Path, content: bytes) -> None:
    (folder / "morfem.json").write_bytes(content)
    assert "morfem.json" in refusal(folder)


def test_a_newer_format_is_refused_with_a_suggested_fix(folder: Path) -> None:
    rewrite(folder, lambda record: record.update(format=999, invented=True))
    reason = refusal(folder)
    assert "morfem.json" in reason
    assert "999" in reason
    assert "update morfem" in reason


def test_an_unknown_kind_is_refused(folder: Path) -> None:
    rewrite(folder, lambda record: record.update(kind="mystery"))
    assert "mystery" in refusal(folder)


RECORDS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no splitter": lambda record: record.pop("splitter"),
    "unknown splitter": lambda record: record.update(splitter="scissors"),
    "another size": lambda record: record.update(vocab_size=record["vocab_size"] + 1),
    "a size of the wrong type": lambda record: record.update(vocab_size="many"),
    "a negative size": lambda record: record.update(vocab_size=-1),
    "no files": lambda record: record.update(files={}),
    "no vocabulary": lambda record: record["files"].pop("vocabulary.tsv"),
    "no merges": lambda record: record["files"].pop("merges.tsv"),
    "a file outside": lambda record: record["files"].update({"../outside": "0" * 64}),
    "an absolute file": lambda record: record["files"].update({"/etc/hostname": "0" * 64}),
    "specials that are others": lambda record: record.update(special_tokens=["<other>"]),
    "kind of another model": lambda record: record.update(kind="unigram"),
}


@pytest.mark.parametrize("what", RECORDS)
def test_a_record_that_does_not_fit_is_refused(folder: Path, what: str) -> None:
    rewrite(folder, RECORDS[what])
    assert str(folder) in refusal(folder)


VOCABULARIES: dict[str, Callable[[list[str]], object]] = {
    "a line too few": lambda lines: lines.pop(),
    "a line too many": lambda lines: lines.append("ek\tsubword"),
    "a missing byte": lambda lines: lines.__setitem__(5, "başka\tsubword"),
    "a byte twice": lambda lines: lines.__setitem__(6, lines[5]),
    "an unknown kind": lambda lines: lines.__setitem__(-1, "ev\tmystery"),
    "no kind": lambda lines: lines.__setitem__(-1, "ev"),
    "an empty token": lambda lines: lines.__setitem__(-1, "\tsubword"),
    "an empty line": lambda lines: lines.__setitem__(-1, ""),
    "one token twice": lambda lines: lines.__setitem__(-1, lines[-2]),
    "a special with a line end in it": lambda lines: lines.__setitem__(1, "<p\rad>\tspecial"),
    "a special twice": lambda lines: lines.__setitem__(1, lines[2]),
    "a byte without digits": lambda lines: lines.__setitem__(5, "<0xZZ>\tbyte"),
    "nothing": list.clear,
}


@pytest.mark.parametrize("what", VOCABULARIES)
def test_a_vocabulary_that_does_not_fit_is_refused(folder: Path, what: str) -> None:
    path = folder / "vocabulary.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    VOCABULARIES[what](lines)
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    rewrite(folder, lambda record: None)
    reason = refusal(folder)
    assert "vocabulary.tsv" in reason or "merges.tsv" in reason


MERGES: dict[str, Callable[[list[str]], object]] = {
    "an id out of range": lambda lines: lines.append("1\t999999"),
    "its own product": lambda lines: lines.__setitem__(1, "260\t30"),
    "a negative id": lambda lines: lines.append("-1\t2"),
    "three columns": lambda lines: lines.append("1\t2\t3"),
    "one column": lambda lines: lines.append("1"),
    "a merge twice": lambda lines: lines.__setitem__(-1, lines[1]),
    "a special merged": lambda lines: lines.__setitem__(-1, "0\t30"),
    "words": lambda lines: lines.append("ev\tler"),
    "a merge too many": lambda lines: lines.append("40\t40"),
    "a merge too few": lambda lines: lines.pop(),
}


@pytest.mark.parametrize("what", MERGES)
def test_merges_that_do_not_fit_are_refused(folder: Path, what: str) -> None:
    path = folder / "merges.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    MERGES[what](lines)
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    rewrite(folder, lambda record: None)
    assert "merges.tsv" in refusal(folder)


@pytest.mark.parametrize("score", ["nan", "inf", "-inf", "1e300", "much", "--1", "0x10"])
def test_a_score_that_is_no_number_is_refused(tmp_path: Path, score: str) -> None:
    tokenizer = morfem.train.unigram(SENTENCES * 2, vocab_size=400, progress=False)
    tokenizer.save(tmp_path / "unigram")
    path = tmp_path / "unigram" / "vocabulary.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[-1] = "\t".join([*lines[-1].split("\t")[:2], score])
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    rewrite(tmp_path / "unigram", lambda record: None)
    assert "vocabulary.tsv" in refusal(tmp_path / "unigram")


def test_a_file_beside_the_artefact_is_not_read(folder: Path, bpe: morfem.Tokenizer) -> None:
    (folder / "merges.pkl").write_bytes(b"cos\nsystem\n(S'exit 1'\ntR.")
    assert morfem.load(folder) == bpe


def test_a_link_to_an_artefact_is_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    assert morfem.load(tmp_path / "link") == morfem.load(folder)


def test_an_artefact_moves(folder: Path, tmp_path: Path) -> None:
    shutil.move(folder, tmp_path / "elsewhere")
    assert morfem.load(tmp_path / "elsewhere").count("ev") > 0


def test_wrong_folders_are_type_errors(bpe: morfem.Tokenizer) -> None:
    for wrong in (None, 3, ["a"]):
        with pytest.raises(TypeError):
            bpe.save(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            morfem.Tokenizer.load(wrong)  # type: ignore[arg-type]


def test_a_merge_that_is_wrong_is_told_with_the_file_of_merges(folder: Path) -> None:
    lines = (folder / "merges.tsv").read_text("utf-8").splitlines()
    (folder / "merges.tsv").write_text("\n".join([*lines[:2], lines[1], *lines[3:]]) + "\n", "utf-8")
    rewrite(folder, lambda record: None)
    assert refusal(folder).startswith(f"{folder}/merges.tsv: ")
