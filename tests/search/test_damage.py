"""A damaged folder of an index is an error, in every file and at every place; before, some damage ended the process."""

import random
import shutil
from pathlib import Path

import pytest

pytest.importorskip("tantivy", reason='the index needs pip install "morfem[search]"')

from morfem import MorfemError
from morfem.search import Analyzer
from morfem.search.damage import LARGEST_FOOTER, MAGIC, TAIL, check_files, panics_are_errors
from morfem.search.index import Index

ANALYZER = Analyzer("tr")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of two segments, with a document that is deleted."""
    made = tmp_path_factory.mktemp("index")
    index = Index(made, ANALYZER)
    for part in range(2):
        with index.writer() as writer:
            for number in range(40):
                writer.add(f"{part} {number}", f"Kitaplarımızdan biri, {number} sayfa, evde kayboldu.")
    with index.writer() as writer:
        writer.delete("0 3")
    return made


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.stat().st_size)


def test_an_index_without_damage_is_read(folder: Path) -> None:
    check_files(folder)
    index = Index(folder, ANALYZER)
    assert len(index) == 79
    assert len(index.search("kitap ev", 100)) == 79
    kinds = {path.suffix for path in files(folder)}
    assert kinds >= {".store", ".term", ".idx", ".pos", ".fast", ".fieldnorm", ".del", ".json"}


def test_every_changed_byte_of_a_segment_is_found(folder: Path, tmp_path: Path) -> None:
    rng = random.Random(3)
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    for path in files(copy):
        if path.suffix == ".json":
            continue
        content = path.read_bytes()
        # A footer states the version of tantivy, which no checksum covers and tantivy itself checks.
        end = content.rindex(b'{"version"')
        for place in {0, end - 1, *(rng.randrange(end) for _ in range(60))}:
            changed = bytearray(content)
            changed[place] ^= rng.randrange(1, 256)
            for damage in (bytes(changed), content[:place], content[:place] + b"\0" + content[place:]):
                path.write_bytes(damage)
                with pytest.raises(MorfemError, match=f"{path.name} is damaged; build the index again"):
                    check_files(copy)
        path.write_bytes(content)


def test_a_footer_that_states_a_size_it_cannot_have_is_damage(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    path = next(path for path in files(copy) if path.suffix == ".store")
    content = path.read_bytes()
    for length in (len(content) - TAIL.size + 1, 2**32 - 1):
        path.write_bytes(content[: -TAIL.size] + TAIL.pack(length, MAGIC))
        with pytest.raises(MorfemError, match=f"{path.name} is damaged"):
            check_files(copy)
    padded = b" " * LARGEST_FOOTER + content[content.rindex(b'{"version"') : -TAIL.size]  # JSON may begin with any number of spaces
    path.write_bytes(content[: content.rindex(b'{"version"')] + padded + TAIL.pack(len(padded), MAGIC))
    with pytest.raises(MorfemError, match=f"{path.name} is damaged"):
        check_files(copy)


def test_a_damaged_index_is_not_opened(folder: Path, tmp_path: Path) -> None:
    for number, path in enumerate(path for path in files(folder) if path.suffix not in (".json", "")):
        copy = tmp_path / str(number)
        shutil.copytree(folder, copy)
        content = bytearray(path.read_bytes())
        content[0] ^= 0x55
        (copy / path.name).write_bytes(content)
        with pytest.raises(MorfemError, match="is damaged; build the index again"):
            Index(copy, ANALYZER)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"segments": 5}', b'{"segments": [{}]}', b'{"segments": [{"segment_id": "../x"}]}', b"\xff"]
)
def test_a_damaged_list_of_segments_is_an_error(folder: Path, tmp_path: Path, content: bytes) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / "meta.json").write_bytes(content)
    with pytest.raises(MorfemError, match=r"meta\.json is damaged; build the index again"):
        Index(copy, ANALYZER)


def test_a_panic_is_an_error(tmp_path: Path) -> None:
    class PanicException(BaseException):
        """As PyO3 calls its own."""

    with pytest.raises(MorfemError, match="is damaged; build the index again"), panics_are_errors(tmp_path):
        raise PanicException("index out of bounds")
    with pytest.raises(KeyboardInterrupt), panics_are_errors(tmp_path):
        raise KeyboardInterrupt


def test_a_number_of_documents_that_does_not_fit_the_files_is_an_error(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    meta = copy / "meta.json"
    meta.write_text(meta.read_text("utf-8").replace('"max_doc": 40', '"max_doc": 20'), "utf-8")
    with pytest.raises(MorfemError, match="is damaged; build the index again"):
        Index(copy, ANALYZER).search("kitap ev", 100)
