"""The corpus that is chosen: what it is, under which terms, where, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.task_bar import TaskBar
from charcopy_gui.pages.parts.title_row import TitleRow
from charcopy_gui.pages.parts.wrapped import Wrapped


class Action(Enum):
    """What can be asked for, in the words of its button."""

    ANSWER = "Answer…"
    DOWNLOAD = "Download"
    TRAIN = "Use for training"
    BUILD = "Build E2E+…"
    PLUS = "Plus version…"
    READ_AGAIN = "Read differently…"
    FORGET = "Remove"


_TIPS = {
    Action.ANSWER: "Answer a question about how to read this file",
    Action.DOWNLOAD: "Download it from its authors, and check every file",
    Action.TRAIN: "Choose it on the Train page",
    Action.BUILD: "Make E2E+ from E2E: other names and foods, so that a model has to copy",
    Action.PLUS: "Replace values of slots by others, so that a model has to copy",
    Action.READ_AGAIN: "Change how the file is read: columns, encoding, delimiter",
    Action.FORGET: "Remove it from this list; the file itself stays",
}


@dataclass(frozen=True, slots=True)
class About:
    """A corpus in words."""

    title: str
    description: str
    terms: str
    """Licence and whom to name; empty for a person's own file."""
    place: str
    """Where it is, or that it is not here."""
    actions: tuple[Action, ...]
    """What can be done; the first is what most will want."""


class CorpusHeader(Wrapped):
    """Title, facts, buttons; progress and problems where they belong."""

    asked = Signal(object)
    """An Action."""
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._top = TitleRow("Corpus")
        self._description = remark("Description")
        self._terms = remark("Licence and citation")
        self._place = remark("Where it is")
        self._buttons = {action: QPushButton(action.value) for action in Action}
        self.task = TaskBar()
        self.problem = Notice("What went wrong")
        self._news = remark("What was done")
        self._left_out = remark("What could not be read")
        self._busy, self._readable = False, True
        self._lay_out()
        for action, button in self._buttons.items():
            button.clicked.connect(lambda _=False, action=action: self.asked.emit(action))
        self.task.cancel_requested.connect(self.cancel_requested)

    def _lay_out(self) -> None:
        for label in (self._description, self._left_out):
            label.setProperty("muted", False)
        for label in (self._terms, self._place):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for action, button in reversed(self._buttons.items()):
            button.setAccessibleName(action.value.rstrip("…"))
            button.setToolTip(_TIPS[action])
            self._top.add(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._top)
        for part in (
            *(self._description, self._terms, self._place),
            *(self._left_out, self.task, self.problem, self._news),
        ):
            layout.addWidget(part)
        for part in (self._news, self._left_out):
            part.hide()

    def show_corpus(self, about: About) -> None:
        """Describe a corpus; its first action is the page's primary button."""
        self._top.title.setText(about.title)
        for label, words in (
            (self._description, about.description),
            (self._terms, about.terms),
            (self._place, about.place),
        ):
            label.setText(words)
            label.setVisible(bool(words))
        for action, button in self._buttons.items():
            button.setVisible(action in about.actions)
            primary = action is about.actions[0] if about.actions else False
            if button.property("primary") != primary:
                button.setProperty("primary", primary)
                button.style().unpolish(button)
                button.style().polish(button)

    def set_busy(self, busy: bool) -> None:
        """While something is fetched or made, nothing else can be."""
        self._busy = busy
        self._enable()

    def _enable(self) -> None:
        for action in (Action.DOWNLOAD, Action.BUILD, Action.PLUS):
            usable = self._readable or action is not Action.PLUS
            self._buttons[action].setEnabled(usable and not self._busy)

    def set_usable(self, usable: bool) -> None:
        """Whether it can be read, as far as is known; else nothing can be made of it."""
        self._buttons[Action.TRAIN].setEnabled(usable)
        self._readable = usable
        self._enable()

    def say(self, words: str) -> None:
        """Say what was done; it takes the place of what went wrong."""
        self.problem.say("")
        self._news.setText(words)
        self._news.setVisible(bool(words))

    def say_left_out(self, words: str) -> None:
        """Say what of it could not be read; nothing where all could."""
        self._left_out.setText(words)
        self._left_out.setVisible(bool(words))

    def say_problem(self, words: str) -> None:
        """Say what went wrong."""
        self.say("")
        self.problem.say(words)

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        self.task.set_theme(theme)
        self.problem.set_theme(theme)
