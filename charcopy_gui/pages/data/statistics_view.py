"""Statistics: a corpus in numbers, and in plots that the window puts in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker, Qt, Signal, SignalInstance, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.data.numbers import Numbers
from charcopy_gui.pages.data.report import counted
from charcopy_gui.pages.data.unknown import visible
from charcopy_gui.pages.parts.captions import heading, remark
from core.corpus.browsing import Rows
from core.corpus.distributions import WHOLE, CorpusStatistics, Distribution

WAITING = "Counting…"
_NAMELESS, _EMPTY = "(without a name)", "(empty)"
_MOST_VALUES, _MOST_CHARACTERS = 16, 40
_NO_MODEL = "No model is loaded: its alphabet is not known."


class LengthsLike(Protocol):
    """What is asked of the plot of lengths."""

    def show_lengths(self, mrs: NDArray[np.int64], references: NDArray[np.int64]) -> None:
        """Draw how many have which length."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class SharesLike(Protocol):
    """What is asked of a plot of shares."""

    @property
    def chosen(self) -> SignalInstance:
        """The number of a bar that was chosen."""

    def show_shares(self, shares: Sequence[tuple[str, int]], whole: int, chosen: int = -1) -> None:
        """Draw a bar for each name."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class StatisticsView(QScrollArea):
    """Numbers at the top, lengths below them, then slots and the values of one of them."""

    rows_requested = Signal(str)
    """A slot whose rows are to be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows | None = None
        self._found: CorpusStatistics | None = None
        self._alphabet: frozenset[str] | None = None
        self._slots: list[str] = []
        self._slot: str | None = None
        self._plots: tuple[LengthsLike, SharesLike, SharesLike] | None = None
        self._part = QComboBox()
        self._waiting = remark("Statistics")
        self._numbers = Numbers()
        self._characters = remark("Characters outside the model's alphabet")
        self._overlaps = remark("What the splits share")
        self._doublets = remark("Slots spelled in more than one way")
        self._values_title = heading("Values")
        self._show_rows = QPushButton("Show rows with this slot")
        self._content = QWidget()
        self._slot_column, self._value_column = QVBoxLayout(), QVBoxLayout()
        self._lengths_place = QVBoxLayout()
        self._lay_out()
        self._part.currentIndexChanged.connect(self._show)
        self._show_rows.clicked.connect(self._ask_for_rows)
        self.clear()

    def _lay_out(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._part.setAccessibleName("Split that is counted")
        self._part.setToolTip("All splits together, or one of them")
        self._show_rows.setAccessibleName("Show rows with this slot")
        self._show_rows.setToolTip("Browse the rows whose table has the slot that is chosen")
        top = QHBoxLayout()
        top.addWidget(self._part)
        top.addStretch(1)
        slots_title = heading("Slots, and how many tables have them")
        for title in (slots_title, self._values_title):
            title.setWordWrap(True)
        self._slot_column.addWidget(slots_title)
        self._slot_column.addStretch(1)
        self._value_column.addWidget(self._values_title)
        self._value_column.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(24)
        below.addLayout(self._slot_column, 1)
        below.addLayout(self._value_column, 1)
        inside = QVBoxLayout(self._content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addLayout(top)
        inside.addWidget(self._numbers)
        for part in (self._characters, self._overlaps, self._doublets):
            inside.addWidget(part)
        inside.addSpacing(8)
        inside.addWidget(heading("Lengths"))
        inside.addLayout(self._lengths_place)
        inside.addSpacing(8)
        inside.addLayout(below)
        inside.addWidget(self._show_rows, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 8, 8, 8)
        layout.addWidget(self._waiting)
        layout.addWidget(self._content, 1)
        self.setWidget(whole)

    def set_plots(self, lengths: LengthsLike, slots: SharesLike, values: SharesLike) -> None:
        """Take the plots in."""
        self._plots = lengths, slots, values
        cast(QWidget, lengths).setFixedHeight(260)
        self._lengths_place.addWidget(cast(QWidget, lengths))
        self._slot_column.insertWidget(1, cast(QWidget, slots))
        self._value_column.insertWidget(1, cast(QWidget, values))
        slots.chosen.connect(self._choose_slot)

    def clear(self, words: str = "") -> None:
        """Nothing is counted; say why."""
        self._rows, self._found = None, None
        self._waiting.setText(words)
        self._waiting.show()
        self._content.hide()

    @property
    def shown(self) -> CorpusStatistics | None:
        """What is shown."""
        return self._found

    def show_statistics(self, rows: Rows, found: CorpusStatistics) -> None:
        """Show what was counted of a corpus."""
        self._rows, self._found, self._slot = rows, found, None
        blocked = QSignalBlocker(self._part)
        self._part.clear()
        names = [name for name in found.parts if name != WHOLE]
        self._part.addItem("All splits", WHOLE)
        for name in names:
            self._part.addItem(name, name)
        self._part.setVisible(len(names) > 1)
        del blocked
        self._waiting.hide()
        self._content.show()
        self._show()

    def set_alphabet(self, characters: frozenset[str] | None) -> None:
        """Name characters outside of these."""
        self._alphabet = characters
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw plots in a theme's colours."""
        for plot in self._plots or ():
            plot.set_theme(theme)

    @Slot()
    def _show(self) -> None:
        if self._found is None or self._part.currentData() is None:
            return
        part = self._found.parts[self._part.currentData()]
        self._numbers.show_description(part.description)
        self._characters.setText(self._outside(part))
        lines = [
            f"{counted(found.rows, 'row')} of {found.split} {'has' if found.rows == 1 else 'have'} "
            f"a table that is also in {found.other}."
            if found.rows
            else f"{found.other.capitalize()} and {found.split} share no tables."
            for found in self._found.overlaps
        ]
        self._overlaps.setText(" ".join(lines))
        self._overlaps.setVisible(bool(lines))
        doublets = "; ".join(", ".join(group) for group in part.description.doublets)
        self._doublets.setText(f"Spelled in more than one way: {doublets}.")
        self._doublets.setVisible(bool(doublets))
        self._draw(part)

    def _outside(self, part: Distribution) -> str:
        if self._alphabet is None:
            return _NO_MODEL
        found = [(c, n) for c, n in part.description.characters if c not in self._alphabet]
        if not found:
            return "The loaded model's alphabet has every character of it."
        named = ", ".join(f"{visible(c)} ({n:,})" for c, n in found[:_MOST_CHARACTERS])
        more = len(found) - _MOST_CHARACTERS
        rest = f" and {more} more" if more > 0 else ""
        return f"Outside the loaded model's alphabet, and how often: {named}{rest}"

    def _draw(self, part: Distribution) -> None:
        if self._plots is None:
            return
        lengths, slots, _ = self._plots
        lengths.show_lengths(part.mr_lengths, part.reference_lengths)
        described = part.description
        self._slots = [slot.name for slot in described.slots]
        shares = [(slot.name or _NAMELESS, slot.mrs) for slot in described.slots]
        if self._slot not in self._slots:
            self._slot = self._slots[0] if self._slots else None
        chosen = -1 if self._slot is None else self._slots.index(self._slot)
        slots.show_shares(shares, described.distinct_mrs, chosen)
        self._draw_values()

    @Slot(int)
    def _choose_slot(self, number: int) -> None:
        self._slot = self._slots[number]
        self._draw_values()

    def _draw_values(self) -> None:
        if self._plots is None or self._rows is None:
            return
        slot = self._slot
        values = self._rows.values.get(slot, ()) if slot is not None else ()
        shares = [(value or _EMPTY, count) for value, count in values[:_MOST_VALUES]]
        self._plots[2].show_shares(shares, values[0][1] if values else 1)
        whole, shown = (sum(count for _, count in some) for some in (values, shares))
        share = f"; the {_MOST_VALUES} commonest make up {shown / max(whole, 1):.0%}"
        more = share if len(values) > _MOST_VALUES else ""
        name = (slot or _NAMELESS) if slot is not None else "No slot"
        words = f"{name}: {counted(len(values), 'value')} in all splits{more}"
        self._values_title.setText(words)
        self._show_rows.setEnabled(slot is not None)

    @Slot()
    def _ask_for_rows(self) -> None:
        if self._slot is not None:
            self.rows_requested.emit(self._slot)
