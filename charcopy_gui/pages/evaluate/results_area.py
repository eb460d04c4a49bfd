"""What evaluations gave: figures or texts, one of the two at a time, and Save."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.evaluate.examples_view import ExamplesView
from charcopy_gui.pages.evaluate.figures_view import FiguresView
from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.pages.evaluate.saving import SaveButton


class ResultsArea(QWidget):
    """Holds results; each is a column of the figures until it is removed."""

    open_requested = Signal(object, object)
    """A meaning representation, and the Result it belongs to."""
    saved = Signal(str)
    failed = Signal(str)
    removed = Signal(object)
    """A Result that is not wanted any more."""
    emptied = Signal()
    """The last result was removed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results: list[Result] = []
        self._views = QStackedWidget()
        self._tabs = QTabBar()
        self.save = SaveButton()
        self.figures = FiguresView()
        self.examples = ExamplesView()
        self._lay_out()
        self._join()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        self._tabs.setAccessibleName("Views of the results")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self._tabs.setUsesScrollButtons(False)
        for words, tip, view in (
            ("Figures", "Metrics of our results beside published ones", self.figures),
            ("Texts", "Every text, worst first, beside its references", self.examples),
        ):
            self._tabs.setTabToolTip(self._tabs.addTab(words), tip)
            self._views.addWidget(view)
        top.addWidget(self._tabs, 1)
        top.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._views, 1)

    def _join(self) -> None:
        self._tabs.currentChanged.connect(self._views.setCurrentIndex)
        self.figures.remove_requested.connect(self._remove)
        self.examples.open_requested.connect(self.open_requested)
        self.examples.model.modelReset.connect(self._let_save)
        self.save.saved.connect(self.saved)
        self.save.failed.connect(self.failed)

    def add(self, result: Result) -> None:
        """Show one more result."""
        self._results.append(result)
        self._show()

    @Slot(object)
    def _remove(self, result: Result) -> None:
        self._results.remove(result)
        self._show()
        self.removed.emit(result)
        if not self._results:
            self.emptied.emit()

    def _show(self) -> None:
        self.figures.show_results(self._results)
        self.examples.show_results(self._results)
        self._let_save()

    @Slot()
    def _let_save(self) -> None:
        self.save.set_results(self._results, self.examples.chosen)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.examples.set_theme(theme)
