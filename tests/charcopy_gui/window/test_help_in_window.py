"""The menu Help, and the log wherever it is asked for."""

from importlib import metadata

import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QPlainTextEdit
from window_driver import MR, answer, shown_window, wait_until_idle

from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.process.log_view import LogView
from charcopy_gui.storage import paths
from core.records import Failure, FailureKind

pytestmark = pytest.mark.usefixtures("own_folders")


def choose(window, title):
    (action,) = [a for a in window._menus._help.actions() if a.text().replace("&", "") == title]
    action.trigger()


def test_the_log_is_opened_and_where_no_program_opens_it_its_end_is_shown(qtbot, monkeypatch):
    opened, works = [], [True, False]
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) or works.pop(0)
    )
    paths.log_file().write_text("it began\nit ended\n")
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        choose(window, "Show log")
        assert opened == [str(paths.log_file())]
        assert window.findChildren(LogView) == []
        choose(window, "Show log")
        (view,) = window.findChildren(LogView)
        assert view.isVisible()
        assert "it ended" in view.findChild(QPlainTextEdit).toPlainText()
        view.close()


def test_without_a_log_that_is_said(qtbot):
    view = LogView(paths.log_file())
    qtbot.addWidget(view)
    assert "Nothing has been written" in view.findChild(QPlainTextEdit).toPlainText()


def test_diagnostics_are_copied_and_shown(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        choose(window, "Copy diagnostics")
        copied = QGuiApplication.clipboard().text()
        assert "Device: CPU, 1 thread" in copied
        assert "Zizzi" in MR
        assert "Zizzi" not in copied
        (box,) = window.findChildren(QMessageBox)
        assert copied.strip() in box.text()


def test_about_names_the_version(qtbot):
    with shown_window(qtbot, model=None) as window:
        choose(window, "About CharCopy")
        (box,) = window.findChildren(QMessageBox)
        assert box.text().startswith(f"CharCopy {metadata.version('charcopy')}\n")


def test_the_details_of_a_failure_are_copied_and_the_dialog_stays(qtbot):
    failure = Failure(FailureKind.BUG, "A gate fell off.", "Traceback: here")
    dialog = FailureDialog(failure, paths.log_file())
    qtbot.addWidget(dialog)
    dialog.show()
    answer(qtbot, dialog, "Copy details")
    assert QGuiApplication.clipboard().text() == "A gate fell off.\n\nTraceback: here"
    answer(qtbot, dialog, "Open the log")
    assert dialog.isVisible()
    assert dialog.findChild(LogView) is not None
