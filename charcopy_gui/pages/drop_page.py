"""A page on which files of this computer can be dropped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from charcopy_gui.pages.page import Page


class DropPage(Page):
    """Says which files it would take, and takes them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)

    def would_take(self, paths: Sequence[Path]) -> bool:
        """Whether these can be dropped now."""
        raise NotImplementedError

    def take(self, paths: Sequence[Path]) -> None:
        """These were dropped."""
        raise NotImplementedError

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Nothing but files; what comes from elsewhere is not here yet."""
        urls = event.mimeData().urls()
        if urls and all(url.isLocalFile() for url in urls) and self.would_take(_paths(event)):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take them."""
        event.acceptProposedAction()
        self.take(_paths(event))


def _paths(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls()]
