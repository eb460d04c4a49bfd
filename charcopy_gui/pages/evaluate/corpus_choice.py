"""What is evaluated on: a split of a known corpus, or a file of one's own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.parts.captions import fit_column, remark
from charcopy_gui.pages.parts.file_field import FileField
from charcopy_gui.pages.parts.notice import Notice
from core.corpus.known import KnownCorpus

_FILE = "Another file"
_PATTERN = "Corpora (*.csv *.tsv *.jsonl *.json *.txt);;All files (*)"
_TEST = "test"
_BUILT_IN = ("dev", "train")
_SPLITS = {
    _TEST: "For the final evaluation of a model that is finished.",
    "dev": "For choosing between models.",
    "train": "Models are trained on it: figures say little.",
}
"""What each is for, the one for figures first."""


class CorpusChoice(QWidget):
    """Two lists, corpus and split; a field where it is a file; and what does not do about them."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = QComboBox()
        self._split = QComboBox()
        self._file = FileField(
            "File to evaluate on", "Tables and texts: CSV, TSV, JSON lines", _PATTERN
        )
        self._about = remark("About the split")
        self._problem = Notice("What is wrong with the corpus")
        self._catalogue = Catalogue()
        self._fit = remark("How model and corpus go together")
        self._is_chosen = False
        """Whether somebody has chosen a corpus; else it is the one offered, or the first."""
        self._offered = ""
        self._here: dict[str, tuple[str, ...]] = {}
        self._lay_out()
        self.list_corpora()
        self._which.currentIndexChanged.connect(self._take)
        self._split.currentIndexChanged.connect(self._show)
        self._file.changed.connect(self._show)

    def _lay_out(self) -> None:
        for box, name, tip in (
            (
                self._which,
                "Corpus to evaluate on",
                "Corpora on this computer; the Data page fetches others",
            ),
            (self._split, "Split", "Which part of the corpus"),
        ):
            box.setAccessibleName(name)
            box.setToolTip(tip)
        fit_column(self._which)
        keep_fitted(self._which, self._widen)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._which, 1)
        line.addWidget(self._split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(line)
        self._fit.hide()
        for part in (self._file, self._about, self._fit, self._problem):
            layout.addWidget(part)

    def _widen(self) -> None:
        self._which.setMinimumWidth(scaled(144, self._which.font()))

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer the corpora of a catalogue that are on this computer."""
        self._catalogue = catalogue
        self.list_corpora()

    def list_corpora(self) -> None:
        """Look anew which corpora are here; the choice stays while it is among them."""
        known = {c: splits for c in self._catalogue.known if (splits := self._splits_of(c))}
        here = {corpus.name: splits for corpus, splits in known.items()}
        here |= {str(own.path): () for own in self._catalogue.imported if own.path.is_file()}
        if here == self._here:
            return
        self._here = here
        chosen, split = self._which.currentData(), self._split.currentData()
        with QSignalBlocker(self._which):
            self._which.clear()
            for corpus in known:
                self._add(corpus.title, corpus.name, corpus.description)
            for key in list(here)[len(known) :]:
                self._add(Path(key).name, key, key)
            self._add(_FILE, "", "One that was not imported")
            self._which.setCurrentIndex(max(self._which.findData(chosen), 0))
        self._list_splits()
        self._choose_split(split)
        self._show_offered()

    def _add(self, title: str, key: str, tip: str) -> None:
        self._which.addItem(title, key)
        self._which.setItemData(self._which.count() - 1, plain(tip), Qt.ItemDataRole.ToolTipRole)

    def _splits_of(self, corpus: KnownCorpus) -> tuple[str, ...]:
        if corpus.is_built_in:
            return _BUILT_IN
        here = self._catalogue.here(corpus)
        return tuple(split for split in _SPLITS if split in here)

    def chosen(self) -> tuple[str, str]:
        """The name of a known corpus and its split, or the path of a file and nothing.

        Raises:
            ValueError: the file is not there; the message says which.
        """
        if self._split.count():
            return self._which.currentData(), self._split.currentData()
        path = self._which.currentData() or self._file.text()
        if not path:
            msg = "Choose a file to evaluate on, or one of the corpora."
            raise ValueError(msg)
        if not Path(path).is_file():
            msg = f"There is no file {path}."
            raise ValueError(msg)
        return path, ""

    def choose(self, corpus: str, split: str) -> None:
        """Show a choice; a corpus that is not here any more is passed over."""
        index = self._which.findData(corpus)
        if index < 0 and not split:
            self._file.set_text(corpus)
            index = self._which.findData("")
        if index >= 0:
            self._which.setCurrentIndex(index)
            self._choose_split(split)
            self._is_chosen = True

    def offer(self, corpus: str) -> None:
        """Show the corpus of this title or name, if it is here, while nobody has chosen one."""
        self._offered = corpus.casefold()
        self._show_offered()

    def _show_offered(self) -> None:
        titles = {c.title.casefold(): c.name for c in self._catalogue.known}
        index = self._which.findData(titles.get(self._offered, self._offered or None))
        if not self._is_chosen and index not in (-1, self._which.currentIndex()):
            with QSignalBlocker(self._which):
                self._which.setCurrentIndex(index)
            self._list_splits()

    @property
    def title(self) -> str:
        """Of the known corpus that is chosen; empty for a file."""
        return self._which.currentText() if self._split.count() else ""

    def say_fit(self, sentence: str) -> None:
        """Say what of the corpus is new to the model; an empty sentence is nothing."""
        self._fit.setText(sentence)
        self._fit.setVisible(bool(sentence))

    def say_problem(self, sentence: str) -> None:
        """Say why the choice does not do, and put the cursor there; an empty sentence is none."""
        self._problem.say(sentence)
        if sentence:
            (self._which if self._which.currentData() else self._file).setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._problem.set_theme(theme)

    def _choose_split(self, split: str | None) -> None:
        if (index := self._split.findData(split)) >= 0:
            self._split.setCurrentIndex(index)

    @Slot()
    def _take(self) -> None:
        self._is_chosen = True
        self._list_splits()

    @Slot()
    def _list_splits(self) -> None:
        with QSignalBlocker(self._split):
            self._split.clear()
            for split in self._here.get(self._which.currentData(), ()):
                self._split.addItem(split, split)
        self._show()

    @Slot()
    def _show(self) -> None:
        has_splits = self._split.count() > 0
        self._file.setVisible(not self._which.currentData())
        self._split.setVisible(has_splits)
        split = self._split.currentData()
        about = _SPLITS.get(split, "")
        if self._split.currentIndex() == 0 and split != _TEST:
            about = f"{about} There is no test split here."
        self._about.setText(about)
        self._about.setVisible(has_splits)
        self._problem.say("")
        self.changed.emit()
