"""Where a tour's panel stands."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize

from charcopy_gui.window.tour.placing import place

ROOM = QRect(0, 24, 1024, 616)
SIZES = st.builds(QSize, st.integers(100, 460), st.integers(60, 400))
PARTS = st.builds(QRect, *[st.integers(0, 600)] * 2, *[st.integers(1, 400)] * 2)


@given(SIZES, PARTS)
def test_a_panel_stays_in_the_window(size, about):
    there = place(size, about & ROOM, ROOM)
    assert ROOM.contains(there)
    assert there.size() == size


def test_a_panel_stands_beside_what_it_is_about():
    about = QRect(150, 40, 350, 300)
    assert place(QSize(336, 140), about, ROOM) == QRect(512, 40, 336, 140)


def test_where_there_is_no_room_at_the_right_it_stands_at_the_left():
    about = QRect(520, 40, 500, 300)
    there = place(QSize(336, 140), about, ROOM)
    assert not there.intersects(about)
    assert there.right() < about.left()


def test_a_panel_about_nothing_stands_in_the_corner():
    there = place(QSize(336, 140), QRect(), ROOM)
    assert (there.right(), there.bottom()) == (ROOM.right() - 12, ROOM.bottom() - 12)


def test_what_is_too_large_shows_its_beginning():
    there = place(QSize(1200, 140), QRect(0, 40, 10, 10), ROOM)
    assert there.left() == 12
