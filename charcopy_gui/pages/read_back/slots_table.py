"""The table that was read, slot by slot: whether the sentence says it, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.read_back.slots_read import Fate, SlotRead, as_text
from core.metrics.slots.evidence import Said

_ROW_HEIGHT = 32
_LEAST_ROWS = 3
_PICTURE = 44
"""What a picture takes in a column, with what stands around it."""
_ICONS = {
    Fate.KEPT: "tick",
    Fate.CHANGED: "change",
    Fate.LOST: "cross",
    Fate.INVENTED: "add",
}
_DOUBT_ICONS = {Said.ALMOST: "almost", Said.OTHERWISE: "warning", Said.NO: "warning"}
_TIPS = {
    Fate.KEPT: "Read back as it was written",
    Fate.CHANGED: "Read back with another value",
    Fate.LOST: "Not read back: the text does not say it, or not recognisably",
    Fate.INVENTED: "Read back, though the table did not have it",
}
_EVIDENCE = {
    Said.YES: "The sentence says it: ",
    Said.ALMOST: "The sentence almost says it: ",
    Said.OTHERWISE: "The sentence says something else: ",
    Said.NO: "The sentence does not say it: the network has made it up",
    Said.UNKNOWN: "There are many words for it, so it cannot be looked for in the sentence",
}
_IN_SENTENCE, _ROUND_TRIP = "In the sentence", "Round trip"


class SlotsTable(QTableWidget):
    """Shows rows; as high as they are, since the column scrolls."""

    row_chosen = Signal(object)
    """A SlotRead that was clicked, or come to by the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 3, parent)
        self._rows: tuple[SlotRead, ...] = ()
        self._theme = LIGHT
        self._compared = self._terse = False
        self._name_columns()
        self.setAccessibleName("Slots read")
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns = self.horizontalHeader()
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setMinimumSectionSize(1)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setColumnHidden(2, True)
        keep_fitted(self, self._fit_rows)
        self.currentCellChanged.connect(self._choose)
        self.cellClicked.connect(self._choose)

    @Slot(int)
    def _choose(self, row: int) -> None:
        if self.hasFocus() and 0 <= row < len(self._rows):
            self.row_chosen.emit(self._rows[row])

    def _fit_rows(self) -> None:
        height = scaled(_ROW_HEIGHT, self.font())
        self.verticalHeader().setDefaultSectionSize(height)
        self.horizontalHeader().setFixedHeight(height)
        self._fit_columns()
        self.updateGeometry()

    def _fit_columns(self) -> None:
        """Names and fates are as wide as they are; where room is scarce, fates are pictures."""
        room, metrics = self.viewport().width(), self.fontMetrics()
        words = (_ROUND_TRIP, *(row.standing for row in self._rows))
        told = max(map(metrics.horizontalAdvance, words)) + scaled(_PICTURE, self.font())
        if not self._terse:
            told = max(told, self.horizontalHeader().sectionSizeHint(2))
        names, values = self.sizeHintForColumn(0), self.sizeHintForColumn(1)
        names = max(names, self.horizontalHeader().sectionSizeHint(0))
        terse = self._compared and names + values + told > room
        if terse != self._terse:
            self._terse = terse
            self._name_columns()
            for number, row in enumerate(self._rows):
                self._fill(number, row)
        last = scaled(_PICTURE, self.font()) if terse else min(told, room // 2)
        last = 0 if self.isColumnHidden(2) else last
        names = min(names, max(room - last - values, (room - last) // 2))
        for column, width in enumerate((names, room - names - last, last)):
            if width:
                self.setColumnWidth(column, width)

    def _name_columns(self) -> None:
        last = _ROUND_TRIP if self._compared else _IN_SENTENCE
        self.setHorizontalHeaderLabels(["Slot", "Value", "" if self._terse else last])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share another width out."""
        super().resizeEvent(event)
        self._fit_columns()

    @property
    def rows(self) -> tuple[SlotRead, ...]:
        """What is shown."""
        return self._rows

    def show_rows(self, rows: Sequence[SlotRead]) -> None:
        """Show other rows; those that stay the same are not touched."""
        before, self._rows = self._rows, tuple(rows)
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            if number >= len(before) or before[number] != row:
                self._fill(number, row)
        self.setColumnHidden(2, not any(row.standing for row in rows))
        self._compared = any(row.fate not in (Fate.READ, Fate.GROWING) for row in rows)
        self._name_columns()
        self.setAccessibleDescription(as_text(rows))
        self._fit_columns()
        if len(before) != len(rows):
            self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Write in a theme's colours."""
        self._theme = theme
        for number, row in enumerate(self._rows):
            self._fill(number, row)

    def sizeHint(self) -> QSize:
        """As tall as the rows, and room for some while there are none."""
        rows = max(len(self._rows), _LEAST_ROWS)
        height = scaled(_ROW_HEIGHT, self.font())
        return QSize(320, (rows + 1) * height + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """The same height: the column scrolls, not the table in it."""
        return QSize(240, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected rows as text, or all where none is selected."""
        if event.matches(QKeySequence.StandardKey.Copy):
            chosen = sorted({index.row() for index in self.selectedIndexes()})
            rows = [self._rows[number] for number in chosen] or self._rows
            QApplication.clipboard().setText(as_text(rows))
        else:
            super().keyPressEvent(event)

    def _fill(self, number: int, row: SlotRead) -> None:
        for column, text in enumerate((row.name, row.shown_value, row.standing)):
            item = QTableWidgetItem(text)
            item.setToolTip(plain(_reasons(row) if column == 2 else text))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, as_text([row]))
            if row.fate in (Fate.AWAITED, Fate.GROWING):
                item.setForeground(self._theme.muted)
            if column == 2:
                self._mark(item, row)
                if self._terse and not item.icon().isNull():
                    item.setText("")
            self.setItem(number, column, item)

    def _mark(self, item: QTableWidgetItem, row: SlotRead) -> None:
        if row.evidence is not None and row.is_doubtful:
            icon, colour = _DOUBT_ICONS[row.evidence.said], self._theme.error
        elif row.fate in _ICONS:
            kept = row.fate is Fate.KEPT
            icon, colour = _ICONS[row.fate], self._theme.success if kept else self._theme.error
        else:
            item.setForeground(self._theme.muted)
            return
        item.setIcon(icons.icon(icon, colour))
        item.setForeground(colour)


def _reasons(row: SlotRead) -> str:
    """All that speaks for a slot and against it."""
    parts = [_TIPS.get(row.fate, "")]
    if row.evidence is not None:
        words = row.evidence.words or row.value
        quoted = f"“{words}”" if _EVIDENCE[row.evidence.said].endswith(" ") else ""
        parts.append(_EVIDENCE[row.evidence.said] + quoted)
    if row.probability is not None:
        parts.append(f"Read with a probability of {row.probability:.0%}")
    return ". ".join(filter(None, parts))
