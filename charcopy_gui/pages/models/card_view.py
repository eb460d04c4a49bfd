"""The card of the chosen model: its name, what can be done with it, what is known of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QSplitter, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.models import words
from charcopy_gui.pages.models.commands import Command, Commands
from charcopy_gui.pages.models.facts_view import FactsView
from charcopy_gui.pages.models.notes_view import NotesView
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.title_row import TitleRow
from charcopy_gui.pages.parts.wrapped import Wrapped
from core.model_store import StoredModel

_BUTTONS = (
    Command.USE,
    Command.DEFAULT,
    Command.COMPARE,
    Command.EVALUATE,
    Command.FINE_TUNE,
)
_NOBODY = "Choose a model to see its card."


class CardView(Wrapped):
    """Facts at the left, notes at the right, the buttons over both."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._top = TitleRow("Name of the model")
        self._marks = remark("What the model is used for")
        self._buttons = [commands.button(command) for command in _BUTTONS]
        self._more = QPushButton("More")
        self._more.setMenu(commands.more(self._more))
        self._facts = FactsView()
        self._notes = NotesView()
        self._lay_out()
        self.show_model(None, "")

    def _lay_out(self) -> None:
        self._buttons[0].setProperty("primary", True)
        self._more.setAccessibleName("More")
        self._more.setToolTip("Rename, export, show in folder, delete")
        self._marks.setWordWrap(False)
        for part in (self._marks, *self._buttons, self._more):
            self._top.add(part)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.setObjectName("models-card")
        both.setChildrenCollapsible(False)
        both.addWidget(_under("About", self._facts))
        both.addWidget(_under("Notes", self._notes))
        both.setSizes([560, 480])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self._top)
        layout.addWidget(both, 1)

    def show_model(self, model: StoredModel | None, marks: str) -> None:
        """Show a model's card, or that none is chosen."""
        self._top.title.setText(_NOBODY if model is None else model.card.name)
        self._top.title.setToolTip("" if model is None else plain(model.card.name))
        self._marks.setText(marks)
        self._marks.setVisible(bool(marks))
        facts = () if model is None else tuple(words.facts(model))
        figures = () if model is None else words.figures(model.card.figures)
        self._facts.show_facts(facts, figures)
        self._notes.show_file(None if model is None else model.notes)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._facts.set_theme(theme)
        self._notes.set_theme(theme)


def _under(words_over: str, view: QWidget) -> QWidget:
    """A view with a heading."""
    whole = QWidget()
    layout = QVBoxLayout(whole)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    layout.addWidget(heading(words_over))
    layout.addWidget(view, 1)
    return whole
