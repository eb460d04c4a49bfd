import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.plots.legend import Legend
from charcopy_gui.plots.overlay import EMPTY, OverlayPlot
from charcopy_gui.plots.run_styles import MOST, colour, style
from core.runs.curves import Curves


def curves(bleus, losses=(3.0, 2.0, 1.0)):
    steps, dev = np.arange(1.0, len(losses) + 1), np.arange(1.0, len(bleus) + 1) * 10
    none = np.full(len(losses), np.nan)
    return Curves(
        steps, steps, np.array(losses), none, np.ones(len(losses)), none, steps, steps / 1000, none,
        dev, np.full(len(bleus), 0.5), np.full(len(bleus), np.nan), np.array(bleus),
    )  # fmt: skip


@pytest.fixture
def plot(qtbot):
    plot = OverlayPlot()
    qtbot.addWidget(plot)
    plot.set_theme(LIGHT)
    plot.resize(700, 300)
    with qtbot.waitExposed(plot):
        plot.show()
    return plot


def test_it_says_what_to_do_first(plot):
    assert plot.accessibleDescription() == EMPTY
    assert plot._empty.isVisible()
    assert not plot._plot.isVisible()


def test_each_run_has_its_curve_and_its_best(plot):
    plot.show_runs([("one", curves([0.1, 0.3, 0.2])), ("other", curves([0.2, 0.25]))])
    assert [curve.values.tolist() for curve in plot._curves] == [[0.1, 0.3, 0.2], [0.2, 0.25]]
    words = plot.findChild(Legend).accessibleDescription()
    assert words == "one 0.300; other 0.250"
    assert plot._plot.isVisible()


def test_a_second_phase_now_and_then_is_one_line(plot):
    run = curves([0.1], losses=(3.0, 2.0, 1.0, 0.5))
    run.text_to_table[:] = [np.nan, 0.75, np.nan, 0.25]
    plot.show_runs([("one", run)])
    plot.findChild(QComboBox).setCurrentText("Loss, backward")
    assert plot._curves[0].steps.tolist() == [2, 4]
    assert plot._curves[0].values.tolist() == [0.75, 0.25]


def test_another_curve_is_chosen_with_the_keyboard(qtbot, plot):
    plot.show_runs([("one", curves([0.1]))])
    box = plot.findChild(QComboBox)
    box.setFocus()
    while box.currentText() != "Loss, forward":
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() > before
    assert plot._curves[0].values.tolist() == [3.0, 2.0, 1.0]
    assert plot._curves[0].item.opts["symbol"] is None, "a marker a step would be a smear"
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert box.currentText() == "Loss, backward"
    assert not plot._plot.isVisible()
    assert "None of these runs" in plot._empty.text()


def test_no_two_runs_are_told_apart_by_colour_alone(plot):
    for marked in (True, False):
        pairs = {(style(n, marked=marked).pen, style(n, marked=marked).symbol) for n in range(MOST)}
        assert len(pairs) >= MOST - (not marked)
    for theme in (LIGHT, DARK):
        shades = {colour(n, theme).name() for n in range(MOST)}
        assert len(shades) == MOST
        assert not shades & {theme.generated.name(), theme.copied.name(), theme.backward.name()}


def test_more_runs_than_can_be_told_apart_are_not_drawn_and_it_is_said(plot):
    plot.show_runs([(f"run {n}", curves([0.1])) for n in range(MOST + 3)])
    assert len(plot._curves) == MOST
    assert plot._unit.text() == "best of each run · 6 of 9 runs are drawn"
    plot.show_runs([(f"run {n}", curves([0.1])) for n in range(MOST)])
    assert plot._unit.text() == "best of each run"


def test_small_numbers_keep_their_digits(plot):
    plot.show_runs([("one", curves([0.1], losses=(0.3, 0.002)))])
    plot._kind.setCurrentIndex(plot._kind.findText("Learning rate"))
    assert plot.findChild(Legend).accessibleDescription() == "one 0.002"


def test_a_theme_reaches_the_curves(plot):
    plot.show_runs([("one", curves([0.1]))])
    plot.set_theme(DARK)
    assert plot._curves[0].item.opts["pen"].color() == colour(0, DARK)
    assert plot._plot.backgroundBrush().color() == DARK.background
