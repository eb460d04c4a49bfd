import pytest
from instrument_bench import TEXT
from PySide6.QtWidgets import QLabel

from core.config import DecodingConfig, Strategy
from core.records import (
    Ending,
    GenerationFinished,
    HypothesesFound,
    Hypothesis,
    SearchProgress,
    SearchStage,
)

LONG = " ".join(["Zizzi is near Aa, and Aa is near Zizzi."] * 60)


@pytest.fixture
def searching(bench):
    """A text is there, and another is searched for."""
    bench.write()
    bench.stepping.go_to(3)
    bench.instrument.expect(DecodingConfig(Strategy.BEAM))
    bench.runs = 2
    bench.start()
    return bench


def progress(bench, text, stage=SearchStage.SEARCHING, texts=0):
    bench.instrument.show_records([SearchProgress(bench.runs, text, stage, texts)])


def find(bench, *texts, ending=Ending.END, complete=True):
    hypotheses = tuple(Hypothesis(text, ending, -1.0, -0.1) for text in texts)
    bench.instrument.show_records([HypothesesFound(bench.runs, hypotheses, complete=complete)])
    for branch, text in enumerate(texts):
        if branch:
            bench.start(branch)
        bench.go_on(text, branch, ending=ending)


def sentence(bench):
    return bench.output.reading._sentence


def named(bench, name):
    return bench.output.findChild(QLabel, name).text()


def test_the_best_text_so_far_takes_the_place_of_the_earlier_one(searching):
    assert searching.instrument.text == ""
    progress(searching, "Zizzi is")
    assert sentence(searching).toPlainText() == "Zizzi is"
    assert searching.instrument.shown_text == "Zizzi is"
    assert not searching.instrument.complete
    progress(searching, "Aa")
    assert sentence(searching).toPlainText() == "Aa", "another one leads"
    assert named(searching, "numbers") == "2 chars"


def test_a_draft_is_no_text_that_could_be_looked_into(searching):
    progress(searching, "Zizzi is")
    assert searching.output.reading.text() == ""
    assert searching.stepping.step is None
    assert not searching.tree.has_text


def test_what_is_found_takes_the_place_of_the_draft(searching):
    progress(searching, "Zizzi is")
    find(searching, "Aa is near.", "Aa.")
    assert searching.output.reading.text() == sentence(searching).toPlainText() == "Aa is near."
    assert searching.instrument.shown_text == "Aa is near."
    assert searching.instrument.branches.model.rowCount() == 2


@pytest.mark.parametrize(
    ("stage", "texts", "words"),
    [
        (SearchStage.SEARCHING, 0, "Searching… the best so far"),
        (SearchStage.SEARCHING, 3, "Searching… the best so far (3 finished)"),
        (SearchStage.DRAWING, 1, "Drawing 1 text to join them…"),
        (SearchStage.READING, 7, "Reading 7 texts back…"),
    ],
)
def test_it_is_said_what_the_search_is_at(searching, stage, texts, words):
    from charcopy_gui.pages.output.activity import Activity

    searching.output.show_activity(Activity.WRITING)
    progress(searching, "Zizzi is", stage, texts)
    assert named(searching, "status") == words
    searching.output.show_activity(Activity.STOPPING)
    progress(searching, "Zizzi is ", stage, texts)
    assert named(searching, "status") == "Stopping…"


def test_a_draft_that_someone_scrolled_stays_where_it_is(searching):
    bar = sentence(searching).verticalScrollBar()
    progress(searching, LONG)
    assert bar.value() == bar.maximum() > 0, "the end is followed"
    bar.setValue(5)
    progress(searching, LONG + " And more of it.")
    assert bar.value() == 5


def test_a_run_without_a_character_gives_the_earlier_text_back(searching):
    progress(searching, "Zi")
    words = searching.instrument.settle(stopped=True)
    assert words == "Stopped at once: the previous text is back."
    assert searching.instrument.text == searching.output.reading.text() == TEXT
    assert searching.stepping.step == 3
    assert searching.instrument.complete
    assert not searching.history.canUndo()


def test_so_does_one_that_was_stopped_at_once(bench):
    bench.write()
    bench.runs = 2
    bench.start()
    bench.instrument.show_records([GenerationFinished(2, 0, "", Ending.STOPPED, 0.0, 0.0)])
    bench.instrument.settle(stopped=True)
    assert bench.instrument.text == TEXT


def test_one_that_failed_says_nothing_of_a_stop(searching):
    assert searching.instrument.settle(stopped=False) == ""
    assert searching.instrument.text == TEXT


def test_where_there_was_no_text_before_none_comes_back(bench):
    bench.runs = 1
    bench.start()
    assert bench.instrument.settle(stopped=True) == "Stopped before the first character."
    assert bench.instrument.text == ""


def test_of_several_runs_that_brought_nothing_the_text_before_them_comes_back(searching):
    searching.runs = 3
    searching.start()
    searching.instrument.settle(stopped=True)
    assert searching.instrument.text == TEXT


def test_a_search_that_was_stopped_says_that_its_best_is_the_best_so_far(searching):
    find(searching, "Aa is near.", complete=False)
    words = searching.instrument.settle(stopped=True)
    assert words == "Stopped: the best text found so far."
    assert searching.instrument.text == "Aa is near."


def test_an_unfinished_text_says_so_itself(searching):
    find(searching, "Aa is", ending=Ending.STOPPED, complete=False)
    assert searching.instrument.settle(stopped=True) == ""
    assert "unfinished" in named(searching, "status")


def test_where_a_run_replaces_branches_it_is_said_that_undo_brings_them_back(bench):
    bench.write()
    bench.stepping.go_to(3)
    bench.instrument.step_panel.character_chosen.emit("x")
    bench.answer("Zizxi is far.")
    assert bench.instrument.settle(stopped=False) == ""
    bench.write("Aa.")
    words = bench.instrument.settle(stopped=False)
    assert words == "Undo brings the branches back."
    bench.history.undo()
    assert bench.instrument.text == "Zizxi is far."
    assert len(bench.tree) == 2


def test_a_run_that_brings_nothing_leaves_branches_and_history_alone(bench):
    bench.write()
    bench.stepping.go_to(3)
    bench.instrument.step_panel.character_chosen.emit("x")
    bench.answer("Zizxi is far.")
    bench.runs = 2
    bench.start()
    bench.instrument.settle(stopped=True)
    assert bench.instrument.text == "Zizxi is far."
    assert bench.history.count() == 1
