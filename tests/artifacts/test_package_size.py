"""What is in the package: everything that is bundled, as a wheel compresses it, takes less than 27 MB."""

import zlib
from pathlib import Path

import morfem

MOST = 27_000_000


def test_the_package_is_small_enough_for_a_download() -> None:
    folder = Path(morfem.__file__).parent
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(len(zlib.compress(path.read_bytes())) for path in files) < MOST
