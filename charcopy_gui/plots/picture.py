"""The trace as a picture for papers and slides: the whole text, whatever part of it is in view."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.plots.caption import Caption
from charcopy_gui.plots.colour_key import ColourKey
from charcopy_gui.plots.trace_view import COMFORTABLE_COLUMN, TraceView
from core.records import CharacterStep, GenerationStarted

SHARPNESS = 2
"""Pixels of a PNG for each of the screen's."""
MARGIN = 12
"""Pixels around the trace."""
_ROW = 4
"""Pixels a source character, where it fits between these heights."""
_LEAST, _MOST = 320, 900
_CAPTION = 400
"""Pixels that a caption's line has at least."""
_IMAGE = re.compile(rb"(data:image/png;base64,)([A-Za-z0-9+/=\s]+)")
_ENLARGED = 8
_WIDEST = 32_000
"""Pixels: Qt draws nothing beyond its 32,767th."""


class PictureError(ValueError):
    """A text cannot be drawn into a picture; the message says why."""


class Picture:
    """One text's trace, laid out as wide as it needs, over a caption, in a theme's colours.

    Entered, so that what it is drawn with is gone when it is left.
    """

    def __init__(
        self,
        started: GenerationStarted,
        steps: Sequence[CharacterStep],
        theme: Theme,
    ) -> None:
        """Lay it out; no step of it is marked.

        Raises:
            PictureError: the text is too long.
        """
        self._theme = theme
        self._key = ColourKey(theme, switch=bool(steps) and steps[0].p_gen is not None)
        self._view = TraceView()
        # Shown on no screen, and laid out as if it were.
        self._view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._view.set_theme(theme)
        self._view.start(started)
        self._view.append(steps)
        width = self._view.canvas.gutter + COMFORTABLE_COLUMN * len(steps) + 16
        if width + 2 * MARGIN > _WIDEST:
            self.__exit__()
            msg = f"A text of {len(steps):,} characters is too long for a picture."
            raise PictureError(msg)
        rows = _ROW * len(started.source.characters)
        self._view.resize(width, min(max(rows + 180, _LEAST), _MOST))
        self._caption = Caption(started, theme, max(width, self._key.width, _CAPTION))
        self._view.show()
        self._view.set_step(None)

    def __enter__(self) -> Picture:
        return self

    def __exit__(self, *_: object) -> None:
        # Now, and in this thread: Python might do so in any other.
        self._view.hide()
        self._view.deleteLater()

    @property
    def size(self) -> QSize:
        """In the screen's pixels."""
        width = max(self._view.width(), self._key.width, _CAPTION)
        height = self._key.height + self._view.canvas.height() + self._caption.height
        return QSize(width, height) + QSize(2 * MARGIN, 2 * MARGIN)

    def image(self) -> QImage:
        """As pixels, so many that they are sharp in print.

        Raises:
            PictureError: there is not enough memory for it.
        """
        sharpness = SHARPNESS if self.size.width() * SHARPNESS <= _WIDEST else 1
        image = QImage(self.size * sharpness, QImage.Format.Format_RGB32)
        if image.isNull():
            msg = "There is not enough memory for a picture of this text."
            raise PictureError(msg)
        image.setDevicePixelRatio(sharpness)
        painter = QPainter(image)
        self._paint(painter)
        painter.end()
        return image

    def svg(self) -> bytes:
        """As an SVG file: lines and letters that stay sharp at any size."""

        def draw(device: QBuffer) -> None:
            generator = QSvgGenerator()
            generator.setOutputDevice(device)
            generator.setSize(self.size)
            generator.setViewBox(QRect(0, 0, self.size.width(), self.size.height()))
            generator.setResolution(self._view.logicalDpiX())
            generator.setTitle("CharCopy")
            painter = QPainter(generator)
            self._paint(painter)
            painter.end()

        return _IMAGE.sub(_enlarged, _written(draw))

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(QRect(0, 0, self.size.width(), self.size.height()), self._theme.background)
        painter.translate(MARGIN, MARGIN)
        canvas = self._view.canvas
        self._key.paint(painter, self.size.width())
        painter.translate(0, self._key.height)
        canvas.render(painter, canvas.rect(), canvas.rect())
        painter.translate(0, canvas.height())
        self._caption.paint(painter)


def png(image: QImage) -> bytes:
    """An image as a PNG file; in any thread, since a large one takes a second."""
    return _written(lambda device: QImageWriter(device, b"PNG").write(image))


def _enlarged(image: re.Match[bytes]) -> bytes:
    """The heat map's image, a pixel a share of attention, larger in the same place.

    Programs that show an SVG let pixels flow into one another, some whatever they are told.
    """
    small = QImage.fromData(base64.b64decode(image[2]))
    return image[1] + base64.b64encode(png(small.scaled(small.size() * _ENLARGED)))


def _written(write: Callable[[QBuffer], object]) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    buffer.close()
    return bytes(content.data())
