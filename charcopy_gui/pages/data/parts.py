"""Parts: the corpus that is looked at, or what is asked before there is one; one at a time."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.data.build_panel import BuildPanel
from charcopy_gui.pages.data.corpus_view import CorpusView
from charcopy_gui.pages.data.import_panel import ImportPanel
from charcopy_gui.pages.data.plus_panel import PlusPanel


class Parts(QStackedWidget):
    """The view of a corpus, and the panels that stand in its place while they ask."""

    turned = Signal()
    """Another part is seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = CorpusView()
        self.importing = ImportPanel()
        self.building = BuildPanel()
        self.plus = PlusPanel()
        for part in (self.view, self.importing, self.building, self.plus):
            self.addWidget(part)

    @property
    def seen(self) -> QWidget:
        """The part that is in front."""
        return self.currentWidget() or self.view

    @property
    def builds(self) -> bool:
        """Whether the part that is in front makes a corpus."""
        return self.seen in (self.building, self.plus)

    def show_part(self, part: QWidget) -> None:
        """Bring a part to the front."""
        self.setCurrentWidget(part)
        self.turned.emit()

    @Slot()
    def show_view(self) -> None:
        """Leave what was asked."""
        self.show_part(self.view)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        for part in (self.view, self.importing, self.building, self.plus):
            part.set_theme(theme)
