"""All models' texts, one under another, and the one that the others are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.compare.compared import (
    Compared,
    Entrant,
    Outcome,
    as_markdown,
    as_text,
)
from charcopy_gui.pages.compare.outcome_view import OutcomeView
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.pages.parts.flow_layout import FlowLayout

_LEGEND = "Orange underline: copied · line above: differs from the compared text"
_EMPTY = "Tick models on the left and press Run: each of them writes for the same table."


class OutcomesArea(QWidget):
    """Shows what became of every model, as soon as it is known."""

    use_requested = Signal(object, str)
    """The path of a model, and the table that it wrote for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._mr = ""
        self._views: dict[Path, OutcomeView] = {}
        self._preferred: Path | None = None
        self._wanted: Path | None = None
        self._table = remark("Table of the comparison")
        self._against = ElidedBox()
        self._caption = QLabel("Compared with")
        self._copy = QPushButton("Copy")
        self._legend = remark("What the colours and lines mean")
        self._empty = remark("What will be here")
        self._area = QScrollArea()
        self._list = QVBoxLayout()
        self._fill()
        self._lay_out()
        self._against.currentIndexChanged.connect(self._compare)
        self._against.activated.connect(self._keep_choice)
        self._show_parts()

    def _fill(self) -> None:
        self._caption.setBuddy(self._against)
        self._caption.setProperty("muted", True)
        self._against.setMinimumWidth(176)
        self._against.setAccessibleName("Compared with")
        self._against.setToolTip("Words that are not in this model's text are marked")
        self._legend.setText(_LEGEND)
        self._legend.setProperty("muted", False)
        self._empty.setText(_EMPTY)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._copy.setAccessibleName("Copy the comparison")
        self._copy.setToolTip("Copy all texts and what was found in them")
        menu = QMenu(self)
        menu.addAction("As &text").triggered.connect(self._copy_text)
        menu.addAction("As &Markdown table").triggered.connect(self._copy_markdown)
        self._copy.setMenu(menu)

    def _lay_out(self) -> None:
        choice = QWidget()
        choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(choice)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._caption)
        row.addWidget(self._against)
        row.addStretch(1)
        top = FlowLayout(gap=8)
        top.addWidget(choice)
        top.addWidget(self._copy)
        inside = QWidget()
        self._list.setContentsMargins(0, 0, 8, 0)
        self._list.setSpacing(12)
        self._list.addStretch(1)
        inside.setLayout(self._list)
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self._table)
        layout.addLayout(top)
        layout.addWidget(self._legend)
        layout.addWidget(self._area, 1)
        layout.addWidget(self._empty, 1)

    @property
    def mr(self) -> str:
        """The table that was written for; empty before the first comparison."""
        return self._mr

    @property
    def views(self) -> tuple[OutcomeView, ...]:
        """One for every model, in their order."""
        return tuple(self._views.values())

    # What happens.

    def begin(self, mr: str, entrants: Sequence[Entrant]) -> None:
        """A comparison begins."""
        for view in self._views.values():
            self._list.removeWidget(view)
            view.deleteLater()
        self._mr, self._views = mr, {}
        self._table.setText(mr)
        for number, entrant in enumerate(entrants):
            view = OutcomeView(Outcome(entrant))
            view.set_theme(self._theme)
            view.use_requested.connect(self._use)
            self._views[entrant.path] = view
            self._list.insertWidget(number, view)
        self._offer()
        self._show_parts()

    def show_begun(self, path: Path) -> None:
        """A model is loaded, and writes."""
        self._views[path].show_state("writing…")

    def show_text(self, path: Path, compared: Compared) -> None:
        """A model has written."""
        self._settle(path, Outcome(self._views[path].outcome.entrant, compared))

    def show_problem(self, path: Path, sentence: str) -> None:
        """A model has written nothing, and why."""
        self._settle(path, Outcome(self._views[path].outcome.entrant, problem=sentence))

    def end(self) -> None:
        """Nothing more is written."""
        for view in self._views.values():
            if view.outcome.compared is None and not view.outcome.problem:
                view.show_outcome(view.outcome)

    def _settle(self, path: Path, outcome: Outcome) -> None:
        self._views[path].show_outcome(outcome)
        self._offer()
        self._compare()

    # What the texts are compared with.

    def _offer(self) -> None:
        """List the models that have a text; without a choice, it is the one in use or the first."""
        wanted = self._preferred if self._wanted not in self._views else self._wanted
        blocked = QSignalBlocker(self._against)
        self._against.clear()
        for path, view in self._views.items():
            if view.outcome.compared is not None:
                self._against.addItem(view.outcome.entrant.name, path)
        paths = [self._against.itemData(index) for index in range(self._against.count())]
        self._against.setCurrentIndex(paths.index(wanted) if wanted in paths else 0)
        del blocked
        several = self._against.count() > 1
        self._against.setEnabled(several)
        self._copy.setEnabled(self._against.count() > 0)

    def prefer(self, path: Path | None) -> None:
        """Compare with this model where nobody chooses another one."""
        self._preferred = path

    @Slot()
    def _keep_choice(self) -> None:
        self._wanted = self._against.currentData()

    def _other(self) -> Outcome | None:
        view = self._views.get(self._against.currentData())
        return None if view is None else view.outcome

    @Slot()
    def _compare(self) -> None:
        for view in self._views.values():
            view.compare_with(self._other())

    # What is done with it.

    @Slot(object)
    def _use(self, path: Path) -> None:
        self.use_requested.emit(path, self._mr)

    @Slot(QAction)
    def _copy_text(self) -> None:
        QApplication.clipboard().setText(as_text(self._mr, self._outcomes()))

    @Slot(QAction)
    def _copy_markdown(self) -> None:
        words = as_markdown(self._mr, self._outcomes(), self._other())
        QApplication.clipboard().setText(words)

    def _outcomes(self) -> list[Outcome]:
        return [view.outcome for view in self._views.values()]

    def _show_parts(self) -> None:
        empty = not self._views
        self._empty.setVisible(empty)
        for part in (self._area, self._table, self._legend, self._caption, self._against):
            part.setVisible(not empty)
        self._copy.setVisible(not empty)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        for view in self._views.values():
            view.set_theme(theme)
