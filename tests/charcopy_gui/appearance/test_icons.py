import gc
import subprocess
import sys
from pathlib import Path

import pytest
from patience import LONG_SECONDS
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPixmap

from charcopy_gui.appearance import icons

pytestmark = pytest.mark.usefixtures("qapp")
RED = QColor("#ff0000")


def ink(pixmap):
    """How much of a picture is drawn on, in whole pixels."""
    image = pixmap.toImage()
    places = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return sum(image.pixelColor(x, y).alphaF() for x, y in places)


@pytest.mark.parametrize("name", icons._STROKES)
def test_every_icon_is_drawn_in_its_colour_on_nothing(name):
    image = icons.icon(name, RED).pixmap(16, 16).toImage()
    colours = [image.pixelColor(x, y) for x in range(16) for y in range(16)]
    assert all(c.alpha() == 0 or (c.red() > 200 and c.green() == c.blue() == 0) for c in colours)
    assert any(c.alpha() > 128 for c in colours)
    assert any(c.alpha() == 0 for c in colours)


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_an_icon_is_drawn_at_the_very_size_of_the_screen(scale):
    pixmap = icons.icon("add", RED).pixmap(QSize(16, 16), scale)
    assert pixmap.size() == QSize(16, 16) * scale
    assert pixmap.devicePixelRatio() == scale
    assert pixmap.deviceIndependentSize().toSize() == QSize(16, 16)


def test_a_disabled_icon_is_paler():
    icon = icons.icon("stop", RED)
    normal, disabled = (
        ink(icon.pixmap(QSize(16, 16), mode)) for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled)
    )
    assert disabled == pytest.approx(0.5 * normal, rel=0.02)


def test_an_icon_outlives_what_made_it_and_can_be_changed():
    icon = icons.icon("add", RED)
    other = QIcon(icon)
    other.addPixmap(QPixmap(8, 8))  # Makes Qt copy what draws it.
    del icon
    gc.collect()
    assert ink(other.pixmap(16, 16)) > 0


SWEPT = """
import gc
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QPushButton
from charcopy_gui.appearance import icons
application = QApplication([])

class Held:
    pass

held = Held()
held.itself, held.icon = held, icons.icon("add", QColor("red"))
button = QPushButton(held.icon, "")
button.grab()
del held
gc.collect()
button.grab()
"""


def test_an_icon_is_swept_up_with_what_holds_it_and_the_process_lives():
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", SWEPT],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=LONG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_mark_of_the_program_is_there_in_every_size():
    assert [size.width() for size in icons.application_icon().availableSizes()] == [
        *(16, 20, 24, 32, 48, 64)
    ]
