from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from charcopy_gui.pages.data.statistics_view import StatisticsView
from core.corpus import catalog, distributions, opened


class Plot(QWidget):
    """What the window puts in, without drawing."""

    chosen = Signal(int)

    def show_lengths(self, *lengths):
        self.lengths = lengths

    def show_shares(self, shares, whole, chosen=-1):
        self.shares, self.whole = dict(shares), whole


def test_every_value_is_counted_and_it_is_said_how_much_the_shown_ones_make_up(qtbot):
    corpus = opened.open_known(catalog.find("demo"))
    view, slots, values = StatisticsView(), Plot(), Plot()
    qtbot.addWidget(view)
    view.set_plots(Plot(), slots, values)
    view.show_statistics(corpus.rows, distributions.of_corpus(corpus))
    slots.chosen.emit(list(slots.shares).index("open"))
    tables = {example.mr for part in corpus.splits.values() for example in part}
    assert values.shares["until 7 pm"] == sum("open[until 7 pm]" in mr for mr in tables)
    share = sum(values.shares.values()) / slots.shares["open"]
    title = f"open: 57 values in all splits; the 16 commonest make up {share:.0%}"
    assert view._values_title.text() == title
    slots.chosen.emit(list(slots.shares).index("forChildren"))
    assert view._values_title.text() == "forChildren: 2 values in all splits"
    assert sum(values.shares.values()) == slots.shares["forChildren"]
