"""The Models page with its worker and its link, without the window around them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QPoint, QPointF, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTableView,
)

from charcopy_gui.appearance.stylesheet import stylesheet
from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.frame.memory import Memory, Places
from charcopy_gui.links.models import ModelsLink
from charcopy_gui.pages.models.commands import Command
from charcopy_gui.pages.models.page import ModelsPage
from charcopy_gui.pages.parts.name_dialog import NameDialog
from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import Settings
from charcopy_gui.workers.models import Models
from core import checkpoint
from core.alphabet import Alphabet
from core.config import ModelConfig
from core.model_card import ModelCard
from core.network.model import EdaCs
from core.provenance import Figures, Provenance

TINY = ModelConfig(hidden_size=4, attention_size=3, embedding_size=2)
PROBLEM, NEWS = "What went wrong", "What was done"
"""Names of the places where the page says it."""


def made(path: Path, *, seed: int = 1, bleu: float | None = 0.5, **said: str) -> Path:
    """A model's file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    model = EdaCs.seeded(TINY, Alphabet.from_texts(["é東"]), seed=seed)
    origin = Provenance(
        said.get("corpus", "Café corpus"),
        "CC BY 4.0",
        "Ada",
        steps=1200,
        epochs=3,
        seed=seed,
        dev_bleu=bleu,
        seconds=75.0,
        created="2026-11-29T22:30:52+00:00",
    )
    figures = (Figures("E2E", "test", "beam of 10", "full", {"BLEU": 0.625, "n": 630}),)
    checkpoint.save(
        ModelCard(path.stem, path, model.config, model.alphabet, origin, figures), model
    )
    return path


class FakeGenerate(QObject):
    """What the models' link asks of the link to Generate."""

    model_chosen = Signal(object)

    def __init__(self, model: Path | None) -> None:
        super().__init__()
        self.model = model

    def choose_model(self, path: Path) -> None:
        self.model = path
        self.model_chosen.emit(None)

    def follow_model(self, path: Path | None) -> None:
        self.model = path
        self.model_chosen.emit(None)


class Driven:
    """The page and what stands around it."""

    def __init__(self, qtbot, model: Path | None, settings: Settings) -> None:
        self.qtbot = qtbot
        self.page = ModelsPage()
        self.models = Models()
        self.memory = Memory(settings, Places())
        self.generate = FakeGenerate(model)
        self.link = ModelsLink(self.page, self.models, self.memory, self.generate)
        self.page.setStyleSheet(stylesheet(LIGHT))
        self.page.set_theme(LIGHT)
        self.page.resize(1200, 800)

    @property
    def view(self) -> QTableView:
        return self.page.findChild(QTableView)

    def names(self) -> list[str]:
        model = self.view.model()
        return [model.index(row, 0).data() for row in range(model.rowCount())]

    def cells(self, name: str) -> list[str]:
        model, row = self.view.model(), self.names().index(name)
        return [model.index(row, column).data() for column in range(model.columnCount())]

    def choose(self, *names: str) -> None:
        """Click rows, those after the first one with Ctrl held."""
        for number, name in enumerate(names):
            index = self.view.model().index(self.names().index(name), 0)
            place = self.view.visualRect(index).center()
            held = Qt.KeyboardModifier.ControlModifier if number else Qt.KeyboardModifier(0)
            self.qtbot.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, held, pos=place)

    def chosen(self) -> str:
        model = self.page.list.model
        return "" if model is None else model.card.name

    def press(self, name: str) -> None:
        found = [b for b in self.page.findChildren(QPushButton) if b.accessibleName() == name]
        (button,) = [b for b in found if b.isVisible()]
        assert button.isEnabled(), name
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def act(self, command: Command) -> None:
        """Choose from the menu."""
        (action,) = [a for a in self.page.findChildren(QAction) if a.data() is command]
        assert action.isEnabled()
        action.trigger()

    def said(self, name: str) -> str:
        (label,) = [w for w in self.page.findChildren(QObject) if name_of(w) == name]
        return label.text() if label.isVisible() else ""

    def text(self, name: str) -> str:
        (view,) = [w for w in self.page.findChildren(QObject) if name_of(w) == name]
        return view.toPlainText()

    def dialog(self, kind=QDialog):
        """The dialog that is open, once keys go to it."""
        self.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
        dialog = QApplication.activeModalWidget()
        self.qtbot.waitUntil(dialog.isActiveWindow)
        assert isinstance(dialog, kind)
        return dialog

    def answer(self, words: str) -> None:
        box = self.dialog(QMessageBox)
        (button,) = [b for b in box.buttons() if b.text().replace("&", "") == words]
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def drop(self, *files: Path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        none = Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(QPoint(9, 9), action, data, button, none)
        self.page.dragEnterEvent(enter)
        assert enter.isAccepted()
        self.page.dropEvent(QDropEvent(QPointF(9, 9), action, data, button, none))

    def wait_until_copied(self) -> None:
        self.qtbot.waitUntil(lambda: not self.page.can_stop)


def named_button(page, name: str) -> QPushButton:
    (button,) = [b for b in page.findChildren(QPushButton) if b.accessibleName() == name]
    return button


def name_of(thing: QObject) -> str:
    named = getattr(thing, "accessibleName", None)
    return named() if named is not None else ""


@contextmanager
def shown_models(
    qtbot, model: Path | None = None, settings: Settings | None = None
) -> Iterator[Driven]:
    """The page as it is first seen, with the models there are in the test's folders."""
    driven = Driven(qtbot, model, settings or Settings())
    try:
        with qtbot.waitExposed(driven.page):
            driven.page.show()
        driven.page.activateWindow()
        yield driven
    finally:
        driven.models.close()
        driven.models.wait()
        driven.link.deleteLater()
        driven.page.close()
        driven.page.deleteLater()


def own_folder() -> Path:
    return paths.model_folders()[0]


def type_name(qtbot, driven, name):
    """Put a name into the dialog that asks for one, and give its line."""
    line = driven.dialog(NameDialog).findChild(QLineEdit)
    line.selectAll()
    line.insert(name)  # Any character: the test's keyboard has few.
    return line
