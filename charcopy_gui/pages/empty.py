"""A page that is still empty, and says so."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from charcopy_gui.pages.page import Page
from charcopy_gui.theme import system_monospace


@dataclass(frozen=True, slots=True)
class EmptyPageText:
    """The words of an empty page."""

    title: str
    sentence: str
    """What will be here, and how it is done until then."""
    command: str = ""
    """The command line that does it today; empty where there is none."""


EMPTY_PAGES = (
    EmptyPageText(
        "Read back",
        "Here a sentence will be read back into a table, character by character, by the same"
        " network with its two halves exchanged. There is no command for it yet.",
    ),
    EmptyPageText(
        "Models",
        "Here models will be compared, renamed and shared. Until then, choose one under File,"
        " Model, or list them on the command line.",
        "python main.py models",
    ),
)


class EmptyPage(Page):
    """A title, a sentence, and the command that does the work meanwhile."""

    def __init__(self, text: EmptyPageText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel(text.title)
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        title.setFont(font)
        sentence = QLabel(text.sentence)
        sentence.setWordWrap(True)
        sentence.setFixedWidth(480)
        sentence.setProperty("muted", True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 32, 32, 32)
        layout.setSpacing(16)
        layout.addWidget(title)
        layout.addWidget(sentence)
        if text.command:
            layout.addWidget(_command(text.command))
        layout.addStretch(1)


def _command(text: str) -> QLabel:
    command = QLabel(text)
    command.setFont(system_monospace())
    command.setTextFormat(Qt.TextFormat.PlainText)
    flag = Qt.TextInteractionFlag
    command.setTextInteractionFlags(flag.TextSelectableByMouse | flag.TextSelectableByKeyboard)
    command.setAccessibleName("Command")
    command.setToolTip("Select and copy")
    return command
