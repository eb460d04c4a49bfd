"""Colours and fonts, for widgets and plots alike: one light theme, one dark."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette


@dataclass(frozen=True)
class Theme:
    """Every colour the window uses. Generated is blue and copied is orange, everywhere."""

    dark: bool
    background: QColor
    """The page."""
    surface: QColor
    """What lies beside the page: navigation, headers, menus."""
    panel: QColor
    """Fields and buttons."""
    hover: QColor
    """A field, button or row under the pointer."""
    border: QColor
    """Decorative lines: separators, grids."""
    outline: QColor
    """The edge of a button, which is known by its words as well."""
    edge: QColor
    """The edge by which a field is known; words that cannot be used now."""
    text: QColor
    muted: QColor
    accent: QColor
    """The primary button, the focus ring, the chosen step."""
    accent_hover: QColor
    accent_text: QColor
    """Text on the accent."""
    selection: QColor
    """Behind selected text and rows."""
    generated: QColor
    copied: QColor
    copied_line: QColor
    """Copied, where it is a thin line that has to be seen on the page."""
    backward: QColor
    """The second phase's curves."""
    tables: QColor
    """Tables of a corpus and what is in them, where nothing is generated or copied."""
    texts: QColor
    """Its texts."""
    heat: QColor
    """Full attention; none is the page's background."""
    error: QColor
    warning: QColor
    """The icon of what should be looked at, and is no error."""
    success: QColor


LIGHT = Theme(
    dark=False,
    background=QColor("#ffffff"),
    surface=QColor("#f6f7f9"),
    panel=QColor("#ffffff"),
    hover=QColor("#eceff3"),
    border=QColor("#e1e4ea"),
    outline=QColor("#c3c9d2"),
    edge=QColor("#848c97"),
    text=QColor("#1b1f24"),
    muted=QColor("#5b646f"),
    accent=QColor("#2468ad"),
    accent_hover=QColor("#1b5896"),
    accent_text=QColor("#ffffff"),
    selection=QColor("#d5e6f6"),
    generated=QColor("#0072b2"),
    copied=QColor("#e69f00"),
    copied_line=QColor("#b87a00"),
    backward=QColor("#d55e00"),
    tables=QColor("#00835f"),
    texts=QColor("#a8447f"),
    heat=QColor("#0072b2"),
    error=QColor("#b00020"),
    warning=QColor("#6f6600"),
    success=QColor("#1b7440"),
)

DARK = Theme(
    dark=True,
    background=QColor("#17181b"),
    surface=QColor("#1f2125"),
    panel=QColor("#232529"),
    hover=QColor("#2c2f35"),
    border=QColor("#2e3137"),
    outline=QColor("#474c55"),
    edge=QColor("#6b7280"),
    text=QColor("#e8eaed"),
    muted=QColor("#abb2bc"),
    accent=QColor("#6bb0ea"),
    accent_hover=QColor("#8cc3f1"),
    accent_text=QColor("#0d1a26"),
    selection=QColor("#24435f"),
    generated=QColor("#56b4e9"),
    copied=QColor("#e69f00"),
    copied_line=QColor("#e69f00"),
    backward=QColor("#d55e00"),
    tables=QColor("#3fd0a4"),
    texts=QColor("#e39ac4"),
    heat=QColor("#56b4e9"),
    error=QColor("#ff8f93"),
    warning=QColor("#e5d95a"),
    success=QColor("#74cc97"),
)

TINT_STRENGTH = 0.30
"""How much of the copied colour lies behind a character that was copied for certain."""

SHADE_STRENGTH = 0.50
"""How much of the heat colour lies behind a source character with all the attention."""


def system_theme() -> Theme:
    """The theme that follows the desktop's light or dark setting."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if dark else LIGHT


def system_monospace() -> QFont:
    """The desktop's fixed-pitch font, or any fixed-pitch one where that is not one.

    It is as much larger than the desktop's as the program's other text is.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    general = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    scale = QGuiApplication.font().pointSizeF() / general.pointSizeF()
    if font.pointSizeF() > 0 and scale > 0:
        font.setPointSizeF(font.pointSizeF() * scale)
    font.setStyleHint(QFont.StyleHint.Monospace)
    if not QFontInfo(font).fixedPitch():
        font.setFamily("monospace")
    return font


def blend(under: QColor, over: QColor, strength: float) -> QColor:
    """The colour seen where ``over`` covers ``under`` with a strength between 0 and 1."""
    share = min(max(strength, 0.0), 1.0)
    return QColor(
        round(under.red() + (over.red() - under.red()) * share),
        round(under.green() + (over.green() - under.green()) * share),
        round(under.blue() + (over.blue() - under.blue()) * share),
    )


def tint(theme: Theme, p_gen: float | None) -> QColor:
    """The soft colour behind a written character: the page where generated, orange where copied.

    Transparent where the model has no copy switch.
    """
    if p_gen is None:
        return QColor(0, 0, 0, 0)
    return blend(theme.background, theme.copied, TINT_STRENGTH * (1.0 - p_gen))


def shade(theme: Theme, weight: float) -> QColor:
    """The soft colour behind a source character that has this share of the attention."""
    return blend(theme.background, theme.heat, SHADE_STRENGTH * weight)


def palette(theme: Theme) -> QPalette:
    """The palette for whatever the stylesheet does not reach."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.background,
        role.WindowText: theme.text,
        role.Base: theme.background,
        role.AlternateBase: theme.surface,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted,
        role.Button: theme.panel,
        role.ButtonText: theme.text,
        role.ToolTipBase: theme.surface,
        role.ToolTipText: theme.text,
        role.Highlight: theme.selection,
        role.HighlightedText: theme.text,
        role.Link: theme.accent,
        role.BrightText: theme.error,
        role.Light: theme.hover,
        role.Mid: theme.outline,
        role.Dark: theme.border,
        role.Accent: theme.accent,
    }
    result = QPalette()
    for name, colour in colours.items():
        result.setColor(name, colour)
    for name in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, name, theme.edge)
    return result
