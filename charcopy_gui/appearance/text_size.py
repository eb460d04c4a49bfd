"""How large text is: the system's size, or so many percent of it, for everything at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

from charcopy_gui.storage.settings import TEXT_SIZES


def set_text_size(percent: int) -> None:
    """Give all text of the program a size, that of widgets with fonts of their own as well."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    wanted, now = system.pointSizeF() * percent / 100, QApplication.font().pointSizeF()
    if wanted <= 0 or abs(wanted - now) < _SAME:
        return
    before = {widget: widget.font().pointSizeF() for widget in QApplication.allWidgets()}
    font = QApplication.font()
    font.setPointSizeF(wanted)
    QApplication.setFont(font)
    for widget in QApplication.topLevelWidgets():
        _scale(widget, wanted / now, before)


def larger(percent: int) -> int:
    """The next size up, or the same where there is none."""
    return next((size for size in TEXT_SIZES if size > percent), percent)


def smaller(percent: int) -> int:
    """The next size down, or the same where there is none."""
    return next((size for size in reversed(TEXT_SIZES) if size < percent), percent)


def scaled(pixels: int, font: QFont) -> int:
    """Pixels made for a usual line of text; more of them where this font's lines are higher."""
    return max(pixels, round(pixels * QFontMetrics(font).height() / _USUAL_LINE))


def keep_fitted(widget: QWidget, fit: Callable[[], object]) -> None:
    """Let a widget be given its sizes now, and again whenever its font becomes another."""
    widget.installEventFilter(_Fitting(widget, fit))
    fit()


class _Fitting(QObject):
    """Lives as long as its widget."""

    def __init__(self, widget: QWidget, fit: Callable[[], object]) -> None:
        super().__init__(widget)
        self._fit = fit

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The font is another already when this is heard of."""
        if event.type() == QEvent.Type.FontChange:
            self._fit()
        return super().eventFilter(watched, event)


_USUAL_LINE = 18
"""Pixels."""
_SAME = 0.01
"""Points; what rounding may leave."""


def _scale(widget: QWidget, ratio: float, before: dict[QWidget, float]) -> None:
    """Scale what did not follow the application's font; parents first, whom children may follow."""
    size = before.get(widget, -1)
    if size > 0 and abs(widget.font().pointSizeF() - size) < _SAME:
        font = QFont(widget.font())
        font.setPointSizeF(size * ratio)
        widget.setFont(font)
    for child in widget.children():
        if isinstance(child, QWidget):
            _scale(child, ratio, before)
