"""What a page asks of another one: a table to be written for, a model to be used, tuned, scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.window.all_pages import (
    COMPARE,
    EVALUATE,
    GENERATE,
    MODELS,
    READ_BACK,
    TRAIN,
    WindowPages,
)
from charcopy_gui.window.page_makers.surroundings import Surroundings
from core.meaning_representation import MeaningRepresentation

if TYPE_CHECKING:
    from core.corpus.own import OwnFile
    from core.session import Session


class Crossings(QObject):
    """Takes requests from one page to another, and brings that one to the front."""

    noticed = Signal(str)
    """Something that could not be taken across, in a sentence."""

    def __init__(
        self,
        page: GeneratePage,
        link: GenerateLink,
        around: Surroundings,
        pages: WindowPages,
        show_page: Callable[[int], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._link = link
        self._pages = pages
        self._show_page = show_page
        page.read_back_requested.connect(self._read_back)
        page.compare_requested.connect(self._compare_table)
        page.output.models_requested.connect(self._show_models)
        around.generate_requested.connect(self._open_in_generate)
        around.use_requested.connect(self._use_model)
        around.send_requested.connect(self._take_table)
        around.edit_requested.connect(self._edit_table)
        around.train_requested.connect(self._train_on)
        around.fine_tune_requested.connect(self._fine_tune)
        around.evaluate_requested.connect(self._evaluate)
        around.compare_requested.connect(self._compare)
        around.answered.connect(self._keep_own_files)

    # To Generate.

    @Slot(str, object)
    def _open_in_generate(self, mr: str, model: Path | None) -> None:
        """Let a table be written for, by the model that was evaluated or by the one in use."""
        from core.corpus import lenient  # Nothing of corpora is needed for the first paint.

        try:
            self._page.mr.set_text(lenient.regular(mr))
        except ValueError as error:
            self.noticed.emit(f"This table cannot be opened in Generate: {error}")
            return
        self._show_page(GENERATE)
        if model is None or model == self._link.model:
            self._page.run()
        else:
            self._link.choose_model(model)

    @Slot(object)
    def _use_model(self, path: Path) -> None:
        self._link.choose_model(path)
        if self._link.model == path:
            self._show_page(GENERATE)

    @Slot(str)
    def _take_table(self, mr: str) -> None:
        """Put what was read into the table, as one step that can be undone."""
        self._page.mr.table.commit_open_editor()
        slots = MeaningRepresentation.parse(mr).slots
        self._page.mr.model.set_slots(slots, "Take table read back")
        self._edit_table()

    @Slot()
    def _edit_table(self) -> None:
        self._show_page(GENERATE)
        self._page.mr.table.setFocus()

    # To the others, which are made now if they were not yet.

    @Slot(str, str)
    def _read_back(self, text: str, mr: str) -> None:
        """Read what was written for a table back, and compare the two tables."""
        self._show_page(READ_BACK)
        self._pages.read_back.read_back(text, mr)

    @Slot(object, object)
    def show_reading(self, session: Session, model: Path | None) -> None:
        """Show a sentence that was read back once, by its model where that is here."""
        if model is not None and model != self._link.model:
            self._link.follow_model(model)
        page = self._pages.read_back
        self._show_page(READ_BACK)
        page.session_given.emit(session)

    @Slot(str)
    def _train_on(self, corpus: str) -> None:
        self._pages.train.form.corpus.choose(corpus)
        self._show_page(TRAIN)

    @Slot(object)
    def _fine_tune(self, model: Path) -> None:
        self._pages.train.form.start.choose(str(model))
        self._show_page(TRAIN)

    @Slot(object)
    def _evaluate(self, model: Path) -> None:
        self._pages.evaluate.form.system.choose(str(model), "")
        self._show_page(EVALUATE)

    @Slot()
    def _compare_table(self) -> None:
        """Let the models that are ticked write for the table of Generate, unless they just did."""
        page = self._pages.compare
        self._show_page(COMPARE)
        if not page.is_current:
            page.run()

    @Slot()
    def _show_models(self) -> None:
        self._show_page(MODELS)

    @Slot(object)
    def _compare(self, models: Sequence[Path]) -> None:
        page = self._pages.compare
        page.models.choose(models)
        self._show_page(COMPARE)
        page.run()

    @Slot(object)
    def _keep_own_files(self, files: Sequence[OwnFile]) -> None:
        self._pages.data.add_own(files)
