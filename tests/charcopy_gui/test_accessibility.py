"""Every page is worked with by the keyboard alone, and told to those who cannot see it."""

from itertools import pairwise

import pytest
from every_page import every_page, show
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from charcopy_gui.page_names import PAGES

pytestmark = pytest.mark.usefixtures("own_folders")
TAB = Qt.FocusPolicy.TabFocus
MOST_TABS = 150
"""More than any page has to be gone through."""


def controls(page: QWidget) -> list[QWidget]:
    """What can have the focus, as people see it: not the parts that Qt puts a field together of."""
    inner = [w for w in page.findChildren(QWidget) if w.focusProxy() is None and _is_whole(w)]
    return [w for w in inner if w.focusPolicy() & TAB and w.isVisible() and w.isEnabled()]


def _is_whole(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    viewport = getattr(parent, "viewport", None)
    of_a_view = viewport is not None and viewport() is widget
    return not of_a_view and not (
        isinstance(widget, QLineEdit) and isinstance(parent, QAbstractSpinBox)
    )


def named(widget: QWidget, captioned: set[QWidget]) -> bool:
    words = widget.text() if isinstance(widget, QAbstractButton) else ""
    return bool(widget.accessibleName() or words or widget in captioned)


def test_every_control_has_a_name(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "models") as window:
        captioned = {label.buddy() for label in window.findChildren(QLabel)}
        for index, page in enumerate(PAGES):
            show(qtbot, window, index)
            found = controls(window.centralWidget())
            assert len(found) > 5, page
            nameless = [w for w in found if not named(w, captioned)]
            assert not nameless, page


def test_every_button_without_words_says_what_it_does(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "models") as window:
        for widget in window.centralWidget().findChildren(QAbstractButton):
            if not widget.text() and widget.accessibleName() and widget.isVisible():
                assert widget.toolTip(), widget.accessibleName()


def test_tab_comes_to_every_control_and_round(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "models") as window:
        for index, page in enumerate(PAGES):
            show(qtbot, window, index)
            window.activateWindow()
            seen = walked(qtbot, window, page)
            missed = [w for w in controls(window.centralWidget()) if in_the_way(w) not in seen]
            assert not missed, page


def walked(qtbot, window, page) -> list[QWidget]:
    """The widgets that Tab comes to, from the list of pages round to it."""
    first = window._navigation._pages
    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is first)
    seen = [first]
    for _ in range(MOST_TABS):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        if focus is first:
            return seen
        if focus is not seen[-1]:
            seen.append(focus)
    pytest.fail(f"{page}: Tab does not come round: {seen[-4:]}")


def in_the_way(widget: QWidget) -> QWidget:
    """The widget whose turn it is when it comes to this one: of radio buttons, the chosen one."""
    group = getattr(widget, "group", lambda: None)()
    exclusive = group is not None and group.exclusive() and group.checkedButton() is not None
    return group.checkedButton() if exclusive else widget


def test_tab_goes_down_the_left_column_and_then_on(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "models") as window:
        for index, page in enumerate(PAGES):
            show(qtbot, window, index)
            window.activateWindow()
            centre = window.centralWidget()
            rows: dict[QWidget, list[int]] = {}
            for widget in walked(qtbot, window, page)[1:]:
                parent = widget.parentWidget()
                top = widget.mapTo(centre, QPoint(0, widget.height() // 2)).y()
                rows.setdefault(parent, []).append(top)
            for parent, tops in rows.items():
                assert tops == sorted(tops) or level(tops), (page, parent)


def level(tops: list[int]) -> bool:
    """Whether each is below the one before, or in the same row with it."""
    return all(after >= before - 24 for before, after in pairwise(tops))


def test_every_command_of_the_menus_has_a_key(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "models") as window:
        menus = [a.menu() for a in window.menuBar().actions()]
        assert all("&" in a.text() for a in window.menuBar().actions())
        for menu in menus:
            commands = [a for a in menu.actions() if not a.isSeparator()]
            for action in commands:
                # Pages have names that are shown elsewhere, too, and a shortcut each.
                assert "&" in action.text() or action.shortcuts(), action.text()
            letters = [mnemonic(a.text()) for a in commands if mnemonic(a.text())]
            assert len(letters) == len(set(letters)), menu.title()


def mnemonic(text: str) -> str:
    """The letter behind the & of a title."""
    _, found, rest = text.replace("&&", "").partition("&")
    return rest[:1].lower() if found else ""


def test_no_two_commands_share_a_key(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "models") as window:
        keys = [
            k.toString()
            for menu in window.menuBar().findChildren(QMenu)
            for action in menu.actions()
            for k in action.shortcuts()
        ]
        assert len(keys) == len(set(keys))


def test_tabs_are_walked_with_arrows(qtbot, tmp_path):
    with every_page(qtbot, tmp_path / "models") as window:
        show(qtbot, window, PAGES.index("Train"))
        bars = [b for b in window.pages.train.findChildren(QTabBar) if b.isVisible()]
        for bar in bars:
            assert bar.accessibleName()
            bar.setFocus(Qt.FocusReason.TabFocusReason)
            before = bar.currentIndex()
            qtbot.keyClick(bar, Qt.Key.Key_Right)
            assert bar.currentIndex() == before + 1
