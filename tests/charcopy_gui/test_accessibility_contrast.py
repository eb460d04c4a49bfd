"""Contrast as it is drawn, where colours of the theme come together on a page; WCAG 2.2, 1.4.3."""

from collections import Counter

import pytest
from contrast import GRAPHICS, TEXT, contrast
from every_page import every_page, show
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPushButton, QWidget

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.page_names import PAGES
from charcopy_gui.plots.candidate_row import paint_copied

pytestmark = pytest.mark.usefixtures("own_folders")
both = pytest.mark.parametrize("theme", ["light", "dark"])
DRAWN = 0.85
"""Thin strokes of small letters are drawn a little paler than their colour."""
THEMES = {"light": LIGHT, "dark": DARK}


def best_contrast(picture: QImage, part: QRect) -> float:
    """Of what is drawn in a part of a picture, against what most of it is."""
    seen = part & picture.rect()
    pixels = Counter(
        picture.pixel(x, y)
        for y in range(seen.top(), seen.bottom() + 1)
        for x in range(seen.left(), seen.right() + 1)
    )
    ground = QColor(pixels.most_common(1)[0][0])
    return max(contrast(QColor(pixel), ground) for pixel in pixels)


def words_in(page: QWidget) -> list[QWidget]:
    found = [w for kind in (QLabel, QAbstractButton) for w in page.findChildren(kind)]
    return [w for w in found if w.isVisible() and w.isEnabled() and w.text() and in_view(w, page)]


def in_view(widget: QWidget, page: QWidget) -> bool:
    return widget.visibleRegion().boundingRect().size() == widget.size()


@both
def test_words_are_readable_as_they_are_drawn(qtbot, tmp_path, theme):
    with every_page(qtbot, tmp_path / "models", theme=theme, size=(1440, 880)) as window:
        for index, page in enumerate(PAGES):
            show(qtbot, window, index)
            picture = window.grab().toImage()
            words = words_in(window.centralWidget())
            assert len(words) > 8, page
            for widget in words:
                part = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
                found = best_contrast(picture, part.adjusted(2, 2, -2, -2))
                assert found >= TEXT * DRAWN, (page, widget.text())


@both
def test_what_is_locked_can_still_be_read(qtbot, tmp_path, theme):
    with every_page(qtbot, tmp_path / "models", theme=theme, size=(1440, 880)) as window:
        show(qtbot, window, PAGES.index("Train"))
        form = window.pages.train.form
        next(b for b in form.findChildren(QPushButton) if b.isCheckable()).click()
        form.set_locked(True)
        picture = window.grab().toImage()
        buttons = [b for b in form.findChildren(QAbstractButton) if b.text()]
        locked = [b for b in buttons if b.isVisible() and not b.isEnabled()]
        assert any(button.isChecked() for button in locked)
        for button in locked:
            part = QRect(button.mapTo(window, QPoint(0, 0)), button.size())
            assert best_contrast(picture, part.adjusted(2, 2, -2, -2)) >= GRAPHICS, button.text()


@both
def test_the_ring_of_the_focus_is_drawn_and_seen(qtbot, tmp_path, theme):
    with every_page(qtbot, tmp_path / "models", theme=theme) as window:
        show(qtbot, window, PAGES.index("Data"))
        window.activateWindow()
        field = next(f for f in window.pages.data.findChildren(QLineEdit) if f.isVisible())
        button = next(b for b in window.pages.data.findChildren(QAbstractButton) if b.isVisible())
        for widget in (field, button):
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            qtbot.waitUntil(widget.hasFocus)
            middle = widget.mapTo(window, QPoint(0, widget.height() // 2))
            picture = window.grab().toImage()
            ring = picture.pixelColor(middle)
            ground = picture.pixelColor(middle - QPoint(2, 0))
            assert contrast(ring, ground) >= GRAPHICS


@both
def test_what_was_copied_is_underlined_wherever_it_is_orange(theme):
    colours = THEMES[theme]
    picture = QImage(20, 20, QImage.Format.Format_RGB32)
    picture.fill(colours.background)
    painter = QPainter(picture)
    paint_copied(painter, QRectF(2, 2, 16, 16), colours)
    painter.end()
    assert picture.pixelColor(10, 10) == colours.copied
    assert contrast(picture.pixelColor(10, 17), colours.background) >= GRAPHICS
