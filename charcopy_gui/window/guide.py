"""The user guide in a window of its own: chapters at the left, the chosen one at the right.

A picture `x.png` is of the light theme; its twin `x-dark.png` is shown in the dark one.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QUrl, Slot
from PySide6.QtGui import (
    QImage,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.storage import paths

_TEXT = 740
"""Pixels of a picture's width, and so of the text's."""
_ABOVE_HEADING, _BELOW_HEADING, _BELOW_PICTURE, _CELL = 20, 6, 16, 6
_PICTURE = "\ufffc"
"""What a document's text has in place of one."""
_AROUND_TITLES = 32
"""Pixels beside the longest one."""
_MIDDLE = 128
"""Of lightness, which goes from 0 to 255."""
_LINE = 130
"""Percent, from one line to the next."""


def chapters(folder: Path) -> list[tuple[str, Path]]:
    """The title and the file of every chapter, in the order of the files' names."""
    return [(_title(path), path) for path in sorted(folder.glob("*.md"))]


def _title(path: Path) -> str:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("#").strip()


class Guide(QDialog):
    """Reads the chapters of a folder; whatever it shows lies on this computer."""

    def __init__(self, folder: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chapters = chapters(folder or paths.guide())
        self._list = QListWidget()
        self._search = QLineEdit()
        self._view = _Reader()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("CharCopy guide")
        self._fill()
        self._lay_out()
        self._list.currentItemChanged.connect(self._open)
        self._view.sourceChanged.connect(self._follow)
        self._search.textChanged.connect(self._filter)
        self._search.returnPressed.connect(self._find)
        self._list.setCurrentRow(0)

    def _fill(self) -> None:
        self._list.setObjectName("entries")
        self._list.setAccessibleName("Chapters")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for title, path in self._chapters:
            item = QListWidgetItem(title)
            item.setToolTip(title)
            item.setData(Qt.ItemDataRole.UserRole, QUrl.fromLocalFile(str(path)))
            self._list.addItem(item)
        self._search.setAccessibleName("Search the guide")
        self._search.setPlaceholderText("Search")
        self._search.setClearButtonEnabled(True)
        self._search.setToolTip("Lists the chapters with these words; Return finds them in one")
        self._view.setAccessibleName("Chapter")

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        column.addWidget(self._search)
        column.addWidget(self._list, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self._view)
        splitter.setStretchFactor(1, 1)
        self._list.ensurePolished()
        narrow = self._list.sizeHintForColumn(0) + _AROUND_TITLES
        splitter.setSizes([narrow, _TEXT + 64])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(splitter)
        self.resize(narrow + _TEXT + 120, 760)

    @Slot()
    def _open(self) -> None:
        item = self._list.currentItem()
        if item is not None and item.data(Qt.ItemDataRole.UserRole) != _file(self._view.source()):
            self._view.setSource(item.data(Qt.ItemDataRole.UserRole))

    @Slot(QUrl)
    def _follow(self, source: QUrl) -> None:
        """A link has led to another chapter."""
        for item in self._items():
            if item.data(Qt.ItemDataRole.UserRole) == _file(source):
                self._list.setCurrentItem(item)

    @Slot(str)
    def _filter(self, words: str) -> None:
        for (_, path), item in zip(self._chapters, self._items(), strict=True):
            text = path.read_text(encoding="utf-8").casefold()
            item.setHidden(words.casefold() not in text)

    @Slot()
    def _find(self) -> None:
        """Go on to the next place, in this chapter or the next one that has the words."""
        words = self._search.text()
        if not words or self._view.find(words):
            return
        at = self._list.currentRow()
        rows = [*range(at + 1, self._list.count()), *range(at + 1)]
        there = next((row for row in rows if not self._list.item(row).isHidden()), None)
        if there is not None:
            self._list.setCurrentRow(there)
            self._view.moveCursor(self._view.textCursor().MoveOperation.Start)
            self._view.find(words)

    def _items(self) -> list[QListWidgetItem]:
        return [self._list.item(row) for row in range(self._list.count())]


class _Reader(QTextBrowser):
    """Markdown with pictures that are as wide as the text, and in the theme's colours."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setOpenExternalLinks(True)
        self.document().setDocumentMargin(24)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Pictures in the theme's colours, at the text's width; the rest as it is."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        file = Path(self.source().resolved(QUrl(name)).toLocalFile())
        twin = file.with_stem(f"{file.stem}-dark")
        is_dark = self.palette().base().color().lightness() < _MIDDLE
        picture = QImage(str(twin if is_dark and twin.is_file() else file))
        if picture.isNull():
            return None
        ratio = self.devicePixelRatioF()
        width = min(round(_TEXT * ratio), picture.width())
        shown = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        return shown

    def doSetSource(
        self,
        name: QUrl | str,
        kind: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,
    ) -> None:
        """Read a chapter, and set it with air between its lines and parts."""
        super().doSetSource(name, kind)
        cursor, block = QTextCursor(self.document()), self.document().begin()
        while block.isValid():
            form = block.blockFormat()
            if form.headingLevel() > 1:
                form.setTopMargin(_ABOVE_HEADING)
                form.setBottomMargin(_BELOW_HEADING)
            elif block.text() == _PICTURE:
                form.setBottomMargin(_BELOW_PICTURE)
            elif not form.hasProperty(QTextFormat.Property.BlockCodeFence):
                form.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setPosition(block.position())
            cursor.setBlockFormat(form)
            block = block.next()
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table = frame.format()
                table.setBorder(0)
                table.setCellPadding(_CELL)
                table.setTopMargin(_BELOW_HEADING)
                table.setBottomMargin(_ABOVE_HEADING)
                frame.setFormat(table)

    def changeEvent(self, event: QEvent) -> None:
        """Other colours, or another size of text: links and headings are made anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.reload()


def _file(source: QUrl) -> QUrl:
    """An address without the place in the file."""
    return QUrl.fromLocalFile(source.toLocalFile())
