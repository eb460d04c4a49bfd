"""Takes tours as people do: by their panel."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QPushButton
from window_driver import click

from charcopy_gui.window.tour.outline import Outline
from charcopy_gui.window.tour.panel import Panel


def panel(window) -> Panel:
    """The panel that is seen."""
    (found,) = [p for p in window.findChildren(Panel) if not p.isHidden()]
    return found


def has_panel(window) -> bool:
    return any(not p.isHidden() for p in window.findChildren(Panel))


def press(qtbot, window, words) -> None:
    """Press a button of the panel."""
    (button,) = [b for b in panel(window).findChildren(QPushButton) if b.text() == words]
    assert button.isEnabled()
    click(qtbot, button)


def key(qtbot, window, pressed) -> None:
    """Press a key where the keyboard is."""
    qtbot.keyClick(window.focusWidget(), pressed)


def title(window) -> str:
    return panel(window).findChild(QLabel).text()


def way_on(window) -> QPushButton:
    """The button that leads on."""
    (button,) = [b for b in panel(window).findChildren(QPushButton) if b.property("primary")]
    return button


def outlined(window) -> QRect:
    """What has a line around it; empty for nothing."""
    (outline,) = [o for o in window.findChildren(Outline) if o.parent() is window]
    return outline.geometry() if outline.isVisible() else QRect()


def in_window(window, widget) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def choose(window, *titles) -> None:
    """Choose from the menu Help."""
    menu = window._menus._help
    for wanted in titles:
        (action,) = [a for a in menu.actions() if a.text().replace("&", "") == wanted]
        menu = action.menu()
    action.trigger()


RETURN, ESCAPE, LEFT = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Left
