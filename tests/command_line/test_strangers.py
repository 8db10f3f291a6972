"""`morfem info` of a tokenizer from a stranger prints no control character that a terminal obeys."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.command_line.conftest import Run
from tests.conftest import build

ESCAPES = "\x1b]0;title\x07\x1b[2J\x9b31m\x7f"


def stranger(folder: Path, **fields: Any) -> Path:
    """A saved tokenizer whose texts have control characters, with correct hashes."""
    files = build("bpe").files()
    card = f"# Card\n\nA card {ESCAPES}.\n\n## Title {ESCAPES}\n\n| {ESCAPES} | a |\n|---|---|\n| b | {ESCAPES} |\n".encode()
    record = json.loads(files["morfem.json"])
    record |= {"name": f"name{ESCAPES}", "language": f"tr{ESCAPES}", "options": {ESCAPES: ESCAPES}, "training": {"by": [ESCAPES]}, **fields}
    record["files"] = dict(sorted((record["files"] | {"README.md": hashlib.sha256(card).hexdigest()}).items()))
    folder.mkdir()
    for name, content in (files | {"README.md": card}).items():
        (folder / name).write_bytes(content)
    unsealed = json.dumps(record | {"hash": ""}, ensure_ascii=False, indent=2) + "\n"
    seal = hashlib.sha256(unsealed.encode()).hexdigest()
    (folder / "morfem.json").write_text(unsealed.replace('"hash": ""', f'"hash": "{seal}"'), encoding="utf-8")
    return folder


def is_harmless(shown: bytes) -> bool:
    return all(c == "\n" or not (ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0) for c in shown.decode())


def test_info_shows_no_control_characters(run: Run, tmp_path: Path) -> None:
    folder = stranger(tmp_path / "stranger")
    shown = run("info", folder).out
    assert "name␛]0;title␇" in shown.decode()
    assert is_harmless(shown)


def test_info_as_json_escapes_control_characters_and_says_the_same(run: Run, tmp_path: Path) -> None:
    folder = stranger(tmp_path / "stranger")
    shown = run("info", folder, "--json").out
    assert is_harmless(shown)
    assert json.loads(shown)["name"] == f"name{ESCAPES}"
    assert json.loads(shown)["card"] == morfem.load(folder).record["card"]


@pytest.mark.parametrize(
    "training", [{"corpus": 5}, {"corpus": [{}]}, {"members": []}, {"general": {"corpus": [5]}}, {"members": {"a": 1}}]
)
def test_info_of_a_record_that_morfem_has_not_written_is_no_traceback(run: Run, tmp_path: Path, training: dict[str, Any]) -> None:
    assert b"Training" in run("info", stranger(tmp_path / "stranger", training=training)).out


def test_a_large_record_is_refused_before_it_is_read(run: Run, tmp_path: Path) -> None:
    folder = stranger(tmp_path / "stranger", options={"empty": [[]] * 600_000})
    record = (folder / "morfem.json").read_bytes()
    loads: list[Callable[[], object]] = [lambda: morfem.load(folder), lambda: morfem.Tokenizer.from_files({"morfem.json": record})]
    for load in loads:
        with pytest.raises(morfem.ArtifactError, match=r"morfem\.json: has \d+ bytes; it may have 4194304 at most"):
            load()


def test_special_tokens_that_a_record_could_not_hold_are_refused() -> None:
    with pytest.raises(morfem.MorfemError, match="reserved is 65537; at most 65536 ids can be reserved"):
        build("bpe").with_special_tokens([], reserved=(1 << 16) + 1)
    with pytest.raises(
        morfem.MorfemError, match=r"the special tokens have \d+ bytes; give fewer or shorter ones, of 2097152 bytes at most"
    ):
        build("bpe").with_special_tokens([f"<{'x' * 900}{number}>" for number in range(2_400)])
