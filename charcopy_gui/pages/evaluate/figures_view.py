"""Figures: our results on one corpus beside what others published on it, and how to read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.pages.evaluate import published
from charcopy_gui.pages.evaluate.figures_table import FiguresTable
from charcopy_gui.pages.evaluate.published import Source
from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.fields import ElidedBox

_BESIDE = {
    "Compare with: paper and main challenge systems": (Source.PAPER, Source.PRIMARY),
    "Compare with: paper": (Source.PAPER,),
    "Compare with: all that was published": tuple(Source),
    "Compare with: nothing": (),
}
_BOLD = "Bold: the best shown of each protocol."
_READING = (
    "The slot error rate counts as the script that cleaned the E2E corpus does; Texts shows what"
    " was found in each text."
)
_SOURCES = (
    "Published: Roberti et al. 2019, tables 2 and 3, by the paper's protocol; E2E NLG Challenge,"
    " its leaderboard, full text."
)
_NARROWEST, _WIDEST = 96, 320
_PARTIAL = "Stopped: figures of the shortest tables, which are the easiest."


class FiguresView(QWidget):
    """The table, which corpus it is about, and what stands beside our own columns."""

    remove_requested = Signal(object)
    """The Result whose column is not wanted any more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results: list[Result] = []
        self._sets: list[tuple[str, str]] = []
        """The corpus and the split of each entry in the list of corpora."""
        self._corpus = ElidedBox()
        self._beside = ElidedBox()
        self._remove = QPushButton("Remove column")
        self.table = FiguresTable()
        self._lacking = remark("Why there is no METEOR")
        self._reading = remark("How to read the figures")
        self._fill()
        self._lay_out()
        self._corpus.currentIndexChanged.connect(self._show)
        self._beside.currentIndexChanged.connect(self._show)
        self._remove.clicked.connect(self._ask_to_remove)
        self.table.remove_requested.connect(self._ask_to_remove)
        self.table.itemSelectionChanged.connect(self._show_abilities)

    def _fill(self) -> None:
        for words, sources in _BESIDE.items():
            self._beside.addItem(words, sources)
        self._corpus.setMaximumWidth(_WIDEST)
        for box in (self._corpus, self._beside):
            # Names are cut before the page has to be moved sideways.
            box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            box.setMinimumWidth(_NARROWEST)
        for widget, name, tip in (
            (self._corpus, "Corpus of the figures", "Figures of different corpora do not compare"),
            (self._beside, "Published figures beside ours", "What others reached on this corpus"),
            (self._remove, "Remove column", "Forget the result of the selected column (Del)"),
        ):
            widget.setAccessibleName(name)
            widget.setToolTip(tip)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._corpus)
        top.addWidget(self._beside)
        top.addStretch(1)
        top.addWidget(self._remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self.table)
        layout.addWidget(self._lacking)
        layout.addWidget(self._reading)
        layout.addStretch(1)

    def show_results(self, results: Sequence[Result]) -> None:
        """Show these results: those on the corpus of a new one, else on the one that was shown."""
        shown = self._shown_set
        if results and results[-1] not in self._results:
            shown = _set_of(results[-1])
        self._results = list(results)
        titles = {_set_of(result): result.report.corpus for result in results}
        self._sets = list(titles)
        with QSignalBlocker(self._corpus):
            self._corpus.clear()
            self._corpus.addItems(_told_apart(titles))
            self._corpus.setCurrentIndex(self._sets.index(shown) if shown in titles else 0)
        self._corpus.setVisible(len(titles) > 1)
        self._show()

    @property
    def _shown_set(self) -> tuple[str, str] | None:
        index = self._corpus.currentIndex()
        return self._sets[index] if 0 <= index < len(self._sets) else None

    @property
    def shown(self) -> list[Result]:
        """The results in the table."""
        return [result for result in self._results if _set_of(result) == self._shown_set]

    @Slot()
    def _show(self) -> None:
        shown = self.shown
        names = {result.published for result in shown}
        known = [system for system in published.systems() if system.corpus in names]
        self._beside.setVisible(bool(known))
        wanted = self._beside.currentData()
        beside = [system for system in known if system.source in wanted]
        self.table.show_systems(shown, beside)
        problems = dict.fromkeys(r.report.meteor_problem for r in shown)
        self._lacking.setText(" ".join(filter(None, problems)))
        self._lacking.setVisible(any(problems))
        notes = [
            *([_BOLD] if self.table.has_best else []),
            _READING,
            *([_SOURCES] if beside else []),
        ]
        notes += [_PARTIAL] if any(r.is_partial and r.choices.model for r in shown) else []
        self._reading.setText(" ".join(notes))
        self._show_abilities()

    @Slot()
    def _show_abilities(self) -> None:
        self._remove.setEnabled(self.table.chosen is not None)

    @Slot()
    def _ask_to_remove(self) -> None:
        if (result := self.table.chosen) is not None:
            self.remove_requested.emit(result)


def _set_of(result: Result) -> tuple[str, str]:
    """The corpus and the split as they were chosen: files of one name can be different ones."""
    return result.choices.corpus, result.choices.split


def _told_apart(titles: Mapping[tuple[str, str], str]) -> list[str]:
    """The titles, but the whole path of a file where another one has its name."""
    often = Counter(titles.values())
    return [corpus if often[title] > 1 else title for (corpus, _), title in titles.items()]
