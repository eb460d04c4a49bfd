from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from charcopy_gui.pages.drop_page import DropPage

HOW = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
COPY = Qt.DropAction.CopyAction


class OneFile(DropPage):
    """Takes one at a time."""

    def would_take(self, paths):
        return len(paths) == 1

    def take(self, paths):
        self.taken = list(paths)


@pytest.fixture
def page(qtbot):
    made = OneFile()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(
    ("urls", "wanted"),
    [
        (["file:///there/a.csv"], True),
        (["file:///there/a.csv", "file:///there/b.csv"], False),
        (["https://example.invalid/a.csv"], False),
        ([], False),
    ],
)
def test_only_files_that_it_would_take_can_be_dropped(page, urls, wanted):
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    enter = QDragEnterEvent(QPoint(1, 1), COPY, data, *HOW)
    QApplication.sendEvent(page, enter)
    assert enter.isAccepted() == wanted


def test_what_is_dropped_is_taken(page):
    data = QMimeData()
    data.setUrls([QUrl("file:///there/a.csv")])
    QApplication.sendEvent(page, QDropEvent(QPointF(1, 1), COPY, data, *HOW))
    assert page.taken == [Path("/there/a.csv")]
