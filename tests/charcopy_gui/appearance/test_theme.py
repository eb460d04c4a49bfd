"""The contrasts asserted here are those of WCAG 2.2, 1.4.3 (text) and 1.4.11 (graphics)."""

from itertools import pairwise

import pytest
from contrast import GRAPHICS, TEXT, contrast
from PySide6.QtGui import QColor, QPalette

from charcopy_gui.appearance.theme import (
    DARK,
    LIGHT,
    blend,
    palette,
    shade,
    tint,
)

both = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def test_contrast_is_the_one_of_wcag():
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.005)


@both
def test_text_is_readable_wherever_it_stands(theme):
    for ground in (theme.background, theme.surface, theme.panel, theme.hover, theme.selection):
        assert contrast(theme.text, ground) >= TEXT
    for ground in (theme.background, theme.surface, theme.panel):
        for colour in (theme.muted, theme.error, theme.success):
            assert contrast(colour, ground) >= TEXT
    for ground in (theme.hover, theme.selection, tint(theme, 0.0)):
        assert contrast(theme.muted, ground) >= TEXT
    for ground in (theme.accent, theme.accent_hover):
        assert contrast(theme.accent_text, ground) >= TEXT


@both
def test_fields_and_the_ring_of_the_focus_are_seen_wherever_they_stand(theme):
    for ground in (theme.background, theme.surface, theme.panel):
        assert contrast(theme.edge, ground) >= GRAPHICS
        assert contrast(theme.muted, ground) >= GRAPHICS
    for ground in (theme.background, theme.surface, theme.panel, theme.hover, theme.selection):
        assert contrast(theme.accent, ground) >= GRAPHICS
    assert contrast(theme.text, theme.background) >= GRAPHICS  # Around the primary button.


@both
@pytest.mark.parametrize("p_gen", [0.0, 0.25, 0.5, 1.0])
def test_text_is_readable_on_every_tint(theme, p_gen):
    assert contrast(theme.text, tint(theme, p_gen)) >= TEXT
    assert contrast(theme.text, shade(theme, p_gen)) >= TEXT


@both
def test_lines_and_curves_are_seen_on_the_page(theme):
    for colour in (theme.accent, theme.generated, theme.copied_line, theme.backward, theme.heat):
        assert contrast(colour, theme.background) >= GRAPHICS
    for colour in (theme.tables, theme.texts, theme.warning):
        for ground in (theme.background, theme.selection):
            assert contrast(colour, ground) >= GRAPHICS
    meanings = (theme.generated, theme.copied, theme.copied_line, theme.backward)
    for colour in (theme.tables, theme.texts, theme.warning):
        assert all(_far_apart(colour, other) for other in meanings)


def _far_apart(one: QColor, other: QColor) -> bool:
    """Whether two colours have hues that nobody takes for one another."""
    turn = abs(one.hueF() - other.hueF())
    return min(turn, 1 - turn) > 0.025


def test_the_two_colours_are_okabe_and_itos():
    assert LIGHT.generated.name() == "#0072b2"
    assert DARK.generated.name() == "#56b4e9"
    assert LIGHT.copied.name() == DARK.copied.name() == "#e69f00"


@both
def test_tint_goes_from_the_page_to_soft_orange(theme):
    assert tint(theme, 1.0) == theme.background
    assert tint(theme, 0.0) == blend(theme.background, theme.copied, 0.3)
    distances = [contrast(tint(theme, p / 10), theme.background) for p in range(11)]
    assert all(more > less for more, less in pairwise(distances))


def test_no_copy_switch_no_tint():
    assert tint(LIGHT, None).alpha() == 0


def test_blend_is_even():
    half = blend(QColor(0, 100, 200), QColor(100, 100, 100), 0.5)
    assert half == QColor(50, 100, 150)
    assert blend(QColor("black"), QColor("white"), 7.0) == QColor("white")


@both
def test_palette_has_the_themes_colours(theme, qapp):
    colours = palette(theme)
    assert colours.color(QPalette.ColorRole.Window) == theme.background
    assert colours.color(QPalette.ColorRole.WindowText) == theme.text
