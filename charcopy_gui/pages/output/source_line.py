"""The source line: what the network reads, shaded by where it looks at the chosen step."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from charcopy_gui.appearance.theme import Theme, shade, system_monospace, system_theme
from charcopy_gui.pages.output.character_boxes import box_at, character_boxes, utf16_spans
from core.records import END_LABEL, START_LABEL, FloatArray, GenerationStarted

READS = "reads: "
UNKNOWN = "never trained; it can only be copied"
SHOWN_AS = {START_LABEL: "⊢", END_LABEL: "⊣", "\n": "␤", "\r": "␍", "\t": "␉", "\u2029": "␤"}
LINE_SPACING = 1.3
LEAST_SEEN = 1 / 255
"""A share of the attention below which its shade is that of the page."""
DOT = 2
"""Pixels of a dot under an unknown character, and between two."""


class SourceLine(QWidget):
    """One monospaced, wrapped line: the view of the alignment that people read first."""

    wrapped = Signal()
    """Its characters lie elsewhere than before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = system_theme()
        self._shown: tuple[str, ...] = ()
        self._unknown: frozenset[int] = frozenset()
        self._weights: FloatArray | None = None
        self._cursor: int | None = None
        """The position that is framed."""
        self._marked = -1
        self._boxes: list[QRect] = []
        self._layout = QTextLayout()
        self._layout.setCacheEnabled(True)
        self.setFont(system_monospace())
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("What the network reads")
        self.clear()

    def start(self, record: GenerationStarted) -> None:
        """Show a generation's source, with no step chosen."""
        characters = record.source.characters
        self._show(tuple(SHOWN_AS.get(c, c) for c in characters), record.source.unknown)

    def show_weights(self, weights: FloatArray | None) -> None:
        """Shade the characters by an alignment; none with None."""
        self._weights = weights
        self.update()

    def mark(self, position: int) -> None:
        """Outline the character at a position that is pointed at elsewhere; -1 for none."""
        if position != self._marked:
            self._marked = position
            self.update()

    def clear(self) -> None:
        """Show no source."""
        self._show((), frozenset())

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def boxes(self) -> list[QRect]:
        """Where each source character lies in the widget."""
        return self._boxes

    def line_height(self) -> int:
        """Pixels from one line to the next."""
        return round(QFontMetrics(self.font()).height() * LINE_SPACING)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the wrapped line."""
        return self._lay_out(self._new_layout(), width)

    def sizeHint(self) -> QSize:
        """As wide as asked for elsewhere."""
        return QSize(400, self.heightForWidth(400))

    def minimumSizeHint(self) -> QSize:
        """Room for a few words."""
        return QSize(160, self.line_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The line wraps anew."""
        super().resizeEvent(event)
        self._wrap()

    def event(self, event: QEvent) -> bool:
        """A tooltip for what was never trained; another font wraps anew."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self._tip(box_at(self._boxes, event.pos()))
            QToolTip.showText(event.globalPos(), words, self)
            return True
        if event.type() == QEvent.Type.FontChange:
            self._wrap()
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the shades and the text over them."""
        if not self._shown:
            return
        painter = QPainter(self)
        if self._weights is not None:
            for weight, box in zip(self._weights, self._boxes, strict=True):
                if weight >= LEAST_SEEN:
                    painter.fillRect(box, shade(self._theme, float(weight)))
        painter.setPen(self._theme.muted)
        baseline = QFontMetrics(self.font()).ascent()
        painter.drawText(QPointF(0, self._boxes[0].top() + baseline), READS)
        painter.setPen(self._theme.text)
        self._layout.draw(painter, QPointF(0, 0), self._quiet_ends())
        for position in self._unknown:
            box = self._boxes[position]
            for left in range(box.left(), box.right(), 2 * DOT):
                painter.fillRect(left, box.bottom() - DOT + 1, DOT, DOT, self._theme.text)
        if self._marked >= 0:
            painter.setPen(QPen(self._theme.muted, 1))
            painter.drawRect(self._boxes[self._marked].adjusted(0, 0, 0, -1))
        if self._cursor is not None:
            painter.setPen(QPen(self._theme.accent, 2))
            painter.drawRect(self._boxes[self._cursor])

    def _tip(self, position: int) -> str:
        """What there is to say of a position, -1 for none."""
        return UNKNOWN if position in self._unknown else ""

    def _quiet_ends(self) -> list[QTextLayout.FormatRange]:
        """The signs for start and end, in a quieter colour than the text."""
        ranges = []
        for start in (0, len(self._layout.text()) - 1):
            quiet = QTextLayout.FormatRange()
            quiet.start, quiet.length = start, 1
            quiet.format.setForeground(self._theme.muted)
            ranges.append(quiet)
        return ranges

    def _show(self, shown: tuple[str, ...], unknown: frozenset[int]) -> None:
        self._shown = shown
        self._unknown = unknown
        self._weights = None
        self._cursor = None
        self._marked = -1
        self.setAccessibleDescription("".join(shown))
        self._wrap()
        self.updateGeometry()

    def _wrap(self) -> None:
        self._layout = self._new_layout()
        self._lay_out(self._layout, self.width())
        self._boxes = character_boxes(self._layout, utf16_spans(self._shown))
        self.update()
        self.wrapped.emit()

    def _new_layout(self) -> QTextLayout:
        layout = QTextLayout("".join(self._shown), self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        return layout

    def _lay_out(self, layout: QTextLayout, width: int) -> int:
        """Break into lines, right of the word before them; gives the height."""
        indent = QFontMetrics(self.font()).horizontalAdvance(READS)
        top = 0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width - indent, 1))
            line.setPosition(QPointF(indent, top))
            top += self.line_height()
        layout.endLayout()
        return max(top, self.line_height())
