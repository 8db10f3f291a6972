"""`tokenizer.morfem`, a zip that comes from strangers: sizes are checked before reading, and every fault is an ArtifactError."""

import contextlib
import io
import random
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import morfem
import pytest
from morfem.integrations.packed import MOST_BYTES, MOST_FILE, packed, unpacked

from tests.conftest import build

TOKENIZER = build("bpe-without-specials")


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED, comment: bytes = b"") -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        archive.comment = comment
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def stating(size: int) -> Callable[[bytes], bytes]:
    """A zip whose table states another size of each file."""

    def changed(content: bytes) -> bytes:
        parts = content.split(b"PK\1\2")
        return b"PK\1\2".join([parts[0], *(part[:20] + struct.pack("<L", size) + part[24:] for part in parts[1:])])

    return changed


def encrypted(content: bytes) -> bytes:
    parts = content.split(b"PK\1\2")
    return b"PK\1\2".join([parts[0], *(part[:4] + b"\1\0" + part[6:] for part in parts[1:])])


def refusal(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(morfem.ArtifactError) as caught:
        unpacked(path)
    return str(caught.value)


def test_a_packed_tokenizer_comes_back(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(packed(TOKENIZER))
    assert unpacked(tmp_path / "file") == TOKENIZER
    assert packed(unpacked(tmp_path / "file")) == packed(TOKENIZER)


def test_a_few_bytes_that_stand_for_gigabytes_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    one = zipped({"vocabulary.tsv": bytes(MOST_FILE + 1)})
    several = zipped({f"{number}.tsv": bytes(MOST_FILE) for number in range(MOST_BYTES // MOST_FILE + 1)})
    assert len(one) < 100_000
    tracemalloc.start()
    try:
        for content in (one, several):
            assert "its files are larger than those of a tokenizer" in refusal(tmp_path / "file", content)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "change",
    [
        stating(0xFFFFFFFE),
        stating(5),
        encrypted,
        lambda content: b"",
        lambda content: b"PK",
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: content[: len(content) // 2],
        lambda content: zipped({"a": b"a"}, comment=b"comment"),
        lambda content: zipped({"a": b"a"}, zipfile.ZIP_BZIP2),
        lambda content: zipped({"a": b"a"}, zipfile.ZIP_LZMA),
        lambda content: zipped({f"{number}": b"" for number in range(5_000)}),
        lambda content: zipped({}),
        lambda content: zipped({"../morfem.json": b"{}"}),
    ],
)
def test_what_is_no_packed_tokenizer_is_refused(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    refusal(tmp_path / "file", change(packed(TOKENIZER)))


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    with open(tmp_path / "file", "wb") as large:
        large.truncate(MOST_FILE + 100)
    with pytest.raises(morfem.ArtifactError, match="has more than 67,108,864 bytes"):
        unpacked(tmp_path / "file")


def test_any_changed_bytes_are_refused_or_harmless(tmp_path: Path) -> None:
    content, file = packed(TOKENIZER), tmp_path / "file"
    rng = random.Random(5)
    for _ in range(400):
        changed = bytearray(content)
        # The table at the end is where a zip states sizes, methods and names.
        place = rng.randrange(len(content) - 400, len(content)) if rng.random() < 0.7 else rng.randrange(len(content))
        changed[place] ^= rng.randrange(1, 256)
        file.write_bytes(changed)
        with contextlib.suppress(morfem.ArtifactError):
            assert unpacked(file) == TOKENIZER
