import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from trace_records import source

from charcopy_gui.appearance.theme import DARK, LIGHT, palette, shade
from charcopy_gui.pages.output.source_line import UNKNOWN, SourceLine

STARTED = source(unknown=(7,))
ROWS = len(STARTED.source.characters)


@pytest.fixture
def line(qtbot) -> SourceLine:
    made = SourceLine()
    qtbot.addWidget(made)
    made.setAutoFillBackground(True)
    made.set_theme(LIGHT)
    made.resize(600, 60)
    made.start(STARTED)
    return made


def colour(line, position):
    """The colour at a character's upper left, where no letter is."""
    box = line.boxes()[position]
    return line.grab().toImage().pixelColor(box.left(), box.top())


def looking_at(position, weight=1.0):
    alignment = np.zeros(ROWS, np.float32)
    alignment[position] = weight
    return alignment


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_characters_are_shaded_by_the_alignment(line, theme):
    line.setPalette(palette(theme))
    line.set_theme(theme)
    line.show_weights(looking_at(6, 0.5))
    assert colour(line, 6) == shade(theme, 0.5)
    assert colour(line, 8) == shade(theme, 0.0)


def test_no_step_and_no_shade(line):
    before = line.grab().toImage()
    line.show_weights(looking_at(6))
    assert line.grab().toImage() != before
    line.show_weights(None)
    assert line.grab().toImage() == before


def test_a_new_source_has_no_shade(line):
    line.show_weights(looking_at(6))
    line.start(source([("a", "b")]))
    assert len(line.boxes()) == 6
    line.grab()


def test_every_character_has_a_box_of_one_width(line):
    assert len(line.boxes()) == ROWS
    widths = [box.width() for box in line.boxes()[1:-1]]
    assert max(widths) - min(widths) <= 1


def test_a_narrow_line_wraps_and_says_how_high_it_is(line):
    one = line.heightForWidth(2000)
    assert line.heightForWidth(200) >= 2 * one
    line.resize(200, line.heightForWidth(200))
    line.grab()
    assert max(box.bottom() for box in line.boxes()) < line.height()
    assert max(box.right() for box in line.boxes()) < line.width()


def test_an_unknown_character_is_marked(line):
    shot = line.grab().toImage()
    box, other = line.boxes()[7], line.boxes()[8]
    assert shot.pixelColor(box.left(), box.bottom()) == LIGHT.text
    assert shot.pixelColor(other.left() + 1, other.bottom()) != LIGHT.text


def test_an_unknown_character_has_a_tooltip_and_others_have_none(line, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _where, text, _widget: told.append(text))
    for position in (8, 7):
        where = line.boxes()[position].center()
        event = QHelpEvent(QEvent.Type.ToolTip, where, line.mapToGlobal(where))
        QApplication.sendEvent(line, event)
    assert told == ["", UNKNOWN]


def test_any_script_and_markup_is_shown_as_it_is(line):
    started = source([("<b>x</b>", "שלום e\u0301😀日")])
    line.start(started)
    line.show_weights(np.zeros(len(started.source.characters), np.float32))
    line.grab()
    assert line.accessibleDescription() == "⊢<b>x</b>[שלום e\u0301😀日]⊣"
    assert all(box.width() > 0 for box in line.boxes())


def test_clear(line):
    line.clear()
    assert line.boxes() == []
    image = line.grab().toImage()
    assert image.pixelColor(QPoint(5, 10)) == image.pixelColor(QPoint(300, 10))


def test_a_character_that_is_pointed_at_elsewhere_is_outlined(line):
    before = line.grab().toImage()
    line.mark(8)
    assert colour(line, 8) == LIGHT.muted
    line.mark(-1)
    assert line.grab().toImage() == before
