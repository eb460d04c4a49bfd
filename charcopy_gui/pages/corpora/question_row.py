"""A field for how a file is read, under what is asked about it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.parts.captions import labelled, remark


class QuestionRow(QWidget):
    """A question while there is one, and the captioned field that answers it."""

    def __init__(self, caption: str, field: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = remark(f"Question about the {caption.lower()}")
        self._question.setProperty("muted", False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._question)
        column.addLayout(labelled(caption, field))
        self.ask("")

    @property
    def asks(self) -> bool:
        """Whether something is asked."""
        return bool(self._question.text())

    def ask(self, words: str) -> None:
        """Ask something, or nothing."""
        self._question.setText(words)
        self._question.setVisible(bool(words))

    def focus_answer(self) -> None:
        """Put the cursor where it is answered."""
        fields = (widget for widget in self.findChildren(QWidget) if _can_be_entered(widget))
        next(fields).setFocus(Qt.FocusReason.OtherFocusReason)


def _can_be_entered(widget: QWidget) -> bool:
    shown = widget.isEnabled() and not widget.isHidden()
    return shown and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
