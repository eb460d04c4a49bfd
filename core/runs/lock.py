"""A file that a running training holds, so that others can tell that it runs.

The system lets go of it whatever ends the process, a kill included, and no number of a process
can come back to mislead. Several who look at once do not mistake each other for a training.
"""

from __future__ import annotations

import contextlib
import errno
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

_TRIES, _WAIT = 20, 0.05
"""Whoever looks holds the file for a moment too."""
_UNSUPPORTED = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What file systems without locks say; training goes on, and others cannot tell."""

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes], *, shared: bool) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[bytes], *, shared: bool) -> None:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(file, kind | fcntl.LOCK_NB)


class HeldError(Exception):
    """Another holds the file."""


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the file while the block runs; closing it lets go.

    Raises:
        HeldError: another training holds it.
        OSError: the file cannot be made.
    """
    with path.open("ab") as file:
        for left in reversed(range(_TRIES)):
            try:
                _take(file, shared=False)
                break
            except OSError as error:
                if error.errno in _UNSUPPORTED:
                    break
                if not left:
                    raise HeldError from error
            time.sleep(_WAIT)
        yield


def is_held(path: Path) -> bool:
    """Whether a training holds the file."""
    try:
        with path.open("rb") as file:
            try:
                _take(file, shared=True)
            except OSError as error:
                return error.errno not in _UNSUPPORTED
    except OSError:
        return False
    return False
