"""The promise about saved tokenizers (docs/artifacts.md): an unknown optional field is kept; an unknown required feature is refused."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.conftest import build
from tools import publish


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


def test_fields_that_are_unset_are_absent(bpe: morfem.Tokenizer) -> None:
    fields = json.loads(bpe.files()["morfem.json"])
    assert fields["format"] == 1
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
    ("field", "value", "reason"),
    [("format", 2, "has format 2"), ("unicode", "99.0.0", "Unicode 99.0.0"), ("splitter", "foo", 'the splitter "foo"')],
)
def test_what_only_a_newer_version_can_read_says_so(bpe: morfem.Tokenizer, tmp_path: Path, field: str, value: object, reason: str) -> None:
    folder = with_fields(bpe, tmp_path / "newer", lambda fields: fields.update({field: value}))
    with pytest.raises(morfem.ArtifactError, match=f"{reason}.*update morfem"):
        morfem.load(folder)


def test_one_changed_byte_of_a_record_is_refused(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    folder = tmp_path / "bpe"
    bpe.save(folder)
    record = (folder / "morfem.json").read_bytes()
    for at in range(0, len(record), 37):
        changed = bytearray(record)
        changed[at] ^= 1
        (folder / "morfem.json").write_bytes(changed)
        with pytest.raises(morfem.ArtifactError, match=r"morfem\.json"):
            morfem.load(folder)


def test_every_bundled_tokenizer_is_stored_as_it_is_saved() -> None:
    """`morfem.load` does not check the precomputed chunks of a bundled tokenizer, `Tokenizer.load` does."""
    for folder in sorted(record.parent for record in Path(morfem.__file__).parent.glob("artifacts/*/morfem.json")):
        assert morfem.Tokenizer.load(folder).files() == contents(folder), folder.name


def test_a_version_pins_a_bundled_tokenizer() -> None:
    for name in morfem.available():
        assert morfem.load(name).version == publish.VERSION
        assert morfem.load(f"{name}@{publish.VERSION}") == morfem.load(name)


@pytest.mark.parametrize("version", ["99", "0", "-1", "", "one"])
def test_another_version_is_refused_with_what_says_the_package_that_has_it(version: str) -> None:
    has = f"morfem {morfem.__version__} has tr-mft@1, not tr-mft@{version}; "
    with pytest.raises(morfem.MorfemError, match=f"{has}.*another release of morfem has it: CHANGELOG.md says which"):
        morfem.load(f"tr-mft@{version}")


def test_a_bundled_tokenizer_is_pinned_by_the_version_that_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    morfem.load("bpe").with_record(version=3).save(tmp_path / "bpe")
    monkeypatch.setattr(morfem, "_ARTIFACTS", tmp_path)
    assert morfem.load("bpe@3").version == 3
    with pytest.raises(morfem.MorfemError, match="has bpe@3, not bpe@2"):
        morfem.load("bpe@2")


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


def test_symbols_that_no_import_has_are_refused(tmp_path: Path) -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["symbols"]["ids"] = [5, 4]

    with pytest.raises(morfem.ArtifactError, match="ascending order"):
        morfem.load(with_fields(build("sentencepiece-bpe"), tmp_path / "saved", change))


@pytest.mark.parametrize(
    ("name", "kind", "splitter"),
    [("mft-finnish", "mft", "llama3"), ("morpheus-merged", "morpheus", "cl100k"), ("splinter-units", "splinter", "whole")],
)
def test_a_splitter_with_which_a_kind_loses_text_is_refused(tmp_path: Path, name: str, kind: str, splitter: str) -> None:
    """Such a record was accepted, and "I'LLf" lost its last small letter."""
    folder = with_fields(build(name), tmp_path / "changed", lambda fields: fields.update({"splitter": splitter}))
    with pytest.raises(morfem.ArtifactError, match=f"has the splitter {splitter}, with which kind {kind} loses text; it takes"):
        morfem.load(folder)
