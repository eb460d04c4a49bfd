"""Which column has the meaning representations; or which columns, each a slot of its own."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.pages.parts.fields import ElidedBox

_SEVERAL = "Several columns, one per slot"
_ROW_HEIGHT, _MOST_ROWS = 26, 8
_FRAME = 5
"""Pixels of border and padding, in the stylesheet."""


class ColumnChoice(QWidget):
    """A list to choose one column from; with several, a list to tick them in."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = ElidedBox()
        self._several = QListWidget()
        self._columns: tuple[str, ...] = ()
        self._which.setAccessibleName("Meaning representation")
        self._which.setToolTip("The column of the tables, or the columns that are their slots")
        self._which.setPlaceholderText("Choose…")
        self._which.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._several.setAccessibleName("Columns that are slots")
        self._several.setToolTip("Each column that is ticked becomes a slot of its name")
        self._several.setObjectName("framed")
        self._several.hide()
        keep_fitted(self._several, self._fit)
        self.setFocusProxy(self._which)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._which)
        layout.addWidget(self._several)
        self._which.currentIndexChanged.connect(self._choose)
        self._several.itemChanged.connect(self.changed)

    def forget(self) -> None:
        """Nobody is choosing any more: another file is shown next."""
        self._several.hide()

    def set_columns(self, names: tuple[str, ...]) -> None:
        """List the columns of a file."""
        if names == self._columns:
            return
        self._columns = names
        blocked = [QSignalBlocker(self._which), QSignalBlocker(self._several)]
        self._which.clear()
        self._several.clear()
        for name in names:
            self._which.addItem(name, name)
            item = QListWidgetItem(name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self._several.addItem(item)
        if len(names) > 1:
            self._which.addItem(_SEVERAL, None)
        del blocked
        self._fit()

    def _fit(self) -> None:
        blocked = QSignalBlocker(self._several)
        high = scaled(_ROW_HEIGHT, self._several.font())
        for row in range(self._several.count()):
            self._several.item(row).setSizeHint(QSize(0, high))
        del blocked
        rows = min(len(self._columns), _MOST_ROWS)
        self._several.setFixedHeight(high * rows + 2 * _FRAME)

    def chosen(self) -> tuple[str, ...]:
        """The names of the columns; none while nothing is chosen."""
        if self._which.currentIndex() < 0:
            return ()
        if self._which.currentData() is not None:
            return (self._which.currentData(),)
        items = [self._several.item(row) for row in range(self._several.count())]
        return tuple(i.text() for i in items if i.checkState() is Qt.CheckState.Checked)

    def set_chosen(self, names: tuple[str, ...]) -> None:
        """Show what is chosen; nothing leaves it open."""
        if self._several.isVisibleTo(self) and len(names) < 2:
            # Someone is ticking columns: one by one, beginning with none.
            return
        blocked = [QSignalBlocker(self._which), QSignalBlocker(self._several)]
        several = len(names) > 1
        index = self._which.findData(names[0]) if len(names) == 1 else -1
        self._which.setCurrentIndex(self._which.count() - 1 if several else index)
        for row in range(self._several.count()):
            item = self._several.item(row)
            ticked = several and item.text() in names
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self._several.setVisible(several)
        del blocked

    @Slot()
    def _choose(self) -> None:
        several = self._which.currentIndex() >= 0 and self._which.currentData() is None
        self._several.setVisible(several)
        if not several or self.chosen():
            self.changed.emit()
