"""The slot badges: over a text that is being written, what it says of each slot so far."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.generate.badge import Badge, badges_of
from charcopy_gui.pages.generate.badge_chip import BadgeChip
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from core.meaning_representation import MeaningRepresentation

# Its patterns take a while to make: not before the first paint.
if TYPE_CHECKING:
    from core.metrics.slots.findings import SlotFinder

INTERVAL_MILLISECONDS = 100
"""A text that grows is not looked at more often."""


class SlotBadges(QWidget):
    """A row of badges that wraps; one stop of the Tab key, with arrows from badge to badge."""

    slot_chosen = Signal(str, str, int)
    """A slot's badge was pressed: its name, its value, and the row it had."""
    said_requested = Signal(int, int)
    """Where the text says it, half open; 0, 0 where it does not. Pressed again: the next place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder: SlotFinder | None = None
        self._theme = LIGHT
        self._text = ""
        self._finished = True
        self._badges: tuple[Badge, ...] = ()
        self._chips: list[BadgeChip] = []
        self._pressed: tuple[Badge, int] | None = None
        self._layout = FlowLayout(self)
        self._timer = QTimer(self, singleShot=True, interval=INTERVAL_MILLISECONDS)
        self._timer.timeout.connect(self._look_again)
        self._waiting = False
        self.setAccessibleName("What the text says of each slot")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    # What is shown.

    def prepare(self) -> None:
        """Load what judging takes, when there is time for it."""
        import_module("core.metrics.slots.longer_names")

    def set_mr(self, mr: str | MeaningRepresentation) -> None:
        """A text begins for these slots; an irregular line has those that can be made out."""
        from core.metrics.slots.findings import SlotFinder, read_mr

        slots = read_mr(mr) if isinstance(mr, str) else mr
        self._finder = SlotFinder(slots)
        if len(slots.slots) != sum(badge.row is not None for badge in self._badges):
            self.setMinimumHeight(0)
        self._pressed = None
        self._timer.stop()
        self.set_text("", finished=False)

    def set_text(self, text: str, finished: bool) -> None:
        """Judge a text, or as much of it as there is."""
        self._text, self._finished = text, finished
        if finished or not self._timer.isActive():
            self._look()
        else:
            self._waiting = True

    def clear(self) -> None:
        """There is no text, or none that has slots."""
        self._finder = None
        self._look()

    @property
    def badges(self) -> tuple[Badge, ...]:
        """What is shown."""
        return self._badges

    def text(self) -> str:
        """All badges as plain text, a line each."""
        return "\n".join(badge.sentence for badge in self._badges)

    @Slot()
    def _look_again(self) -> None:
        if self._waiting:
            self._look()

    def _look(self) -> None:
        self._waiting = False
        self._timer.stop()
        if self._finder is None:
            self._badges = ()
        else:
            found = self._finder.find(self._text)
            self._badges = badges_of(found, self._text, finished=self._finished)
            if not self._finished:
                self._timer.start()
        self._show_badges()

    def _show_badges(self) -> None:
        while len(self._chips) < len(self._badges):
            self._chips.append(self._new_chip())
        for chip, badge in zip(self._chips, self._badges, strict=False):
            chip.show_badge(badge, self._theme)
        for index, chip in enumerate(self._chips):
            chip.setVisible(index < len(self._badges))
        self.setAccessibleDescription(self.text())
        self.setVisible(bool(self._badges))
        if self._badges:
            # What lies below does not jump up and down while words get longer and shorter.
            needed = self._layout.heightForWidth(self.width())
            self.setMinimumHeight(max(needed, self.minimumHeight()))

    def _new_chip(self) -> BadgeChip:
        chip = BadgeChip(self)
        # The first is a stop of the Tab key; arrows lead to the others.
        focus = Qt.FocusPolicy.ClickFocus if self._chips else Qt.FocusPolicy.StrongFocus
        chip.setFocusPolicy(focus)
        chip.chosen.connect(self._press)
        chip.walked.connect(self._walk)
        self._layout.addWidget(chip)
        return chip

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width takes another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMinimumHeight(self._layout.heightForWidth(event.size().width()))

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self._show_badges()

    # What people ask for.

    @Slot(object)
    def _press(self, chip: BadgeChip) -> None:
        badge = self._badges[self._chips.index(chip)]
        before = self._pressed
        turn = before[1] + 1 if before is not None and before[0] == badge else 0
        self._pressed = badge, turn
        if badge.row is not None:
            self.slot_chosen.emit(badge.name, badge.value, badge.row)
        spans = badge.spans or ((0, 0),)
        self.said_requested.emit(*spans[turn % len(spans)])

    @Slot(object, int)
    def _walk(self, chip: BadgeChip, by: int) -> None:
        goal = min(max(self._chips.index(chip) + by, 0), len(self._badges) - 1)
        self._chips[goal].setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy all of them as text."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer them as text."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Copy what became of the slots\tCtrl+C").triggered.connect(self.copy)
        menu.popup(event.globalPos())

    @Slot()
    def copy(self) -> None:
        """Put all of them on the clipboard, as plain text."""
        QGuiApplication.clipboard().setText(self.text())
