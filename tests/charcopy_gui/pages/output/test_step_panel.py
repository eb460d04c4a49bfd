"""The chosen step in words, between its candidates and its p_gen."""

from instrument_bench import TEXT
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def named(bench, name):
    (found,) = [w for w in bench.findChildren(QWidget) if w.accessibleName() == name]
    return found


def test_a_value_that_waits_for_return_is_said_in_place_of_why(qtbot, bench):
    bench.write()
    why, slider = named(bench, "Why it was written"), named(bench, "p_gen of the chosen step")
    words = why.text()
    assert words.startswith(f"Wrote '{TEXT[bench.stepping.step]}': p_gen 0.25")
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert why.text() == "Press Return to pin p_gen at 0.26."
    qtbot.keyClick(slider, Qt.Key.Key_Escape)
    assert why.text() == words


def test_nothing_moves_with_the_length_of_what_is_said(bench):
    bench.write()
    why = named(bench, "Why it was written")
    panel = bench.instrument.step_panel
    before = why.geometry()
    panel.say("Wrote 'a'.")
    bench.layout().activate()
    assert why.geometry() == before
