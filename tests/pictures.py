"""Remakes every picture of the README and the guide: `make pictures`, or with `--run DIR`.

The run, of the demo corpus, is trained where DIR holds none: that takes minutes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from charcopy_gui import app, paths
from charcopy_gui.main_window import MainWindow
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.settings import EvaluationChoices, Settings
from charcopy_gui.starting import model_path
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.loading import load_model
from core import model_card

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "resources" / "guide" / "pictures"
README = ROOT / "resources" / "screenshots"
SIZE = (1240, 800)
MINUTES = 3
_SMALLEST = 0
"""PNG's quality: the file is as small as it can be, and the picture the same."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, help="a folder of runs in which there is one, demo")
    folder = parser.parse_args().run or Path(tempfile.mkdtemp())
    run = folder / "runs" / "demo"
    if not (run / "best.safetensors").is_file():
        train(run)
    paths.data_folder = lambda: folder
    app._application()
    for theme in ("light", "dark"):
        with_window(theme, lambda window, theme=theme: generate(window, theme))
    with_window("light", lambda window: everything_else(window, run))


def train(run: Path) -> None:
    """The demo corpus, for as long as it takes until sentences come."""
    command = [sys.executable, "main.py", "train", "--corpus", "demo", "--preset", "quick-look"]
    subprocess.run([*command, "--epochs", "5", "--out", str(run)], cwd=ROOT, check=True)


def with_window(theme: str, work: Callable[[MainWindow], None]) -> None:
    """Do something with a window in which the example was written."""
    model = model_path(None, Settings())
    best = str(paths.runs_folder() / "demo" / "best.safetensors")
    scored = EvaluationChoices(model=best, corpus="demo", split="dev")
    chosen = Settings(mr=EXAMPLES[0][1], theme=theme, evaluation=scored)
    window = MainWindow(Generation(load_model), app.make_training, chosen, model)
    window.resize(*SIZE)
    window.show()
    try:
        wait(lambda: window.page.activity is Activity.IDLE and window.page.instrument.steps)
        wait(lambda: len(window._stack.made) == len(PAGES))
        work(window)
    finally:
        app._dispose(window)


def generate(window: MainWindow, theme: str) -> None:
    window.page.instrument.choose_step(3)
    take(window, GUIDE / f"generate{'' if theme == 'light' else '-dark'}.png")
    take(window, README / f"generate-{theme}.png")
    if theme == "light":
        what_ifs(window)


def what_ifs(window: MainWindow) -> None:
    """Another character where there is a close one, and p_gen held at 0 in the middle."""
    instrument = window.page.instrument
    steps = instrument.steps
    close = max(range(8, len(steps) - 8), key=lambda at: second(steps[at]))
    instrument.choose_step(close)
    other = next(c for c in steps[close].candidates if c.character != steps[close].character)
    window.page.instrument.step_panel._candidates.chosen.emit(other.character)
    wait(lambda: window.page.activity is Activity.IDLE)
    take(window, GUIDE / "what-ifs.png")


def second(step) -> float:
    """The probability of the likeliest letter that was not written."""
    others = [c.probability for c in step.candidates if c.character != step.character]
    return max(others, default=0.0) if step.character.isalpha() else 0.0


def everything_else(window: MainWindow, run: Path) -> None:
    text = window.page.output.reading.text()
    window.page.read_back_requested.emit(text, window.page.mr.text())
    wait(lambda: window.read_back.activity is Activity.IDLE)
    take(window, GUIDE / "read-back.png")

    show(window, "Train")
    wait(lambda: window.train.is_ready)
    take(window, GUIDE / "train.png")

    show(window, "Evaluate")
    window.evaluate.run()
    wait(lambda: not window.evaluate.can_stop)
    take(window, GUIDE / "evaluate.png")
    take(window, README / "evaluate-light.png")

    show(window, "Data")
    window.data.view.browse.table.selectRow(0)
    take(window, GUIDE / "data.png")
    take(window, README / "data-light.png")

    show(window, "Models")
    window.resize(SIZE[0], SIZE[1] - 100)  # Below is where the file lies on this computer.
    take(window, GUIDE / "models.png")

    show(window, "Compare")
    window.resize(*SIZE)
    models = [model_card.SHIPPED / "e2eplus-edacs.safetensors", run / "best.safetensors"]
    window._crossings._compare(models)
    wait(lambda: not window.compare.can_stop)
    take(window, GUIDE / "compare.png")


def show(window: MainWindow, page: str) -> None:
    window.show_page(PAGES.index(page))
    wait(lambda: window.visible_page.is_ready)


def wait(done: Callable[[], object]) -> None:
    deadline = QDeadlineTimer(MINUTES * 60_000)
    while not done():
        if deadline.hasExpired():
            raise TimeoutError
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def pause(milliseconds: int) -> None:
    deadline = QDeadlineTimer(milliseconds)
    wait(deadline.hasExpired)


def take(window: MainWindow, path: Path) -> None:
    """The window as it is."""
    pause(400)
    window._navigation._pages.clearFocus()
    picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not picture.save(str(path), "PNG", _SMALLEST):
        msg = f"{path} could not be written"
        raise OSError(msg)


if __name__ == "__main__":
    main()
