"""The tour is offered once, at the first start."""

import pytest
from tour_driver import has_panel
from window_driver import click, named, shown_window, wait_until_idle

from charcopy_gui.frame.memory import Places

pytestmark = pytest.mark.usefixtures("own_folders")


def bar(window):
    return named(window, "Guided tour")


def test_it_is_offered_at_the_first_start_and_never_again(qtbot, tmp_path):
    places = Places(tmp_path / "settings.toml")
    with shown_window(qtbot, places=places) as window:
        assert bar(window).isVisible()
        wait_until_idle(qtbot, window)
        click(qtbot, named(bar(window), "Not now"))
        assert not bar(window).isVisible()
        assert not has_panel(window)
    with shown_window(qtbot, places=places) as window:
        assert not bar(window).isVisible()
        wait_until_idle(qtbot, window)


def test_whoever_wants_it_is_shown_around(qtbot, tmp_path):
    with shown_window(qtbot, places=Places(tmp_path / "settings.toml")) as window:
        wait_until_idle(qtbot, window)
        offer = bar(window)
        click(qtbot, named(offer, "Show me around, as offered"))
        assert has_panel(window)
        assert not offer.isVisible()


def test_a_window_that_remembers_nothing_offers_nothing(qtbot):
    with shown_window(qtbot) as window:
        assert not bar(window).isVisible()
        wait_until_idle(qtbot, window)
