"""The last evaluation of each system on each corpus, kept in a folder and shown again."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.storage.settings import EvaluationChoices
from charcopy_gui.workers.worker import Worker
from core.files import write_atomically

if TYPE_CHECKING:
    from charcopy_gui.pages.evaluate.result import Result

_log = logging.getLogger(__name__)
_KIND, _FORMAT = "evaluation", 1
_MOST = 12
"""Evaluations that are kept; for one more, the oldest goes."""
_LARGEST = 100_000_000
"""Bytes of a file that is read."""

_UNREADABLE = (OSError, ValueError, TypeError, KeyError, RecursionError)
"""What a file raises that holds nothing of ours."""

_Work: TypeAlias = Callable[[Event], Iterator["Result"]]
_Change: TypeAlias = Callable[[], None]


class KeptEvaluations(QObject):
    """Reads, writes and removes files one after another, in a thread of its own."""

    found = Signal(object)
    """A Result that was kept, of several the oldest first."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._waiting: list[_Work] = []
        self._undone: list[_Change] = []
        self._worker = Worker("kept evaluations", self)
        self._worker.record.connect(self.found)
        self._worker.ended.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Never so that anybody has to be asked: a file is written whole or not at all."""
        return False

    def read(self) -> None:
        """Find what was kept."""
        self._begin(lambda cancel: _read(self._folder, cancel))

    def keep(self, result: Result) -> None:
        """Keep a result, in place of the last one of the same system, corpus and settings."""
        self._change(partial(_keep, self._folder, result))

    def forget(self, result: Result) -> None:
        """Keep it no longer; one that has taken its place stays."""
        self._change(partial(_forget, self._folder, result))

    def _change(self, change: _Change) -> None:
        self._undone.append(change)
        self._begin(lambda _: self._make(change))

    def _make(self, change: _Change) -> Iterator[Result]:
        self._undone.remove(change)
        change()
        yield from ()

    def _begin(self, work: _Work) -> None:
        self._waiting.append(work)
        if not self._worker.busy:
            self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """One after another: a worker's newest job would have those before it dropped."""
        if self._waiting:
            self._worker.start(self._waiting.pop(0))

    def close(self) -> None:
        """Begin no more; what was not written or removed yet is so by `wait`."""
        self._waiting.clear()
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end, and do what was not done yet, in its order."""
        self._worker.wait()
        while self._undone:
            try:
                self._undone.pop(0)()
            except _UNREADABLE as error:
                _log.warning("an evaluation could not be kept or forgotten: %s", error)


def path_in(folder: Path, result: Result) -> Path:
    """The file of a result: one for all that its figures depend on but the day."""
    choices = result.choices
    depends = (
        *(choices.model, choices.outputs, choices.corpus, choices.split, choices.protocol),
        json.dumps(choices.decoding.to_mapping(), sort_keys=True),
    )
    digest = hashlib.sha256("\0".join(depends).encode(errors="surrogatepass")).hexdigest()
    return folder / f"{digest[:16]}.json"


def _keep(folder: Path, result: Result) -> None:
    from core.metrics import report_file

    choices = result.choices
    whole = {
        "kind": _KIND,
        "format": _FORMAT,
        "made": result.made,
        "choices": choices.to_mapping(),
        "expected": result.expected,
        "published": result.published,
        "notices": result.notices,
        "report": report_file.to_plain(result.report),
    }
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(path_in(folder, result), json.dumps(whole, indent=1).encode())
    for path in _newest_first(folder)[_MOST:]:
        path.unlink(missing_ok=True)


def _read(folder: Path, cancel: Event) -> Iterator[Result]:
    """What can be read; a file that holds nothing of ours is left alone."""
    for path in reversed(_newest_first(folder)[:_MOST]):
        try:
            yield _result(path, cancel)
        except _UNREADABLE as error:
            _log.warning("%s holds no evaluation: %s", path, error)


def _result(path: Path, cancel: Event) -> Result:
    from charcopy_gui.pages.evaluate.result import Result
    from core.metrics import report_file

    if path.stat().st_size > _LARGEST:
        msg = "it is too large."
        raise ValueError(msg)
    whole = json.loads(path.read_bytes())
    if (whole["kind"], whole["format"]) != (_KIND, _FORMAT):
        msg = "it is of another kind, or of a newer version."
        raise ValueError(msg)
    report = report_file.from_plain(whole["report"], cancel)
    choices = EvaluationChoices.from_mapping(whole["choices"])
    expected, made, published = int(whole["expected"]), str(whole["made"]), str(whole["published"])
    notices = tuple(map(str, whole.get("notices", ())))
    return Result(report, choices, expected, published, made, notices)


def _forget(folder: Path, result: Result) -> None:
    path = path_in(folder, result)
    if path.is_file() and json.loads(path.read_bytes())["made"] == result.made:
        path.unlink(missing_ok=True)


def _newest_first(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
