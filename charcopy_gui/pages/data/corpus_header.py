"""The corpus that is chosen: what it is, under which terms, where, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.captions import remark, title_font
from charcopy_gui.pages.notice import Notice
from charcopy_gui.pages.task_bar import TaskBar
from charcopy_gui.pages.wrapped import Wrapped
from charcopy_gui.theme import Theme


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
    Action.ANSWER: "Say how the file is to be read that leaves something open",
    Action.DOWNLOAD: "Fetch it from where its authors keep it, and check every file",
    Action.TRAIN: "Choose it on the Train page",
    Action.BUILD: "Make E2E+ from E2E: other names and foods, so that a model has to copy",
    Action.PLUS: "Replace values of slots by others, so that a model has to copy",
    Action.READ_AGAIN: "Change how the file is read: columns, encoding, delimiter",
    Action.FORGET: "Take it off this list; the file itself stays",
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
        self._title = QLabel()
        self._row = QWidget()
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._description = remark("Description")
        self._terms = remark("Licence and citation")
        self._place = remark("Where it is")
        self._buttons = {action: QPushButton(action.value) for action in Action}
        self.task = TaskBar()
        self.problem = Notice("What went wrong")
        self._news = remark("What was done")
        self._busy, self._readable = False, True
        self._lay_out()
        for action, button in self._buttons.items():
            button.clicked.connect(lambda _=False, action=action: self.asked.emit(action))
        self.task.cancel_requested.connect(self.cancel_requested)

    def _lay_out(self) -> None:
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setAccessibleName("Corpus")
        self._title.setFont(title_font(self._title.font()))
        self._description.setProperty("muted", False)
        for label in (self._terms, self._place):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        buttons = QHBoxLayout(self._row)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(8)
        buttons.addStretch(1)
        self._top.setSpacing(8)
        self._top.addWidget(self._title, 1)
        self._top.addWidget(self._row)
        for action, button in reversed(self._buttons.items()):
            button.setAccessibleName(action.value.rstrip("…"))
            button.setToolTip(_TIPS[action])
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._top)
        for part in (
            *(self._description, self._terms, self._place),
            *(self.task, self.problem, self._news),
        ):
            layout.addWidget(part)
        self._news.hide()

    def show_corpus(self, about: About) -> None:
        """Describe a corpus; its first action is the page's primary button."""
        self._title.setText(about.title)
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

        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the buttons stand under the title."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        needed = self._title.sizeHint().width() + self._row.sizeHint().width() + 16
        beside = needed <= self.width()
        direction = QBoxLayout.Direction
        self._top.setDirection(direction.LeftToRight if beside else direction.TopToBottom)

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

    def say_problem(self, words: str) -> None:
        """Say what went wrong."""
        self.say("")
        self.problem.say(words)

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        self.task.set_theme(theme)
        self.problem.set_theme(theme)
