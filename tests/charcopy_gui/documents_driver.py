"""Saves and opens files by the menu, as people do."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu


def command(window, title):
    menus = window.menuBar().findChildren(QMenu)
    (found,) = (a for m in menus for a in m.actions() if a.text().replace("&", "") == title)
    return found


def choose(qtbot, window, path):
    """Answer the dialog for files that is open."""
    (dialog,) = window.findChildren(QFileDialog)
    suggested = Path(dialog.selectedFiles()[0]).name if dialog.selectedFiles() else ""
    dialog.fileSelected.emit(str(path))
    dialog.close()
    qtbot.waitUntil(lambda: not window.findChildren(QFileDialog))
    return suggested


def saved(qtbot, window, title, path):
    """Save by the menu; the name that was suggested."""
    command(window, title).trigger()
    suggested = choose(qtbot, window, path)
    qtbot.waitUntil(lambda: not window._documents.saving.busy and path.exists())
    return suggested
