"""Downloading known corpora: all of a corpus or nothing, checked, and told about as it goes."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import shutil
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from core import cancellation
from core.corpus import archives
from core.corpus.known import CorpusFile, KnownCorpus
from core.corpus.web_file import DownloadError, host, retrieved
from core.files import write_atomically
from core.records import Progress

SUMS = "SHA256SUMS"
"""Beside the files: their checksums at the first download, as sha256sum writes them."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that was downloaded."""

    path: Path
    sha256: str
    is_pinned: bool
    """Whether the checksum was known beforehand; else it is from now on."""


def download(
    corpus: KnownCorpus, folder: Path, cancel: Event | None = None
) -> Generator[Progress, None, tuple[Fetched, ...]]:
    """Fetch a corpus into its place in a folder of corpora; returns what was fetched.

    The files come into place together, once all of them are there and checked. What an earlier
    download left half-done is thrown away.

    Raises:
        Cancelled: the event was set; nothing was changed.
        DownloadError: it failed; nothing was changed.
    """
    wanted = corpus.fetched()
    if not wanted:
        msg = f"{corpus.title} has nothing to download."
        raise DownloadError(msg)
    place = folder / corpus.folder
    part = place / ".part"
    new = [parent for parent in place.parents if not parent.exists()]
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        pinned = _pinned(place, wanted)
        yield from _fetch_all(corpus, wanted, pinned, part, cancel)
        fetched = _checked(wanted, part, place, pinned)
        cancellation.check(cancel)
        _put_in_place(fetched, part, place)
    except OSError as error:
        raise DownloadError(_of_disk(error, place)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
        with contextlib.suppress(OSError):
            for made in (place, *new):
                made.rmdir()  # It stays unless it is empty.
    return fetched


def _fetch_all(
    corpus: KnownCorpus,
    wanted: tuple[CorpusFile, ...],
    pinned: dict[str, str],
    part: Path,
    cancel: Event | None,
) -> Iterator[Progress]:
    for file in wanted:
        if file.url:
            yield from retrieved(file.url, part / file.name, cancel)
            _check(file, part / file.name, pinned.get(file.name))
    packed = [file for file in wanted if not file.url]
    if not packed:
        return
    archive = part / "archive"
    yield from retrieved(corpus.archive, archive, cancel)
    yield Progress(0, None, "bytes", "Unpacking")
    try:
        found = archives.extract(archive, packed, part, cancel)
    except archives.BROKEN as error:
        msg = f"What {host(corpus.archive)} sent is not a complete archive; try again later."
        raise DownloadError(msg) from error
    if lacking := [file for file in packed if file not in found]:
        msg = (
            f"The archive from {host(corpus.archive)} has no {lacking[0].name} with its checksum, "
            f"sha256 {lacking[0].sha256}."
        )
        raise DownloadError(msg)


def _check(file: CorpusFile, path: Path, known: str | None) -> None:
    """See that a file is the one whose checksum is known, if one is.

    Raises:
        DownloadError: it is another; the message has both checksums.
    """
    found = _sha256(path)
    if known not in (None, found):
        since = "is known" if file.sha256 else "came at the first download"
        msg = (
            f"What {host(file.url)} sent is not the {file.name} that {since}; it was not kept. "
            f"Its sha256 is {found}, and should be {known}."
        )
        raise DownloadError(msg)


def _checked(
    wanted: tuple[CorpusFile, ...], part: Path, place: Path, pinned: dict[str, str]
) -> tuple[Fetched, ...]:
    found = []
    for file in wanted:
        found.append(Fetched(place / file.name, _sha256(part / file.name), file.name in pinned))
    return tuple(found)


def _put_in_place(fetched: tuple[Fetched, ...], part: Path, place: Path) -> None:
    """Move all files to their places and note their sums; where one cannot be, undo it all."""
    sums = {**_sums(place), **{item.path.name: item.sha256 for item in fetched}}
    lines = "".join(f"{sha256}  {name}\n" for name, sha256 in sorted(sums.items()))
    old = part / "old"
    old.mkdir()
    placed: list[Path] = []
    try:
        for path in (item.path for item in fetched):
            if path.exists():
                path.replace(old / path.name)
            placed.append(path)
            (part / path.name).replace(path)
        write_atomically(place / SUMS, lines.encode())
    except BaseException:
        for path in placed:
            path.unlink(missing_ok=True)
            if (kept := old / path.name).exists():
                kept.replace(path)
        raise


def _pinned(place: Path, wanted: tuple[CorpusFile, ...]) -> dict[str, str]:
    """The checksum that each file has to have: the catalogue's, else the first download's."""
    kept = _sums(place)
    known = {file.name: file.sha256 or kept.get(file.name) for file in wanted}
    return {name: sha256 for name, sha256 in known.items() if sha256}


def _sums(place: Path) -> dict[str, str]:
    try:
        lines = (place / SUMS).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        return {}
    pairs = (line.split(maxsplit=1) for line in lines)
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _of_disk(error: OSError, place: Path) -> str:
    if error.errno == errno.ENOSPC:
        return f"The disk is full; {place} was left as it was."
    return f"{error.filename or place} cannot be written: {error.strerror or error}."
