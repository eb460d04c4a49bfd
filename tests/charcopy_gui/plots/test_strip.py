import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from trace_records import steps

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.plots.columns import Columns
from charcopy_gui.plots.strip import STRIP_HEIGHT, Strip

SHARPNESS = 8


def inked(text, cell):
    """The rectangle of what is drawn of a text of one character, in cells of this width."""
    columns = Columns(cell)
    columns.resize(100 * cell)
    columns.grow(1)
    columns.cell = cell
    strip = Strip(columns, LIGHT)
    strip.append(steps(text, p_gen=lambda _: None)[:1])
    strip.resize(100 * cell, STRIP_HEIGHT)
    image = QImage(4 * cell * SHARPNESS, STRIP_HEIGHT * SHARPNESS, QImage.Format.Format_RGB32)
    image.fill(LIGHT.background)
    painter = QPainter(image)
    painter.scale(SHARPNESS, SHARPNESS)
    strip.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    drawn = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).lightness() < 128
    ]
    assert drawn
    (left, *_, right), (top, *_, bottom) = (sorted(each) for each in zip(*drawn, strict=True))
    return QRectF(left, top, right - left, bottom - top)


@pytest.mark.parametrize("cell", [7, 11])
def test_what_is_wider_than_a_cell_is_drawn_smaller_and_keeps_its_shape(qapp, cell):
    plain, wide = inked("n", cell), inked("字", cell)
    natural = inked("字", 32)
    assert wide.right() <= cell * SHARPNESS * 1.1
    assert wide.width() / wide.height() == pytest.approx(
        natural.width() / natural.height(), rel=0.2
    )
    assert abs(wide.center().y() - plain.center().y()) < 4 * SHARPNESS
