"""One model's text among others: tinted where it was copied, marked where it differs."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.compare.compared import Outcome, marked
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.output.tinted_text import TintedText
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from charcopy_gui.pages.parts.notice import Notice

_LARGER = 1.25
"""The text's type, compared with the interface's."""
_WAITING = "waiting…"


class OutcomeView(QWidget):
    """A name, a text, its numbers, its slots; and the way to Generate."""

    use_requested = Signal(object)
    """The path of this model."""

    def __init__(self, outcome: Outcome, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._outcome = outcome
        name = outcome.entrant.name
        self._name = heading(name)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setToolTip(plain(str(outcome.entrant.path)))
        self._kind = ElidedLabel()
        self._kind.setAccessibleName(f"What {name} is")
        self._kind.setProperty("muted", True)
        self._kind.setText(outcome.entrant.kind)
        self._use = QPushButton("Open in Generate")
        self._use.setAccessibleName(f"Open in Generate with {name}")
        self._use.setToolTip("Use this model to write for this table on Generate")
        self._text = TintedText(LIGHT)
        self._numbers = remark(f"Numbers of {name}")
        self._icon = QLabel()
        self._slots = remark(f"Slots expressed by {name}")
        self._problem = Notice(f"Why {name} wrote nothing")
        self._fit_text()
        self._lay_out()
        self._use.clicked.connect(self._ask)
        self.show_state(_WAITING)

    def _fit_text(self) -> None:
        font = self.font()
        font.setPointSizeF(QFontInfo(font).pointSizeF() * _LARGER)
        self._text.setFont(font)
        self._text.document().setDocumentMargin(0)  # Its letters stand under the name's.
        self._text.setAccessibleName(f"Text of {self._outcome.entrant.name}")
        self._text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text.document().documentLayout().documentSizeChanged.connect(self._fit_height)

    def _lay_out(self) -> None:
        top = FlowLayout(gap=8)
        for part in (self._name, self._kind, self._use):
            top.addWidget(part)
        slots = QHBoxLayout()
        slots.setSpacing(8)
        slots.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        slots.addWidget(self._slots, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self._text)
        layout.addWidget(self._numbers)
        layout.addLayout(slots)
        layout.addWidget(self._problem)

    @property
    def path(self) -> Path:
        """The file of the model."""
        return self._outcome.entrant.path

    @property
    def outcome(self) -> Outcome:
        """What is shown."""
        return self._outcome

    def show_state(self, words: str) -> None:
        """Say what goes on before there is a text."""
        self._numbers.setText(words)
        self._show(text=False)

    def show_outcome(self, outcome: Outcome) -> None:
        """Show a text, or why there is none."""
        self._outcome = outcome
        compared = outcome.compared
        self._show(text=compared is not None)
        if compared is None:
            self._numbers.setText("" if outcome.problem else "not written")
            self._problem.say(outcome.problem)
            self._numbers.setVisible(not outcome.problem)
            return
        self._text.start()
        self._text.write(compared.steps)
        self._numbers.setText(compared.numbers())
        self._slots.setText(compared.slots())
        self._show_icon()

    def compare_with(self, against: Outcome | None) -> None:
        """Mark what another model's text does not have."""
        self._text.mark(marked(self._outcome, against))

    def _show(self, *, text: bool) -> None:
        for part in (self._text, self._icon, self._slots):
            part.setVisible(text)
        self._use.setEnabled(text)
        self._numbers.show()
        self._problem.say("")

    @Slot()
    def _fit_height(self) -> None:
        self._text.setFixedHeight(math.ceil(self._text.document().size().height()))

    @Slot()
    def _ask(self) -> None:
        self.use_requested.emit(self.path)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self._text.set_theme(theme)
        self._problem.set_theme(theme)
        self._show_icon()

    def _show_icon(self) -> None:
        compared, theme = self._outcome.compared, self._theme
        if compared is None:
            return
        name, colour = "warning", theme.error
        if compared.is_faultless:
            name, colour = ("tick", theme.success) if compared.checked else ("info", theme.muted)
        self._icon.setPixmap(icons.icon(name, colour).pixmap(16, 16))
