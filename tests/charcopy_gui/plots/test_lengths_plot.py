import numpy as np

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.plots.lengths import LengthsPlot


def test_lengths_are_drawn_as_shares_of_their_own_whole(qtbot):
    plot = LengthsPlot()
    qtbot.addWidget(plot)
    mrs, references = np.zeros(51, np.int64), np.zeros(401, np.int64)
    mrs[50] = 4
    references[[12, 400]] = 1, 3
    plot.show_lengths(mrs, references)
    table, text = (curve.getData() for curve in plot._curves)
    assert table[1].sum() == text[1].sum() == 100
    (bin_,) = np.flatnonzero(table[1])
    assert table[0][bin_] <= 50 < table[0][bin_ + 1]
    assert text[1].max() == 75
    assert plot.accessibleDescription() == (
        "The longest table has 50 characters, the longest text 400."
    )


def test_nothing_to_draw_is_no_trouble_and_themes_show(qtbot):
    plot = LengthsPlot()
    qtbot.addWidget(plot)
    plot.resize(500, 300)
    plot.show_lengths(np.zeros(0, np.int64), np.zeros(1, np.int64))
    pictures = []
    with qtbot.waitExposed(plot):
        plot.show()
    for theme in (LIGHT, DARK):
        plot.set_theme(theme)
        pictures.append(plot.grab().toImage())
    assert pictures[0] != pictures[1]
