"""What the colours of a trace mean: beside the plots, and over a picture of them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QLinearGradient,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.plots.alignment import cividis
from charcopy_gui.plots.candidate_row import paint_copied

_BOX, _GAP = 10, 6
_RAMP = 48
"""Pixels of the colours from no attention to all of it."""
_STOPS = 8
"""Colours of a map of many that its ramp goes through."""
_BELOW = 8
"""Pixels between the key and a picture's trace."""


class ColourKey:
    """One line: generated, copied, and from no attention to all of it."""

    def __init__(
        self, theme: Theme, *, switch: bool, copying: bool = False, many: bool = False
    ) -> None:
        """Lay it out.

        Args:
            theme: the colours.
            switch: whether the model has a copy switch.
            copying: whether the copy alignment is drawn, and not the attention.
            many: whether it is drawn in a map of many colours.
        """
        self._theme = theme
        self._many = many
        self._font = QGuiApplication.font()
        self._metrics = QFontMetricsF(self._font)
        self._boxes = ("generated", "copied") if switch else ()
        self._scale = "copying 0" if copying else "attention 0"

    @property
    def line(self) -> int:
        """Pixels of height."""
        return round(self._metrics.height())

    @property
    def height(self) -> int:
        """With the room below it in a picture."""
        return self.line + _BELOW

    @property
    def width(self) -> int:
        """Pixels that it needs."""
        words = sum(self._metrics.horizontalAdvance(each) for each in self._boxes)
        return round(words + len(self._boxes) * (_BOX + 4 * _GAP)) + self.scale_width

    @property
    def scale_width(self) -> int:
        """Pixels that the attention's part needs."""
        words = sum(map(self._metrics.horizontalAdvance, (self._scale, "1")))
        return round(words + _RAMP + 2 * _GAP) + 1

    @property
    def words(self) -> str:
        """The same for who cannot see it."""
        boxes = "".join(f"{each}, " for each in self._boxes)
        return f"{boxes}{self._scale} to 1"

    def paint(self, painter: QPainter, room: float) -> None:
        """Draw it at the left top; where there is little room, without generated and copied."""
        painter.save()
        painter.setFont(self._font)
        x, middle = 0.0, self._metrics.height() / 2
        for words in self._boxes if self.width <= room else ():
            box = QRectF(x, middle - _BOX / 2, _BOX, _BOX)
            if words == "copied":
                paint_copied(painter, box, self._theme)
            else:
                painter.fillRect(box, self._theme.generated)
            x = self._write(painter, words, x + _BOX + _GAP) + 3 * _GAP
        x = self._write(painter, self._scale, x) + _GAP
        box = QRectF(round(x), round(middle - _BOX / 2), _RAMP, _BOX)
        painter.fillRect(box, self._ramp(box))
        painter.setPen(self._theme.outline)
        painter.drawRect(box)
        self._write(painter, "1", x + _RAMP + _GAP)
        painter.restore()

    def _ramp(self, box: QRectF) -> QLinearGradient:
        ramp = QLinearGradient(box.topLeft(), box.topRight())
        colours = [self._theme.background, self._theme.heat]
        if self._many:
            levels = cividis()
            colours = [QColor(*levels[255 * i // _STOPS]) for i in range(_STOPS + 1)]
        for i, colour in enumerate(colours):
            ramp.setColorAt(i / (len(colours) - 1), colour)
        return ramp

    def _write(self, painter: QPainter, words: str, x: float) -> float:
        """Write words at a place; gives where they end."""
        painter.setPen(self._theme.muted)
        painter.drawText(QPointF(x, self._metrics.ascent()), words)
        return x + self._metrics.horizontalAdvance(words)


class KeyView(QWidget):
    """The key in a window, while there is something to explain."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = system_theme()
        self._switch: bool | None = None
        self._copying = self._many = False
        self._key: ColourKey | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAccessibleName("What the colours mean")
        keep_fitted(self, self._lay_out)

    def explain(self, *, switch: bool | None) -> None:
        """Show the key for a model with a copy switch or without; with None no key at all."""
        self._switch = switch
        self._lay_out()

    def set_copying(self, copying: bool) -> None:
        """The copy alignment is drawn, or the attention."""
        self._copying = copying
        self._lay_out()

    def set_cividis(self, wanted: bool) -> None:
        """It is drawn in a map of many colours, or in one hue."""
        self._many = wanted
        self._lay_out()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._lay_out()

    def _lay_out(self) -> None:
        self._key = None
        if self._switch is not None:
            self._key = ColourKey(
                self._theme, switch=self._switch, copying=self._copying, many=self._many
            )
        self.setAccessibleDescription("" if self._key is None else self._key.words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for all of it."""
        return QSize() if self._key is None else QSize(self._key.width, self._key.line)

    def minimumSizeHint(self) -> QSize:
        """Room for the attention's part."""
        return QSize() if self._key is None else QSize(self._key.scale_width, self._key.line)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it at half the height."""
        if self._key is not None:
            painter = QPainter(self)
            painter.translate(0, (self.height() - self._key.line) // 2)
            self._key.paint(painter, self.width())
