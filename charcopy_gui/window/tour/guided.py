"""A tour under way: one step after another, each until it is done."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject, QRect, QSize, Signal, Slot
from PySide6.QtWidgets import QMainWindow, QWidget

from charcopy_gui.window.tour.course import Course, Step
from charcopy_gui.window.tour.deeds import COPIES, doing
from charcopy_gui.window.tour.doing import Doing
from charcopy_gui.window.tour.outline import Outline
from charcopy_gui.window.tour.panel import Panel
from charcopy_gui.window.tour.placing import place
from charcopy_gui.window.tour.scene import Scene

_ELSEWHERE = "This step is about another page; “{}” leads back there."
_TABLE_TAKEN = "a table of its own; Edit, Undo brings yours back"
_MODEL_TAKEN = f"the model {COPIES}; File, Model has the others"


class Guided(QObject):
    """Shows the steps of a course in the window, until it is over or somebody leaves it."""

    ended = Signal()

    def __init__(self, course: Course, scene: Scene, window: QMainWindow) -> None:
        super().__init__(scene)
        self.course = course
        self._scene = scene
        self._window = window
        self._centre = window.centralWidget() or window
        self._outline = Outline(window)
        self._panel = Panel(window)
        self._panel.setAccessibleName(course.title)
        self._at = 0
        self._doing: Doing | None = None
        self._done = False
        self._keyboard: QWidget | None = None
        """Where the keyboard was before."""
        self._owes_text = False
        """Whether the table's text is still to be made ready, once what is written has ended."""
        self._taken = ""
        """What the course has changed to begin with, in a sentence."""
        self._panel.on_wanted.connect(self._go_on)
        self._panel.back_wanted.connect(self._go_back)
        self._panel.end_wanted.connect(self.end)
        self._panel.fitted.connect(self._place)
        self._outline.moved.connect(self._place)
        scene.changed.connect(self._look)

    def begin(self) -> None:
        """Make the window ready, and show the first step."""
        self._keyboard = self._window.focusWidget()
        taken = []
        if self.course.table and self._scene.take_table(self.course.table):
            taken.append(_TABLE_TAKEN)
        if self.course.table and self._scene.take_model(COPIES):
            taken.append(_MODEL_TAKEN)
        else:
            self._owes_text = True
        self._taken = f"This lesson has taken {', and '.join(taken)}." if taken else ""
        self._panel.show()
        self._enter(0)
        self._panel.take_keyboard()

    @property
    def _step(self) -> Step:
        return self.course.steps[self._at]

    def _enter(self, at: int) -> None:
        self._at = at
        step = self._step
        self._await_deed()
        self._scene.show(step.part)
        self._panel.show_step(step.title, step.words, at + 1, len(self.course.steps))
        self._look()
        self._panel.raise_()

    def _await_deed(self) -> None:
        """Wait for what the step asks for; what was done before does not count."""
        deed, self._done = self._step.deed, False
        self._doing = None if deed is None else doing(deed, self._scene)

    @Slot()
    def _look(self) -> None:
        """Something has changed: it may be what this step waits for."""
        if self._owes_text and self._scene.idle:
            self._owes_text = False
            self._scene.prepare_text()
            self._await_deed()
        if self._doing is not None and not self._done and self._doing.is_done():
            self._finish_step()
            return
        self._outline.put_around(self._scene.widgets(self._step.part))
        self._show_way_on()

    def _finish_step(self) -> None:
        self._done = True
        if not self._step.after:
            self._enter(self._at + 1)
            return
        count = len(self.course.steps)
        self._panel.show_step(self._step.title, self._step.after, self._at + 1, count)
        self._show_way_on()

    def _show_way_on(self) -> None:
        waits = self._doing is not None and not self._done
        last = self._at == len(self.course.steps) - 1
        action = "Show me" if waits else "Finish" if last else "Next"
        hindrance = self._hindrance() if not self._done else ""
        notes = [hindrance, self._doing.hint() if waits and self._doing is not None else ""]
        notes.append(self._taken if self._at == 0 else "")
        if self._outline.about.isEmpty() and not any(notes):
            notes.append(_ELSEWHERE.format(action))
        possible = not (waits and hindrance)
        self._panel.show_way_on(action, " ".join(filter(None, notes)), possible=possible)

    def _hindrance(self) -> str:
        return self._scene.awaited() if self._doing is None else self._doing.hindrance()

    # The way.

    @Slot()
    def _go_on(self) -> None:
        """Do what the step waits for; where it waits for nothing, go to the next one."""
        if self._doing is not None and not self._done:
            self._scene.show(self._step.part)
            self._doing.do()
            self._look()
        elif self._at + 1 < len(self.course.steps):
            self._enter(self._at + 1)
        else:
            self.end()

    @Slot()
    def _go_back(self) -> None:
        self._enter(self._at - 1)

    @Slot()
    def end(self) -> None:
        """Leave the window as it is now."""
        self._scene.changed.disconnect(self._look)
        before = self._keyboard
        if self._panel.has_keyboard and before is not None and shiboken6.isValid(before):
            before.setFocus()  # An editor in the table has gone meanwhile.
        for part in (self._panel, self._outline):
            part.hide()
            part.deleteLater()
        self.deleteLater()
        self.ended.emit()

    def take_keyboard(self) -> None:
        """Let the keys go to the panel."""
        self._panel.take_keyboard()

    @Slot()
    def _place(self) -> None:
        """Put the panel beside what it is about."""
        room = self._centre.geometry()
        width = self._panel.width_in(room.width())
        layout = self._panel.layout()
        height = layout.totalHeightForWidth(width) if layout is not None else 0
        about = self._outline.about if self._outline.isVisible() else QRect()
        self._panel.setGeometry(place(QSize(width, height), about, room))
