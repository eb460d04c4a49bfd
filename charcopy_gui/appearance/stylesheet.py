"""The application's stylesheet: every widget's look, in a theme's colours."""

from __future__ import annotations

from dataclasses import fields
from string import Template

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.storage import paths


def stylesheet(theme: Theme, line: int = 0) -> str:
    """The whole application's stylesheet in a theme's colours.

    Args:
        theme: the colours.
        line: pixels from one line of text to the next; what holds text is no lower than that.
    """
    colours = {
        field.name: getattr(theme, field.name).name()
        for field in fields(theme)
        if field.name != "dark"
    }
    heights = {"button": 18, "field": 20, "entry": 26}
    least = {name: str(max(height, line)) for name, height in heights.items()}
    scale = max(line / _USUAL_LINE, 1)
    least |= {"box": str(round(14 * scale)), "icon": str(round(16 * scale))}
    tick = "tick-on-light.svg" if theme.dark else "tick-on-dark.svg"
    colours["tick"] = (paths.resources() / "icons" / tick).as_posix()
    return Template(_STYLESHEET).substitute(colours | least)


_USUAL_LINE = 18
"""Pixels of a line of text of the usual size."""
_ARROW = (
    "image: none; width: 9px; height: 6px; border: none; background: qconicalgradient(cx: 0.5, "
)
_WEDGE = (
    "stop: 0 transparent, stop: 0.155 transparent, stop: 0.185 $muted, "
    "stop: 0.315 $muted, stop: 0.345 transparent, stop: 1 transparent);"
)
_DOWN = f"{_ARROW} cy: 1, angle: 0, {_WEDGE}"
_UP = f"{_ARROW} cy: 0, angle: 180, {_WEDGE}"
"""Arrow heads as wedges of a conical gradient: sharp at any scale, in the theme's own colour."""

_STYLESHEET = """
QMainWindow, QDialog { background: $background; }
QLabel { background: transparent; }
QLabel[muted="true"] { color: $muted; }
QLabel[error="true"] { color: $error; }
QToolTip {
    background: $surface; color: $text; border: 1px solid $outline; padding: 4px 8px;
}

QPushButton, QToolButton {
    background: $panel; color: $text; border: 1px solid $outline; border-radius: 6px;
    padding: 6px 14px; min-height: ${button}px; icon-size: ${icon}px;
}
QToolButton { padding: 6px 7px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked, QPushButton:checked {
    background: $selection;
}
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: 5px 13px; }
QToolButton:focus { padding: 5px 6px; }
QPushButton:disabled, QToolButton:disabled { color: $edge; border-color: $border; }
QPushButton:checked:disabled, QToolButton:checked:disabled { color: $muted; }
QPushButton[primary="true"] {
    background: $accent; color: $accent_text; border-color: $accent; font-weight: 600;
}
QPushButton[primary="true"]:hover, QPushButton[primary="true"]:pressed {
    background: $accent_hover; border-color: $accent_hover;
}
QPushButton[primary="true"]:focus { border: 2px solid $text; }
QPushButton[primary="true"]:disabled {
    background: $hover; color: $muted; border-color: $border;
}
QPushButton::menu-indicator { subcontrol-position: right center; right: 8px; @DOWN }
QToolButton::menu-indicator { image: none; }
QToolButton[popupMode="2"] { padding-right: 22px; }
QToolButton[popupMode="2"]::menu-indicator {
    subcontrol-position: right center; right: 8px; @DOWN
}

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit {
    background: $panel; color: $text; border: 1px solid $edge; border-radius: 6px;
    padding: 5px 8px; selection-background-color: $selection; selection-color: $text;
}
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { min-height: ${field}px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus,
QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $accent; padding: 4px 7px; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {
    color: $muted; border-color: $border; background: $surface;
}
QTextEdit#page, QTextEdit#page:focus {
    background: $background; border: 2px solid transparent; padding: 0;
}
QTextEdit#page:focus { border-color: $accent; }
QLineEdit[invalid="true"] { border: 2px solid $error; padding: 4px 7px; }
QComboBox { padding-right: 26px; combobox-popup: 0; }
QComboBox:hover { background: $hover; }
QComboBox::drop-down {
    subcontrol-origin: padding; subcontrol-position: center right; width: 26px; border: none;
}
QComboBox::down-arrow { @DOWN }
QComboBox QAbstractItemView {
    background: $panel; color: $text; border: 1px solid $outline; padding: 4px; outline: none;
    selection-background-color: $selection; selection-color: $text;
}
QComboBox QAbstractItemView::item { min-height: ${entry}px; padding: 0 8px; }
QSpinBox, QDoubleSpinBox {
    padding-right: 22px; max-height: ${field}px; qproperty-alignment: "AlignRight | AlignVCenter";
}
QSpinBox::up-button, QDoubleSpinBox::up-button {
    subcontrol-origin: padding; subcontrol-position: top right; width: 22px; border: none;
}
QSpinBox::down-button, QDoubleSpinBox::down-button {
    subcontrol-origin: padding; subcontrol-position: bottom right; width: 22px; border: none;
}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { @UP }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { @DOWN }

QTableView, QTreeView, QListView {
    background: $background; alternate-background-color: $surface; color: $text; border: none;
    gridline-color: $border; outline: none;
    selection-background-color: $selection; selection-color: $text;
}
QTableView::item { padding: 4px 8px; border: none; border-bottom: 1px solid $border; }
QTableView::item:hover, QTreeView::item:hover, QListView::item:hover { background: $hover; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected {
    background: $selection; color: $text;
}
QTableView::item:focus { border: 2px solid $accent; padding: 3px 6px; }
QTableView QLineEdit, QTableView QLineEdit:focus {
    border-radius: 0; padding: 0 6px; min-height: 0;
}
QHeaderView { background: $background; border: none; }
QHeaderView::section {
    background: $background; color: $muted; border: none; border-bottom: 1px solid $outline;
    padding: 6px 8px;
}
QTableView QHeaderView::section { padding: 6px 11px; }
QTableView QHeaderView::section:vertical { border-bottom-color: $border; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTableCornerButton::section { background: $background; border: none; }

QListWidget#navigation {
    background: $surface; border: none; padding: 8px; outline: none;
}
QListWidget#navigation::item {
    color: $text; border: 2px solid transparent; border-radius: 6px; padding: 6px 8px;
    margin: 1px 0; min-height: ${field}px;
}
QListWidget#navigation::item:hover { background: $hover; }
QListWidget#navigation::item:selected { background: $selection; color: $text; }
QListWidget#navigation::item:selected:focus { border-color: $accent; }

QListWidget#entries { padding: 0; }
QListWidget#entries::item {
    border: 2px solid transparent; border-radius: 6px; padding: 5px 8px; margin: 1px 0;
}
QListWidget#entries::item:selected:focus { border-color: $accent; }
QListWidget#entries::item:disabled { color: $muted; padding-top: 12px; }
QListWidget#framed { border: 1px solid $outline; border-radius: 6px; padding: 4px; }

QFrame#tour { background: $panel; border: 1px solid $accent; border-radius: 8px; }
QFrame#offer { background: $surface; border: 1px solid $border; border-radius: 6px; }

QTabBar::tab {
    background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
    padding: 6px 4px; margin-right: 16px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:selected:focus { background: $selection; }
QTabBar QToolButton { padding: 0; border: none; min-height: 0; }

QCheckBox, QRadioButton { color: $text; background: transparent; spacing: 8px; padding: 2px; }
QCheckBox::indicator, QRadioButton::indicator, QListView::indicator {
    width: ${box}px; height: ${box}px; background: $panel; border: 1px solid $muted;
}
QCheckBox::indicator, QListView::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { background: $hover; }
QCheckBox::indicator:checked, QListView::indicator:checked {
    border: 1px solid $accent; background: $accent; image: url("$tick");
}
QRadioButton::indicator:checked {
    border: 1px solid $accent;
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $accent_text, stop: 0.45 $accent_text, stop: 0.55 $accent, stop: 1 $accent);
}
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid $accent; }
QCheckBox:disabled, QRadioButton:disabled { color: $muted; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {
    border-color: $outline; background: $surface;
}
QCheckBox::indicator:checked:disabled { border-color: $outline; background: $outline; }
QRadioButton::indicator:checked:disabled {
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $surface, stop: 0.45 $surface, stop: 0.55 $outline, stop: 1 $outline);
}

QScrollArea { border: none; background: transparent; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $outline; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: transparent; }
QSplitter::handle:horizontal { width: 9px; }
QSplitter::handle:vertical { height: 9px; }
QSplitter::handle:hover { background: $border; }

QSlider { min-height: 22px; }
QSlider::groove:horizontal { height: 4px; background: $border; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal {
    width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
    background: $panel; border: 1px solid $muted;
}
QSlider::handle:horizontal:hover { background: $hover; }
QSlider::handle:horizontal:focus { border: 2px solid $accent; }
QSlider::handle:horizontal:disabled { border-color: $outline; }
QSlider::sub-page:horizontal:disabled { background: $outline; }

QMenuBar { background: $surface; color: $text; border: none; padding: 2px; }
QMenuBar::item { background: transparent; padding: 4px 8px; border-radius: 4px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $panel; color: $text; border: 1px solid $outline; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 16px; border-radius: 4px; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QStatusBar { background: $surface; color: $muted; border: none; }
QStatusBar::item { border: none; }
QProgressBar {
    background: $border; color: $text; border: none; border-radius: 3px; max-height: 6px;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }
""".replace("@DOWN", _DOWN).replace("@UP", _UP)
