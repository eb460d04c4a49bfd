"""Python's search for unused cycles, in the window's thread and nowhere else."""

from __future__ import annotations

import gc
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Slot

_EVERY = 500
"""Milliseconds between two looks at whether a search is due."""


class Sweeper(QObject):
    """While entered, cycles are searched for by a timer of the thread that it lives in.

    Python searches in whichever thread happens to ask for memory. Where that is a worker's, and
    something of Qt's is in a cycle that nobody uses any more, it would be destroyed in a thread
    that it does not belong to, and the process with it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY)
        self._timer.timeout.connect(self.sweep)
        self._settled = False

    def __enter__(self) -> Sweeper:
        gc.disable()
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._timer.stop()
        # What is left is searched for when Python ends, and by then there is no QApplication any
        # more that menus, pictures and threads could be destroyed under.
        gc.unfreeze()
        gc.collect()
        gc.enable()

    @Slot()
    def sweep(self) -> None:
        """Search as far back as Python itself would by now."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                if generation == 2 and not self._settled:
                    # What lived through this are modules, most of all: no need to search them
                    # again, which would halt the window each time.
                    gc.freeze()
                    self._settled = True
                return
