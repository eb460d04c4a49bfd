import re
import threading

import numpy as np
import pytest
import trace_records
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.plots import picture
from charcopy_gui.plots.picture import Picture, PictureError, png
from charcopy_gui.plots.trace_view import COMFORTABLE_COLUMN

TEXT = "Zizzi is near Aa." * 8


@pytest.fixture
def drawn(qapp):
    def draw(theme=LIGHT, text=TEXT, **options):
        steps = trace_records.steps(text, row=lambda i: 3 * i, **options)
        return Picture(trace_records.source(), steps, theme)

    yield draw
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def rendered(svg, size):
    renderer = QSvgRenderer(svg)
    assert renderer.isValid()
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    shape = image.height(), image.bytesPerLine() // 4, 4
    return np.frombuffer(image.constBits(), np.uint8).reshape(shape)[:, : image.width(), :3]


def blue(image):
    """Where the heat map is at its fullest."""
    colour = QColor(LIGHT.heat)
    wanted = np.array([colour.blue(), colour.green(), colour.red()])
    return np.abs(pixels(image).astype(int) - wanted).max(-1) < 12


def test_a_picture_holds_the_whole_text_at_twice_the_screens_pixels(drawn):
    with drawn() as one:
        image = one.image()
        assert one.size.width() >= COMFORTABLE_COLUMN * len(TEXT)
        assert (image.width(), image.height()) == (2 * one.size.width(), 2 * one.size.height())
    # A column of full attention for every character, from the first to the last.
    with drawn() as one:
        top = one._view.canvas.alignment.sceneBoundingRect().top()
        top += one._view.canvas.y() + one._key.height + picture.MARGIN
    columns = np.flatnonzero(blue(image)[round(2 * top) :].any(0))
    assert columns[-1] - columns[0] >= 2 * COMFORTABLE_COLUMN * (len(TEXT) - 1)


def test_all_plots_of_a_picture_share_its_columns(drawn):
    with drawn() as one:
        canvas = one._view.canvas
        ranges = [plot.viewRange()[0] for plot in (canvas._switch, canvas.alignment)]
        assert ranges[0] == ranges[1]
        assert ranges[0][1] * COMFORTABLE_COLUMN == pytest.approx(canvas.alignment.width())


def test_a_png_reads_back_as_the_same_picture_and_is_made_in_any_thread(drawn):
    with drawn() as one:
        image = one.image()
    found = []
    thread = threading.Thread(target=lambda: found.append(png(image)))
    thread.start()
    thread.join()
    again = QImage.fromData(found[0])
    np.testing.assert_array_equal(pixels(again), pixels(image))


def test_svg_is_the_same_picture_with_letters_as_letters(drawn):
    with drawn() as one:
        svg, image, size = one.svg(), one.image(), one.size
    assert svg.startswith(b"<?xml")
    letters = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg.decode())).replace("·", " ")
    assert TEXT in letters.replace("\n", "")
    assert "p_gen" in letters
    other = rendered(svg, size)
    scaled = image.scaled(size)
    scaled.setDevicePixelRatio(1)
    difference = np.abs(pixels(other).astype(int) - pixels(scaled).astype(int)).mean()
    assert difference < 6


def test_shares_of_attention_stay_sharp_in_svg(drawn):
    with drawn(text="abc") as one:
        image = rendered(one.svg(), one.size * 4)
    rows = blue(image)
    filled = rows[:, rows.any(0)].sum(0)
    # A cell is full to its edges: what flowed into the next would be paler.
    with drawn(text="abc") as one:
        whole = one._view.height() - 88 - 26 - 20 - 2 * 4 - 2
        cell = 4 * whole / len(trace_records.source().source.characters)
    assert np.median(filled) > 0.6 * cell


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_picture_has_the_colours_of_the_theme(drawn, theme):
    with drawn(theme) as one:
        assert one.image().pixelColor(2, 2) == QColor(theme.background)
        assert rendered(one.svg(), one.size).pixelColor(2, 2) == QColor(theme.background)


def test_no_step_is_marked_and_the_colours_are_explained(drawn):
    with drawn() as one:
        letters = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", one.svg().decode()))
        assert one._view.canvas._marker._rect.isEmpty()
        image = one.image()
    for words in ("generated", "copied", "attention"):
        assert words in letters
    row = 2 * (picture.MARGIN + 8)
    colours = {image.pixelColor(x, row).name() for x in range(image.width())}
    assert {LIGHT.generated.name(), LIGHT.copied.name()} <= colours


def test_a_model_without_a_switch_has_a_picture_too(drawn):
    with drawn(p_gen=lambda _: None) as one:
        letters = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", one.svg().decode()))
        assert "p_gen" not in letters
        assert "copied" not in letters
        assert "attention" in letters


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_caption_says_what_was_read_and_by_which_model(drawn, theme):
    with drawn(theme) as one:
        svg = one.svg().decode()
    letters = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    joined = "".join(letters).replace("\n", "")
    assert "name[Zizzi], near[Aa]" in joined
    assert "Model: toy" in joined


def test_a_long_source_is_wrapped_below_a_short_text(qapp):
    slots = [(f"slot{index}", "a value of some length") for index in range(12)]
    started = trace_records.source(slots)
    with Picture(started, trace_records.steps("abc", started), LIGHT) as one:
        svg, size = one.svg().decode(), one.size
    letters = [each.strip() for each in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]
    caption = [line for line in letters if "a value of some length" in line]
    assert len(caption) > 2
    assert " ".join(caption) == "".join(started.source.characters[1:-1])
    assert size.width() < 600


def test_a_very_long_text_is_less_sharp_and_a_longer_one_refused(drawn):
    with drawn(text="a" * 1600) as one:
        image = one.image()
        assert image.width() == one.size.width()
    with pytest.raises(PictureError, match="4,000 characters is too long"):
        drawn(text="a" * 4000)


def test_nothing_is_left_when_it_is_done(drawn, qapp):
    before = set(map(id, qapp.topLevelWidgets()))
    with drawn() as one:
        one.image()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert set(map(id, qapp.topLevelWidgets())) <= before
