"""The corpus that is chosen: its header, and under tabs its rows, its numbers, its report."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.data.browse import Browse
from charcopy_gui.pages.data.corpus_header import CorpusHeader
from charcopy_gui.pages.data.report import Report, left_out
from charcopy_gui.pages.data.statistics_view import WAITING, StatisticsView
from core.corpus.distributions import CorpusStatistics
from core.corpus.opened import OpenCorpus

_TABS = (
    ("Browse", "Look through the rows"),
    ("Statistics", "Lengths, slots, values, characters"),
    ("Report", "What reading left out and changed"),
)
_STATISTICS = 1


class CorpusView(QWidget):
    """Shows one corpus; says so where there is nothing to show of it."""

    count_requested = Signal(object)
    """The OpenCorpus whose statistics are looked at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = CorpusHeader()
        self.browse = Browse()
        self.statistics = StatisticsView()
        self.report = Report()
        self._corpus: OpenCorpus | None = None
        self._tabs = QTabBar()
        self._parts = QStackedWidget()
        self._empty = QLabel()
        self._lay_out()
        self._tabs.currentChanged.connect(self._show_part)
        self.statistics.rows_requested.connect(self._show_rows)
        self.show_nothing("")

    def _lay_out(self) -> None:
        self._tabs.setAccessibleName("Views of the corpus")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        for (words, tip), part in zip(
            _TABS, (self.browse, self.statistics, self.report), strict=True
        ):
            self._tabs.setTabToolTip(self._tabs.addTab(words), tip)
            self._parts.addWidget(part)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setProperty("muted", True)
        self._empty.setWordWrap(True)
        self._empty.setTextFormat(Qt.TextFormat.PlainText)
        self._empty.setAccessibleName("Nothing to show")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(self.header)
        layout.addSpacing(4)
        layout.addWidget(self._tabs)
        layout.addWidget(self._parts, 1)
        layout.addWidget(self._empty, 1)

    @property
    def corpus(self) -> OpenCorpus | None:
        """What is shown."""
        return self._corpus

    def show_nothing(self, words: str) -> None:
        """Show no corpus, and say why or what to do."""
        self._corpus = None
        self.header.say_left_out("")
        self.browse.set_rows(None)
        self.statistics.clear()
        self._empty.setText(words)
        self._show(False)

    def show_corpus(self, corpus: OpenCorpus) -> None:
        """Show a corpus that was read."""
        self._corpus = corpus
        self.browse.set_rows(corpus.rows)
        self.statistics.clear(WAITING)
        self.report.show_readings(corpus.readings)
        self.header.say_left_out(left_out(corpus.readings))
        self._show(True)
        self._show_part(self._tabs.currentIndex())

    def show_statistics(self, found: CorpusStatistics) -> None:
        """Show what was counted of it."""
        if self._corpus is not None:
            self.statistics.show_statistics(self._corpus.rows, found)

    def set_alphabet(self, characters: frozenset[str] | None) -> None:
        """Mark characters outside of a model's alphabet."""
        self.browse.set_alphabet(characters)
        self.statistics.set_alphabet(characters)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.header.set_theme(theme)
        self.browse.set_theme(theme)
        self.statistics.set_theme(theme)

    def _show(self, shown: bool) -> None:
        self._tabs.setVisible(shown)
        self._parts.setVisible(shown)
        self._empty.setVisible(not shown)

    @Slot(int)
    def _show_part(self, number: int) -> None:
        self._parts.setCurrentIndex(number)
        counted = self.statistics.shown is not None
        if number == _STATISTICS and self._corpus is not None and not counted:
            self.count_requested.emit(self._corpus)

    @Slot(str)
    def _show_rows(self, slot: str) -> None:
        self._tabs.setCurrentIndex(0)
        self.browse.filter.choose(slot)
