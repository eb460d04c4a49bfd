"""The pages, one seen at a time; each is made when it is first needed, or when there is time.

A page that finds no room, with large text in a small window, is scrolled as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSplitter, QStackedWidget, QWidget

from charcopy_gui.pages.page import Page


class PageStack(QStackedWidget):
    """Holds the pages that were made, and knows how the others are."""

    page_made = Signal(object)
    """A Page that was not there before."""

    def __init__(self, makers: Sequence[Callable[[], Page]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._makers = tuple(makers)
        self._made: dict[int, Page] = {}
        self._areas: dict[int, QScrollArea] = {}
        self._beginnings: dict[int, QWidget] = {}
        """Where pages want the keyboard when they are first seen: Qt forgets it in an area."""

    @property
    def visible(self) -> Page:
        """The page that is seen."""
        return cast(Page, cast(QScrollArea, self.currentWidget()).widget())

    @property
    def made(self) -> tuple[Page, ...]:
        """The pages that there are so far."""
        return tuple(self._made.values())

    def page(self, index: int) -> Page:
        """A page by its number, made now if it was not yet."""
        if index not in self._made:
            self._made[index] = self._makers[index]()
            if (begin := self._made[index].focusWidget()) is not None:
                self._beginnings[index] = begin
            self._areas[index] = _scrolled(self._made[index])
            self.addWidget(self._areas[index])
            self.page_made.emit(self._made[index])
        return self._made[index]

    @Slot(int)
    def show_page(self, index: int) -> None:
        """Bring a page to the front."""
        self.page(index)
        keyboard = QApplication.focusWidget()
        self.setCurrentWidget(self._areas[index])
        begin = self._beginnings.pop(index, None)
        if begin is not None and keyboard is not None and self.isAncestorOf(keyboard):
            begin.setFocus()
        # While it is hidden, nobody takes notice of what comes to need more room.
        for splitter in self._made[index].findChildren(QSplitter):
            splitter.refresh()
        self._made[index].updateGeometry()

    def make_next(self) -> bool:
        """Make one more page; False where all are made."""
        for index in range(len(self._makers)):
            if index not in self._made:
                self.page(index)
                return True
        return False


def _scrolled(page: Page) -> QScrollArea:
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
