"""The sentence that is to be read: typed, pasted or taken from the examples; Run and Stop."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtWidgets import (
    QMenu,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.parts.captions import heading
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.run_buttons import RunButtons
from charcopy_gui.pages.read_back.examples import EXAMPLES

_LINES = 5
"""Lines of the box."""
_AROUND = 10
"""Pixels of margins and frame."""


class SentencePanel(QWidget):
    """Holds the sentence, and everything that asks for reading it."""

    changed = Signal()
    """The sentence is another one than before."""
    run_requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = QPlainTextEdit()
        self._example = QToolButton()
        self._buttons = RunButtons(
            self._example,
            ("Run: read back", "Read the sentence back (Ctrl+Return)"),
            ("Stop reading", "Stop at once; what was read so far stays (Esc)"),
        )
        self._notice = Notice("Why nothing can be read")
        self._refusal = Notice("Why it was not run")
        self._fill()
        self._lay_out()
        self._box.textChanged.connect(self._take_refusal_back)
        self._box.textChanged.connect(self.changed)
        self._buttons.run_requested.connect(self.run_requested)
        self._buttons.stop_requested.connect(self.stop_requested)

    def _fill(self) -> None:
        self._box.setAccessibleName("Sentence to read back")
        self._box.setToolTip("Type or paste a sentence; Ctrl+Return reads it back")
        self._box.setPlaceholderText("Type or paste a sentence to read")
        self._box.setTabChangesFocus(True)
        keep_fitted(self._box, self._fit)
        self._example.setText("Example")
        self._example.setAccessibleName("Example sentence")
        self._example.setToolTip("Start from a ready-made example")
        self._example.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for title, sentence in EXAMPLES:
            action = menu.addAction(title)
            action.setData(sentence)
            action.setToolTip(plain(sentence))
        menu.triggered.connect(self._take_example)
        self._example.setMenu(menu)

    def _fit(self) -> None:
        self._box.setFixedHeight(_LINES * self._box.fontMetrics().lineSpacing() + _AROUND)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(heading("Sentence"))
        layout.addWidget(self._box)
        layout.addWidget(self._buttons)
        layout.addWidget(self._notice)
        layout.addWidget(self._refusal)

    def sentence(self) -> str:
        """What the network is to read: one line, without the space around its parts."""
        lines = (line.strip() for line in self._box.toPlainText().splitlines())
        return " ".join(line for line in lines if line)

    def set_sentence(self, sentence: str) -> None:
        """Put another sentence into the box; Ctrl+Z there brings the last one back."""
        cursor = self._box.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(sentence)
        self._box.moveCursor(QTextCursor.MoveOperation.Start)

    def set_abilities(self, activity: Activity, why_not: str) -> None:
        """Enable what can be asked for; say why nothing can be read, where that is so."""
        can_run = activity.can_run and not why_not
        self._buttons.set_abilities(can_run=can_run, can_stop=activity.can_stop)
        self._notice.say(why_not)

    def refuse(self, why: str) -> None:
        """Say why this sentence is not read."""
        self._refusal.say(why)
        self._box.setFocus()

    @Slot()
    def _take_refusal_back(self) -> None:
        self._refusal.say("")

    @Slot(QAction)
    def _take_example(self, action: QAction) -> None:
        self.set_sentence(action.data())

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._notice.set_theme(theme)
        self._refusal.set_theme(theme)
        self._buttons.set_theme(theme)
