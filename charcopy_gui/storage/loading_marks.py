"""Marks on what is being loaded: one that is still there at the next start ended the program.

Each process has a lock of its own in the folder, and a mark beside it for whatever it loads. The
system lets go of the lock whatever ends the process: so a mark without one is of a process that
did not come to the end of its loading.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

from core.files import write_atomically
from core.runs import lock

_log = logging.getLogger(__name__)


class LoadingMarks:
    """Those of this process, and those that others left behind."""

    def __init__(self, folder: Path | None) -> None:
        """Without a folder, or where it cannot be written to, nothing is marked."""
        self._folder = folder
        self._name = f"{os.getpid()}-{uuid.uuid4().hex}"
        self._numbers = itertools.count()
        self._mine: dict[Path, Path] = {}
        self._guard = threading.Lock()
        self._holding = contextlib.ExitStack()
        self._held = False

    def left(self) -> list[Path]:
        """Files that ended a program while it loaded them, as far as they are still there."""
        found = {mark: path for mark, path in self._marks() if not _is_alive(mark)}
        with contextlib.suppress(OSError):
            for mark, path in found.items():
                if not path.is_file():
                    _remove(mark)
        return sorted({path for path in found.values() if path.is_file()})

    def begin(self, path: Path) -> None:
        """A file begins to be loaded."""
        if self._folder is None:
            return
        path = path.absolute()
        with self._guard:
            mark = self._folder / f"{self._name}.{next(self._numbers)}.json"
            try:
                self._hold(self._folder)
                write_atomically(mark, json.dumps({"path": str(path)}).encode())
            except OSError as error:
                _log.warning("What is loaded cannot be marked: %s", error)
                return
            self._mine[path] = mark

    def end(self, path: Path) -> None:
        """It is loaded, or refused; whatever marks there are of it by those who ended are gone."""
        path = path.absolute()
        with self._guard, contextlib.suppress(OSError):
            if mine := self._mine.pop(path, None):
                mine.unlink(missing_ok=True)
            for mark, of in self._marks():
                if of == path and not _is_alive(mark):
                    _remove(mark)

    @contextlib.contextmanager
    def loading(self, path: Path) -> Iterator[None]:
        """A file is loaded in this block."""
        self.begin(path)
        try:
            yield
        finally:
            self.end(path)

    def close(self) -> None:
        """The program ends as it should; what was still being loaded is no suspect."""
        for path in list(self._mine):
            self.end(path)
        self._holding.close()
        if self._held and self._folder is not None:
            with contextlib.suppress(OSError):
                (self._folder / f"{self._name}.lock").unlink()
        self._held = False

    def _hold(self, folder: Path) -> None:
        if not self._held:
            folder.mkdir(parents=True, exist_ok=True)
            self._holding.enter_context(lock.held(folder / f"{self._name}.lock"))
            self._held = True

    def _marks(self) -> Iterator[tuple[Path, Path]]:
        """Every mark, and the file that it is of; what is no mark is thrown away."""
        if self._folder is None:
            return
        for mark in self._folder.glob("*.json"):
            try:
                said = json.loads(mark.read_bytes())
                yield mark, Path(said["path"])
            except OSError:
                continue
            except (ValueError, TypeError, KeyError):
                with contextlib.suppress(OSError):
                    mark.unlink()


def _lock(mark: Path) -> Path:
    """The lock of the process that made the mark."""
    return mark.with_name(f"{mark.name.partition('.')[0]}.lock")


def _is_alive(mark: Path) -> bool:
    return lock.is_held(_lock(mark))


def _remove(mark: Path) -> None:
    """Take the mark of a process that has ended away."""
    mark.unlink(missing_ok=True)
    _lock(mark).unlink(missing_ok=True)
