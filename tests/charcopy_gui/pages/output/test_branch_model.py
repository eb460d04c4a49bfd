import pytest
from instrument_bench import step_of
from PySide6.QtCore import Qt
from trace_records import source

from charcopy_gui.pages.output.branch_model import EXCERPT, BranchModel, Column
from core.config import DecodingConfig
from core.generation_tree import GenerationTree
from core.records import Ending, GenerationFinished, GenerationStarted, Phase, WhatIf


@pytest.fixture
def tree():
    started = source()
    made = GenerationTree(1, started.source, Phase.TABLE_TO_TEXT, DecodingConfig(), "toy")
    made.begin(GenerationStarted(1, 0, started.source, "toy"))
    write(made, 0, "abc")
    return made


def write(tree, branch, text, first=0):
    tree.append([step_of(1, branch, i, c) for i, c in enumerate(text) if i >= first])
    tree.finish(GenerationFinished(1, branch, text, Ending.END, -1.25, 0.1))


def grow(tree):
    """Two branches of the text, and one of the first of them."""
    tree.plan(WhatIf(0, 1, character="x"))
    tree.plan(WhatIf(0, 2, p_gen=0.5))
    write(tree, 1, "axc", 1)
    tree.plan(WhatIf(1, 2, position=2))


def shape(model, parent=None):
    index = parent or model.index(-1, -1)
    rows = [model.index(row, 0, index) for row in range(model.rowCount(index))]
    return [(model.branch(row), shape(model, row)) for row in rows]


def test_it_is_a_proper_model_whatever_happens_to_the_tree(qtmodeltester, tree):
    model = BranchModel()
    model.show_tree(tree)
    qtmodeltester.check(model)
    grow(tree)
    model.refresh()
    assert shape(model) == [(0, [(1, [(3, [])]), (2, [])])]
    gone = tree.remove(1)
    model.refresh()
    assert shape(model) == [(0, [(2, [])])]
    tree.restore(gone)
    model.refresh()
    assert shape(model) == [(0, [(1, [(3, [])]), (2, [])])]


def test_rows_come_and_go_without_a_reset(qtbot, tree):
    model = BranchModel()
    model.show_tree(tree)
    first = model.index_of(0)
    told = []
    model.modelReset.connect(lambda: told.append("reset"))
    model.rowsInserted.connect(lambda *_: told.append("in"))
    model.rowsRemoved.connect(lambda *_: told.append("out"))
    grow(tree)
    model.refresh()
    tree.remove(1)
    model.refresh()
    assert told == ["in", "in", "in", "out"]
    assert model.branch(first) == 0


def test_a_text_is_told_by_departure_and_number(tree):
    grow(tree)
    model = BranchModel()
    model.show_tree(tree)
    told = [model.index_of(branch).data() for branch in range(4)]
    assert told == [
        "as written",
        "step 2: 'x' instead of 'b'",
        "step 3: p_gen 0.50",
        "step 3: looks at 'a' in name",
    ]
    assert model.index_of(1, Column.LOG_PROBABILITY).data() == "−1.25"
    assert model.index_of(2, Column.LOG_PROBABILITY).data() == "…", "it is still to be written"
    assert model.index_of(1, Column.TEXT).data() == "axc"
    described = model.index_of(1).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert described == "step 2: 'x' instead of 'b', log P −1.25: axc"


def test_what_was_written_is_never_markup(tree):
    write(tree, 0, "abc<b>")
    model = BranchModel()
    model.show_tree(tree)
    assert "<b>" not in model.index_of(0).data(Qt.ItemDataRole.ToolTipRole)


def test_a_branch_is_shown_from_the_word_in_which_it_goes_its_own_way(tree):
    write(tree, 0, "")
    tree[0].steps.clear()
    write(tree, 0, "It is near.")
    tree.plan(WhatIf(0, 8, character="x"))
    write(tree, 1, "It is nexx.", 8)
    model = BranchModel()
    model.show_tree(tree)
    assert model.index_of(0).data(EXCERPT) == "It is near."
    assert model.index_of(1).data(EXCERPT) == "… nexx."
