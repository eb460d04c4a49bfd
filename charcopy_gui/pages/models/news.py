"""What was done with a model, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from charcopy_gui.pages.parts.captions import remark
from core.model_store import StoredModel


class News(QWidget):
    """There while it has something to say."""

    undo_requested = Signal()
    use_requested = Signal(object)
    """The path of the model that is offered in place of one that is gone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = remark("What was done")
        self._undo = QPushButton("Undo")
        self._use = QPushButton()
        self._instead: StoredModel | None = None
        self._undo.setAccessibleName("Undo")
        self._undo.setToolTip("Bring it back from the trash")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._words, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._undo)
        layout.addWidget(self._use)
        self._undo.clicked.connect(self.undo_requested)
        self._use.clicked.connect(self._ask)
        self.say("")

    def say(
        self, words: str, *, can_undo: bool = False, instead: StoredModel | None = None
    ) -> None:
        """Say something, or nothing; offer to undo it, and a model in place of one that is gone."""
        self._words.setText(words)
        self._instead = instead
        self._undo.setVisible(can_undo)
        self._use.setVisible(instead is not None)
        if instead is not None:
            self._use.setText(f"Use {instead.card.name}".replace("&", "&&"))
            self._use.setAccessibleName(f"Use {instead.card.name}")
            self._use.setToolTip("Write with this model, on Generate")
        self.setVisible(bool(words))

    @Slot()
    def _ask(self) -> None:
        if self._instead is not None:
            self.use_requested.emit(self._instead.path)
