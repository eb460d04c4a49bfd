"""The meaning representation as one line, in step with the table."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from charcopy_gui.pages.generate.completion import Completions
from charcopy_gui.pages.generate.line_completion import LineCompletion
from charcopy_gui.pages.generate.shared_line import SharedLine, commit_composition
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_text import line_of
from core.meaning_representation import MeaningRepresentation, ParseError


class LineEditor(QWidget):
    """A line that changes the table as it is typed, and follows it when the table changes."""

    mended = Signal()
    """What could not be read or written can be now."""

    def __init__(
        self,
        model: SlotModel,
        completions: Completions | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._typing = False
        self._session = model.new_session()
        self._error = ""
        self._line = SharedLine(self)
        self._message = QLabel(self)
        self._lay_out()
        self._completion = LineCompletion(self._line, completions or Completions())
        self._line.textEdited.connect(self._read)
        self._completion.completed.connect(self._read)
        self._line.editingFinished.connect(self._end_session)
        model.changed.connect(self._follow)
        self._follow()

    def _lay_out(self) -> None:
        self._line.setObjectName("line")
        self._line.setAccessibleName("Meaning representation as a line")
        self._line.setToolTip("The same slots as a line, such as name[The Eagle], food[French]")
        self._line.setPlaceholderText("name[The Eagle], food[French]")
        self._message.setObjectName("lineError")
        self._message.setProperty("error", True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setWordWrap(True)
        self._message.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._line)
        layout.addWidget(self._message)

    @property
    def error(self) -> str:
        """What keeps the line from being read, or the table from being written; or empty."""
        return self._error

    @property
    def composing(self) -> bool:
        """Whether an input method has begun something here."""
        return self._line.composing

    def commit(self) -> None:
        """Let what an input method has begun become text."""
        if self._line.composing:
            commit_composition()

    def point_out_error(self) -> None:
        """Put the keyboard where the error is."""
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _read(self, text: str) -> None:
        try:
            slots = MeaningRepresentation.parse(text).slots
        except ParseError as error:
            # The table does not have what stands here, so neither has its history.
            self._line.walks_alone = True
            self._say(str(error))
            return
        self._line.walks_alone = False
        self._say("")
        self._typing = True
        self._model.set_slots(slots, "Edit line", session=self._session)
        self._typing = False

    @Slot()
    def _follow(self) -> None:
        if self._typing:
            return
        self._line.walks_alone = False
        self._end_session()
        cursor = self._line.cursorPosition() if self._line.hasFocus() else 0
        self._line.setText(line_of(self._model.mr().slots))
        self._line.setCursorPosition(cursor)
        try:
            self._model.mr().linearise()
        except ValueError as error:
            self._say(str(error))
        else:
            self._say("")

    @Slot()
    def _end_session(self) -> None:
        self._session = self._model.new_session()

    def _say(self, error: str) -> None:
        mended = bool(self._error) and not error
        self._error = error
        self._message.setText(error)
        self._message.setVisible(bool(error))
        self._line.setProperty("invalid", bool(error))
        self._line.style().unpolish(self._line)
        self._line.style().polish(self._line)
        if mended:
            self.mended.emit()
