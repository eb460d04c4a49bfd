import pytest
from PySide6.QtCore import QElapsedTimer

from charcopy_gui.pages.output.playback import Playback


@pytest.fixture
def playback(qtbot):
    made = Playback()
    yield made
    made.pause()


def test_a_text_that_is_written_appears_at_once(playback):
    playback.begin()
    assert playback.playing
    playback.grow(3)
    assert playback.shown == 3
    playback.finish()
    assert not playback.playing


def test_with_a_speed_it_appears_in_time_and_never_more_than_was_written(qtbot, playback):
    playback.set_speed(40)
    seen, clock = [], QElapsedTimer()
    playback.changed.connect(lambda: seen.append((playback.shown, playback.written)))
    clock.start()
    playback.begin()
    playback.grow(2)
    qtbot.waitUntil(lambda: playback.shown == 2)
    assert playback.playing, "more is to come"
    playback.grow(12)
    playback.finish()
    assert playback.shown < 12, "the network is faster than what is shown"
    qtbot.waitUntil(lambda: not playback.playing)
    assert playback.shown == 12
    assert clock.elapsed() >= 1000 * 11 / 40
    assert all(shown <= written for shown, written in seen)
    assert [shown for shown, _ in seen] == sorted(shown for shown, _ in seen)


def test_a_text_that_is_there_plays_a_character_a_frame_at_full_speed(qtbot, playback):
    playback.show(5)
    assert playback.shown == 5
    seen = []
    playback.changed.connect(lambda: seen.append(playback.shown))
    playback.play(0)
    qtbot.waitUntil(lambda: not playback.playing)
    assert seen == [0, 1, 2, 3, 4, 5, 5]


def test_it_can_be_halted_and_played_on(qtbot, playback):
    playback.show(50)
    playback.set_speed(80)
    playback.play(0)
    qtbot.waitUntil(lambda: playback.shown >= 2)
    playback.pause()
    there = playback.shown
    qtbot.wait(60)
    assert playback.shown == there
    playback.play(there)
    qtbot.waitUntil(lambda: playback.shown > there)


def test_what_is_written_meanwhile_waits_while_it_is_halted(playback):
    playback.begin()
    playback.grow(3)
    playback.pause()
    playback.grow(9)
    playback.finish()
    assert (playback.shown, playback.written) == (3, 9)
    playback.reveal(5)
    assert playback.shown == 5
    playback.reveal(2)
    assert playback.shown == 5
    playback.reveal(100)
    assert playback.shown == 9


def test_a_speed_can_be_changed_while_it_plays(qtbot, playback):
    playback.show(30)
    playback.set_speed(2)
    playback.play(0)
    playback.set_speed(None)
    qtbot.waitUntil(lambda: playback.shown == 30)
