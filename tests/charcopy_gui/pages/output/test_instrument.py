from dataclasses import replace

from instrument_bench import TEXT
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSlider, QWidget
from trace_records import source

from charcopy_gui.pages.output.tinted_text import TintedText
from core.config import DecodingConfig, Strategy
from core.records import Ending, GenerationFinished, HypothesesFound, Hypothesis

END = len(TEXT)
"""The index of the end character's step."""


def named(parent, name):
    (found,) = [w for w in parent.findChildren(QWidget) if w.accessibleName() == name]
    return found


def press(qtbot, bench, name):
    qtbot.mouseClick(named(bench.output, name), Qt.MouseButton.LeftButton)


def label(bench, name):
    return bench.output.findChild(QLabel, name).text()


def slow_down(qtbot, bench, presses):
    """Move the speed's handle by the keyboard, from the fastest down."""
    for _ in range(presses):
        qtbot.keyClick(named(bench.output, "Speed of playing"), Qt.Key.Key_Left)


def shown(bench):
    return bench.instrument.shown_text


def test_a_text_is_shown_in_all_views_and_where_none_tells_more_its_middle_is_chosen(bench):
    bench.write()
    assert bench.instrument.text == shown(bench) == bench.output.reading.text() == TEXT
    assert bench.stepping.step == (END + 1) // 2
    assert label(bench, "step") == f"step {(END + 1) // 2 + 1}/{END + 1}"
    assert bench.tree.text(0) == TEXT


def test_of_a_new_text_the_step_is_chosen_at_which_the_network_was_least_sure(bench):
    bench.runs = 1
    bench.start()
    bench.go_on(TEXT, change=lambda step: replace(step, entropy=1.2 if step.index == 3 else 0.1))
    assert bench.stepping.step == bench.candidates._step.index == 3


def test_the_transport_walks_along_the_text(qtbot, bench):
    bench.write()
    for name, step in (
        ("To the start", 0),
        ("Step back", 0),
        ("Step forward", 1),
        ("To the end", END),
        ("Step forward", END),
        ("Step back", END - 1),
    ):
        press(qtbot, bench, name)
        assert bench.stepping.step == step, name
        assert named(bench.output, "Step").value() == step


def test_a_click_on_the_scrub_slider_goes_there_at_once(qtbot, bench):
    bench.write()
    scrub = named(bench.output, "Step")
    assert isinstance(scrub, QSlider)
    for part, step in ((0, 0), (1, END)):
        where = scrub.rect().center()
        where.setX(7 + round(part * (scrub.width() - 14)))
        qtbot.mouseClick(scrub, Qt.MouseButton.LeftButton, pos=where)
        assert bench.stepping.step == step


def test_a_text_can_be_played_again_and_halted_by_the_space_bar(qtbot, bench):
    bench.write()
    slow_down(qtbot, bench, 1)
    press(qtbot, bench, "To the end")
    qtbot.keyClick(bench.trace, Qt.Key.Key_Space)
    assert shown(bench) == ""
    qtbot.waitUntil(lambda: len(shown(bench)) >= 3)
    named(bench.output, "Pause")
    qtbot.keyClick(bench.output.reading.findChild(TintedText), Qt.Key.Key_Space)
    there = len(shown(bench))
    assert there < END
    assert bench.stepping.step == there - 1
    assert not bench.stepping.playback.playing
    press(qtbot, bench, "Step forward")
    assert len(shown(bench)) == there + 1
    press(qtbot, bench, "Play")
    qtbot.waitUntil(lambda: shown(bench) == TEXT)
    qtbot.waitUntil(lambda: not bench.stepping.playback.playing)
    assert bench.stepping.step == END


def test_the_network_does_not_wait_for_what_is_shown(qtbot, bench):
    slow_down(qtbot, bench, 3)
    bench.write()
    assert bench.tree.text(0) == TEXT, "all of it is there"
    assert bench.instrument.ending is Ending.END
    assert len(shown(bench)) < END
    assert not bench.instrument.complete
    press(qtbot, bench, "To the end")
    assert bench.instrument.complete
    assert shown(bench) == TEXT


def test_who_looks_at_a_step_is_not_taken_away_from_it(qtbot, bench):
    bench.runs = 1
    bench.start()
    bench.go_on(TEXT[:8], ending=None)
    assert bench.stepping.step == 7, "the newest is looked at"
    bench.trace.step_clicked.emit(2)
    bench.go_on(TEXT, first=8)
    assert bench.stepping.step == 2
    assert bench.instrument.complete


def test_pointing_looks_at_a_step_while_the_pointer_is_there(bench):
    bench.write()
    middle = bench.stepping.step
    bench.trace.step_hovered.emit(3)
    words = "Wrote 'z': p_gen 0.25, looking at 'm' in name; copying would give 'e'."
    assert named(bench, "Why it was written").text() == words
    assert bench.candidates._step.index == 3
    bench.trace.step_hovered.emit(-1)
    assert bench.stepping.step == middle


def test_pointing_at_a_source_character_shows_it_in_the_source_and_in_the_alignment(bench, qtbot):
    bench.write()
    line, canvas = bench.output.source.line, bench.trace.canvas
    before = line.grab().toImage()
    canvas.row_pointed.emit(7)
    assert line.grab().toImage() != before
    canvas.row_pointed.emit(-1)
    assert line.grab().toImage() == before
    qtbot.mouseMove(line, line.boxes()[9].center())
    marked = canvas._row_marker.boundingRect()
    assert marked.contains(canvas.alignment.row_place(9))
    qtbot.mouseMove(line, QPoint(2, line.height() - 1))
    assert not canvas._row_marker.boundingRect().contains(canvas.alignment.row_place(9))


def test_a_stopped_text_is_shown_as_far_as_it_came(bench):
    bench.write("Zizzi", Ending.STOPPED)
    assert shown(bench) == "Zizzi"
    assert bench.stepping.step == 4
    assert "unfinished" in label(bench, "status")


def test_a_new_run_brings_a_new_tree_and_old_records_are_passed_over(bench):
    bench.write()
    first = bench.tree
    bench.write("Aa.")
    assert bench.tree is not first
    bench.instrument.show_records([GenerationFinished(1, 0, "?", Ending.STOPPED, 0.0, 0.0)])
    assert bench.instrument.ending is Ending.END
    assert bench.instrument.text == "Aa."


def test_what_beam_search_found_is_listed_with_its_scores_best_first(bench):
    bench.instrument.expect(DecodingConfig(Strategy.BEAM))
    found = tuple(
        Hypothesis(text, Ending.END, -1.0 - rank, -0.1 - rank, -2.5, 0.5)
        for rank, text in enumerate(("Zizzi.", "Aa."))
    )
    bench.runs = 1
    bench.start()
    bench.instrument.show_records([HypothesesFound(1, found)])
    for branch, text in enumerate(("Zizzi.", "Aa.")):
        bench.start(branch)
        bench.go_on(text, branch)
    assert bench.instrument.text == "Zizzi."
    model = bench.instrument.branches.model
    assert model.rowCount() == 2
    cells = [model.index(1, column).data() for column in range(model.columnCount())]
    assert cells == ["text 2", "50%", "−2.50", "−1.10", "−0.40", "Aa."]
    bench.instrument.branches.branch_chosen.emit(1)
    assert bench.output.reading.text() == "Aa."


def test_a_model_without_a_copy_switch_has_no_p_gen_to_pin_and_no_copy_alignment(bench):
    import dataclasses

    bench.runs = 1
    bench.start()
    bench.go_on("Aa.", change=lambda s: dataclasses.replace(s, p_gen=None, copy_alignment=None))
    assert not named(bench, "p_gen of the chosen step").isVisible()
    view = named(bench.output, "Alignment shown")
    assert isinstance(view, QPushButton)
    views = [a for a in view.menu().actions() if a.isCheckable()]
    assert [a.isEnabled() for a in views] == [True, False, True]
    assert "no copy switch" in views[1].toolTip()
    assert view.menu().toolTipsVisible()


def test_the_alignment_can_be_the_copy_alignment_in_other_colours(bench):
    bench.write()
    attention, copying, cividis = (
        a for a in named(bench.output, "Alignment shown").menu().actions() if a.isCheckable()
    )
    before = bench.trace.canvas.alignment.weights.copy()
    assert before[:, 3].argmax() == 3
    copying.trigger()
    assert bench.trace.canvas.alignment.weights[:, 3].argmax() == 4
    assert named(bench.output, "Alignment shown").text() == "Copy alignment"
    bench.stepping.go_to(3)
    assert bench.output.source.line._weights.argmax() == 4
    attention.trigger()
    assert (bench.trace.canvas.alignment.weights == before).all()
    picture = bench.trace.canvas.grab().toImage()
    cividis.trigger()
    assert bench.trace.canvas.grab().toImage() != picture
    assert source().source.characters[4] == "e"
