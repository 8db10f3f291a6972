"""Files that are written whole or not at all."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole(path: Path | None) -> Iterator[BinaryIO]:
    """Open a file for writing; None is standard output.

    The data goes to a temporary file, which is renamed when it is complete and removed after an error. Devices and other special files are
    written directly.
    """
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(os.path.realpath(path))
    # A pipe such as /dev/stdout is there, although its real path is none.
    is_plain = path.is_file() or not path.exists()
    target = target if is_plain else path
    part = target.with_name(f".{target.name}.{os.getpid()}.part") if is_plain else target
    try:
        with open(part, "wb") as file:
            yield file
        if is_plain:
            os.replace(part, target)
    except OSError as error:
        if error.filename is None or error.filename == str(part):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    finally:
        if is_plain:
            part.unlink(missing_ok=True)
