import dataclasses

from instrument_bench import TEXT
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget

from core.records import END_LABEL, Ending, WhatIf

OTHER = "Zizzi is xxx Aa."
AT = 9
"""Where OTHER departs from TEXT."""


def named(parent, name):
    (found,) = [w for w in parent.findChildren(QWidget) if w.accessibleName() == name]
    return found


def click(qtbot, widget, *place):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, *place)


def branch_off(qtbot, bench, text=OTHER):
    """Click the candidate x at step AT, and have the branch written."""
    bench.stepping.go_to(AT)
    click(qtbot, named(bench.candidates, "x"))
    bench.answer(text)


def words(bench):
    model = bench.instrument.branches.model
    found = []

    def walk(parent):
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            found.append(index.data())
            walk(index)

    walk(model.index(-1, -1))
    return found


def choose(box, row):
    """As people do: the signal comes from their choice alone."""
    box.setCurrentIndex(row)
    box.activated.emit(row)


def comparison(bench):
    label = bench.output.findChild(QLabel, "comparison")
    return label.text() if label.isVisible() else ""


def test_a_click_on_a_candidate_writes_on_from_there(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    click(qtbot, named(bench.candidates, "x"))
    (request,) = bench.requests
    assert (request.run, request.branch, request.parent, request.index) == (1, 1, 0, AT)
    assert request.forced == {**dict(enumerate(TEXT[:AT])), AT: "x"}
    assert bench.output.reading.text() == TEXT[:AT], "what stays is there at once"
    bench.answer(OTHER)
    assert bench.output.reading.text() == OTHER
    assert bench.stepping.step == AT, "the step that was changed is still looked at"
    assert words(bench) == ["as written", "step 10: 'x' instead of 'n'"]
    expected = {i for i in range(len(OTHER)) if OTHER[i] == "x"}
    assert bench.output.reading._sentence._differing >= expected
    assert comparison(bench) == "differs from “as written”"


def test_the_keyboard_walks_along_the_candidates_and_chooses_one(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    rows = bench.candidates._rows
    rows[0].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(rows[0], Qt.Key.Key_Return)
    assert bench.requests == [], "it is what was written"
    qtbot.keyClick(rows[0], Qt.Key.Key_Down)
    assert rows[1].hasFocus()
    qtbot.keyClick(rows[1], Qt.Key.Key_Return)
    assert bench.requests[0].forced[AT] == "x"


def test_branching_is_undone_and_done_again(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    assert bench.history.undoText() == "Branch (step 10: 'x' instead of 'n')"
    bench.history.undo()
    assert bench.output.reading.text() == TEXT
    assert words(bench) == ["as written"]
    assert bench.output.reading._sentence._differing == frozenset()
    bench.history.redo()
    assert bench.output.reading.text() == OTHER
    assert len(bench.requests) == 1, "it is kept, not written again"


def test_a_branch_that_was_undone_while_it_was_written_is_written_again(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    click(qtbot, named(bench.candidates, "x"))
    bench.start(1)
    bench.history.undo()
    bench.go_on(OTHER, 1, AT)
    assert words(bench) == ["as written"], "late records of what was taken away are dropped"
    bench.history.redo()
    assert len(bench.requests) == 2
    bench.answer(OTHER)
    assert bench.output.reading.text() == OTHER


def test_undo_goes_back_to_an_earlier_runs_texts(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    bench.write("Aa.")
    bench.stepping.go_to(1)
    assert bench.history.undoText() == "Run"
    bench.history.undo()
    assert (bench.tree.run, bench.output.reading.text()) == (1, OTHER)
    assert bench.stepping.step == AT, "as it was left"
    bench.history.undo()
    assert (bench.tree.run, bench.output.reading.text()) == (1, TEXT)
    bench.history.redo()
    bench.history.redo()
    assert (bench.tree.run, bench.output.reading.text()) == (2, "Aa.")
    assert bench.stepping.step == 1


def test_a_run_that_nothing_was_made_of_is_no_step_to_undo(qtbot, bench):
    bench.write()
    bench.write("Aa.")
    assert not bench.history.canUndo()


def test_a_run_takes_nothing_away_that_could_be_done_again(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    bench.history.undo()
    bench.write("Aa.")
    assert bench.history.canRedo()


def test_a_text_is_written_on_while_an_earlier_one_is_looked_at(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    bench.runs += 1
    bench.start()
    bench.go_on("Aa", ending=None)
    bench.history.undo()
    bench.go_on("Aa b.", first=2)
    assert bench.output.reading.text() == OTHER
    bench.history.redo()
    assert bench.output.reading.text() == "Aa b."
    assert bench.instrument.complete


def test_what_nobody_writes_any_more_is_unfinished(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    bench.runs += 1
    bench.start()
    bench.go_on("Aa", ending=None)
    bench.history.undo()
    bench.instrument.settle(stopped=False)
    bench.history.redo()
    assert bench.instrument.ending is Ending.STOPPED
    assert not bench.stepping.playback.playing


def test_del_deletes_a_branch_with_those_that_depart_from_it_and_undo_brings_them_back(
    qtbot, bench
):
    bench.write()
    branch_off(qtbot, bench)
    bench.stepping.go_to(12)
    click(qtbot, named(bench.candidates, "y"))
    bench.answer("Zizzi is xxxy.")
    assert len(bench.tree) == 3
    view = named(bench, "Texts of this run")
    view.setCurrentIndex(bench.instrument.branches.model.index_of(1))
    assert bench.output.reading.text() == OTHER
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert words(bench) == ["as written"]
    assert bench.output.reading.text() == TEXT
    assert not view.isVisible(), "a single text needs no tree"
    bench.history.undo()
    assert len(words(bench)) == 3
    assert bench.output.reading.text() == OTHER


def test_the_text_first_written_cannot_be_deleted(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    view = named(bench, "Texts of this run")
    view.setCurrentIndex(bench.instrument.branches.model.index_of(0))
    assert not named(bench, "Delete branch").isEnabled()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert len(bench.tree) == 2


def test_p_gen_is_pinned_by_its_slider_and_let_free(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    slider, free = named(bench, "p_gen of the chosen step"), named(bench, "Free p_gen")
    assert slider.value() == 25
    assert not free.isEnabled()
    qtbot.keyClick(slider, Qt.Key.Key_End)
    assert bench.requests == []
    qtbot.keyClick(slider, Qt.Key.Key_Return)
    assert bench.requests[0].p_gen_pins == {AT: 1.0}
    assert AT not in bench.requests[0].forced
    bench.answer(OTHER, change=lambda s: dataclasses.replace(s, p_gen=1.0))
    assert words(bench)[1] == "step 10: p_gen 1.00"
    assert free.isEnabled()
    click(qtbot, free)
    assert bench.output.reading.text() == TEXT
    assert bench.stepping.step == AT
    assert not free.isEnabled()


def test_nothing_moves_when_the_first_branch_comes(bench):
    bench.write()
    bench.stepping.go_to(AT)

    def places():
        parts = (
            bench.candidates,
            named(bench, "p_gen of the chosen step"),
            bench.instrument.branches,
        )
        return [(part.mapTo(bench, part.rect().topLeft()), part.size()) for part in parts]

    bench.layout().activate()
    before = places()
    bench.candidates.chosen.emit("x")
    bench.answer(OTHER)
    bench.layout().activate()
    assert named(bench, "Texts of this run").isVisible()
    assert places() == before


def test_the_attention_is_moved_in_a_mode_for_it(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    line, move = bench.output.source.line, named(bench.output, "Move attention")
    click(qtbot, line, Qt.KeyboardModifier.NoModifier, line.boxes()[6].center())
    assert bench.requests == [], "a plain click means nothing before"
    click(qtbot, move)
    assert named(bench.output, "What to click").text() == "Click the character to look at."
    assert not named(bench.output, "What the colours mean").isVisible()
    click(qtbot, line, Qt.KeyboardModifier.NoModifier, line.boxes()[6].center())
    assert bench.requests[0].attention_pins == {AT: 6}
    assert not move.isChecked()
    assert named(bench.output, "What the colours mean").isVisible()
    bench.answer(OTHER)
    assert words(bench)[1] == "step 10: looks at 'Z' in name"


def test_the_attention_is_moved_by_ctrl_and_a_click_by_keyboard_and_by_menu(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    line = bench.output.source.line
    click(qtbot, line, Qt.KeyboardModifier.ControlModifier, line.boxes()[7].center())
    assert bench.requests[-1].attention_pins == {AT: 7}
    bench.answer(OTHER)
    bench.history.undo()
    line.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(line, key)
    assert bench.requests[-1].attention_pins == {AT: 2}
    bench.answer(OTHER)
    bench.history.undo()
    where = line.boxes()[8].center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, line.mapToGlobal(where))
    QApplication.sendEvent(line, event)
    (menu,) = [m for m in bench.output.findChildren(QMenu) if m.isVisible()]
    (action,) = menu.actions()
    assert action.text() == "Let step 10 look at 'z' in name"
    action.trigger()
    menu.close()
    assert bench.requests[-1].attention_pins == {AT: 8}


def test_the_last_position_has_nothing_after_it_to_copy(qtbot, bench):
    bench.write()
    line = bench.output.source.line
    click(qtbot, line, Qt.KeyboardModifier.ControlModifier, line.boxes()[-1].center())
    assert bench.requests == []


def test_escape_leaves_the_mode(qtbot, bench):
    bench.write()
    move = named(bench.output, "Move attention")
    click(qtbot, move)
    qtbot.keyClick(bench.output.source.line, Qt.Key.Key_Escape)
    assert not move.isChecked()


def test_a_text_is_compared_with_any_other(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    compared = named(bench, "Compare with")
    titles = [compared.itemText(i) for i in range(compared.count())]
    assert titles == ["nothing", "its original: as written"], "never with itself"
    choose(compared, 0)
    assert bench.output.reading._sentence._differing == frozenset()
    assert comparison(bench) == ""
    bench.instrument.branches.branch_chosen.emit(0)
    titles = [compared.itemText(i) for i in range(compared.count())]
    assert titles == ["nothing", "step 10: 'x' instead of 'n'"]
    choose(compared, 1)
    assert comparison(bench) == "differs from “step 10: 'x' instead of 'n'”"


def test_of_equal_texts_it_is_said_and_of_one_that_only_has_less(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench, TEXT)
    assert comparison(bench) == "The same text as “as written”."
    bench.stepping.go_to(5)
    bench.instrument.step_panel.character_chosen.emit(END_LABEL)
    bench.answer(TEXT[:5])
    assert comparison(bench).startswith("Contains nothing new compared with “as written”, and ")


def test_the_end_can_be_forced_and_taken_back(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    bench.instrument.step_panel.character_chosen.emit(END_LABEL)
    assert bench.requests[0].forced[AT] == END_LABEL
    bench.answer(TEXT[:AT])
    assert bench.output.reading.text() == TEXT[:AT]
    assert bench.instrument.ending is Ending.END


def test_a_change_in_what_a_branch_has_from_its_parent_departs_from_the_parent(qtbot, bench):
    bench.write()
    branch_off(qtbot, bench)
    bench.stepping.go_to(2)
    click(qtbot, named(bench.candidates, "y"))
    assert bench.tree[2].what_if == WhatIf(0, 2, character="y")
    bench.answer("Ziyyi.")
    bench.history.undo()
    assert bench.output.reading.text() == OTHER, "what was seen before is seen again"


def test_nothing_can_be_changed_while_it_is_stopping(qtbot, bench):
    bench.write()
    bench.stepping.go_to(AT)
    bench.instrument.set_changeable(False)
    click(qtbot, named(bench.candidates, "x"))
    assert bench.requests == []
    assert not named(bench, "p_gen of the chosen step").isEnabled()
    bench.instrument.set_changeable(True)
    click(qtbot, named(bench.candidates, "x"))
    assert len(bench.requests) == 1


def test_the_menu_opens_where_the_keyboard_is(qtbot, bench):
    bench.write()
    line = bench.output.source.line
    line.setFocus(Qt.FocusReason.TabFocusReason)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(line, event)
    (menu,) = [m for m in bench.output.findChildren(QMenu) if m.isVisible()]
    menu.close()
