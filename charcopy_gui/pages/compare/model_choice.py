"""Which models are compared: those there are, and others by their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.pages.compare.compared import Entrant
from charcopy_gui.pages.parts.captions import heading
from charcopy_gui.pages.parts.entry_list import KEY, EntryList
from charcopy_gui.pages.parts.file_dialog import FileDialog
from core.model_card import SUFFIX, ModelCard

_MOST = 6
"""Models that are ticked by themselves when they are first listed."""


class ModelChoice(QWidget):
    """A list of models with boxes to tick; Space ticks the one under the keyboard."""

    changed = Signal()
    """Other models are ticked."""
    picked = Signal(object)
    """Paths of those that somebody has ticked, to be ticked again another day."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = EntryList()
        self._add = QPushButton("Add file…")
        self._all = QPushButton("All")
        self._none = QPushButton("None")
        self._entrants: dict[Path, Entrant] = {}
        self._listed: list[tuple[str, Path]] = []
        self._by_hand: list[Path] = []
        self._kept: tuple[Path, ...] = ()
        self._in_use: ModelCard | None = None
        self._ticked: dict[Path, bool] = {}
        self._is_chosen = False
        """Whether somebody has ticked anything; else those are that are worth comparing."""
        self._lay_out()
        self._list.itemChanged.connect(self._note)
        self._add.clicked.connect(self._ask_for_file)
        self._all.clicked.connect(self._tick_all)
        self._none.clicked.connect(self._tick_none)

    def _lay_out(self) -> None:
        self._list.setAccessibleName("Models to compare")
        self._list.setToolTip("Tick the models to write for the table")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button, name, tip in (
            (self._all, "Tick all models", "Compare all listed models"),
            (self._none, "Tick no model", "Start choosing again"),
            (self._add, "Add a model's file", "Compare a model that is not listed, by its file"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tip)
            buttons.addWidget(button)
        buttons.insertStretch(2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(heading("Models"))
        layout.addWidget(self._list, 1)
        layout.addLayout(buttons)

    # Which there are.

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the models there are, by names and paths; what is ticked stays so."""
        self._listed = list(models)
        self._refill()

    def set_in_use(self, card: ModelCard | None) -> None:
        """List the model in use as well, wherever its file lies."""
        self._in_use = card
        self._refill()

    def restore(self, paths: Sequence[Path]) -> None:
        """Tick these of another day, as far as they are still there, once models are listed."""
        self._kept = tuple(paths)

    @Slot(object, object)
    def follow(self, was: Path, now: Path) -> None:
        """Models may lie elsewhere now: what was ticked of them stays so."""

        def there(path: Path) -> Path:
            return now / path.relative_to(was) if path.is_relative_to(was) else path

        self._kept = tuple(map(there, self._kept))
        self._by_hand = list(map(there, self._by_hand))
        self._ticked = {there(path): ticked for path, ticked in self._ticked.items()}

    def add(self, path: Path) -> None:
        """List a file, ticked; one that is no model says so when it is asked to write."""
        self._by_hand.append(path)
        self._is_chosen = True
        self._ticked[path] = True
        self._refill()
        self._tell()

    def choose(self, paths: Sequence[Path]) -> None:
        """Tick these and no others, whether they are listed already or not."""
        self._by_hand += [path for path in paths if path not in self._entrants]
        self._is_chosen = True
        self._ticked = dict.fromkeys(self._entrants, False) | dict.fromkeys(paths, True)
        self._refill()
        self._tell()

    def entrants(self) -> list[Entrant]:
        """The models that are ticked, in the list's order."""
        return [e for path, e in self._entrants.items() if self._ticked.get(path)]

    def _refill(self) -> None:
        named = {path: name for name, path in self._listed}
        if self._in_use is not None:
            named.setdefault(self._in_use.path, self._in_use.name)
        for path in (*self._by_hand, *filter(Path.is_file, self._kept)):
            named.setdefault(path, "")
        before = self.entrants()
        self._entrants = {path: Entrant.of(path, name) for path, name in named.items()}
        self._tick_new()
        blocked = QSignalBlocker(self._list)
        at = self._list.currentRow()
        self._list.clear()
        for entrant in self._entrants.values():
            self._add_item(entrant)
        self._list.setCurrentRow(min(max(at, 0), self._list.count() - 1))
        del blocked
        if self.entrants() != before:
            self.changed.emit()

    def _tick_new(self) -> None:
        """Tick what was the last time; without that, what is worth comparing."""
        if self._is_chosen or self._kept:
            for path in self._entrants:
                self._ticked.setdefault(path, path in self._kept)
        else:
            first = self._first()
            self._ticked = {path: path in first for path in self._entrants}

    def _first(self) -> list[Path]:
        """Models of the corpus of the one in use, if there are several; else the first of all."""
        in_use = None if self._in_use is None else self._entrants[self._in_use.path].corpus
        alike = [path for path, entrant in self._entrants.items() if entrant.corpus == in_use]
        return (alike if in_use and len(alike) > 1 else list(self._entrants))[:_MOST]

    def _add_item(self, entrant: Entrant) -> None:
        item = self._list.add_entry(entrant.path, entrant.name, entrant.kind)
        flag = Qt.ItemFlag
        item.setFlags(flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsUserCheckable)
        ticked = self._ticked[entrant.path]
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    # Which are wanted.

    @Slot(QListWidgetItem)
    def _note(self, item: QListWidgetItem) -> None:
        self._ticked[item.data(KEY)] = item.checkState() is Qt.CheckState.Checked
        self._tell()

    @Slot()
    def _tick_all(self) -> None:
        self._tick(ticked=True)

    @Slot()
    def _tick_none(self) -> None:
        self._tick(ticked=False)

    def _tick(self, *, ticked: bool) -> None:
        self._is_chosen = True
        self._ticked = dict.fromkeys(self._entrants, ticked)
        self._refill()
        self._tell()

    def _tell(self) -> None:
        self._is_chosen = True
        self.changed.emit()
        self.picked.emit([entrant.path for entrant in self.entrants()])

    @Slot()
    def _ask_for_file(self) -> None:
        dialog = FileDialog(self, "Add a model to the comparison")
        dialog.setNameFilter(f"Models (*{SUFFIX})")
        dialog.fileSelected.connect(self._add_file)
        dialog.open()

    @Slot(str)
    def _add_file(self, name: str) -> None:
        self.add(Path(name))
