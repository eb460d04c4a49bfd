"""Save: results as files that other programs read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.pages.evaluate.sample_dialog import SampleDialog
from charcopy_gui.pages.parts.file_dialog import FileDialog
from core.files import write_atomically
from core.metrics import error_analysis, exports, outputs

_Write = Callable[[Path], None]


class SaveButton(QPushButton):
    """A menu of everything that can be saved, and a dialog for where."""

    saved = Signal(str)
    """A sentence: what was saved where."""
    failed = Signal(str)
    """A sentence: why it was not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Save", parent)
        self._results: Sequence[Result] = ()
        self._chosen: Result | None = None
        self._write: _Write | None = None
        self.setAccessibleName("Save")
        self.setMinimumWidth(88)
        self.setToolTip("Save our figures and texts as files for other programs")
        menu = QMenu(self)
        for title, act in (
            ("Figures as &CSV…", self._save_csv),
            ("Figures as &Markdown…", self._save_markdown),
            ("Figures as &LaTeX…", self._save_latex),
        ):
            menu.addAction(title).triggered.connect(act)
        menu.addSeparator()
        self._of_texts: list[QAction] = []
        for title, act in (
            ("&Texts with what was found in them…", self._save_texts),
            ("Texts &alone, one per line…", self._save_outputs),
            ("A &sample to find errors in by hand…", self._ask_for_sample),
        ):
            action = menu.addAction(title)
            action.triggered.connect(act)
            self._of_texts.append(action)
        self.setMenu(menu)

    def set_results(self, results: Sequence[Result], chosen: Result | None) -> None:
        """What can be saved: the figures of all, the texts of one."""
        self._results, self._chosen = results, chosen
        self.setEnabled(bool(results))
        for action in self._of_texts:
            action.setEnabled(chosen is not None)

    @Slot()
    def _save_csv(self) -> None:
        self._ask("Figures", "figures.csv", self._writes(exports.to_csv))

    @Slot()
    def _save_markdown(self) -> None:
        self._ask("Figures", "figures.md", self._writes(exports.to_markdown))

    @Slot()
    def _save_latex(self) -> None:
        self._ask("Figures", "figures.tex", self._writes(exports.to_latex))

    def _writes(self, table: Callable[..., str]) -> _Write:
        reports = [replace(result.report, system=result.label) for result in self._results]
        return lambda path: write_atomically(path, table(reports).encode())

    @Slot()
    def _save_texts(self) -> None:
        if (chosen := self._chosen) is not None:
            self._ask(
                "Texts with what was found in them",
                f"{_plain(chosen)}-texts.csv",
                lambda path: exports.save_sheet(path, exports.texts_to_csv(chosen.report)),
            )

    @Slot()
    def _save_outputs(self) -> None:
        if (chosen := self._chosen) is not None:
            texts = [one.written for one in chosen.report.texts]
            self._ask("Texts", f"{_plain(chosen)}.txt", lambda path: outputs.save(path, texts))

    @Slot()
    def _ask_for_sample(self) -> None:
        if self._chosen is not None:
            dialog = SampleDialog(len(self._chosen.report.texts), self)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.sample_chosen.connect(self._save_sample)
            dialog.open()

    @Slot(int, int)
    def _save_sample(self, count: int, seed: int) -> None:
        if (chosen := self._chosen) is not None:
            sheet = error_analysis.spreadsheet(chosen.report, count, seed)
            self._ask(
                "Sample",
                f"{_plain(chosen)}-sample-{seed}.csv",
                lambda path: exports.save_sheet(path, sheet),
            )

    def _ask(self, what: str, name: str, write: _Write) -> None:
        """Let a place be chosen, and write there; the window goes on meanwhile."""
        self._write = write
        dialog = FileDialog(self, f"Save: {what}")
        dialog.setAcceptMode(FileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(f"*{Path(name).suffix}")
        dialog.setDefaultSuffix(Path(name).suffix)
        dialog.selectFile(name)
        dialog.fileSelected.connect(self._save)
        dialog.open()

    @Slot(str)
    def _save(self, name: str) -> None:
        if self._write is None:
            return
        path = Path(name)
        try:
            self._write(path)
        except OSError as error:
            self.failed.emit(f"{path} could not be written: {error.strerror or error}.")
        else:
            self.saved.emit(f"Saved as {path}.")


def _plain(result: Result) -> str:
    """The system's name as a file can have it."""
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in result.report.system)
