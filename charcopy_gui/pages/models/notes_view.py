"""The notes beside a model's file: Markdown, shown without fetching or opening anything."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QTextTable,
    QTextTableCell,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.models.facts_view import READING

_LARGEST = 20_000
"""Bytes that are read of them; Qt is slow with some that nobody would write."""
_DEEPEST = 40
"""Marks at the beginning of a line: quotations in quotations have to be drawn, too."""
_WIDEST = 60
"""Columns of a table."""
_APART = 8
"""Pixels between a table and what is around it."""
_SHORT = 16
"""Characters of a word."""
_NONE = "There are no notes beside this model's file."


class _Document(QTextDocument):
    """Pictures that notes speak of are not looked for, neither here nor in the network."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._blank = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        self._blank.fill(Qt.GlobalColor.transparent)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """A picture of nothing: for want of any, Qt would open a file of that name."""
        return self._blank


class NotesView(QTextEdit):
    """Markdown without HTML; links are text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._theme = LIGHT
        self._document = _Document(self)
        self.setDocument(self._document)
        self.setReadOnly(True)
        self.setTextInteractionFlags(READING)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("page")
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Notes on the model")
        self.setTabChangesFocus(True)
        self._document.setDocumentMargin(0)

    def show_file(self, path: Path | None) -> None:
        """Show the notes in a file, or that there are none."""
        self._text = _read(path) if path is not None else ""
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self._draw()

    def _draw(self) -> None:
        feature = QTextDocument.MarkdownFeature
        self._document.setDefaultFont(self.font())
        self._document.setMarkdown(
            self._text, feature.MarkdownDialectGitHub | feature.MarkdownNoHTML
        )
        self._colour()
        self._tidy_headings()
        self._tidy_tables()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _colour(self) -> None:
        """Put everything into the theme's text colour, links too: they lead nowhere."""
        cursor = QTextCursor(self._document)
        cursor.select(QTextCursor.SelectionType.Document)
        plain = QTextCharFormat()
        plain.setForeground(self._theme.muted if self._text == _NONE else self._theme.text)
        plain.setAnchor(False)
        plain.setAnchorHref("")
        plain.setFontUnderline(False)
        cursor.mergeCharFormat(plain)

    def _tidy_headings(self) -> None:
        """No larger than the page's own title, and apart from what is before them."""
        block = self._document.begin()
        while block.isValid():
            if level := block.blockFormat().headingLevel():
                cursor = QTextCursor(block)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                size = QTextCharFormat()
                size.setProperty(QTextFormat.Property.FontSizeAdjustment, 1 if level == 1 else 0)
                cursor.mergeCharFormat(size)
                apart = QTextBlockFormat()
                apart.setTopMargin(0 if block == self._document.begin() else 2 * _APART)
                apart.setBottomMargin(_APART // 2)
                QTextCursor(block).mergeBlockFormat(apart)
            block = block.next()

    def _tidy_tables(self) -> None:
        """No lines, and no row of headings where there are none."""
        for table in self._document.rootFrame().childFrames():
            if not isinstance(table, QTextTable):
                continue
            titles = (table.cellAt(0, column) for column in range(table.columns()))
            if not any(_text(title) for title in titles):
                table.removeRows(0, 1)
            shape = table.format()
            shape.setBorder(0)
            shape.setTopMargin(_APART)
            shape.setBottomMargin(_APART)
            table.setFormat(shape)
            for row in range(table.rows()):
                for column in range(table.columns()):
                    _keep_whole(table.cellAt(row, column))


def _keep_whole(cell: QTextTableCell) -> None:
    """A short word is not broken where other columns of its table can give way."""
    word = _text(cell)
    if len(word) <= _SHORT and " " not in word:
        whole = QTextBlockFormat()
        whole.setNonBreakableLines(True)
        cell.firstCursorPosition().mergeBlockFormat(whole)


def _text(cell: QTextTableCell) -> str:
    cursor = cell.firstCursorPosition()
    end = cell.lastCursorPosition().position()
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().strip()


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode("utf-8", errors="replace")
    except OSError:
        return _NONE
    return "\n".join(map(_tamed, text.splitlines())) if text.strip() else _NONE


def _tamed(line: str) -> str:
    """A line with no more columns, and no more marks before its text, than people write."""
    line = line if line.count("|") <= _WIDEST else line.replace("|", " ")
    text = line.lstrip(" \t>*+-#0123456789.)")
    marks = line[: len(line) - len(text)]
    return marks[:_DEEPEST] + text
