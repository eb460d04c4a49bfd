"""What to train on: the demo corpus, or a pair of files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from charcopy_gui.pages.train.file_field import FileField

_PATTERN = "CSV files (*.csv);;All files (*)"
_TRAIN, _DEV = "File to train on", "File to choose the model by"


class CorpusChoice(QWidget):
    """A list of corpora; two fields for files where it is none of them."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = QComboBox()
        self._which.addItem("Demo corpus (built in, 2,000 examples)", False)
        self._which.addItem("CSV files with the columns mr and ref", True)
        self._which.setAccessibleName("Corpus")
        self._which.setToolTip("The demo corpus needs no download; its grammar is our own")
        self._train = FileField(_TRAIN, "CSV, UTF-8, with the columns mr and ref", _PATTERN)
        self._dev = FileField(
            _DEV, "A dev file in the same form; the model with its best BLEU is kept", _PATTERN
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self._which, self._train, self._dev):
            layout.addWidget(widget)
        self._which.currentIndexChanged.connect(self._show_files)
        self._train.changed.connect(self.changed)
        self._dev.changed.connect(self.changed)
        self._show_files()

    def files(self) -> tuple[str, str]:
        """The paths to train on and for dev; empty for the demo corpus.

        Raises:
            ValueError: a file is not there; the message says which.
        """
        if not self._which.currentData():
            return "", ""
        for field, words in ((self._train, "to train on"), (self._dev, "to choose the model by")):
            if not field.text():
                msg = f"Choose a file {words}, or the demo corpus."
                raise ValueError(msg)
            if not Path(field.text()).is_file():
                msg = f"There is no file {field.text()}."
                raise ValueError(msg)
        return self._train.text(), self._dev.text()

    def set_files(self, train: str, dev: str) -> None:
        """Show a pair of files, or the demo corpus where they are empty."""
        self._train.set_text(train)
        self._dev.set_text(dev)
        self._which.setCurrentIndex(1 if train else 0)

    def focus_problem(self) -> None:
        """Put the cursor where a file is missing."""
        trained_on = Path(self._train.text())
        (self._dev if self._train.text() and trained_on.is_file() else self._train).setFocus()

    @Slot()
    def _show_files(self) -> None:
        for field in (self._train, self._dev):
            field.setVisible(self._which.currentData())
        self.changed.emit()
