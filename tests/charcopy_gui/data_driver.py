"""The Data page with its worker and its link, without the window around them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QListWidget, QPushButton, QWidget

from charcopy_gui.appearance.stylesheet import stylesheet
from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.frame.memory import Memory, Places
from charcopy_gui.links.data import DataLink
from charcopy_gui.pages.data.page import DataPage
from charcopy_gui.plots.lengths import LengthsPlot
from charcopy_gui.plots.shares import SharesPlot
from charcopy_gui.storage.settings import Settings
from charcopy_gui.workers.corpora import Corpora
from core.corpus import catalog


@contextmanager
def shown_page(
    qtbot, known=(catalog.DEMO,), settings: Settings | None = None, places: Places | None = None
) -> Iterator[DataPage]:
    """A page that has opened its first corpus."""
    page, corpora = DataPage(), Corpora()
    page.view.statistics.set_plots(
        LengthsPlot(), SharesPlot("Slots", "copied"), SharesPlot("Values", "generated")
    )
    memory = Memory(settings or Settings(), places or Places())
    link = DataLink(page, corpora, memory, tuple(known))
    page.setStyleSheet(stylesheet(LIGHT))
    page.set_theme(LIGHT)
    page.resize(1200, 800)
    try:
        with qtbot.waitExposed(page):
            page.show()
        page.activateWindow()
        wait_until_read(qtbot, page)
        yield page
    finally:
        corpora.close()
        corpora.wait()
        link.deleteLater()
        memory.deleteLater()
        corpora.deleteLater()
        page.close()
        page.deleteLater()


def wait_until_read(qtbot, page: DataPage) -> None:
    qtbot.waitUntil(lambda: page.is_ready)


def named(parent, name: str) -> QWidget:
    """The one widget seen that screen readers call so."""
    found = [w for w in parent.findChildren(QWidget) if w.accessibleName() == name]
    seen = [w for w in found if w.isVisible()]
    assert len(seen or found) == 1, name
    return (seen or found)[0]


def said(page, name: str) -> str:
    """What a label says; empty where it is not seen."""
    widget = named(page, name)
    return widget.text() if widget.isVisible() else ""


def press(qtbot, page, name: str) -> None:
    found = [b for b in page.findChildren(QPushButton) if b.accessibleName() == name]
    (button,) = [b for b in found if b.isVisible()]
    assert button.isEnabled(), name
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def listed(page) -> list[str]:
    """The titles on the list."""
    entries = named(page, "Corpora")
    return [entries.item(row).text().partition("\n")[0] for row in range(entries.count())]


def choose(qtbot, page, title: str) -> None:
    """Click an entry of the list."""
    entries = named(page, "Corpora")
    assert isinstance(entries, QListWidget)
    place = entries.visualItemRect(entries.item(listed(page).index(title))).center()
    qtbot.mouseClick(entries.viewport(), Qt.MouseButton.LeftButton, pos=place)


def pick(qtbot, parent, name: str, words: str) -> None:
    """Pick what begins so from a list, with the arrow keys."""
    box = named(parent, name)
    assert isinstance(box, QComboBox)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    while not box.currentText().startswith(words):
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before, words


def drop(page, path: Path) -> None:
    """Drop a file on the page."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), action, data, button, none)
    page.dragEnterEvent(enter)
    assert enter.isAccepted()
    page.dropEvent(QDropEvent(QPointF(9, 9), action, data, button, none))


def shown_rows(page) -> list[tuple[str, str]]:
    """Tables and texts of the rows that are listed."""
    model = page.view.browse.model
    rows = [model.row(number).example for number in range(model.rowCount())]
    return [(example.mr, example.reference) for example in rows]
