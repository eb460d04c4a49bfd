from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QFont, QTextLayout

from charcopy_gui.pages.output.character_boxes import box_at, character_boxes, utf16_spans


def boxes(text: str, width: int = 1000, at: tuple[int, int] = (0, 0)) -> list[QRect]:
    font = QFont()
    font.setPixelSize(20)
    layout = QTextLayout(text, font)
    layout.setPosition(QPointF(*at))
    layout.beginLayout()
    top = 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, top))
        top += 30
    layout.endLayout()
    return character_boxes(layout, utf16_spans(text))


def test_code_points_are_counted_as_qt_counts_them():
    assert utf16_spans("aé😀b") == [(0, 1), (1, 1), (2, 2), (4, 1)]
    assert utf16_spans("ab", 7) == [(7, 1), (8, 1)]


def test_neighbours_share_an_edge_and_none_overlap(qapp):
    found = boxes("The Zizzi Blue")
    assert found[0].left() == 0
    for one, next_one in pairwise(found):
        assert one.right() + 1 == next_one.left()
        assert one.width() > 0


def test_a_wrapped_word_lies_on_the_next_line(qapp):
    found = boxes("aaaa bbbb", width=70)
    assert [box.top() for box in found] == [0] * 5 + [30] * 4


def test_boxes_move_with_the_layout(qapp):
    assert boxes("ab", at=(7, 9)) == [box.translated(7, 9) for box in boxes("ab")]


@pytest.mark.parametrize("text", ["e\u0301x", "日e\u0301"])
def test_a_combining_mark_has_its_letters_box(qapp, text):
    found = boxes(text)
    at = text.index("\u0301")
    assert found[at].intersects(found[at - 1])
    others = [box for i, box in enumerate(found) if i not in (at, at - 1)]
    assert not any(found[at].intersects(box) for box in others)


@pytest.mark.parametrize("text", ["abc שלום def", "שלום abc", "😀 שלום"])
def test_every_character_has_its_own_place_in_either_direction(qapp, text):
    found = boxes(text)
    assert all(box.width() > 0 for box in found)
    assert len({box.left() for box in found}) == len(text)


def test_joined_letters_have_their_places_too(qapp):
    assert all(box.width() > 0 for box in boxes("سلام abc"))


def test_right_to_left_runs_right_to_left(qapp):
    found = boxes("שלום")
    assert [box.left() for box in found] == sorted((box.left() for box in found), reverse=True)


def test_the_box_at_a_point(qapp):
    found = boxes("abc")
    assert [box_at(found, box.center()) for box in found] == [0, 1, 2]
    assert box_at(found, QPoint(900, 5)) == -1
