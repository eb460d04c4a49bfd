"""The way from page to page, and what works behind them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QListWidget, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.tooltips import plain

_NARROWEST = 136
_WIDEST_DONE = "  100%"
_AROUND = 36
"""Pixels beside a page's name."""


class Navigation(QWidget):
    """The pages' names; under them the model and the device in use."""

    page_chosen = Signal(int)

    def __init__(self, pages: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = tuple(pages)
        self._title = QLabel("CharCopy")
        self._pages = QListWidget()
        self._model = QLabel("No model")
        self._device = QLabel()
        self._reason = QLabel()
        self._described = ""
        self._lay_out()
        for number, page in enumerate(pages, 1):
            self._pages.addItem(page)
            self._pages.item(number - 1).setToolTip(f"{page} (Ctrl+{number})")
        self._pages.currentRowChanged.connect(self.page_chosen)

    def _lay_out(self) -> None:
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        title = self._title
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setBold(True)
        title.setFont(font)
        title.setContentsMargins(16, 16, 8, 4)
        self._pages.setObjectName("navigation")
        self._pages.setAccessibleName("Pages")
        self._pages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 16)
        layout.setSpacing(0)
        layout.addWidget(title)
        layout.addWidget(self._pages, 1)
        for label, name in (
            (self._model, "Model"),
            (self._device, "Device"),
            (self._reason, "Why this device"),
        ):
            label.setAccessibleName(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setContentsMargins(16, 2, 8, 2)
            layout.addWidget(label)
        self._device.setProperty("muted", True)
        self._reason.setProperty("error", True)
        self._reason.hide()
        for part in (title, self._pages):
            keep_fitted(part, self._widen)

    def _widen(self) -> None:
        longest = max(self._names, key=len) + _WIDEST_DONE
        entry = self._pages.fontMetrics().horizontalAdvance(longest) + _AROUND
        self.setFixedWidth(max(_NARROWEST, entry, self._title.sizeHint().width()))

    def set_page(self, index: int) -> None:
        """Mark a page as the one that is seen."""
        self._pages.setCurrentRow(index)

    def set_progress(self, index: int, share: float | None) -> None:
        """Show at a page's name how much of its work is done; None where it does none."""
        done = "" if share is None else f"  {share:.0%}"
        self._pages.item(index).setText(f"{self._names[index]}{done}")

    def set_model(self, name: str, tip: str = "") -> None:
        """Name the model that writes."""
        self._model.setText(name)
        self._model.setToolTip(plain(tip))

    def set_loading(self, share: float | None) -> None:
        """Show under the model's name how much of it is loaded; None where that is over."""
        self._device.setText(self._described if share is None else f"loading, {share:.0%}")

    def set_device(self, description: str, asked_for: str = "", reason: str = "") -> None:
        """Name the device, and the one that was asked for in vain."""
        self._described = description
        self._device.setText(description)
        self._reason.setText(f"{asked_for} is not available" if reason else "")
        self._reason.setToolTip(plain(reason))
        self._reason.setVisible(bool(reason))
