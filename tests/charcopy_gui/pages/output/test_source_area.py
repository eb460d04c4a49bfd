import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from trace_records import source, step

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.pages.output.source_area import SourceArea

LONG = source([("name", " ".join(f"word{number}" for number in range(400)))])
SHORT = source()


@pytest.fixture
def area(qtbot) -> SourceArea:
    made = SourceArea()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(600, 100)
    with qtbot.waitExposed(made):
        made.show()
    return made


def look_at(area, started, position):
    alignment = np.zeros(len(started.source.characters), np.float32)
    alignment[position] = 1
    area.show_step(step(0, "x", alignment))
    QApplication.processEvents()


def is_seen(area, position):
    box = area.line.boxes()[position]
    return area.viewport().rect().contains(box.translated(area.line.pos()))


def test_a_short_source_is_shown_whole(area):
    area.start(SHORT)
    QApplication.processEvents()
    assert area.height() == 2 * area.line.line_height()
    assert all(is_seen(area, position) for position in range(len(SHORT.source.characters)))


def test_a_long_source_takes_six_lines_and_follows_the_attention(area):
    area.start(LONG)
    QApplication.processEvents()
    assert area.height() == 6 * area.line.line_height()
    last = len(LONG.source.characters) - 1
    assert is_seen(area, 0)
    assert not is_seen(area, last)
    for position in (last, 0, last // 2):
        look_at(area, LONG, position)
        assert is_seen(area, position)


def test_attention_that_comes_with_the_source_is_followed_once_it_is_laid_out(area):
    area.start(LONG)
    alignment = np.zeros(len(LONG.source.characters), np.float32)
    alignment[-1] = 1
    area.show_step(step(0, "x", alignment))
    QApplication.processEvents()
    assert is_seen(area, len(alignment) - 1)


def test_a_narrower_one_is_higher_up_to_six_lines(area):
    area.start(SHORT)
    area.resize(120, area.height())
    QApplication.processEvents()
    assert 2 * area.line.line_height() < area.height() <= 6 * area.line.line_height()


def test_without_a_step_the_place_is_kept(area):
    area.start(LONG)
    look_at(area, LONG, 1500)
    place = area.verticalScrollBar().value()
    area.show_step(None)
    assert area.verticalScrollBar().value() == place
    area.start(LONG)
    assert area.verticalScrollBar().value() == 0
