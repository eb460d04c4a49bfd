"""Opens the window for a test, and closes it whatever happens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from fake_evaluation import evaluator
from fake_generation import MODEL, loader
from fake_training import tiny_corpus, trainer
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from charcopy_gui.frame.memory import Places
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import Settings, TrainingChoices
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.workers.comparison import Comparison
from charcopy_gui.workers.evaluation import Evaluate, Evaluation
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.requests import Load, Write
from charcopy_gui.workers.training import Train, Training, train
from core.config import ModelConfig, TrainingConfig
from core.runs import RunFolder

MR = "name[Zizzi Blue], eatType[pub], food[French]"

TINY = TrainingConfig(
    ModelConfig(hidden_size=8, attention_size=4, embedding_size=4, dropout=0.0),
    epochs=2,
    batch_size=4,
    device="cpu",
    threads=1,
)
ENDLESS = Settings(mr=MR, training=TrainingChoices(config=TrainingConfig(TINY.model, 5000)))
"""Trains until it is stopped."""
REAL = partial(train, demo_corpus=tiny_corpus)
"""The real training, of a dozen examples."""


@contextmanager
def shown_window(
    qtbot,
    write: Write | None = None,
    *,
    load: Load | None = None,
    settings: Settings | None = None,
    places: Places | None = None,
    train: Train | None = None,
    evaluate: Evaluate | None = None,
    read_back: Write | None = None,
    model=MODEL,
    first_file: Path | None = None,
    before: Callable[[MainWindow], None] | None = None,
    pages_ahead: bool = False,
) -> Iterator[MainWindow]:
    """A window that was painted; without a model, or with one that writes its first text.

    Its other pages are made when a test asks for them, and ahead of that only where it is told:
    all of them take longer than most of what is tested.
    """
    window = MainWindow(
        Generation(load or loader(write)),
        lambda: Training(train or trainer()),
        settings or Settings(mr=MR),
        model,
        places,
        lambda: Evaluation(evaluate or evaluator()),
        lambda: Generation(load or loader(read_back or write)),
        lambda: Comparison(load or loader(write)),
    )
    if not pages_ahead:
        window._make_next_page = lambda: None
    if first_file is not None:
        window.open_file(first_file)
    if before is not None:
        before(window)
    try:
        with qtbot.waitExposed(window):
            window.show()
        yield window
    finally:
        window.end_work()
        window.close()
        window.deleteLater()


def wait_until_idle(qtbot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE and has_plots(window))


def has_plots(window: MainWindow) -> bool:
    return window.page.output._trace is not None


def button(window, name: str) -> QPushButton:
    found = [b for b in window.findChildren(QPushButton) if b.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def named(parent, name: str) -> QWidget:
    """The one widget that screen readers call so."""
    found = [w for w in parent.findChildren(QWidget) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def shown_text(window: MainWindow) -> str:
    return "".join(
        step.character for step in window.page.instrument.steps if len(step.character) == 1
    )


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


def answer(qtbot, dialog, text) -> None:
    """Press a dialog's button."""
    found = [b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == text]
    assert len(found) == 1
    click(qtbot, found[0])


def wait_for_characters(qtbot, window, count=3):
    qtbot.waitUntil(lambda: len(shown_text(window)) >= count and has_plots(window))


def open_train_page(qtbot, window):
    wait_until_idle(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.visible is window.pages.train


def on_page(window, name):
    return named(window.pages.train, name)


def press(qtbot, window, name):
    click(qtbot, on_page(window, name))


def status(window):
    return on_page(window, "Status of the run").text()


def losses(window):
    return window.pages.train.findChild(CurvesPlot).curves.training[0].steps.tolist()


def wait_for_steps(qtbot, window, count):
    qtbot.waitUntil(lambda: len(losses(window)) >= count)


def wait_for_end(qtbot, window):
    qtbot.waitUntil(lambda: not window.pages.train.status.busy)


def the_run():
    (folder,) = paths.runs_folder().iterdir()
    return RunFolder(folder)
