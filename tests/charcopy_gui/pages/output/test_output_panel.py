"""What stands there before there is a text: words and places."""

import pytest
from PySide6.QtWidgets import QPushButton, QTextEdit
from trace_records import source

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.plots.trace_view import TraceView


@pytest.fixture
def panel(qtbot):
    made = OutputPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(900, 800)
    with qtbot.waitExposed(made):
        made.show()
    return made


def large(panel):
    return panel.reading.findChild(QTextEdit).placeholderText()


def choose(panel):
    (found,) = [b for b in panel.findChildren(QPushButton) if b.text() == "Choose a model"]
    return found


def test_nothing_moves_when_the_trace_comes_even_before_it_is_shown(panel):
    def places():
        panel.layout().activate()
        return [part.geometry() for part in (panel.status, panel.transport, panel.attention)]

    before = places()
    trace = TraceView()
    trace.hide()
    panel.set_trace(trace)
    assert places() == before


def test_that_a_model_is_being_loaded_is_said_once_and_large(panel):
    usual = large(panel)
    panel.show_activity(Activity.LOADING)
    assert large(panel) == "Loading the model…"
    assert not panel.status._message.isVisible()
    panel.show_end("")
    assert large(panel) == usual
    panel.start(source())
    panel.show_activity(Activity.LOADING)
    assert panel.status._status.text() == "Loading the model…", "there is a text in its place"


def test_without_a_model_one_can_be_chosen(panel, qtbot):
    assert not choose(panel).isVisible()
    panel.set_has_model(False)
    assert large(panel) == "No model is in use."
    with qtbot.waitSignal(panel.models_requested):
        choose(panel).click()
    panel.set_has_model(True)
    assert not choose(panel).isVisible()
    assert large(panel) != "No model is in use."
