"""The end of the window: what is still going on, whether to stop it, and how it ends."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.workers.generation import Generation


class Work(Protocol):
    """Whatever goes on in a thread of its own."""

    @property
    def busy(self) -> bool:
        """Whether something was begun and has not ended."""

    def close(self) -> None:
        """Stop for good, without waiting."""

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""


class Closing(QObject):
    """Asks once before work is stopped; stops it at once, and waits for it when nobody looks."""

    agreed = Signal()
    """Whoever was asked wants to close."""

    def __init__(self, window: QWidget, page: GeneratePage, generation: Generation) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._workers: list[Work] = [generation]
        self._watched: list[tuple[Work, str]] = []
        self._question: QMessageBox | None = None
        self._decided = False

    def watch(self, worker: Work, while_busy: str) -> None:
        """There is one more worker from now on, and a sentence for when it would be stopped."""
        self._workers.append(worker)
        self._watched.append((worker, while_busy))

    @property
    def decided(self) -> bool:
        """Whether the window is to close, whatever is going on."""
        return self._decided

    def may_close(self) -> bool:
        """Whether the window can close now; asks, where that would stop something."""
        going_on = self._going_on()
        if going_on and not self._decided:
            self._ask(f"{going_on} Stop and close?")
            return False
        return True

    def stop_work(self) -> None:
        """Stop everything for good, without waiting for it."""
        self._decided = True
        for worker in self._workers:
            worker.close()

    def end_work(self) -> None:
        """Stop everything, and wait until it has ended: a library being loaded takes seconds."""
        self.stop_work()
        for worker in self._workers:
            worker.wait()

    def _going_on(self) -> str:
        """What closing would stop, in sentences."""
        parts = []
        if self._page.activity is Activity.WRITING:
            parts.append("A text is still being written.")
        parts += [sentence for worker, sentence in self._watched if worker.busy]
        return " ".join(parts)

    def _ask(self, question: str) -> None:
        if self._question is None:
            buttons = QMessageBox.StandardButton.Close | QMessageBox.StandardButton.Cancel
            self._question = QMessageBox(
                QMessageBox.Icon.Question, "Close CharCopy", "", buttons, self._window
            )
            self._question.finished.connect(self._answer)
        self._question.setText(question)
        self._question.open()

    @Slot(int)
    def _answer(self, answer: int) -> None:
        if answer == QMessageBox.StandardButton.Close:
            self._decided = True
            self.agreed.emit()
