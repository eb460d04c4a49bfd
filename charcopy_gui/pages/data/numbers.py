"""The numbers that describe a set of examples, each over its caption."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.corpus.statistics import Description

_COLUMNS = 4


class Numbers(QWidget):
    """Eight numbers in two rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: dict[str, QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(8)

    def show_description(self, found: Description) -> None:
        """Show what was counted."""
        for name, number in (
            ("rows", f"{found.rows:,}"),
            ("distinct tables", f"{found.distinct_mrs:,}"),
            ("repeated rows", f"{found.duplicates:,}"),
            ("slots", f"{len(found.slots):,}"),
            ("characters in the longest table", f"{found.longest_mr:,}"),
            ("characters in the longest text", f"{found.longest_reference:,}"),
            ("characters in a table, on average", f"{found.mean_mr:,.1f}"),
            ("characters in a text, on average", f"{found.mean_reference:,.1f}"),
        ):
            if name not in self._labels:
                self._add(name)
            self._labels[name].setText(number)

    def _add(self, name: str) -> None:
        label, caption = QLabel(), QLabel(name)
        label.setAccessibleName(name)
        font = QFont(label.font())
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setFeature(QFont.Tag("tnum"), 1)
        label.setFont(font)
        caption.setProperty("muted", True)
        caption.setWordWrap(True)
        caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label)
        column.addWidget(caption)
        column.addStretch(1)
        row, place = divmod(len(self._labels), _COLUMNS)
        self._grid.addLayout(column, row, place)
        self._grid.setColumnStretch(place, 1)
        self._labels[name] = label
