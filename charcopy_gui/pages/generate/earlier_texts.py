"""Texts of earlier tables: undo brings a table back, and the text that was written for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from charcopy_gui.pages.generate.slot_text import line_of
from core.records import Ending

if TYPE_CHECKING:
    from charcopy_gui.pages.generate.mr_panel import MrPanel
    from charcopy_gui.pages.output.instrument import Instrument
    from core.generation_tree import GenerationTree

_MOST = 40
"""Runs that are kept; the newest are."""


class EarlierTexts(QObject):
    """Keeps the run that was shown last for each table, and shows it when undo or redo comes by."""

    def __init__(self, mr: MrPanel, instrument: Instrument, parent: QObject) -> None:
        super().__init__(parent)
        self._mr = mr
        self._instrument = instrument
        self._trees: dict[str, GenerationTree] = {}
        instrument.changed.connect(self._keep)
        mr.model.walked.connect(self._bring_back)

    def forget(self) -> None:
        """Another model writes: its texts would not be these."""
        self._trees.clear()

    @Slot()
    def _keep(self) -> None:
        tree = self._instrument.tree
        if tree is None or not tree.has_text:
            return
        line = "".join(tree.source.characters[1:-1])
        self._trees.pop(line, None)
        self._trees[line] = tree
        if len(self._trees) > _MOST:
            del self._trees[next(iter(self._trees))]

    @Slot()
    def _bring_back(self) -> None:
        """Show the table's text, unless it is seen already or was never whole."""
        line = line_of(self._mr.model.mr().slots)
        tree = self._trees.get(line)
        if tree is None or not any(part.ending is not Ending.STOPPED for part in tree):
            return
        if tree is not self._instrument.tree:
            self._instrument.show_tree(tree)
        self._mr.live.settle(line)
