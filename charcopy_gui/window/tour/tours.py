"""What can be begun under Help: the guided tour, and the lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMainWindow

from charcopy_gui.window.all_pages import WindowPages
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.window.tour.course import Course
from charcopy_gui.window.tour.courses import LESSONS, TOUR

if TYPE_CHECKING:
    from charcopy_gui.window.tour.guided import Guided
    from charcopy_gui.window.tour.scene import Scene


class Tours(QObject):
    """Begins tours; one at a time is under way."""

    begun = Signal()

    def __init__(
        self,
        window: QMainWindow,
        pages: WindowPages,
        around: Surroundings,
        show_page: Callable[[int], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._around = around
        self._pages = pages
        self._show_page = show_page
        self._scene: Scene | None = None
        self._guided: Guided | None = None

    @property
    def lessons(self) -> Sequence[tuple[str, str, Callable[[], None]]]:
        """The title of each, for a menu; no keys; and what begins it."""
        return [(course.title, "", self._beginning(course)) for course in LESSONS]

    def _beginning(self, course: Course) -> Callable[[], None]:
        return lambda: self.begin(course)

    @Slot()
    def begin_tour(self) -> None:
        """Begin the guided tour; during one, or a lesson, let the keys go to its panel."""
        self.begin(TOUR if self._guided is None else self._guided.course)

    def begin(self, course: Course) -> None:
        """Begin a course in the place of another one, or go on with it."""
        # They know plots: not before the first paint.
        from charcopy_gui.window.tour.guided import Guided
        from charcopy_gui.window.tour.scene import Scene

        if self._guided is not None and self._guided.course is course:
            self._guided.take_keyboard()
            return
        if self._guided is not None:
            self._guided.end()
        if self._scene is None:
            self._scene = Scene(self._pages, self._around, self._show_page, self)
        self._guided = Guided(course, self._scene, self._window)
        self._guided.ended.connect(self._forget)
        self._guided.begin()
        self.begun.emit()

    @Slot()
    def _forget(self) -> None:
        self._guided = None
