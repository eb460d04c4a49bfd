"""Where the window stood, as Qt writes it; on screens that are gone it is not looked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

_GRIP = 80
"""So much of a window's upper edge has to be seen, so that it can be moved."""
_BORDERS = QSize(8, 40)
"""What a title and a frame take; before a window is seen, nobody knows what they will."""


def clamped(frame: QRect, screens: Sequence[QRect]) -> QRect:
    """Where a window can be seen and moved: the frame itself where it can be, else moved or cut.

    Args:
        frame: the window with its borders.
        screens: what of each screen windows may cover, the main one first.
    """
    grip = QRect(frame.left(), frame.top(), frame.width(), 1)
    if any((screen & grip).width() >= min(_GRIP, frame.width()) for screen in screens):
        return frame
    if not screens:
        return frame
    screen = max(screens, key=lambda one: _area(one & frame))  # The main one where none is better.
    size = frame.size().boundedTo(screen.size())
    moved = QRect(frame.topLeft(), size)
    moved.moveLeft(min(max(frame.left(), screen.left()), screen.right() + 1 - size.width()))
    moved.moveTop(min(max(frame.top(), screen.top()), screen.bottom() + 1 - size.height()))
    return moved


def fit(window: QWidget) -> None:
    """Make a window no larger than what its screen has room for, its borders included.

    On small screens, and where everything is drawn larger, that is less than it asks for; its
    pages can be scrolled then.
    """
    room = window.screen().availableGeometry().size() - _BORDERS
    window.setMinimumSize(window.minimumSize().boundedTo(room))
    if not window.isMaximized() and not window.isFullScreen():
        window.resize(window.size().boundedTo(room))


def _area(rectangle: QRect) -> int:
    return 0 if rectangle.isEmpty() else rectangle.width() * rectangle.height()


class Geometry:
    """Where the window stood and where its splitters were."""

    def __init__(self, path: Path) -> None:
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow) -> bool:
        """Put the window where it was; False on a first start."""
        state = self._store.value("window")
        if not isinstance(state, QByteArray) or not window.restoreGeometry(state):
            return False
        if not window.isMaximized() and not window.isFullScreen():
            frame = window.frameGeometry()
            seen = clamped(frame, [screen.availableGeometry() for screen in _screens()])
            window.move(seen.topLeft())
            window.resize(window.size() - (frame.size() - seen.size()))
        return True

    def divide(self, page: QWidget) -> None:
        """Put a page's named splitters where they were."""
        for splitter in page.findChildren(QSplitter):
            state = self._store.value(f"splitter-{splitter.objectName()}")
            if splitter.objectName() and isinstance(state, QByteArray):
                splitter.restoreState(state)

    def keep(self, window: QMainWindow) -> None:
        """Remember the window and its named splitters."""
        self._store.setValue("window", window.saveGeometry())
        for splitter in window.findChildren(QSplitter):
            if splitter.objectName():
                self._store.setValue(f"splitter-{splitter.objectName()}", splitter.saveState())
        self._store.sync()


def _screens() -> list[QScreen]:
    """The main one first."""
    main = QGuiApplication.primaryScreen()
    return sorted(QGuiApplication.screens(), key=lambda screen: screen is not main)
