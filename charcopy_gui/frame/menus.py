"""The menu bar: every command of the window, with its shortcut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QKeySequence,
    QUndoGroup,
    QUndoStack,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QMessageBox

from charcopy_gui.appearance.text_size import larger, smaller
from charcopy_gui.frame.shortcuts import ELSEWHERE, of_actions, show_shortcuts, title_of
from charcopy_gui.process import diagnostics
from charcopy_gui.storage.settings import THEMES

_THEME_NAMES = ("Like the system", "Light", "Dark")
_ABOUT = (
    "CharCopy {version}\n\nShows how a neural network turns a table into a sentence, one character"
    " at a time, and which characters it copies. The network is that of Roberti, Bonetta,"
    " Cancelliere and Gallinari (2019).\n\nLicence: MIT. The shipped models carry licences of their"
    " own; see NOTICE and the models folder."
)
_Command = Callable[[], object]
_Commands = Sequence[tuple[str, str, _Command]]


class Menus(QObject):
    """Builds the menu bar, and keeps the actions that change later."""

    page_chosen = Signal(int)
    theme_chosen = Signal(str)
    text_size_chosen = Signal(int)
    """Percent."""
    model_chosen = Signal(object)
    """The path of a checkpoint."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._bar = window.menuBar()
        self._bar.setAccessibleName("Menus")
        names = ("&File", "&Edit", "&View", "&Run", "&Help")
        self._file, self._edit, self._view, self._run, self._help = map(self._bar.addMenu, names)
        self._models = QMenu("&Model", window)
        self._model_group = QActionGroup(self)
        self._theme_group = QActionGroup(self)
        self._page_group = QActionGroup(self)
        self._histories = QUndoGroup(self)
        self._of_table: list[QAction] = []
        self._of_text: list[QAction] = []
        self._of_steps: list[QAction] = []
        self._page_group.triggered.connect(self._choose_page)
        self._models.triggered.connect(self._choose_model)
        self._history: QUndoStack
        self._text_size = 100
        self.run: QAction
        self.stop: QAction

    def fill_file(
        self, open_file: _Command, save: _Command, exports: _Commands, close: _Command
    ) -> None:
        """Models and sessions, what a text is exported as, and the way out."""
        self._file.addMenu(self._models)
        self._add(self._file, "&Open…", open_file, QKeySequence.StandardKey.Open)
        self._file.addSeparator()
        kept = self._add(self._file, "&Save session…", save, QKeySequence.StandardKey.Save)
        menu = self._file.addMenu("&Export")
        of_text = [self._add(menu, title, command, keys) for title, keys, command in exports]
        self._of_text += [kept, menu.menuAction(), *of_text]
        self._file.addSeparator()
        self._add(self._file, "&Quit", close, "Ctrl+Q")

    def fill_edit(self, history: QUndoStack, *groups: _Commands) -> None:
        """Undo and redo, and groups of what is done to slots, with a line before each."""
        self._history = history
        self._histories.addStack(history)
        undo = self._histories.createUndoAction(self, "&Undo")
        undo.setData("Undo")
        undo.setShortcut(QKeySequence.StandardKey.Undo)
        redo = self._histories.createRedoAction(self, "&Redo")
        redo.setData("Redo")
        redo.setShortcuts([QKeySequence(keys) for keys in ("Ctrl+Shift+Z", "Ctrl+Y")])
        self._edit.addActions([undo, redo])
        for commands in groups:
            self._edit.addSeparator()
            for title, shortcut, command in commands:
                self._of_table.append(self._add(self._edit, title, command, shortcut))

    def add_history(self, history: QUndoStack) -> None:
        """Undo and redo act on one more history, while it is the active one."""
        self._histories.addStack(history)

    def fill_view(self, pages: Sequence[str], full_screen: _Command) -> None:
        """Pages, themes and sizes of text."""
        for index, page in enumerate(pages):
            action = self._add(self._view, page, None, f"Ctrl+{index + 1}")
            action.setData(index)
            self._page_group.addAction(action)
        self._view.addSeparator()
        themes = self._view.addMenu("&Theme")
        for theme, name in zip(THEMES, _THEME_NAMES, strict=True):
            action = self._theme_group.addAction(name)
            action.setCheckable(True)
            action.setData(theme)
            themes.addAction(action)
        themes.triggered.connect(self._choose_theme)
        self._view.addSeparator()
        self._larger = self._add(self._view, "&Larger text", self._enlarge)
        self._larger.setShortcuts([QKeySequence(keys) for keys in ("Ctrl++", "Ctrl+=")])
        self._smaller = self._add(self._view, "&Smaller text", self._reduce, "Ctrl+-")
        self._add(self._view, "&Normal text", self._take_normal, "Ctrl+0")
        self._view.addSeparator()
        self._add(self._view, "F&ull screen", full_screen, QKeySequence.StandardKey.FullScreen)

    def fill_run(self, run: _Command, stop: _Command, back: _Command, on: _Command) -> None:
        """Run, stop, and walking along the text."""
        self.run = self._add(self._run, "&Run", run)
        self.run.setShortcuts([QKeySequence(keys) for keys in ("Ctrl+Return", "Ctrl+Enter", "F5")])
        self.stop = self._add(self._run, "&Stop", stop, "Esc")
        self._run.addSeparator()
        self._of_steps.append(self._add(self._run, "&Previous character", back, "Alt+Left"))
        self._of_steps.append(self._add(self._run, "&Next character", on, "Alt+Right"))

    def fill_help(
        self,
        show_guide: _Command,
        begin_tour: _Command,
        lessons: _Commands,
        show_log: _Command,
        copy_diagnostics: _Command,
    ) -> None:
        """What there is to know, and what to pass on when something does not work."""
        self._add(self._help, "Guided &tour", begin_tour, "Ctrl+F1")
        menu = self._help.addMenu("L&essons")
        for title, keys, command in lessons:
            self._add(menu, title, command, keys)
        self._add(self._help, "&Guide", show_guide, "Shift+F1")
        self._add(self._help, "&Keyboard shortcuts", self._show_shortcuts, "F1")
        self._help.addSeparator()
        self._add(self._help, "Show &log", show_log)
        self._add(self._help, "Copy &diagnostics", copy_diagnostics)
        self._help.addSeparator()
        self._add(self._help, "&About CharCopy", self._show_about)

    def _add(
        self,
        menu: QMenu,
        title: str,
        command: _Command | None,
        shortcut: str | QKeySequence.StandardKey = "",
    ) -> QAction:
        action = menu.addAction(title)
        if shortcut:
            action.setShortcut(shortcut)
        if command is not None:
            action.triggered.connect(command)
        return action

    # Help.

    @Slot()
    def _show_shortcuts(self) -> None:
        menus = (self._file, self._edit, self._view, self._run, self._help)
        listed = {title_of(menu.menuAction()): of_actions(menu.actions()) for menu in menus}
        show_shortcuts({**listed, **ELSEWHERE}, self._window)

    @Slot()
    def _show_about(self) -> None:
        self.inform("About CharCopy", _ABOUT.format(version=diagnostics.version("charcopy")))

    def inform(self, title: str, text: str) -> None:
        """Say something in a box that blocks nothing."""
        box = QMessageBox(QMessageBox.Icon.NoIcon, title, text, parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowModality(Qt.WindowModality.NonModal)
        box.show()

    # What changes later.

    def set_table_seen(self, seen: bool) -> None:
        """Enable what acts on the table while it is seen, and only then."""
        self._history.setActive(seen)
        for action in self._of_table:
            action.setEnabled(seen)

    def set_steps_seen(self, seen: bool) -> None:
        """Enable walking along a text while one can be seen, and only then."""
        for action in self._of_steps:
            action.setEnabled(seen)

    def set_text_seen(self, seen: bool) -> None:
        """Enable what saves a text while there is one to be seen, and only then."""
        for action in self._of_text:
            action.setEnabled(seen)

    def set_models(self, models: Sequence[tuple[str, Path]], chosen: Path | None) -> None:
        """List the models there are."""
        self._models.clear()
        for action in self._model_group.actions():
            self._model_group.removeAction(action)
            action.deleteLater()
        for name, path in models:
            action = self._model_group.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(path == chosen)
            action.setData(path)
            self._models.addAction(action)
        if not models:
            self._models.addAction("No model yet").setEnabled(False)

    def set_theme(self, theme: str) -> None:
        """Tick a theme."""
        for action in self._theme_group.actions():
            action.setChecked(action.data() == theme)

    def set_text_size(self, percent: int) -> None:
        """The size of text that is in use, from which there may be larger and smaller ones."""
        self._text_size = percent
        self._larger.setEnabled(larger(percent) != percent)
        self._smaller.setEnabled(smaller(percent) != percent)

    @Slot()
    def _enlarge(self) -> None:
        self.text_size_chosen.emit(larger(self._text_size))

    @Slot()
    def _reduce(self) -> None:
        self.text_size_chosen.emit(smaller(self._text_size))

    @Slot()
    def _take_normal(self) -> None:
        self.text_size_chosen.emit(100)

    @Slot(QAction)
    def _choose_page(self, action: QAction) -> None:
        self.page_chosen.emit(action.data())

    @Slot(QAction)
    def _choose_theme(self, action: QAction) -> None:
        self.theme_chosen.emit(action.data())

    @Slot(QAction)
    def _choose_model(self, action: QAction) -> None:
        self.model_chosen.emit(action.data())
