"""Taking known files out of an archive: by their checksums, whatever the archive calls them.

No name in an archive is ever used as a path, and nothing longer than what is wanted is unpacked.
"""

from __future__ import annotations

import hashlib
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import IO

from core import cancellation
from core.corpus.known import CorpusFile

BROKEN = (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error, RuntimeError)
"""What a damaged archive, or one of a kind that cannot be read, raises."""


def extract(
    archive: Path, wanted: Sequence[CorpusFile], folder: Path, cancel: Event | None = None
) -> tuple[CorpusFile, ...]:
    """Write the wanted files that are in the archive into a folder; returns those that were.

    Raises:
        Cancelled: the event is set.
        OSError: a file cannot be written.
        BROKEN: the archive is damaged.
    """
    left = list(wanted)
    for size, member in _members(archive):
        cancellation.check(cancel)
        if any(file.size == size for file in left):
            content = member.read(size + 1)
            digest = hashlib.sha256(content).hexdigest()
            for file in [file for file in left if file.sha256 == digest]:
                (folder / file.name).write_bytes(content)
                left.remove(file)
    return tuple(file for file in wanted if file not in left)


def _members(archive: Path) -> Iterator[tuple[int, IO[bytes]]]:
    """Size and content of every file in the archive."""
    return _zipped(archive) if zipfile.is_zipfile(archive) else _tarred(archive)


def _zipped(archive: Path) -> Iterator[tuple[int, IO[bytes]]]:
    with zipfile.ZipFile(archive) as packed:
        for info in packed.infolist():
            if not info.is_dir():
                with packed.open(info) as member:
                    yield info.file_size, member


def _tarred(archive: Path) -> Iterator[tuple[int, IO[bytes]]]:
    with tarfile.open(archive) as packed:
        for info in packed:
            member = packed.extractfile(info) if info.isfile() else None
            if member is not None:
                with member:
                    yield info.size, member
