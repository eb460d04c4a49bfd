import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from charcopy_gui.storage.geometry import Geometry, clamped, fit

MAIN, RIGHT = QRect(0, 0, 1920, 1040), QRect(1920, 0, 1280, 1024)


def a_window(qtbot):
    window = QMainWindow()
    splitter = QSplitter()
    splitter.setObjectName("columns")
    splitter.addWidget(QWidget())
    splitter.addWidget(QWidget())
    window.setCentralWidget(splitter)
    qtbot.addWidget(window)
    return window, splitter


def test_window_and_splitters_come_back(qtbot, tmp_path):
    window, splitter = a_window(qtbot)
    window.resize(700, 400)
    window.show()
    splitter.setSizes([200, 480])
    sizes = splitter.sizes()
    Geometry(tmp_path / "geometry.ini").keep(window)
    other, other_splitter = a_window(qtbot)
    assert Geometry(tmp_path / "geometry.ini").restore(other)
    Geometry(tmp_path / "geometry.ini").divide(other)
    other.show()
    assert (other.width(), other.height()) == (700, 400)
    assert other_splitter.sizes() == sizes


def test_a_damaged_geometry_changes_nothing(qtbot, tmp_path):
    (tmp_path / "geometry.ini").write_bytes(b"[General]\nwindow=nonsense\n\xff\xff")
    window, _ = a_window(qtbot)
    assert not Geometry(tmp_path / "geometry.ini").restore(window)


@pytest.mark.parametrize(
    "frame",
    [QRect(100, 100, 1440, 880), QRect(1800, 50, 1440, 880), QRect(-1000, 10, 1440, 880)],
)
def test_a_window_whose_upper_edge_is_seen_stays(frame):
    assert clamped(frame, [MAIN, RIGHT]) == frame


def test_a_window_on_a_screen_that_is_gone_comes_to_the_one_that_is_there():
    assert clamped(QRect(2000, 100, 1200, 800), [MAIN]) == QRect(720, 100, 1200, 800)
    assert clamped(QRect(100, -900, 1200, 800), [MAIN]) == QRect(100, 0, 1200, 800)
    assert clamped(QRect(5000, 5000, 2560, 1400), [MAIN]) == QRect(0, 0, 1920, 1040)


def test_without_any_screen_nothing_is_moved():
    assert clamped(QRect(5000, 0, 10, 10), []) == QRect(5000, 0, 10, 10)


at = st.integers(-20_000, 20_000)
side = st.integers(80, 6000)
rectangle = st.builds(QRect, at, at, side, side)


@given(rectangle, st.lists(rectangle, min_size=1, max_size=3))
def test_a_window_can_always_be_seen_and_moved(frame, screens):
    found = clamped(frame, screens)
    edge = QRect(found.left(), found.top(), found.width(), 1)
    assert max((edge & screen).width() for screen in screens) >= min(80, found.width())
    assert found.width() <= frame.width()
    assert found.height() <= frame.height()


def test_a_window_that_is_larger_than_its_screen_is_made_to_fit(qtbot):
    window, _ = a_window(qtbot)
    window.setMinimumSize(5000, 300)
    window.resize(6000, 4000)
    fit(window)
    window.show()
    assert QGuiApplication.primaryScreen().availableGeometry().contains(window.frameGeometry())
    assert window.minimumHeight() == 300


def test_a_window_that_fits_stays_as_it_is(qtbot):
    window, _ = a_window(qtbot)
    window.setMinimumSize(300, 200)
    window.resize(400, 300)
    fit(window)
    assert (window.minimumSize(), window.size()) == (QSize(300, 200), QSize(400, 300))


def test_a_window_remembered_far_away_opens_where_it_is_seen(qtbot, tmp_path):
    window, _ = a_window(qtbot)
    window.resize(700, 400)
    window.show()
    window.move(9000, 7000)
    Geometry(tmp_path / "geometry.ini").keep(window)
    other, _ = a_window(qtbot)
    assert Geometry(tmp_path / "geometry.ini").restore(other)
    other.show()
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert (other.frameGeometry() & screen).width() >= 80
    assert screen.contains(other.frameGeometry().center())
