"""A tokenizer as one file, a zip of the files of its artefact: ``tokenizer.morfem``.

Such a file comes from strangers, with a model. A zip can state any sizes, and a few bytes of it can stand for gigabytes. So the sizes are
checked before anything is unpacked, and only what `packed` writes is read: no comment, no encryption, no other compression than deflate.
"""

import io
import os
import struct
import zipfile
import zlib

from .._core import ArtifactError, Tokenizer

MOST_FILE = 64 << 20  # bytes of a file of an artefact
MOST_BYTES = 256 << 20  # bytes of all of them
MOST_DIRECTORY = 64 << 10  # bytes of the table of files in a zip
END = struct.Struct("<4s4H2LH")  # the end of a zip: signature, numbers of disks and files, size and place of the table, comment
FAULTS = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, OverflowError, ValueError)


def packed(tokenizer: Tokenizer) -> bytes:
    """The files of a tokenizer as one.

    Parameters
    ----------
    tokenizer : the tokenizer.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in sorted(tokenizer.files().items()):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def unpacked(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a file that `packed` has made.

    Parameters
    ----------
    path : the file.

    Raises
    ------
    ArtifactError : if the file is damaged, is something else, or would be too large.
    """
    try:
        files = _files(path)
    except FAULTS as error:
        raise ArtifactError(f"{os.fspath(path)} is damaged or no file that save_pretrained wrote ({error}); get a fresh copy") from None
    return Tokenizer.from_files(files)


def _files(path: str | os.PathLike[str]) -> dict[str, bytes]:
    size = os.stat(path).st_size
    if size > MOST_FILE:
        raise ValueError(f"it has more than {MOST_FILE:,} bytes")
    with open(path, "rb") as opened:
        content = opened.read(size)
    signature, _, _, _, _, directory, _, comment = END.unpack(content[-END.size :])
    if signature != b"PK\5\6" or comment or directory > MOST_DIRECTORY or content[-END.size - 20 :].startswith(b"PK\6\7"):
        raise ValueError("it does not end as such a file does")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        if max((entry.file_size for entry in entries), default=0) > MOST_FILE or sum(entry.file_size for entry in entries) > MOST_BYTES:
            raise ValueError("its files are larger than those of a tokenizer")
        if not {entry.compress_type for entry in entries} <= {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise ValueError("its files are not compressed with deflate")
        return {entry.filename: archive.read(entry) for entry in entries}
