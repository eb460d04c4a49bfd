"""Text from the system's size to twice that, and screens that are scaled: nothing is cut off."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from every_page import SMALLEST, every_page, show
from patience import LONG_SECONDS
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QWidget,
)
from window_driver import shown_window, wait_until_idle

from charcopy_gui.appearance.text_size import larger, scaled, set_text_size, smaller
from charcopy_gui.frame.memory import Places
from charcopy_gui.frame.navigation import Navigation
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.plots.strip import Ruler
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import TEXT_SIZES, Settings
from charcopy_gui.window.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("own_folders")
CTRL = Qt.KeyboardModifier.ControlModifier
ROOT = Path(__file__).parents[3]
ROUNDING = 2
WRAPPED = ("Legend", "Source", "Slots read")
"""As high as their lines, or their columns as wide, as the width from a splitter allows."""


@pytest.fixture(autouse=True)
def _own_size(qapp):
    """What one test makes larger is no larger in the next."""
    yield
    set_text_size(100)


def system_size() -> float:
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()


def cut_off(widget: QWidget) -> str:
    """What a label, a button or a list has no room to show; what is left out has a tooltip."""
    words = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
    if not words or (isinstance(widget, QLabel) and widget.textFormat() == Qt.TextFormat.RichText):
        return ""
    metrics, room = widget.fontMetrics(), widget.contentsRect()
    if isinstance(widget, QLabel):
        flags = widget.alignment() | (Qt.TextFlag.TextWordWrap if widget.wordWrap() else 0)
        width = room.width() if widget.wordWrap() else 10**6
        needed = metrics.boundingRect(0, 0, width, 10**6, int(flags), words).size()
    else:
        needed = metrics.size(Qt.TextFlag.TextShowMnemonic, words)
        if isinstance(widget, QComboBox):
            option, part = QStyleOptionComboBox(), QStyle.SubControl.SC_ComboBoxEditField
            widget.initStyleOption(option)
            kind = QStyle.ComplexControl.CC_ComboBox
            room = widget.style().subControlRect(kind, option, part, widget)
        elif not widget.icon().isNull():
            needed.setWidth(needed.width() + widget.iconSize().width())
    fits = needed.width() <= room.width() + ROUNDING and needed.height() <= room.height() + ROUNDING
    elided = bool(widget.toolTip()) and needed.height() <= room.height() + ROUNDING
    return "" if fits or (elided and _elides(widget)) else f"{words!r}: {needed} in {room.size()}"


def _elides(widget: QWidget) -> bool:
    """Whether it leaves part of its words out by itself: it paints them, and can be squeezed."""
    ours = [kind for kind in type(widget).__mro__ if kind.__module__.startswith("charcopy_gui")]
    return any("paintEvent" in kind.__dict__ for kind in ours)


def all_cut_off(page: QWidget) -> list[str]:
    kinds = (QLabel, QAbstractButton, QComboBox)
    widgets = [w for kind in kinds for w in page.findChildren(kind) if w.isVisible()]
    return [found for found in map(cut_off, widgets) if found]


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_smallest_window_has_room_for_all(qtbot, tmp_path, percent):
    """Nothing is cut off, and nothing has to be scrolled sideways."""
    with every_page(qtbot, tmp_path / "models", text_size=percent) as window:
        for index, page in enumerate(PAGES):
            show(qtbot, window, index)
            assert all_cut_off(window.centralWidget()) == [], page
            assert window.pages.currentWidget().horizontalScrollBar().maximum() == 0, page
            if page in ("Data", "Models"):
                tables = window.pages.visible.findChildren(QTableView)
                seen = [table for table in tables if table.isVisible()]
                assert seen
                assert all(table.horizontalScrollBar().maximum() == 0 for table in seen), page


def test_a_page_that_finds_no_room_is_scrolled(qtbot):
    with shown_window(qtbot, settings=Settings(text_size=200)) as window:
        window.resize(*SMALLEST)
        wait_until_idle(qtbot, window)
        area = window.pages.currentWidget()
        qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
        qtbot.waitUntil(lambda: window.page.height() >= window.page.minimumSizeHint().height())


@pytest.mark.parametrize("scale", ["1.25", "2"])
def test_on_scaled_screens_nothing_is_cut_off(scale):
    """In a process of its own: Qt reads the factor when it starts."""
    test = f"{Path(__file__).name}::test_the_smallest_window_has_room_for_all[100]"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", str(Path(__file__).with_name(test))],
        env=os.environ | {"QT_SCALE_FACTOR": scale},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG_SECONDS,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_keys_make_text_larger_smaller_and_normal(qtbot, tmp_path):
    with shown_window(qtbot, settings=Settings()) as window:
        wait_until_idle(qtbot, window)
        before = system_size()
        qtbot.keyClick(window, Qt.Key.Key_Plus, CTRL)
        assert QApplication.font().pointSizeF() == pytest.approx(before * 1.1)
        qtbot.keyClick(window, Qt.Key.Key_Equal, CTRL)
        assert QApplication.font().pointSizeF() == pytest.approx(before * 1.25)
        qtbot.keyClick(window, Qt.Key.Key_Minus, CTRL)
        assert QApplication.font().pointSizeF() == pytest.approx(before * 1.1)
        qtbot.keyClick(window, Qt.Key.Key_0, CTRL)
        assert QApplication.font().pointSizeF() == pytest.approx(before)


def test_at_either_end_there_is_no_further_way():
    assert smaller(TEXT_SIZES[0]) == TEXT_SIZES[0]
    assert larger(TEXT_SIZES[-1]) == TEXT_SIZES[-1]
    assert (smaller(100), larger(100)) == (90, 110)


def test_a_size_is_remembered(qtbot, tmp_path):
    places = Places(settings=tmp_path / "settings.toml")
    with shown_window(qtbot, settings=Settings(), places=places) as window:
        wait_until_idle(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_Plus, CTRL)
    found, notice = settings_file.load(places.settings)
    assert (found.text_size, notice) == (110, "")


@pytest.mark.parametrize("percent", [0, 99, 100.5, "100", None])
def test_a_size_that_is_none_is_refused(percent):
    with pytest.raises((TypeError, ValueError), match="text_size"):
        Settings(text_size=percent)


def sizes(widget: QWidget) -> list[tuple[str, float]]:
    labels = [w for w in widget.findChildren(QLabel) if w.accessibleName() or w.text()]
    return sorted((w.text(), round(w.font().pointSizeF(), 1)) for w in labels)


def least_width(page: QWidget) -> int:
    return page.minimumSizeHint().width()


def test_text_that_is_made_larger_is_as_large_as_from_the_start(qtbot):
    first = GeneratePage()
    qtbot.addWidget(first)
    set_text_size(200)
    from_the_start = GeneratePage()
    qtbot.addWidget(from_the_start)
    assert sizes(first) == sizes(from_the_start)
    for page in (first, from_the_start):
        page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        page.show()
    qtbot.waitUntil(lambda: least_width(first) == least_width(from_the_start))


def test_pixels_grow_with_lines_and_never_shrink(qapp):
    usual = scaled(28, QApplication.font())
    set_text_size(200)
    assert scaled(28, QApplication.font()) > usual >= 28
    set_text_size(80)
    assert scaled(28, QApplication.font()) == 28


def fitted(window: MainWindow) -> dict[str, list[object]]:
    """Sizes that were chosen by a font: of tables' rows and columns, of boxes, of the rulers."""
    found: dict[str, list[object]] = {}
    for widget in window.centralWidget().findChildren(QWidget):
        name = widget.accessibleName()
        if not name or name in WRAPPED:
            continue
        sizes: list[object] = [widget.minimumWidth(), widget.minimumHeight()]
        if isinstance(widget, QTableView):
            columns, modes = widget.horizontalHeader(), QHeaderView.ResizeMode
            rows = widget.verticalHeader()
            fixed = [
                c for c in range(columns.count()) if columns.sectionResizeMode(c) is modes.Fixed
            ]
            sizes += [rows.defaultSectionSize(), *map(widget.columnWidth, fixed)]
        found.setdefault(name, []).append(sizes)
    views = window.findChildren(QGraphicsView)
    items = [item for view in views for item in view.scene().items()]
    found["rulers"] = [item.size().height() for item in items if isinstance(item, Ruler)]
    found["navigation"] = [window.findChild(Navigation).width()]
    return found


def test_what_is_made_larger_later_is_laid_out_as_from_the_start(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "before", size=(1440, 880)) as window:
        usual = fitted(window)
        for _ in range(TEXT_SIZES.index(150) - TEXT_SIZES.index(100)):
            qtbot.keyClick(window, Qt.Key.Key_Plus, CTRL)
        for index in range(len(PAGES)):
            show(qtbot, window, index)
        later = fitted(window)
    with every_page(qtbot, tmp_path / "after", text_size=150, size=(1440, 880)) as window:
        from_the_start = fitted(window)
    assert from_the_start != usual
    assert later == from_the_start
