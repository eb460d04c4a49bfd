"""Of one run that is marked, what it is; of two, what their settings differ in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages import network_words
from charcopy_gui.pages.durations import duration
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.train.amounts import megabytes
from charcopy_gui.pages.train.run_table import bleu_in_words, when
from core.runs.comparison import run_differences
from core.runs.listing import RunSummary

_NARROWEST = 256
"""Pixels: room for the longest setting, and beside it two numbers."""
_LEAST_VALUE = 76
"""Pixels that a run's column has where its name asks for them: so much of it is read."""
_SAME = "Their settings are the same."


class RunFacts(QWidget):
    """A small table under a title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = heading("")
        self._note = remark("About the selected runs")
        self._table = _Facts()
        self._set_up()
        self.setMinimumWidth(_NARROWEST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for part in (self._title, self._note):
            layout.addWidget(part)
        layout.addWidget(self._table, 1)
        layout.addStretch()
        self.show_runs(())

    def _set_up(self) -> None:
        table = self._table
        table.setAccessibleName("Facts and differences")
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setWordWrap(True)
        table.setMinimumHeight(64)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)

    def show_runs(self, runs: Sequence[RunSummary]) -> None:
        """Say what there is to say of these."""
        if len(runs) == 1:
            self._show("This run", "", (), _facts(runs[0]))
        elif len(runs) == 2:
            one, other = runs
            rows = [
                (_setting(each.name), each.one_in_words, each.other_in_words)
                for each in run_differences(one, other)
            ]
            self._show("Differences", "" if rows else _SAME, (one.name, other.name), rows)
        else:
            self._show("", "", (), ())

    def _show(
        self, title: str, note: str, runs: Sequence[str], rows: Sequence[Sequence[str]]
    ) -> None:
        """Show rows of a name and what is said of it, of each of the runs where they are named."""
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._note.setText(note)
        self._note.setVisible(bool(note))
        table = self._table
        table.clear()
        table.setVisible(bool(rows))
        table.setRowCount(len(rows))
        table.setColumnCount(max(map(len, rows), default=0))
        table.horizontalHeader().setVisible(bool(runs))
        for column, words in enumerate(("Setting", *told_apart(runs))):
            head = QTableWidgetItem(words)
            head.setToolTip(plain(("", *runs)[column]))
            table.setHorizontalHeaderItem(column, head)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setToolTip(plain(text))
                item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, ", ".join(texts))
                table.setItem(row, column, item)
        if rows:
            table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            fixed = QHeaderView.ResizeMode.Fixed
            table.horizontalHeader().setSectionResizeMode(0, fixed)
            table.fit()


class _Facts(QTableWidget):
    """What is named at the left gives way to the heads of the other columns."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share another width out."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Make the first column as wide as it asks to be, if that leaves room for the others."""
        header, least = self.horizontalHeader(), scaled(_LEAST_VALUE, self.font())
        others = range(1, self.columnCount())  # They are all as wide as the widest.
        wide = max((min(least, header.sectionSizeHint(c)) for c in others), default=0)
        asked = max(
            self.sizeHintForColumn(0), 0 if header.isHidden() else header.sectionSizeHint(0)
        )
        room = self.viewport().width() - len(others) * wide
        self.setColumnWidth(0, min(asked, max(room, least)))


def _facts(run: RunSummary) -> list[tuple[str, str]]:
    model, status = run.config.model, run.status
    epochs = run.config.epochs * max(1, run.folds)
    found = (
        ("Status", f"{status.state.value}. {status.sentence}".strip(". ")),
        ("Started", when(run.started)),
        ("Trained for", duration(run.seconds) if run.seconds else ""),
        ("Memory", megabytes(run.memory) if run.memory else ""),
        ("Dev BLEU", bleu_in_words(run)),
        ("Steps", f"{run.step:,} in {run.epoch} of {epochs} epochs"),
        ("Folds", str(run.folds or "")),
        ("Corpus", run.corpus),
        ("Fine-tuned from", run.fine_tuned_from),
        ("Variant", run.variant),
        ("Sizes", network_words.sizes(model)),
        ("Batch", f"{run.config.batch_size}"),
        ("Learning rate", f"{run.config.learning_rate:g}, {run.config.schedule.value}"),
        ("Folder", str(run.path)),
    )
    return [(name, text) for name, text in found if text]


def _setting(name: str) -> str:
    """Of a configuration's field, such as "learning rate"."""
    return name.removeprefix("model.").replace("_", " ").capitalize()


def told_apart(names: Sequence[str]) -> Sequence[str]:
    """Names without the words that all of them begin or end with, if anything is left of each."""
    words = [name.split() for name in names]
    begin = _shared(words)
    end = _shared([each[begin:][::-1] for each in words])
    short = [" ".join(each[begin : len(each) - end]) for each in words]
    return short if all(short) else names


def _shared(names: Sequence[Sequence[str]]) -> int:
    """With how many words all of them begin."""
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*names, strict=False))
    return len(list(alike))
