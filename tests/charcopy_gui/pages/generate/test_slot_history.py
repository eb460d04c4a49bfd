from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QUndoStack

from charcopy_gui.pages.generate.slot_history import SlotChange
from charcopy_gui.pages.generate.slot_model import SlotModel
from core.meaning_representation import Slot

SLOTS = st.builds(Slot, st.text(max_size=3), st.text(max_size=3))
ROWS = st.lists(st.integers(0, 5), max_size=3, unique=True)
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), st.integers(0, 5), st.lists(SLOTS, max_size=2)),
        st.tuples(st.just("remove"), ROWS, st.none()),
        st.tuples(st.just("move"), ROWS, st.integers(0, 6)),
        st.tuples(st.just("write"), st.integers(0, 11), st.text(max_size=3)),
        st.tuples(st.just("type"), st.integers(0, 11), st.text(max_size=3)),
        st.tuples(st.just("set"), st.lists(SLOTS, max_size=5), st.none()),
    ),
    max_size=12,
)


def edit(model, what, one, other):
    rows = model.rowCount()
    if what == "insert":
        model.insert(min(one, rows), other)
    elif what == "remove":
        model.remove(one)
    elif what == "move":
        chosen = [row for row in one if row < rows]
        if chosen:
            model.move(chosen, min(other, rows))
    elif what == "set":
        model.set_slots(one, "Test")
    elif rows:
        index = model.index(one // 2 % rows, one % 2)
        session = model.new_session() if what == "type" else -1
        for end in range(len(other) + 1):
            if what == "type" or end == len(other):
                model.write(index, other[:end], session=session)


@given(EDITS)
def test_every_edit_is_undone_and_done_again_exactly(edits):
    model = SlotModel()
    signals = {"inserted": 0, "removed": 0}
    model.rowsInserted.connect(
        lambda _, a, b: signals.update(inserted=signals["inserted"] + b - a + 1)
    )
    model.rowsRemoved.connect(
        lambda _, a, b: signals.update(removed=signals["removed"] + b - a + 1)
    )
    states = [model.mr()]
    for one in edits:
        before = model.history.count()
        edit(model, *one)
        assert model.rowCount() == signals["inserted"] - signals["removed"]
        assert model.history.count() - before in (0, 1), "one edit is one step"
        if model.history.count() > before:
            states.append(model.mr())
        assert model.mr() == states[-1]
    for state in reversed(states[:-1]):
        model.history.undo()
        assert model.mr() == state
    assert not model.history.canUndo()
    for state in states[1:]:
        model.history.redo()
        assert model.mr() == state
    assert not model.history.canRedo()
    assert model.rowCount() == signals["inserted"] - signals["removed"]


@given(EDITS, EDITS, st.integers(1, 4))
def test_an_edit_after_undo_begins_another_branch(edits, more, back):
    model = SlotModel()
    for one in edits:
        edit(model, *one)
    for _ in range(back):
        model.history.undo()
    fork = model.mr()
    steps = model.history.index()
    for one in more:
        edit(model, *one)
    if model.history.index() > steps:
        while model.history.index() > steps:
            model.history.undo()
        assert model.mr() == fork


def test_three_edits_three_undos_and_three_redos():
    model = SlotModel()
    model.set_slots([Slot("name", "Wok"), Slot("food", "Thai")], "One")
    model.move([1], 0)
    model.write(model.index(0, 1), "French")
    states = [
        (Slot("name", "Wok"), Slot("food", "Thai")),
        (Slot("food", "Thai"), Slot("name", "Wok")),
        (Slot("food", "French"), Slot("name", "Wok")),
    ]
    assert model.mr().slots == states[2]
    for state in (states[1], states[0], ()):
        model.history.undo()
        assert model.mr().slots == state
    for state in states:
        model.history.redo()
        assert model.mr().slots == state


def test_changes_of_one_session_are_one_and_none_where_nothing_is_left_of_them():
    seen, stack = [()], QUndoStack()
    a, b = (Slot("a", ""),), (Slot("b", ""),)

    def show(slots, walked):
        seen.append(slots)

    stack.push(SlotChange(show, (), a, "Type", 1))
    stack.push(SlotChange(show, a, b, "Type", 1))
    assert stack.count() == 1
    stack.push(SlotChange(show, b, (), "Type", 1))
    assert stack.count() == 0
    stack.push(SlotChange(show, (), a, "Type", 2))
    stack.push(SlotChange(show, a, b, "Type", 3))
    stack.push(SlotChange(show, b, a, "Remove", -1))
    stack.push(SlotChange(show, a, b, "Remove", -1))
    assert stack.count() == 4
    stack.undo()
    assert seen[-1] == a


def test_the_first_row_that_changed_is_told_by_undo_and_redo_alone(qtbot):
    model = SlotModel()
    rows = []
    model.walked.connect(rows.append)
    model.set_slots([Slot("a", ""), Slot("b", ""), Slot("c", "")], "Start")
    model.write(model.index(1, 1), "x")
    assert rows == []
    model.history.undo()
    model.history.redo()
    assert rows == [1, 1]
