"""What is evaluated: one of the models there are, or a file of any system's outputs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.pages.parts.file_field import FileField
from charcopy_gui.pages.parts.notice import Notice

_FILE = "A file of outputs"
_ABOUT_FILE = "One text per line, in order of each table's first appearance."


class SystemChoice(QWidget):
    """A list of models with the file of outputs at its end, and what does not do about them."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = ElidedBox()
        self._file = FileField("File of outputs", _ABOUT_FILE, "Text (*.txt);;All files (*)")
        self._about = remark("About the file of outputs")
        self._problem = Notice("What is wrong with the system")
        self._which.setAccessibleName("What is evaluated")
        self._which.setToolTip("A model that writes texts, or texts that a system has written")
        self._which.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._about.setText(_ABOUT_FILE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for part in (self._which, self._file, self._about, self._problem):
            layout.addWidget(part)
        self._wanted: str | None = None  # Nobody has chosen: the one offered, or the first.
        self._offered = ""
        self.set_models([])
        self._which.currentIndexChanged.connect(self._take)
        self._file.changed.connect(self._show)

    @property
    def writes(self) -> bool:
        """Whether a model writes the texts."""
        return bool(self._which.currentData())

    @property
    def model(self) -> Path | None:
        """The one that writes; None for a file of outputs."""
        return Path(self._which.currentData()) if self.writes else None

    def chosen(self) -> tuple[str, str]:
        """The paths of the model and of the outputs; one of them is empty.

        Raises:
            ValueError: a file is not there; the message says which.
        """
        if self.writes:
            return self._which.currentData(), ""
        if not self._file.text():
            msg = "Choose a file of outputs, or a model that writes them."
            raise ValueError(msg)
        if not Path(self._file.text()).is_file():
            msg = f"There is no file {self._file.text()}."
            raise ValueError(msg)
        return "", self._file.text()

    def choose(self, model: str, outputs: str) -> None:
        """Show a choice; a model that is not listed is waited for."""
        self._file.set_text(outputs)
        self._wanted = "" if outputs else model or None
        if (index := self._find()) >= 0:
            self._which.setCurrentIndex(index)
        self._show()

    @Slot(object, object)
    def follow(self, was: Path, now: Path) -> None:
        """The model that was chosen may lie elsewhere now; it is waited for until it is listed."""
        if self._wanted and Path(self._wanted).is_relative_to(was):
            self._wanted = str(now / Path(self._wanted).relative_to(was))

    def offer(self, model: Path | None) -> None:
        """Show a model while nobody has chosen anything."""
        self._offered = "" if model is None else str(model)
        if self._wanted is None and (index := self._find()) >= 0:
            with QSignalBlocker(self._which):
                self._which.setCurrentIndex(index)
            self._show()

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the models there are; one that was chosen stays so while it is among them."""
        with QSignalBlocker(self._which):
            self._which.clear()
            for name, path in models:
                self._which.addItem(name, str(path))
                tip = plain(name)
                self._which.setItemData(self._which.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
            self._which.addItem(_FILE, "")
            self._which.setCurrentIndex(max(self._find(), 0))
        self._show()

    def say_problem(self, sentence: str) -> None:
        """Say why the choice does not do, and put the cursor there; an empty sentence is none."""
        self._problem.say(sentence)
        if sentence:
            (self._which if self.writes else self._file).setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._problem.set_theme(theme)

    def _find(self) -> int:
        if self._wanted is None:
            return self._which.findData(self._offered) if self._offered else -1
        return self._which.findData(self._wanted)

    @Slot()
    def _take(self) -> None:
        self._wanted = self._which.currentData()
        self._show()

    @Slot()
    def _show(self) -> None:
        self._file.setVisible(not self.writes)
        self._about.setVisible(not self.writes)
        self._problem.say("")
        self.changed.emit()
