"""Completion within a line: of the name or the value that the cursor stands in."""

from __future__ import annotations

import re
from typing import NamedTuple

from PySide6.QtCore import QObject, QStringListModel, Signal, Slot
from PySide6.QtWidgets import QLineEdit

from charcopy_gui.pages.generate.completion import Completions, completer

_MARK = re.compile(r"[\[\],]")
_ENDS = re.compile(r"\s*(?:[\[\],]|\Z)")
"""What stands behind the cursor where a name or a value ends there."""
_UNITS = "utf-16-le"
_LONGEST = 5000
"""Characters; in a longer line nobody looks for a slot's name by its first letters."""


class Place(NamedTuple):
    """What is being typed."""

    name: str | None
    """The slot whose value it is; None for a name."""
    start: int
    typed: str


def place(line: str, cursor: int) -> Place:
    """The name or value before the cursor, as far as it is there."""
    depth = start = 0
    name = ""
    for mark in _MARK.finditer(line, 0, cursor):
        if mark[0] == "[":
            if depth == 0:
                name, start = line[start : mark.start()].strip(), mark.end()
            depth += 1
        elif mark[0] == "]":
            depth = max(depth - 1, 0)
            start = start if depth else mark.end()
        elif depth == 0:
            start = mark.end()
    typed = line[start:cursor]
    if depth:
        return Place(name, start, typed)
    return Place(None, start + len(typed) - len(typed.lstrip()), typed.lstrip())


class LineCompletion(QObject):
    """Opens a list while a name or a value is typed at the end of what is known of it."""

    completed = Signal(str)
    """The line, with what was chosen in it."""

    def __init__(self, line: QLineEdit, completions: Completions) -> None:
        super().__init__(line)
        self._line = line
        self._completions = completions
        self._words = QStringListModel(self)
        self._list = completer((), line)
        self._list.setModel(self._words)
        # Not the line's own completer, which would replace all of it.
        self._list.setWidget(line)
        self._list.activated.connect(self._complete)
        line.textEdited.connect(self._offer)

    @Slot(str)
    def _offer(self, text: str) -> None:
        cursor = self._cursor(text)
        at = place(text, cursor) if len(text) < _LONGEST else None
        if at is None or not at.typed or not _ENDS.match(text, cursor):
            self._close()
            return
        words = self._completions.names() if at.name is None else self._completions.values(at.name)
        self._words.setStringList([word for word in words if word != at.typed])
        self._list.setCompletionPrefix(at.typed)
        if self._list.completionCount():
            self._list.complete()
        else:
            self._close()

    def _cursor(self, text: str) -> int:
        """The characters before the cursor: Qt counts one outside of the basic plane twice."""
        before = text.encode(_UNITS, "surrogatepass")[: 2 * self._line.cursorPosition()]
        return len(before.decode(_UNITS, "ignore"))

    def _close(self) -> None:
        popup = self._list.popup()
        if popup is not None:
            popup.hide()

    @Slot(str)
    def _complete(self, word: str) -> None:
        text = self._line.text()
        cursor = self._cursor(text)
        at = place(text, cursor)
        rest = text[cursor:]
        closing = "[" if at.name is None else "]"
        more = "" if rest.startswith(closing) else closing
        written = f"{text[: at.start]}{word}"
        self._line.setText(f"{written}{more}{rest}")
        self._line.setCursorPosition(len(written.encode(_UNITS, "surrogatepass")) // 2 + 1)
        self.completed.emit(self._line.text())
