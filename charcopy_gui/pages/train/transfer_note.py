"""What a fine-tuning run took over from its checkpoint, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.parts.captions import remark
from core.records import Transfer

_PARTS = {
    "embedding": "character embeddings",
    "table_gru": "table GRU",
    "text_gru": "text GRU",
    "attention": "attention",
    "switch": "copy switch",
    "output": "output layer",
}
_MOST_CHARACTERS = 40
"""How many are named."""


class TransferNote(QWidget):
    """One line each for what is kept, what is new, and what can only be copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._weights = remark("What was transferred")
        self._characters = remark("Characters that can only be copied")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._weights)
        layout.addWidget(self._characters)
        self.clear()

    def show_transfer(self, transfer: Transfer) -> None:
        """Say what was transferred."""
        parts = [f"From {transfer.checkpoint}: {_listed(transfer.transferred)}."]
        if transfer.fresh:
            parts.append(f"Starting afresh: {_listed(transfer.fresh)}.")
        if transfer.dropped:
            parts.append(f"Not used: {_listed(transfer.dropped)}.")
        self._weights.setText(" ".join(parts))
        self._characters.setText(_only_copied(transfer.only_copied))
        self.show()

    def clear(self) -> None:
        """There is nothing to say."""
        self._weights.clear()
        self._characters.clear()
        self.hide()


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(map(_in_words, parts))


def _in_words(part: str) -> str:
    """Such as "attention", or "attention's coverage" where only this much of it is meant."""
    whole, _, only = part.partition(".")
    words = _PARTS.get(whole, whole)
    return f"{words}'s {only}" if only else words


def _only_copied(characters: Sequence[str]) -> str:
    if not characters:
        return "The checkpoint's alphabet has every character of this corpus."
    shown = " ".join(_visible(character) for character in characters[:_MOST_CHARACTERS])
    more = len(characters) - _MOST_CHARACTERS
    rest = f" and {more} more" if more > 0 else ""
    return f"Outside its alphabet, so that they can only be copied: {shown}{rest}"


def _visible(character: str) -> str:
    return character if character.isprintable() and character != " " else f"U+{ord(character):04X}"
