"""The look: a theme's colours and a size of text, put on the program, the window and its pages."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from charcopy_gui.appearance.stylesheet import stylesheet
from charcopy_gui.appearance.text_size import set_text_size
from charcopy_gui.appearance.theme import DARK, LIGHT, Theme, palette, system_theme
from charcopy_gui.frame.memory import Memory
from charcopy_gui.frame.menus import Menus
from charcopy_gui.frame.page_stack import PageStack
from charcopy_gui.pages.page import Page


class Look(QObject):
    """Follows the theme that was chosen, or the system's where none was; and the size of text."""

    def __init__(self, window: QMainWindow, memory: Memory, menus: Menus, stack: PageStack) -> None:
        super().__init__(window)
        self._window = window
        self._memory = memory
        self._menus = menus
        self._stack = stack
        menus.theme_chosen.connect(self._choose)
        menus.text_size_chosen.connect(self._resize)
        stack.page_made.connect(self._paint)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def apply(self) -> None:
        """Put the theme and the size of text on everything there is."""
        theme = self.theme()
        set_text_size(self._memory.settings.text_size)
        QApplication.setPalette(palette(theme))
        line = QFontMetrics(QApplication.font()).height()
        self._window.setStyleSheet(stylesheet(theme, line))
        for page in self._stack.made:
            page.set_theme(theme)
        self._menus.set_theme(self._memory.settings.theme)
        self._menus.set_text_size(self._memory.settings.text_size)

    def theme(self) -> Theme:
        """The colours in use."""
        chosen = self._memory.settings.theme
        return {"light": LIGHT, "dark": DARK}.get(chosen) or system_theme()

    @Slot(object)
    def _paint(self, page: Page) -> None:
        """Put the theme on a page that was made later."""
        page.set_theme(self.theme())

    @Slot(str)
    def _choose(self, theme: str) -> None:
        self._memory.keep_theme(theme)
        self.apply()

    @Slot(int)
    def _resize(self, percent: int) -> None:
        self._memory.keep_text_size(percent)
        self.apply()

    @Slot()
    def _follow_system(self) -> None:
        if self._memory.settings.theme == "system":
            self.apply()
