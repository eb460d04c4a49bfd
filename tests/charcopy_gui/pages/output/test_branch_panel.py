import pytest
from instrument_bench import step_of
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QLabel, QTreeView, QVBoxLayout, QWidget
from trace_records import source

from charcopy_gui.appearance.stylesheet import stylesheet
from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.pages.output.branch_panel import BranchPanel
from core.config import DecodingConfig, Strategy
from core.generation_tree import GenerationTree
from core.records import (
    Ending,
    GenerationFinished,
    GenerationStarted,
    Hypothesis,
    Phase,
    WhatIf,
)

TEXTS = ("Zizzi is a pub near Aa.", "Zizzi is a pub.")


@pytest.fixture
def tree():
    view = source().source
    made = GenerationTree(
        1, view, Phase.TABLE_TO_TEXT, DecodingConfig(Strategy.BEAM, rerank=True), "toy"
    )
    made.hypotheses = tuple(Hypothesis(t, Ending.END, -6.25, -0.5, -1.5, 1.0) for t in TEXTS)
    for branch, text in enumerate(TEXTS):
        made.begin(GenerationStarted(1, branch, view, "toy"))
        write(made, branch, text)
    made.plan(WhatIf(0, 11, character="x"))
    write(made, 2, "Zizzi is a xx.", 11)
    return made


def write(tree, branch, text, first=0):
    tree.append([step_of(1, branch, i, c) for i, c in enumerate(text) if i >= first])
    tree.finish(GenerationFinished(1, branch, text, Ending.END, -6.25, 0.1))


@pytest.fixture
def panel(qtbot, tree):
    made = BranchPanel()
    qtbot.addWidget(made)
    made.resize(320, 300)
    made.set_theme(LIGHT)
    with qtbot.waitExposed(made):
        made.show()
    made.show_tree(tree)
    return made


def painted(panel, monkeypatch):
    """Every word that is drawn in the rows, and where."""
    found = []
    draw = QPainter.drawText

    def note(self, *arguments):
        if isinstance(arguments[0], QRect):
            found.append((arguments[2], arguments[0]))
        return draw(self, *arguments)

    monkeypatch.setattr(QPainter, "drawText", note)
    panel.findChild(QTreeView).viewport().grab()
    monkeypatch.undo()
    return found


def test_names_numbers_and_texts_are_whole_in_a_narrow_panel(panel, monkeypatch):
    words = painted(panel, monkeypatch)
    drawn = [each for each, _ in words]
    for expected in ("text 1", "text 2", "step 12: 'x' instead of 'p'", "100%", "−6.25", "−1.50"):
        assert expected in drawn, expected
    assert "Zizzi is a pub near Aa." in drawn
    assert "… xx." in drawn


def test_nothing_is_drawn_over_anything_else(panel, monkeypatch):
    words = painted(panel, monkeypatch)
    metrics = panel.fontMetrics()
    taken = []
    for each, room in words:
        width = metrics.horizontalAdvance(each)
        left = room.right() - width if each.lstrip("−")[0].isdigit() else room.left()
        taken.append(QRect(QPoint(left, room.top()), QPoint(left + width - 2, room.bottom())))
    for index, one in enumerate(taken):
        assert not any(one.intersects(other) for other in taken[:index]), words[index][0]


def test_the_heading_says_what_is_listed(panel, tree):
    headings = [label.text() for label in panel.findChildren(QLabel)]
    assert "Texts found, best first" in headings
    tree.hypotheses, tree.config = (), DecodingConfig()
    panel.show_tree(tree)
    assert "Branches" in [label.text() for label in panel.findChildren(QLabel)]


def test_the_list_has_its_room_before_there_is_anything_to_list(qtbot, tree):
    holder = QWidget()
    holder.setStyleSheet(stylesheet(LIGHT, 18))
    column = QVBoxLayout(holder)
    panel = BranchPanel()
    column.addWidget(panel)
    qtbot.addWidget(holder)
    with qtbot.waitExposed(holder):
        holder.show()
    wished, least = holder.sizeHint().height(), holder.minimumSizeHint().height()
    panel.show_tree(tree)
    QApplication.processEvents()
    assert panel.findChild(QTreeView).isVisible()
    assert holder.sizeHint().height() == wished
    assert holder.minimumSizeHint().height() > least, "the hint is content with little"


def test_while_a_search_goes_on_it_is_said_what_will_be_listed(panel, tree):
    searched = GenerationTree(2, tree.source, tree.phase, tree.config, "toy")
    searched.begin(GenerationStarted(2, 0, tree.source, "toy"))
    panel.show_tree(searched)
    words = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert words == ["Texts found, best first", "The texts are listed here once they are found."]


def test_a_text_of_the_beam_is_compared_with_the_best(panel):
    assert panel.compared(0) is None
    assert panel.compared(1) == (0, "text 1")
    assert panel.compared(2) == (0, "text 1")


def test_a_row_is_chosen_by_a_click_anywhere_in_it(qtbot, panel):
    view = panel.findChild(QTreeView)
    row = view.visualRect(panel.model.index_of(1))
    with qtbot.waitSignal(panel.branch_chosen) as told:
        where = QPoint(view.viewport().width() - 4, row.bottom() - 4)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert told.args == [1]


def test_what_was_chosen_to_compare_with_is_no_text_of_another_run(qtbot, panel, tree):
    panel.set_branch(0)
    box = panel._compared
    box.setCurrentIndex(box.findData(2))
    box.activated.emit(box.currentIndex())
    assert panel.compared(0) == (2, "step 12: 'x' instead of 'p'")
    another = GenerationTree(2, tree.source, tree.phase, DecodingConfig(), "toy")
    another.begin(GenerationStarted(2, 0, tree.source, "toy"))
    write(another, 0, TEXTS[0])
    for index in (3, 5):
        another.plan(WhatIf(0, index, character="x"))
    panel.show_tree(another)
    assert panel.compared(0) is None
    assert panel.compared(1) == (0, "as written"), "its original"
    panel.set_branch(0)
    box.setCurrentIndex(box.findText("nothing"))
    box.activated.emit(box.currentIndex())
    panel.show_tree(tree)
    assert panel.compared(1) is None, "nothing is nothing in every run"
