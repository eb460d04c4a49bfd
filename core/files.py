"""Files: written so that each is either the old one or the new one, never half of each."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_TRIES, _WAIT = 20, 0.05
"""On Windows a file that someone is reading cannot be replaced; they are soon done."""


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside the file, flush to the disk, then take its place.

    Raises:
        OSError: the folder cannot be written to, or the disk is full; the old file is whole. It
            names the file itself, whichever step failed.
    """
    with named(path), written_atomically(path) as file:
        file.write(content)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """See that what the system refuses is said of this file.

    A full disk names no file, and the name of a temporary one tells nobody anything.

    Raises:
        OSError: what was raised within, with the file's name.
    """
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        del error.filename2  # Where a file was to take another one's place.
        raise


@contextmanager
def written_atomically(path: Path) -> Iterator[BinaryIO]:
    """What is written into this file takes the path's place at the end; on an error nothing does.

    Raises:
        OSError: the folder cannot be written to, or the disk is full; the old file is whole.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files that only their owner can read; others may read a model.
        temporary.chmod(0o644)
        _replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _replace(temporary: Path, path: Path) -> None:
    for left in reversed(range(_TRIES)):
        try:
            temporary.replace(path)
        except PermissionError:
            if sys.platform != "win32" or not left:
                raise
            time.sleep(_WAIT)
        else:
            return


def sha256(path: Path) -> str:
    """The checksum of a file, in hexadecimal digits.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
