"""Asks for a name, and says while it is typed why one cannot be had."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.notice import Notice

_WIDTH = 420


class NameDialog(QDialog):
    """One line to type a name into."""

    named = Signal(str)
    """The name that was agreed to."""

    def __init__(
        self,
        title: str,
        reason: str,
        name: str,
        refusal: Callable[[str], str],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        """Offer a name.

        Args:
            title: the window's, and the button's.
            reason: why a name is asked for; empty where that is plain.
            name: that is offered.
            refusal: why a name cannot be had, in a sentence; empty where it can.
            theme: the colours of the icon.
            parent: the widget that asks.
        """
        super().__init__(parent)
        self._refusal = refusal
        self._line = QLineEdit(name)
        self._problem = Notice("What is wrong with the name")
        self._problem.set_theme(theme)
        kind = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(kind.Ok | kind.Cancel)
        self._buttons.button(kind.Ok).setText(title)
        self._buttons.button(kind.Ok).setProperty("primary", True)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lay_out(reason)
        self._line.textChanged.connect(self._check)
        self._buttons.accepted.connect(self._agree)
        self._buttons.rejected.connect(self.reject)
        self._check()

    def _lay_out(self, reason: str) -> None:
        self.setMinimumWidth(_WIDTH)
        self._line.setAccessibleName("Name")
        self._line.setToolTip("The new name")
        self._line.selectAll()
        caption = QLabel("&Name")
        caption.setBuddy(self._line)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        if reason:
            why = remark("Why a name is asked for")
            why.setText(reason)
            layout.addWidget(why)
        for part in (caption, self._line, self._problem, self._buttons):
            layout.addWidget(part)

    @Slot()
    def _check(self) -> None:
        refusal = self._refusal(self._line.text())
        self._problem.say(refusal)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not refusal)

    @Slot()
    def _agree(self) -> None:
        self.named.emit(self._line.text())
        self.accept()
