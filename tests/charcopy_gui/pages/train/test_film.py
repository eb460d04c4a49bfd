import dataclasses

import numpy as np
import pytest
from fake_training import sample, scores
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontInfo, QTextCursor
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QRadioButton, QWidget

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.pages.train.film import Film
from charcopy_gui.pages.train.sample_steps import finished, started, steps
from charcopy_gui.plots.timeline import Timeline
from charcopy_gui.plots.trace_view import TraceView
from core.config import TrainingConfig
from core.records import END_LABEL, Ending, Sample
from core.runs import RunFolder, samples

MR = "name[Tin Otter]"


@pytest.fixture
def film(qtbot):
    film = Film()
    film.set_plots(Timeline(), TraceView())
    film.set_theme(LIGHT)
    qtbot.addWidget(film)
    film.resize(900, 700)
    with qtbot.waitExposed(film):
        film.show()
    yield film
    film._bar.halt()


@pytest.fixture
def folder(tmp_path):
    """A run with four evaluations on the disk."""
    folder = RunFolder.create(tmp_path / "run", TrainingConfig())
    for step in (10, 20, 30, 40):
        samples.append(folder, step, scores(step).samples)
    return folder


def named(film, name, kind=QWidget):
    found = [w for w in film.findChildren(kind) if w.accessibleName() == name and w.isVisible()]
    assert len(found) == 1, name
    return found[0]


def shown(film):
    return named(film, f"Text for {MR}").toPlainText()


def words(film):
    return named(film, "Evaluation", QLabel).text()


def press(qtbot, film, name):
    qtbot.mouseClick(named(film, name, QAbstractButton), Qt.MouseButton.LeftButton)


def test_a_sample_has_its_characters_where_they_looked_and_p_gen():
    one = sample(MR, "Tin Otter")
    found = steps(one)
    assert [step.character for step in found] == [*"Tin Otter", END_LABEL]
    assert found[0].p_gen == 0.125
    np.testing.assert_array_equal(found[3].alignment, one.alignment[3])
    source = started(one).source
    assert "".join(source.characters[1:-1]) == MR
    assert source.slot_spans[0].value == (6, 15)
    assert finished(one).ending is Ending.END
    np.testing.assert_array_equal(found[3].copy_alignment, one.copy_alignment[3])
    cut = Sample(MR, "Tin", one.alignment[:3], None)
    assert steps(cut)[0].copy_alignment is None
    assert finished(cut).ending is Ending.LENGTH
    assert [step.p_gen for step in steps(cut)] == [None] * 3


def test_before_the_first_evaluation_there_are_words_and_no_axes(qtbot, film):
    timeline, bar = film.findChild(Timeline), film._bar
    assert not timeline.isVisible()
    assert not bar.isVisible()
    film.add([scores(10, 0.1)])
    assert timeline.isVisible()
    assert bar.isVisible()
    film.resize(900, 400)
    # The texts need all of the room.
    qtbot.waitUntil(lambda: not timeline.isVisible())


def test_it_asks_for_no_more_height_than_it_must_have(film):
    film.show_run(None)
    film.add([scores(5), scores(10)])
    QApplication.processEvents()
    least = film.layout().totalMinimumHeightForWidth(900)
    assert film.heightForWidth(900) == least, "or the page around it would be scrolled"
    assert least <= film.height()


def test_the_copy_alignment_is_drawn_in_place_of_the_attention(qtbot, film):
    film.add([scores(10, 0.1)])
    drawn = film._samples._trace.canvas.alignment
    attention, box = drawn.weights.copy(), named(film, "Copy alignment")
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert box.isChecked()
    np.testing.assert_array_equal(drawn.weights, np.roll(attention, 1, axis=0))


def test_of_a_run_without_copy_alignment_there_is_none_to_choose(film):
    film.add([dataclasses.replace(scores(10, 0.1), samples=(plain_sample(),))])
    assert not named(film, "Copy alignment").isEnabled()


def plain_sample():
    return dataclasses.replace(sample(MR, "Tin Otter"), copy_alignment=None)


def test_the_latest_evaluation_is_seen_as_it_comes(film):
    film.add([scores(10, 0.1)])
    assert shown(film) == "Tin Otter after 10 steps"
    film.add([scores(20, 0.2), scores(30, 0.3)])
    assert shown(film) == "Tin Otter after 30 steps"
    assert words(film) == "step 30 · dev BLEU 0.300 · 3/3"


def test_who_looks_at_an_earlier_one_stays_there(qtbot, film, folder):
    film.show_run(folder.path, [10, 20, 30], [0.1, 0.2, 0.3])
    press(qtbot, film, "Evaluation back")
    assert shown(film) == "Tin Otter after 20 steps"
    film.add([scores(40, 0.4)])
    assert shown(film) == "Tin Otter after 20 steps"
    assert words(film) == "step 20 · dev BLEU 0.200 · 2/4"
    press(qtbot, film, "Latest evaluation")
    assert shown(film) == "Tin Otter after 40 steps"


def test_a_finished_run_is_walked_through_by_keyboard(qtbot, film, folder):
    film.show_run(folder.path, [10, 20, 30, 40], [0.1, 0.2, 0.3, 0.4])
    slider = named(film, "Evaluations")
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert shown(film) == "Tin Otter after 10 steps"
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert shown(film) == "Tin Otter after 20 steps"


def test_it_plays_from_the_first_to_the_last(qtbot, film, folder):
    film._bar._timer.setInterval(1)
    film.show_run(folder.path, [10, 20, 30, 40], [0.1, 0.2, 0.3, 0.4])
    seen = []
    film.moment_changed.connect(seen.append)
    press(qtbot, film, "Play the film")
    qtbot.waitUntil(lambda: not film._bar.playing)
    assert seen == [10, 20, 30, 40]


def test_a_click_on_the_timeline_goes_there(qtbot, film, folder):
    film.show_run(folder.path, [10, 20, 30, 40], [0.1, 0.2, 0.3, 0.4])
    film._timeline.grab()
    view = film._timeline._plot
    box = view.getPlotItem().getViewBox()
    where = view.mapFromScene(box.mapViewToScene(box.viewRect().center()))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert shown(film) == "Tin Otter after 20 steps"
    assert view._moment.value() == 20


def test_text_and_trace_light_up_together(qtbot, film):
    film.add([scores(10)])
    trace = film.findChild(TraceView)
    second = film.findChildren(QRadioButton)[1]
    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
    assert second.isChecked()
    trace.step_clicked.emit(4)
    assert trace._step == 4
    assert film._samples._views[1]._text._step == 4
    film._samples._views[1]._text.chosen.emit(6)
    assert trace._step == 6
    trace.step_hovered.emit(2)
    assert film._samples._views[1]._text._step == 2
    trace.step_hovered.emit(-1)
    assert trace._step == 6


def test_the_chosen_table_and_step_stay_from_one_evaluation_to_the_next(qtbot, film):
    film.add([scores(10)])
    qtbot.mouseClick(film.findChildren(QRadioButton)[1], Qt.MouseButton.LeftButton)
    film.findChild(TraceView).step_clicked.emit(5)
    film.add([scores(20)])
    assert film._samples._views[1].choice.isChecked()
    assert film.findChild(TraceView)._step == 5


def test_texts_that_were_not_kept_are_said(film, tmp_path):
    film.show_run(tmp_path / "gone", [10, 20], [0.1, 0.2])
    said = named(film, "What cannot be shown", QLabel).text()
    assert said == "The texts of step 20 were not kept."


def test_evaluations_after_a_resumption_take_the_place_of_those_before(film, folder):
    film.show_run(folder.path, [10, 20, 30, 40], [0.1, 0.2, 0.3, 0.4])
    film.add([scores(30, 0.7)])
    assert words(film) == "step 30 · dev BLEU 0.700 · 3/3"


def test_users_words_are_never_read_as_markup(film):
    film.add([scores(10)])
    boxes = [box.text() for box in film.findChildren(QRadioButton)]
    assert boxes == [MR, "name[<b>Ashmouth</b>]"]


def test_a_theme_reaches_everything(film):
    film.add([scores(10)])
    film.set_theme(DARK)
    assert DARK.text.name() in film._samples._views[0]._text.styleSheet()


def test_that_a_text_was_cut_off_is_said_as_large_as_other_words(film):
    """It was never ended, so no end stands in its trace."""
    whole = scores(10)
    text = whole.samples[0].text
    fewer = {
        name: getattr(whole.samples[0], name)[: len(text)]
        for name in ("alignment", "p_gen", "copy_alignment")
    }
    cut = dataclasses.replace(whole.samples[0], **fewer)
    film.add([dataclasses.replace(whole, samples=(cut,))])
    seen = named(film, f"Text for {MR}")
    assert seen.toPlainText().endswith("… cut off\N{POP DIRECTIONAL ISOLATE}")
    end = seen.textCursor()
    end.movePosition(QTextCursor.MoveOperation.End)
    usual = QFontInfo(QApplication.font()).pointSizeF()
    assert end.charFormat().fontPointSize() == pytest.approx(usual)
