"""Edits that are undone, and a program that is quit or killed: the undone value is there."""

import subprocess
import sys

import pytest
from patience import LONG_SECONDS
from starting_driver import ROOT, Home

from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the folders are Linux' own"),
]
START = "name[Zizzi], food[French]"
EDITS = ("Zizzi A", "Café 東京", "<b>Zizzi</b>")
PROGRAM = """
import sys
from PySide6.QtCore import QTimer, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
import main
from charcopy_gui import app
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.pages.output.activity import Activity
from fake_generation import loader

killed, edits = sys.argv[1] == "killed", sys.argv[2:]
app.load_model = loader()
app.prepare_kernels = lambda cancel: ()
MainWindow._make_next_page = lambda window: None
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier

def kept():
    return settings_file.load(paths.settings_file())[0].mr

def editors(window):
    return window.page.mr.table.viewport().findChildren(QLineEdit)

def type_over(window, text):
    table = window.page.mr.table
    index = table.model().index(0, 1)
    table.setCurrentIndex(index)
    table.edit(index)
    (editor,) = editors(window)
    editor.selectAll()
    QApplication.clipboard().setText(text)
    QTest.keyClick(editor, Qt.Key.Key_V, CTRL)
    QTest.keyClick(editor, Qt.Key.Key_Return)

def steps(window):
    states = [window.page.mr.text()]
    for edit in edits:
        type_over(window, edit)
        while editors(window):
            yield
        states.append(window.page.mr.text())
    assert len(set(states)) == 4, states
    while kept() != states[-1]:
        yield
    window.activateWindow()  # The list of known values took its place.
    while not window.isActiveWindow():
        yield
    for state in states[-2::-1]:
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert window.page.mr.text() == state, (state, window.page.mr.text())
    for state in states[1:]:
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL | SHIFT)
        assert window.page.mr.text() == state, (state, window.page.mr.text())
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
    if killed:
        while kept() != states[-2]:
            yield
        print("undone", flush=True)
        while True:
            yield
    window.close()

def go_on():
    global work
    (window,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    if (dialog := window.findChild(FailureDialog)) is not None:
        print(dialog.detailedText(), file=sys.stderr, flush=True)
        QApplication.exit(1)
    if work is None:
        if window.page.activity is not Activity.IDLE or window.page.tree is None:
            return
        work = steps(window)
    next(work, None)

work = None
application = QApplication([])
timer = QTimer(interval=20)
timer.timeout.connect(go_on)
timer.start()
sys.exit(main.main([]))
"""


def program(home, how):
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, how, *EDITS],
        env=home.environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", ["quit", "killed"])
def test_three_edits_are_undone_redone_and_undone_and_there_at_the_next_start(tmp_path, how):
    home = Home(tmp_path)
    settings_file.save(Settings(mr=START), home.settings)
    with program(home, how) as process:
        if how == "killed":
            assert process.stdout.readline() == "undone\n", process.stderr.read()
            process.kill()
        _, said = process.communicate(timeout=LONG_SECONDS)
        assert how == "killed" or process.returncode == 0, said
    seen = home.start()
    assert seen["table"] == f"name[{EDITS[1]}], food[French]"
    assert seen["said"] == []
