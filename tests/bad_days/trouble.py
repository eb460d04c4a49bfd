"""What bad days have in common: trainings of a second, what a full disk and a drop are like."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from documents_driver import choose
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

QUICK = ("--epochs", "1", "--batch-size", "4", "--device", "cpu", "--threads", "1")
"""Options of a training of a second, of a model that is small already."""
SMALL = ("--hidden", "8", "--attention", "4", "--embedding", "4")
"""Sizes of such a model."""


@contextlib.contextmanager
def no_room(size: int = 16) -> Iterator[None]:
    """Within, the system refuses to let any file grow beyond so many bytes."""
    resource = pytest.importorskip("resource", reason="only POSIX limits the size of files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def drop(window, path: Path) -> None:
    """Drop a file on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    entering = QDragEnterEvent(QPointF(5, 5).toPoint(), copy, data, left, none)
    QApplication.sendEvent(window, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), copy, data, left, none))


def save_as(qtbot, window, path: Path) -> None:
    """Save what is seen, and answer the dialog for files with this place."""
    saving = window._documents.saving
    ask = {
        ".charcopy": saving.save_session,
        ".json": saving.export_json,
        ".csv": saving.export_csv,
        ".png": saving.export_png,
        ".svg": saving.export_svg,
    }
    ask[path.suffix]()
    choose(qtbot, window, path)
    qtbot.waitUntil(lambda: not saving.busy)
