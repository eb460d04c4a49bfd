import dataclasses
import math
import threading
import time

import numpy as np
import pytest
from fake_training import point, scores
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel

from charcopy_gui.appearance.theme import DARK, LIGHT, palette
from charcopy_gui.plots.curve import Curve
from charcopy_gui.plots.curves import EMPTY, NO_STEPS, CurvesPlot
from charcopy_gui.plots.legend import Legend
from core.runs import RunFolder
from core.runs.curves import read


@pytest.fixture
def plot(qtbot):
    plot = CurvesPlot()
    qtbot.addWidget(plot)
    plot.set_theme(LIGHT)
    plot.resize(900, 500)
    with qtbot.waitExposed(plot):
        plot.show()
    return plot


def texts(plot):
    return [label.text() for label in plot.findChildren(QLabel) if label.isVisible()]


def colours(widget):
    shot = widget.grab().toImage()
    return {shot.pixelColor(x, y).name() for x in range(shot.width()) for y in range(shot.height())}


def values(curve):
    return list(zip(curve.steps.tolist(), curve.values.tolist(), strict=True))


def seen_steps(plot):
    return plot._losses.getPlotItem().viewRange()[0]


def test_it_says_what_will_be_here(plot):
    assert texts(plot) == [EMPTY]
    assert plot.accessibleDescription() == EMPTY
    plot.append([point(1)])
    assert EMPTY not in texts(plot)
    plot.clear()
    assert texts(plot) == [EMPTY]


def test_of_a_run_without_steps_it_says_so_until_another_begins(plot, tmp_path):
    plot.show_run(read(RunFolder(tmp_path)))
    assert texts(plot) == [NO_STEPS]
    assert plot.accessibleDescription() == NO_STEPS
    plot.clear()
    assert texts(plot) == [EMPTY]


def test_a_value_alone_is_a_dot_until_there_is_a_line(plot):
    only_forward = dataclasses.replace(point(1), text_to_table=None)
    plot.append([only_forward])
    forward, backward = (curve.item for curve in plot.curves.training)
    assert forward.opts["symbol"] == "o"
    assert LIGHT.generated.name() in colours(plot._losses)
    plot.append([point(2)])
    assert (forward.opts["symbol"], backward.opts["symbol"]) == (None, "o")
    plot.append([point(3)])
    assert backward.opts["symbol"] is None


def test_every_loss_is_in_its_curve_and_bleu_below(plot):
    plot.append([point(1, 3.0), point(2, 2.0), scores(2, 0.125)])
    plot.append([point(3, 1.0)])
    forward, backward = plot.curves.training
    assert values(forward) == [(1, 3.0), (2, 2.0), (3, 1.0)]
    assert [v for _, v in values(backward)] == pytest.approx([3.6, 2.4, 1.2])
    assert [values(curve) for curve in (*plot.curves.dev, plot.curves.bleu)] == [
        [(2, 2.0)],
        [(2, 2.4)],
        [(2, 0.125)],
    ]
    assert {
        "Loss",
        "nats per character; the number beside a name is the latest",
        "training steps",
        "Dev BLEU",
        "best so far 0.125 at step 2",
    } <= set(texts(plot))


def test_both_phases_are_seen_in_their_colours(plot):
    plot.append([point(step) for step in range(1, 40)])
    losses = colours(plot._losses)
    assert {LIGHT.generated.name(), LIGHT.backward.name()} <= losses
    assert LIGHT.background.name() in losses
    QApplication.setPalette(palette(DARK))
    plot.set_theme(DARK)
    losses = colours(plot._losses)
    assert {DARK.generated.name(), DARK.background.name()} <= losses
    assert LIGHT.background.name() not in losses


def test_dev_curves_are_dashed_and_marked(plot):
    plot.append([scores(step, step / 100) for step in (10, 20, 30)])
    for curve in (*plot.curves.dev, plot.curves.bleu):
        assert curve.item.opts["pen"].style() is Qt.PenStyle.DashLine
        assert curve.item.opts["symbol"] == "o"
    for curve in plot.curves.training:
        assert curve.item.opts["pen"].style() is Qt.PenStyle.SolidLine
        assert curve.item.opts["pen"].width() == 1
        assert curve.item.opts["symbol"] is None


def test_without_exchange_there_is_no_backward_curve(plot):
    plot.append([dataclasses.replace(point(step), text_to_table=None) for step in (1, 2)])
    assert values(plot.curves.training[1]) == []
    assert LIGHT.backward.name() not in colours(plot._losses)


def test_what_is_no_number_is_a_gap_with_the_step_named(plot):
    plot.append([point(step, 2.0) for step in range(1, 50)])
    plot.append([point(50, math.nan)])
    plot.append([point(step, 2.0) for step in range(51, 100)])
    x, y = plot.curves.training[0].item.curve.getData()
    assert np.isnan(y[x == 50]).all()
    path = plot.curves.training[0].item.curve.getPath()
    moves = [i for i in range(path.elementCount()) if path.elementAt(i).isMoveTo()]
    assert len(moves) == 2, "the line is taken up again after the gap"
    assert plot._losses._ended.isVisible()
    assert plot._losses._ended.value() == 50
    assert plot._losses._ended.label.toPlainText() == "not a number at step 50"
    assert LIGHT.error.name() in colours(plot._losses)
    plot.clear()
    assert not plot._losses._ended.isVisible()


def test_nothing_but_nan_and_infinity_is_drawn_without_complaint(plot):
    plot.append([point(1, math.nan), point(2, math.inf), scores(2, 0.0)])
    plot.grab()
    assert "none" in plot.findChild(Legend).accessibleDescription()


def test_a_worker_thread_is_refused(plot):
    refused = []

    def append():
        try:
            plot.append([point(1)])
        except RuntimeError as error:
            refused.append(str(error))

    thread = threading.Thread(target=append)
    thread.start()
    thread.join()
    assert "own thread only" in refused[0]
    assert values(plot.curves.training[0]) == []


def test_the_run_is_seen_whole_until_someone_zooms(qtbot, plot):
    plot.append([point(step) for step in range(1, 101)])
    assert seen_steps(plot)[0] == 0
    assert 100 < seen_steps(plot)[1] < 105
    assert plot._scores.getPlotItem().viewRange()[0] == seen_steps(plot)
    turn_wheel(plot._losses)
    zoomed = seen_steps(plot)
    assert zoomed[1] - zoomed[0] < 90
    assert plot._scores.getPlotItem().viewRange()[0] == pytest.approx(zoomed)
    plot.append([point(step) for step in range(101, 201)])
    assert seen_steps(plot) == zoomed, "it stays where someone put it"
    qtbot.mouseDClick(plot._scores.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 30))
    assert seen_steps(plot)[0] == 0
    assert seen_steps(plot)[1] > 200


def turn_wheel(view):
    at = QPointF(view.width() / 2, view.height() / 2)
    nothing = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False
    event = QWheelEvent(
        at, view.mapToGlobal(at), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton, *nothing
    )
    QApplication.sendEvent(view.viewport(), event)


def test_losses_rise_from_nought_to_the_highest_in_view(plot):
    plot.append([point(1, 4.0), *(point(step, 0.5) for step in range(2, 200))])
    low, high = plot._losses.getPlotItem().viewRange()[1]
    assert low == 0
    assert 4.8 < high < 5.5, "backward is 1.2 times as high here"
    plot._losses.getPlotItem().setXRange(100, 150)
    assert plot._losses.getPlotItem().viewRange()[1][1] < 0.7


def test_a_bleu_of_nought_is_seen_whole(plot):
    plot.append([point(1), scores(5, 0.0)])
    plot.grab()
    view = plot._scores.getPlotItem().getViewBox()
    below = view.mapViewToDevice(QPointF(5, 0)).y() + 4
    floor = view.mapViewToDevice(QPointF(5, view.viewRange()[1][0])).y()
    assert below < floor, "half a marker's height"


def test_the_legend_names_every_curve_with_its_latest_number(plot):
    plot.append([point(1, 2.0), scores(1), point(2, 1.5)])
    words = plot.findChild(Legend).accessibleDescription()
    assert words == (
        "forward (table → text) 1.500; backward (text → table) 1.800; "
        "forward, on dev 2.000; backward, on dev 2.400"
    )
    assert words in plot.accessibleDescription()
    assert "Step 2." in plot.accessibleDescription()


def test_the_legend_breaks_its_line_where_it_is_too_narrow(qtbot, plot):
    plot.append([point(1)])
    wide = plot.findChild(Legend).height()
    plot.resize(480, 500)
    qtbot.waitUntil(lambda: plot.findChild(Legend).height() > wide)


def test_hundred_thousand_steps_stay_quick(plot):
    plot.append([point(step, 2 + math.sin(step)) for step in range(1, 100_001)])
    plot.grab()
    began = time.process_time()
    for step in range(100_001, 100_011):
        plot.append([point(step)])
        plot.grab()
    assert (time.process_time() - began) / 10 < 0.3, "a redraw took 0.05 s"
    assert plot.curves.training[0].steps.size == 100_010


def test_a_curve_keeps_all_points_in_order(qapp):
    curve = Curve()
    for start in range(0, 1000, 7):
        curve.extend(range(start, start + 7), [float(v) for v in range(start, start + 7)])
    assert curve.steps.tolist() == curve.values.tolist() == list(range(1001))
    curve.show_range(10, 20)
    assert curve.highest == pytest.approx(20, abs=1)
    curve.clear()
    curve.show_range(0, 1000)
    assert curve.highest == 0


def drawn(curve):
    return curve.item.getOriginalDataset()[0].tolist()


def test_what_nobody_could_see_yet_is_not_drawn_yet(qapp):
    curve = Curve()
    curve.extend(range(1, 40_001), [1.0] * 40_000)
    curve.show_range(0, 50_000)
    before = drawn(curve)
    curve.extend(range(40_001, 40_020), [2.0] * 19)
    curve.show_range(0, 50_000)
    assert drawn(curve) == before
    curve.extend(range(40_020, 40_030), [3.0] * 10)
    curve.show_range(0, 50_000)
    assert max(drawn(curve)) >= 40_029
    assert curve.highest == 3.0
    curve.extend([40_030], [4.0])
    curve.show_range(39_990, 40_040)
    assert drawn(curve)[-1] == 40_030, "seen closely, every step counts"


def test_the_first_point_and_one_in_the_place_of_another_are_drawn_at_once(qapp):
    curve = Curve()
    curve.show_range(0, 200_000)
    curve.extend([50], [1.0])
    curve.show_range(0, 200_000)
    assert drawn(curve) == [50]
    curve.extend([50], [2.0])
    curve.show_range(0, 200_000)
    assert curve.highest == 2.0
    curve.clear()
    curve.extend([40], [3.0])
    curve.show_range(0, 200_000)
    assert drawn(curve) == [40]


def test_a_low_plots_number_is_written_anew_only_where_it_is_another(plot, monkeypatch):
    plot.append([point(step) for step in range(1, 10)])
    axis, written = plot._rates._left, []
    monkeypatch.setattr(axis, "setTicks", written.append)
    plot.append([point(step) for step in range(10, 20)])
    assert written == []
    plot.append([dataclasses.replace(point(20), learning_rate=0.8)])
    assert len(written) == 1


def test_it_has_names_for_screen_readers(plot):
    plot.append([point(1)])
    for part in (plot, plot._losses, plot._scores, plot.findChild(Legend)):
        assert part.accessibleName(), part


def place_of(view, step, value):
    """The pixel of a step and a value."""
    box = view.getPlotItem().getViewBox()
    return view.mapFromScene(box.mapViewToScene(QPointF(step, value)))


def test_a_click_on_an_evaluation_asks_for_its_moment(qtbot, plot):
    plot.append([point(step, 2.0) for step in range(1, 101)])
    plot.append([scores(20, 0.1), scores(60, 0.3)])
    plot.grab()
    for view, step, value in ((plot._scores, 60, 0.3), (plot._losses, 20, 2.0)):
        with qtbot.waitSignal(plot.moment_chosen) as asked:
            where = place_of(view, step + 0.4, value)
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
        assert asked.args == [step]
    far = place_of(plot._losses, 85, 1.0)
    with qtbot.assertNotEmitted(plot.moment_chosen):
        qtbot.mouseClick(plot._losses.viewport(), Qt.MouseButton.LeftButton, pos=far)
    plot.set_moment(20)
    assert plot._losses._moment.value() == plot._scores._moment.value() == 20
    assert plot._losses._moment.isVisible()


def test_a_run_that_goes_on_takes_the_place_of_what_had_not_been_saved(plot):
    plot.append([point(step, 2.0) for step in range(1, 11)])
    plot.append([scores(10, 0.5)])
    plot.append([point(8, 1.0), point(9, 1.0)])
    assert plot.curves.training[0].steps.tolist() == list(range(1, 10))
    assert plot.curves.training[0].values.tolist() == [2.0] * 7 + [1.0] * 2
    assert plot.curves.bleu.steps.size == 0
    assert plot.curves.norm.steps.size == 9


def test_a_run_that_was_written_down_is_drawn_whole(plot, tmp_path):
    from core.config import TrainingConfig
    from core.runs import RunFolder, curves

    folder = RunFolder.create(tmp_path / "run", TrainingConfig())
    for step in range(1, 21):
        folder.append(folder.metrics, dataclasses.asdict(point(step, 2.0)))
    plain = dataclasses.asdict(dataclasses.replace(scores(20, 0.4), samples=()))
    folder.append(folder.metrics, {k: v for k, v in plain.items() if k != "samples"})
    plot.append([point(1)])
    plot.show_run(curves.read(folder))
    assert plot.curves.training[0].values.tolist() == [2.0] * 20
    assert values(plot.curves.bleu) == [(20, 0.4)]
    assert "best so far 0.400 at step 20" in texts(plot)
    assert plot.curves.speed.values.tolist() == [24.0] * 20
    assert plot.curves.rate.values[[0, 19]].tolist() == [1e-3, 1.25e-4]
    plot.append([point(21, 1.0)])
    assert plot.curves.training[0].steps[-1] == 21


def test_what_is_glanced_at_has_its_latest_number_beside_it(plot):
    plot.append([point(1), point(2)])
    small = {"Gradient norm", "1.000", "Learning rate", "0.001", "Examples/s", "24.0"}
    assert small <= set(texts(plot))


def test_the_learning_rate_is_drawn_as_it_falls(plot):
    plot.append([point(step) for step in range(1, 11)])
    assert plot.curves.rate.values.tolist() == [1e-3] * 5 + [5e-4] * 5
    low, high = plot._rates.getPlotItem().viewRange()[1]
    assert low == pytest.approx(-0.2 * high), "nought is written there"
    assert 1e-3 < high < 1.2e-3
    ticks = plot._rates.getPlotItem().getAxis("left")._tickLevels
    assert ticks == [[(0.0, "0"), (pytest.approx(5e-4), "0.0005")]]


def test_all_plots_show_the_same_steps(plot):
    plot.append([point(step) for step in range(1, 101)])
    turn_wheel(plot._losses)
    ranges = [view.getPlotItem().viewRange()[0] for view in plot._plots]
    assert all(one == pytest.approx(ranges[0]) for one in ranges)
