"""`tokenizer.morfem`, which comes from strangers: sizes are checked before anything is unpacked, and every fault is an ArtifactError."""

import contextlib
import gzip
import json
import random
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import morfem
import pytest
from morfem.integrations.packed import MOST_BYTES, MOST_PACKED, packed, unpacked
from morfem.search import Analyzer

from tests.conftest import build

TOKENIZER = build("bpe-without-specials")


def stating(sizes: object, content: bytes = b"") -> bytes:
    """A file with a list of files that is not that of its content."""
    return gzip.compress(json.dumps(sizes).encode() + b"\n" + content)


def refusal(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(morfem.ArtifactError) as caught:
        unpacked(path)
    return str(caught.value)


def test_a_packed_tokenizer_comes_back(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(packed(TOKENIZER.files()))
    assert unpacked(tmp_path / "file") == TOKENIZER
    assert packed(unpacked(tmp_path / "file").files()) == packed(TOKENIZER.files())


def test_a_few_bytes_that_stand_for_gigabytes_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    one = stating([["vocabulary.tsv", MOST_BYTES + 1]], bytes(MOST_BYTES + 1))
    several = stating([[f"{number}.tsv", MOST_BYTES // 4] for number in range(5)], bytes(MOST_BYTES // 4 * 5))
    endless = gzip.compress(bytes(MOST_BYTES))
    assert len(one) < 1_000_000
    tracemalloc.start()
    try:
        for content in (one, several):
            assert "its files are larger than those of a tokenizer" in refusal(tmp_path / "file", content)
        refusal(tmp_path / "file", endless)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


def test_files_of_exactly_the_limit_are_unpacked_and_then_checked(tmp_path: Path) -> None:
    assert "morfem.json" in refusal(tmp_path / "file", stating([["a", MOST_BYTES]], bytes(MOST_BYTES)))


@pytest.mark.parametrize(
    "change",
    [
        lambda content: b"",
        lambda content: content[:2],
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: content + content,
        lambda content: content[: len(content) // 2],
        lambda content: gzip.decompress(content),
        lambda content: zlib.compress(gzip.decompress(content)),
        lambda content: stating([]),
        lambda content: stating(None),
        lambda content: stating(5),
        lambda content: stating({"a": 1}, b"a"),
        lambda content: stating([["a"]], b"a"),
        lambda content: stating([["a", "b"]], b"a"),
        lambda content: stating([["a", -1]], b"a"),
        lambda content: stating([["a", 2]], b"a"),
        lambda content: stating([["a", 1]], b"aa"),
        lambda content: stating([["a", 1], ["a", 1]], b"aa"),
        lambda content: stating([["../morfem.json", 2]], b"{}"),
        lambda content: gzip.compress(b"[" * 60_000),
    ],
)
def test_what_is_no_packed_tokenizer_is_refused(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    refusal(tmp_path / "file", change(packed(TOKENIZER.files())))


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    with open(tmp_path / "file", "wb") as large:
        large.truncate(MOST_PACKED + 100)
    with pytest.raises(morfem.ArtifactError, match="has more than 67,108,864 bytes"):
        unpacked(tmp_path / "file")


def test_any_changed_bytes_are_refused_or_harmless(tmp_path: Path) -> None:
    content, file = packed(TOKENIZER.files()), tmp_path / "file"
    rng = random.Random(5)
    for _ in range(400):
        changed = bytearray(content)
        # The head and the end are where gzip states method and length.
        place = rng.choice([*range(20), *range(len(content) - 20, len(content))]) if rng.random() < 0.5 else rng.randrange(len(content))
        changed[place] ^= rng.randrange(1, 256)
        file.write_bytes(changed)
        with contextlib.suppress(morfem.ArtifactError):
            assert unpacked(file) == TOKENIZER


def test_the_playground_has_tokenizers_as_such_files_without_what_only_saves_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pydantic")
    from tools import playground

    monkeypatch.setattr(playground, "TARGET", tmp_path)
    monkeypatch.setattr(morfem, "available", lambda: ["tr-mft"])
    playground.main()
    written, whole = unpacked(tmp_path / "engine" / "tr-mft.pack.gz"), morfem.load("tr-mft")
    assert written.encode("Kitaplar evde").ids == whole.encode("Kitaplar evde").ids
    assert set(whole.files()) - set(written.files()) == {"frequent.tsv"}
    listed = json.loads((tmp_path / "engine" / "tokenizers.json").read_text("utf-8"))
    assert [each["name"] for each in listed["tokenizers"]] == ["tr-mft"]
    tables = json.loads((tmp_path / "engine" / "tr.search.json").read_text("utf-8"))
    assert tables == Analyzer("tr").tables
    assert len(tables["folds"]) == 2
