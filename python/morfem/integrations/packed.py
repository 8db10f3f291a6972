"""A tokenizer as one file: ``tokenizer.morfem`` of transformers, and what the playground without a server downloads.

The file is compressed with gzip. It begins with a line of JSON, ``[["morfem.json", 1032], ...]``, the names and sizes of the files of the
artefact, which follow in this order. `crates/morfem-wasm` reads the same in a browser.

Such a file comes from strangers, with a model, and a few bytes of it can stand for gigabytes. So the line is read first, and no more is
unpacked than the sizes in it, which are limited together. The hashes in ``morfem.json`` protect the content.
"""

import gzip
import json
import os
import zlib
from collections.abc import Mapping

from .._core import ArtifactError, Tokenizer

MOST_PACKED = 64 << 20  # bytes of the file
MOST_BYTES = 256 << 20  # bytes of all files in it
MOST_LIST = 64 << 10  # bytes of the list of files
FAULTS = (gzip.BadGzipFile, zlib.error, EOFError, RuntimeError, ValueError, TypeError)


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files of a tokenizer, from `Tokenizer.files`, as one. Equal tokenizers give equal bytes."""
    sizes = json.dumps([[name, len(content)] for name, content in sorted(files.items())])
    return gzip.compress(b"\n".join([sizes.encode(), b"".join(content for _, content in sorted(files.items()))]), 6, mtime=0)


def unpacked(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a file that `packed` has made. Raises ArtifactError if it is damaged, something else, or too large."""
    try:
        if os.stat(path).st_size > MOST_PACKED:
            raise ValueError(f"it has more than {MOST_PACKED:,} bytes")
        with gzip.open(path) as pack:
            files = _files(pack)
    except FAULTS as error:
        raise ArtifactError(f"{os.fspath(path)} is damaged or no file that save_pretrained wrote ({error}); get a fresh copy") from None
    return Tokenizer.from_files(files)


def _files(pack: gzip.GzipFile) -> dict[str, bytes]:
    sizes = [(str(name), int(size)) for name, size in json.loads(pack.readline(MOST_LIST))]
    if min((size for _, size in sizes), default=0) < 0 or sum(size for _, size in sizes) > MOST_BYTES:
        raise ValueError("its files are larger than those of a tokenizer")
    files = {name: pack.read(size) for name, size in sizes}
    if [len(content) for content in files.values()] != [size for _, size in sizes] or pack.read(1):
        raise ValueError("its files do not have the sizes that it states")
    return files
