"""Shares: named bars, such as slots by how many tables have them; one of them can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import Theme, system_theme

ROW_HEIGHT = 26
_BAR_HEIGHT, _GAP = 12, 8
_LABEL_SHARE = 0.42
"""Of the width, at most, for names."""
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class SharesPlot(QWidget):
    """Bars below one another, as long as their share of the whole."""

    chosen = Signal(int)
    """The number of a bar that was clicked, or reached with the arrow keys."""

    def __init__(self, name: str, colour: str, parent: QWidget | None = None) -> None:
        """Make one without bars.

        Args:
            name: for screen readers.
            colour: name of a colour of the theme.
            parent: as in Qt.
        """
        super().__init__(parent)
        self._colour = colour
        self._theme = system_theme()
        self._shares: tuple[tuple[str, int], ...] = ()
        self._whole = 1
        self._at = -1
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_shares(self, shares: Sequence[tuple[str, int]], whole: int, chosen: int = -1) -> None:
        """Draw named bars of a whole, one of them chosen; -1 where none can be."""
        self._shares, self._whole, self._at = tuple(shares), max(1, whole), chosen
        policy = Qt.FocusPolicy.StrongFocus if chosen >= 0 else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        self.setAccessibleDescription("; ".join(f"{name} {count:,}" for name, count in shares))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """A row a bar."""
        return QSize(320, self._row_height() * len(self._shares))

    def minimumSizeHint(self) -> QSize:
        """The same, narrower."""
        return QSize(200, self._row_height() * len(self._shares))

    def _row_height(self) -> int:
        return scaled(ROW_HEIGHT, self.font())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the bar under the pointer."""
        self._choose(int(event.position().y() // self._row_height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move on to the bar above or below."""
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None:
            super().keyPressEvent(event)
        else:
            self._choose(self._at + move)

    def _choose(self, row: int) -> None:
        if self._at >= 0 and 0 <= row < len(self._shares):
            self._at = row
            self.update()
            self.chosen.emit(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw name, bar and number of each."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(self.font())
        label = min(
            self.width() * _LABEL_SHARE,
            max((metrics.horizontalAdvance(name) for name, _ in self._shares), default=0.0) + 1,
        )
        number = max((metrics.horizontalAdvance(f"{n:,}") for _, n in self._shares), default=0.0)
        bar = max(self.width() - label - number - 4 * _GAP, 0.0)
        for row, share in enumerate(self._shares):
            self._paint_row(painter, metrics, row, share, (label, bar, number + 1))

    def _paint_row(
        self,
        painter: QPainter,
        metrics: QFontMetricsF,
        row: int,
        share: tuple[str, int],
        widths: tuple[float, float, float],
    ) -> None:
        (name, count), (label, bar, number) = share, widths
        height = self._row_height()
        top = row * height
        if row == self._at:
            painter.setPen(self._theme.accent if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.selection)
            painter.drawRoundedRect(QRectF(0.5, top + 0.5, self.width() - 1, height - 1), 6, 6)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self.font())
        painter.setPen(self._theme.text)
        elided = metrics.elidedText(name, Qt.TextElideMode.ElideRight, label)
        painter.drawText(QRectF(_GAP, top, label, height), middle, elided)
        left, y = label + 2 * _GAP, top + (height - _BAR_HEIGHT) / 2
        painter.fillRect(QRectF(left, y, bar, _BAR_HEIGHT), self._theme.hover)
        length = bar * min(1.0, count / self._whole)
        painter.fillRect(QRectF(left, y, length, _BAR_HEIGHT), getattr(self._theme, self._colour))
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        painter.setFont(numbers)
        painter.setPen(self._theme.muted)
        right = middle | Qt.AlignmentFlag.AlignRight
        box = QRectF(left + bar + _GAP, top, number, height)
        painter.drawText(box, right, f"{count:,}")
