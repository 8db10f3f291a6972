"""The promise about saved tokenizers (docs/artifacts.md): every format is read; an unknown optional field is kept; an unknown required
feature is refused."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.conftest import build

SAVED = Path(__file__).parents[1] / "artifacts" / "format-1"
KINDS = sorted(folder.name for folder in SAVED.iterdir() if folder.is_dir())


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def sealed(fields: dict[str, Any]) -> bytes:
    """A record with the hash that its fields have."""
    blank = json.dumps({**fields, "hash": ""}, indent=2, ensure_ascii=False) + "\n"
    return blank.replace('"hash": ""', f'"hash": "{hashlib.sha256(blank.encode()).hexdigest()}"').encode()


def with_fields(bpe: morfem.Tokenizer, folder: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """An artefact whose record has been changed by a program that knows how to seal it."""
    bpe.save(folder)
    fields = json.loads((folder / "morfem.json").read_bytes())
    change(fields)
    (folder / "morfem.json").write_bytes(sealed(fields))
    return folder


def put_before_files(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(fields: dict[str, Any]) -> None:
        files, seal = fields.pop("files"), fields.pop("hash")
        fields.update({name: value, "files": files, "hash": seal})

    return change


@pytest.mark.parametrize("kind", KINDS)
def test_an_artefact_of_the_first_format_is_saved_again_byte_for_byte(kind: str, tmp_path: Path) -> None:
    morfem.load(SAVED / kind).save(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(SAVED / kind)


def test_there_is_an_artefact_of_the_first_format_of_each_kind() -> None:
    assert {morfem.load(SAVED / kind).kind for kind in KINDS} == {
        "bpe",
        "mft",
        "morpheus",
        "sentencepiece",
        "splinter",
        "thunder",
        "unigram",
    }


def test_fields_that_are_unset_are_absent(bpe: morfem.Tokenizer) -> None:
    fields = json.loads(bpe.files()["morfem.json"])
    assert fields["format"] == 2
    assert not fields.keys() & {"requires", "version", "language", "space_before", "unknown_score"}
    assert fields["unicode"] == "18.0.0"


def test_an_unknown_optional_field_is_kept(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    folder = with_fields(bpe, tmp_path / "newer", put_before_files("mood", {"a": [1, 2.5, None]}))
    tokenizer = morfem.load(folder)
    tokenizer.save(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(folder)
    assert tokenizer.encode("ev").ids == bpe.encode("ev").ids


def test_an_unknown_required_feature_is_refused_by_name(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    def change(fields: dict[str, Any]) -> None:
        rest = dict(fields)
        fields.clear()
        fields.update({"format": rest.pop("format"), "requires": ["second-sight"], **rest})

    folder = with_fields(bpe, tmp_path / "newer", change)
    with pytest.raises(morfem.ArtifactError, match=r"requires the feature \"second-sight\".*update morfem"):
        morfem.load(folder)


@pytest.mark.parametrize(
    ("name", "value"), [("source", {"steps": ["lowercase"]}), ("requires", []), ("version", 3), ("unicode", "18.0.0"), ("compressed", {})]
)
def test_a_field_that_the_first_format_does_not_have_is_refused_there(tmp_path: Path, name: str, value: object) -> None:
    """It took effect, but was not saved again."""
    folder = with_fields(morfem.load(SAVED / "bpe"), tmp_path / "changed", put_before_files(name, value))
    with pytest.raises(morfem.ArtifactError, match=f'has format 1 and the field "{name}", which that format does not have'):
        morfem.load(folder)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [("format", 3, "has format 3"), ("unicode", "99.0.0", "Unicode 99.0.0"), ("splitter", "foo", 'the splitter "foo"')],
)
def test_what_only_a_newer_version_can_read_says_so(bpe: morfem.Tokenizer, tmp_path: Path, field: str, value: object, reason: str) -> None:
    folder = with_fields(bpe, tmp_path / "newer", lambda fields: fields.update({field: value}))
    with pytest.raises(morfem.ArtifactError, match=f"{reason}.*update morfem"):
        morfem.load(folder)


def test_one_changed_byte_of_a_record_of_the_first_format_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bpe"
    shutil.copytree(SAVED / "bpe", folder)
    record = (folder / "morfem.json").read_bytes()
    for at in range(0, len(record), 37):
        changed = bytearray(record)
        changed[at] ^= 1
        (folder / "morfem.json").write_bytes(changed)
        with pytest.raises(morfem.ArtifactError, match=r"morfem\.json"):
            morfem.load(folder)


def test_a_version_pins_a_bundled_tokenizer() -> None:
    for name in morfem.available():
        newest = morfem.load(name)
        assert newest.version is not None
        assert morfem.load(f"{name}@{newest.version}") == newest


@pytest.mark.parametrize("version", ["99", "0", "-1", "", "one", "../tr-mft"])
def test_a_version_that_is_not_bundled_names_those_that_are(version: str) -> None:
    with pytest.raises(morfem.MorfemError, match="tr-mft@2"):
        morfem.load(f"tr-mft@{version}")


def test_a_tokenizer_of_ones_own_has_no_version(bpe: morfem.Tokenizer) -> None:
    assert bpe.version is None
    assert bpe.with_record(version=3).version == 3


def test_a_record_with_its_hash_in_another_place_is_refused(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    """Otherwise a tokenizer could say that it is another one: two with the same hash are equal."""
    folder = with_fields(bpe, tmp_path / "saved", lambda fields: None)
    blank = json.dumps({**json.loads((folder / "morfem.json").read_bytes()), "hash": "0" * 64, "last": {"hash": ""}}, indent=2)
    (folder / "morfem.json").write_text(blank.replace('"hash": ""', f'"hash": "{hashlib.sha256(blank.encode()).hexdigest()}"'), "utf-8")
    with pytest.raises(morfem.ArtifactError, match="its hash in another place"):
        morfem.load(folder)


@pytest.mark.parametrize("outside", ["..", "folder", "notes.txt"])
def test_nothing_is_opened_that_is_not_a_file_of_an_artefact(bpe: morfem.Tokenizer, tmp_path: Path, outside: str) -> None:
    """A folder that was opened would be refused with another message."""

    def name_it(fields: dict[str, Any]) -> None:
        (tmp_path / "saved" / "folder").mkdir()
        fields["files"][outside] = "0" * 64

    with pytest.raises(morfem.ArtifactError, match="which is not a file of an artefact"):
        morfem.load(with_fields(bpe, tmp_path / "saved", name_it))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"steps": [{"replace": {"from": "a", "to": "aa"}}] * 24}, "more than 10000 times as long"),
        ({"steps": ["lowercase"] * 100}, "has 100 steps; 64 are possible"),
        ({"symbols": [5, 4]}, "ascending order"),
    ],
)
def test_a_source_that_no_import_has_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["source"].update(changes)

    with pytest.raises(morfem.ArtifactError, match=message):
        morfem.load(with_fields(build("sentencepiece-bpe"), tmp_path / "saved", change))


@pytest.mark.parametrize(
    ("name", "kind", "splitter"),
    [("mft-finnish", "mft", "llama3"), ("morpheus-merged", "morpheus", "cl100k"), ("splinter-units", "splinter", "whole")],
)
def test_a_splitter_with_which_a_kind_loses_text_is_refused(tmp_path: Path, name: str, kind: str, splitter: str) -> None:
    """Such a record was accepted, and "I'LLf" lost its last small letter."""
    folder = with_fields(morfem.load(SAVED / name), tmp_path / "changed", lambda fields: fields.update({"splitter": splitter}))
    with pytest.raises(morfem.ArtifactError, match=f"has the splitter {splitter}, with which kind {kind} loses text; it takes"):
        morfem.load(folder)
