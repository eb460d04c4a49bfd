"""What tours know of the window: where its parts are, and when something on it has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.pin_row import PinRow
from charcopy_gui.plots.trace_view import TraceView
from charcopy_gui.window.all_pages import COMPARE, GENERATE, WindowPages
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.window.tour.course import Part
from core.records import Ending

_NO_MODEL = "No model is in use: choose one under File, Model, or train one."
_WAITS = {
    Activity.LOADING: "The model is loading; this takes a few seconds.",
    Activity.WRITING: "The text is being written.",
    Activity.STOPPING: "The text is being stopped.",
}
_NO_TEXT = "There is no text yet: press Run."
_LESSON_TABLE = "Take the lesson's table"
_WRITTEN = 0
"""The text that no branch has changed; of a beam's, the best."""


class Scene(QObject):
    """Looks at the window, and asks of it what people can ask of it as well."""

    changed = Signal()
    """Something may have been done."""

    def __init__(
        self,
        pages: WindowPages,
        around: Surroundings,
        show_page: Callable[[int], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.pages = pages
        self.around = around
        self.page = around.generate
        self._show_page = show_page
        instrument = self.page.instrument
        for signal in (
            instrument.changed,
            instrument.stepping.step_changed,
            instrument.stepping.shown_changed,
            self.page.abilities_changed,
            self.page.mr.model.changed,
            around.generate_link.model_chosen,
            around.generate_link.model_ready,
            around.models.listed,
            around.abilities_changed,
            pages.currentChanged,
            QApplication.instance().focusChanged,  # type: ignore[union-attr]
        ):
            signal.connect(self._tell)

    @Slot()
    def _tell(self) -> None:
        self.changed.emit()

    # Where things are.

    def widgets(self, part: Part) -> Sequence[QWidget]:
        """What a part consists of; nothing while it is not made."""
        page, output = self.page, self.page.output
        if part is Part.OUTCOMES:
            return (self.pages.compare.outcomes,)
        found: dict[Part, Sequence[QWidget | None]] = {
            Part.SLOTS: (page.mr,),
            Part.TABLE: (page.mr.table,),
            Part.RUN: (page.runs,),
            Part.TEXT: (output.reading,),
            Part.ABOUT_TEXT: (output.status,),
            Part.TRACE: (page.findChild(TraceView),),
            Part.CANDIDATES: (page.instrument.step_panel,),
            Part.P_GEN: (page.findChild(PinRow),),
            Part.ATTENTION: (output.attention, output.source),
            Part.BRANCHES: (page.instrument.branches,),
        }
        return [widget for widget in found[part] if widget is not None]

    def show(self, part: Part) -> None:
        """Bring the page to the front that has a part."""
        self._show_page(COMPARE if part is Part.OUTCOMES else GENERATE)

    # How it stands.

    @property
    def name(self) -> str:
        """The value of the first slot that is called name; empty where there is none."""
        slots = self.page.mr.model.mr().slots
        return next((slot.value for slot in slots if slot.name == "name"), "")

    @property
    def has_model(self) -> bool:
        """Whether there is a model to write with."""
        return self.around.generate_link.model is not None

    @property
    def idle(self) -> bool:
        """Whether nothing is loaded, written or stopped."""
        return self.page.activity is Activity.IDLE

    @property
    def written(self) -> bool:
        """Whether there is a text, and nothing more of it is awaited."""
        return self.idle and self.page.instrument.complete and bool(self.page.instrument.steps)

    @property
    def current(self) -> bool:
        """Whether the text is the table's as it stands."""
        return self.page.tree is not None and self.page.about.line == self.page.line()

    @property
    def place_of_name(self) -> range:
        """The steps that write the name in the text that is shown; empty where none do."""
        return self._place_in(self.page.instrument.text)

    @property
    def place_as_written(self) -> range:
        """The steps that write the name in the text that no branch has changed."""
        tree = self.page.tree
        return self._place_in("" if tree is None or _WRITTEN not in tree else tree.text(_WRITTEN))

    def _place_in(self, text: str) -> range:
        start = text.find(self.name) if self.name else -1
        return range(start, start + len(self.name)) if start >= 0 else range(0)

    def awaited(self) -> str:
        """Why there is no text to look at now, in a sentence; empty where there is one."""
        if not self.has_model:
            return _NO_MODEL
        return _WAITS.get(self.page.activity) or ("" if self.written else _NO_TEXT)

    def model_named(self, name: str) -> Path | None:
        """The file of a model that is listed."""
        return dict(reversed(self.around.models.found)).get(name)

    # What it is asked for.

    def take_table(self, line: str) -> bool:
        """Have a table written for; undo brings back the one before. Whether it is another."""
        other = self.page.line() != line
        if other:
            self.page.mr.set_text(line, _LESSON_TABLE)
        return other

    def take_model(self, name: str) -> bool:
        """Let this model write, where it is listed. Whether it is another one."""
        path, link = self.model_named(name), self.around.generate_link
        if path is None or path == link.model:
            return False
        link.choose_model(path)
        return True

    def prepare_text(self) -> None:
        """Have the table's text to begin with: written where it is not there, and no branch.

        A character of the name that is chosen already could not be chosen.
        """
        if not self._is_whole:
            if self.has_model and self.page.request() is not None:
                self.page.run()
        elif self.page.instrument.branch != _WRITTEN or self._is_name_chosen:
            self.show_as_written()

    def show_as_written(self) -> None:
        """Show the text that no branch has changed, from its end."""
        if self.page.tree is not None:
            self.page.instrument.show_branch(self.page.tree, _WRITTEN, None)

    @property
    def _is_whole(self) -> bool:
        """Whether there is a text of the table as it stands, and it was not stopped."""
        tree = self.page.tree
        if tree is None or not self.current or _WRITTEN not in tree:
            return False
        return tree[_WRITTEN].ending not in (None, Ending.STOPPED)

    @property
    def _is_name_chosen(self) -> bool:
        return self.page.instrument.stepping.chosen.kept in self.place_of_name
