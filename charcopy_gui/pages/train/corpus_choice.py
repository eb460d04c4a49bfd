"""What to train on: a known corpus that is here, an imported file, or any pair of files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.pages.train.corpus_file import CorpusFile
from core.corpus import catalog
from core.corpus.formats import Choices, Guess, Known

_FILES = None
"""Data of the entry for files."""
_DEMO = "Demo corpus (built in)"
_TIP = "Corpora on this computer; the Data page fetches others, and imports files"
_FIELDS = (
    ("File to train on", "A CSV, TSV or JSON file of tables and texts", "to train on"),
    (
        "File to measure progress on",
        "A dev file; the model with its best BLEU is kept",
        "to measure progress on",
    ),
)


class CorpusChoice(QWidget):
    """A list of corpora and imported files; fields for the files that are not in it."""

    changed = Signal()
    probe_requested = Signal(object)
    """Pairs of a path and what is Known of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = ElidedBox()
        self._folder: Path | None = None
        self._here: set[str] = set()
        self._own: set[str] = set()
        self._files = tuple(CorpusFile(name, tip) for name, tip, _ in _FIELDS)
        self._which.setAccessibleName("Corpus")
        self._which.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self._which, *self._files):
            layout.addWidget(widget)
        self.set_catalogue(Catalogue())
        self._which.currentIndexChanged.connect(self._show_files)
        for field in self._files:
            field.changed.connect(self.changed)
            field.probe_wanted.connect(self._ask)
        self._show_files()

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """List the corpora that can be trained on; how files of one's own are read is known."""
        self._folder = catalogue.folder
        chosen, blocked = self._which.currentData(), QSignalBlocker(self._which)
        first = self._which.count() == 0
        self._which.clear()
        self._which.addItem(_DEMO, "")
        self._here = {""}
        for corpus in catalogue.known:
            if not corpus.is_built_in and catalogue.is_trainable(corpus):
                self._which.addItem(corpus.title, corpus.name)
                self._here.add(corpus.name)
        imported = [own for own in catalogue.imported if catalogue.is_trainable(own)]
        self._own = {str(own.path) for own in imported}
        for own in imported:
            self._which.addItem(own.path.name, str(own.path))
            place = self._which.count() - 1
            self._which.setItemData(place, plain(str(own.path)), Qt.ItemDataRole.ToolTipRole)
        self._which.addItem("Files of your own", _FILES)
        train, _ = self._files
        gone = bool(train.text()) and chosen == train.text() and chosen not in self._own
        self._select("" if first else _FILES if gone else chosen)
        del blocked
        for field in self._files:
            field.set_own(catalogue.own)
        self._show_files()

    def files(self) -> tuple[str, str]:
        """What to train on, and what to measure progress on.

        Two paths; for a known corpus its name and nothing; for the demo corpus nothing at all.

        Raises:
            ValueError: a file is not there, or leaves something open; the message says which.
        """
        name = self._which.currentData()
        if not self._has_files and name not in self._here:
            msg = f"{self._which.currentText()}: the Data page fetches it."
            raise ValueError(msg)
        if not self._has_files:
            return name, ""
        for field, (*_, words) in zip(self._files, _FIELDS, strict=True):
            if not field.text():
                msg = f"Choose a file {words}, or the demo corpus."
                raise ValueError(msg)
            if not Path(field.text()).is_file():
                msg = f"There is no file {field.text()}."
                raise ValueError(msg)
            if field.problem:
                raise ValueError(field.problem)
        train, dev = self._files
        return train.text(), dev.text()

    @property
    def name(self) -> str | None:
        """The name of the known corpus that is chosen; empty for the demo, None for files."""
        return None if self._has_files else self._which.currentData()

    def offers(self, name: str) -> bool:
        """Whether a known corpus can be trained on."""
        known = catalog.find(name)
        return name in self._here or (known is not None and known.is_built_in)

    def set_files(self, train: str, dev: str) -> None:
        """Show a pair of files, a known corpus, or the demo corpus where both are empty."""
        known = catalog.find(train) if train and not dev else None
        if train and known is None:
            for field, path in zip(self._files, (train, dev), strict=True):
                field.set_text(path)
            self._select(train if train in self._own else _FILES)
        else:
            self._select(train)

    def choose(self, corpus: str) -> None:
        """Show a known corpus by its name, or a file to train on by its path."""
        _, dev = self._files
        known = catalog.find(corpus)
        self.set_files(corpus if known is None or not known.is_built_in else "", "")
        if known is None:
            dev.setFocus()

    def readings(self) -> Mapping[Path, Choices]:
        """How files are to be read, where that was asked or is remembered."""
        return {Path(f.text()): f.choices for f in self._files if f.choices is not None}

    def said_readings(self) -> tuple[Choices | None, Choices | None]:
        """How both files are read, where that of one is for someone to say; else nothing."""
        train, dev = self._files
        if train.choices is None and dev.choices is None:
            return None, None
        return train.found, dev.found

    @property
    def folder(self) -> Path | None:
        """Where known corpora are looked for first, if the user has set that."""
        return self._folder

    @property
    def _has_files(self) -> bool:
        """Whether it is a pair of files, the first of them in the list or not."""
        chosen = self._which.currentData()
        return chosen is _FILES or chosen in self._own

    def show_probe(self, path: Path, known: Known, guess: Guess | None, problem: str) -> None:
        """Show what was found out about a file."""
        for field in self._files:
            field.show_probe(path, known, guess, problem)

    def focus_problem(self) -> None:
        """Put the cursor where a file is missing, or where something is asked of it."""
        field = next((f for f in self._files if not f.is_settled), self._files[0])
        field.focus_problem()

    def _select(self, name: str | None) -> None:
        index = next((i for i in range(self._which.count()) if self._which.itemData(i) == name), -1)
        known = catalog.find(name) if name else None
        if index < 0 and known is not None:
            # It was here once.
            index = self._which.count() - 1
            self._which.insertItem(index, f"{known.title} (not downloaded)", known.name)
        self._which.setCurrentIndex(max(0, index))

    @Slot()
    def _ask(self) -> None:
        """Both files at once: the newest question is the only one that is answered."""
        asked = [(Path(f.text()), f.known) for f in self._files if f.is_waiting]
        if asked:
            self.probe_requested.emit(tuple(asked))

    @Slot()
    def _show_files(self) -> None:
        train, dev = self._files
        chosen = self._which.currentData()
        if chosen in self._own:
            train.set_text(chosen)
        train.setVisible(chosen is _FILES)
        dev.setVisible(self._has_files)
        self._which.setToolTip(plain(chosen) if chosen in self._own else _TIP)
        self.changed.emit()
