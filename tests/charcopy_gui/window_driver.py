"""Opens the window for a test, and closes it whatever happens."""

from collections.abc import Iterator
from contextlib import contextmanager

from fake_generation import MODEL, loader
from fake_training import trainer
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton

from charcopy_gui.main_window import MainWindow, Memory
from charcopy_gui.pages.generate.run_panel import Activity
from charcopy_gui.settings import Settings
from charcopy_gui.workers.generation import Generation, Load, Write
from charcopy_gui.workers.training import Train, Training

MR = "name[Zizzi Blue], eatType[pub], food[French]"


@contextmanager
def shown_window(
    qtbot,
    write: Write | None = None,
    *,
    load: Load | None = None,
    settings: Settings | None = None,
    memory: Memory | None = None,
    train: Train | None = None,
    model=MODEL,
) -> Iterator[MainWindow]:
    """A window that was painted; without a model, or with one that has written its first text."""
    generation = Generation(load or loader(write))
    training = Training(train or trainer())
    window = MainWindow(generation, settings or Settings(mr=MR), model, memory, training)
    try:
        with qtbot.waitExposed(window):
            window.show()
        yield window
    finally:
        window._closing = True
        window.close()
        window.deleteLater()


def wait_until_idle(qtbot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE and has_plots(window))


def has_plots(window: MainWindow) -> bool:
    return window.page._candidates is not None


def button(window, name: str) -> QPushButton:
    found = [b for b in window.findChildren(QPushButton) if b.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def shown_text(window: MainWindow) -> str:
    return "".join(step.character for step in window.page._steps if len(step.character) == 1)


def click(qtbot, widget) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def open_cell(qtbot, window: MainWindow, row: int, column: int) -> QLineEdit:
    """Double-click a cell, as people do, and give its editor."""
    table = window.page.mr.table
    index = table.model().index(row, column)
    point = table.visualRect(index).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    editors = table.viewport().findChildren(QLineEdit)
    assert len(editors) == 1
    return editors[0]
