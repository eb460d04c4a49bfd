import pytest

from charcopy_gui.pages.durations import duration


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 s"),
        (0, "0 s"),
        (0.2, "1 s"),
        (59, "59 s"),
        (60, "1 min"),
        (60 * 59, "59 min"),
        (3600 * 1.5, "1 h 30 min"),
        (3600 * 30, "1 d 6 h"),
    ],
)
def test_durations_are_said_as_people_say_them(seconds, words):
    assert duration(seconds) == words
