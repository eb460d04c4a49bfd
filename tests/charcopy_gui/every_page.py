"""The whole window with something on every page, for tests of what holds on all of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from fake_evaluation import MODEL as SCORED
from fake_generation import sentence_for, writer
from fake_training import write_card
from PySide6.QtWidgets import QApplication
from window_driver import MR, shown_window, wait_until_idle

from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.storage.settings import Settings
from charcopy_gui.window.main_window import MainWindow

SMALLEST = (1024, 640)


@contextmanager
def every_page(
    qtbot,
    models: Path,
    theme: str = "light",
    text_size: int = 100,
    size: tuple[int, int] = SMALLEST,
) -> Iterator[MainWindow]:
    """A window in which texts were written, read back, scored and compared.

    Args:
        qtbot: pytest-qt's.
        models: the test's own folder of models.
        theme: light or dark.
        text_size: percent.
        size: of the window.
    """
    paths = [write_card(models / f"{name}.safetensors") for name in ("able", "bold")]
    chosen = Settings(
        mr=MR, theme=theme, text_size=text_size, evaluation=replace(SCORED, model=str(paths[0]))
    )
    reads = writer(text=lambda _: MR)
    with shown_window(qtbot, settings=chosen, model=paths[0], read_back=reads) as window:
        window.resize(*size)
        wait_until_idle(qtbot, window)
        for index in range(len(PAGES)):
            show(qtbot, window, index)
        _fill(qtbot, window)
        yield window


def show(qtbot, window: MainWindow, index: int) -> None:
    """Bring a page to the front, and wait for what it shows."""
    window.show_page(index)
    qtbot.waitUntil(lambda: window.pages.visible.is_ready)
    QApplication.processEvents()


def _fill(qtbot, window: MainWindow) -> None:
    window.pages.read_back.sentence.set_sentence(sentence_for(MR))
    window.pages.read_back.run()
    window.pages.evaluate.run()
    window.pages.compare.run()
    qtbot.waitUntil(lambda: window.pages.read_back.activity is Activity.IDLE)
    for page in (window.pages.evaluate, window.pages.compare):
        qtbot.waitUntil(lambda page=page: not page.can_stop)
