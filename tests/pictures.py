"""Remakes every picture of the guide, light and dark: `make pictures`, or with `--run DIR`.

The run is trained where DIR holds none: the shipped model learns a little of the demo corpus. The
shipped model is scored on E2E's test set where that is on this computer, beside the published
figures; without it, the run's on the demo corpus. All of it takes a few minutes of a processor.
"""

import argparse
import dataclasses
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from charcopy_gui import app
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.starting import model_path
from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import EvaluationChoices, Settings
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.loading import load_model
from core import checkpoint, device, model_card
from core.commands import train_settings
from core.config.presets import FINE_TUNE_NOW
from core.corpus import catalog, demo, folders
from core.runs import RunFolder
from core.training.trainer import train

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"
GUIDE = ROOT / "resources" / "guide" / "pictures"
SIZE = (1240, 800)
MINUTES = 10
ROWS, SCORED = 192, 16
"""Of the demo corpus: for the run's few steps, and to score it by on the way."""
_SMALLEST = 0
"""PNG's quality: the file is as small as it can be, and the picture the same."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, help="a folder of runs in which there is one, demo")
    if SHARED.is_dir():
        os.environ.setdefault(folders.VARIABLE, str(SHARED))
    folder = parser.parse_args().run or Path(tempfile.mkdtemp())
    run = folder / "runs" / "demo"
    if not (run / "best.safetensors").is_file():
        fine_tune(run)
    paths.data_folder = lambda: folder
    app._application()
    with_window(lambda window: every_page(window, run))


def fine_tune(run: Path) -> None:
    """A short run with a curve to be seen, and a model that writes whole sentences."""
    chosen = {"epochs": 1, "batch_size": 16, "evaluate_every": 3, "warmup_steps": 3, "threads": 1}
    config = train_settings.training_config(
        None, chosen, {}, None, model_card.TRANSFER_BASE, FINE_TUNE_NOW.name
    )
    device.set_threads(config.threads)
    whole = demo.corpus()
    part = dataclasses.replace(whole, train=whole.train[:ROWS], dev=whole.dev[:SCORED])
    start = checkpoint.load(model_card.find(model_card.TRANSFER_BASE))
    for _ in train(part, config, RunFolder.create(run, config), start_from=start):
        pass


def with_window(work: Callable[[MainWindow], None]) -> None:
    """Do something with a window in which the example was written."""
    model = model_path(None, Settings())
    chosen = Settings(mr=EXAMPLES[0][1], evaluation=scored())
    window = MainWindow(Generation(load_model), app.make_training, chosen, model)
    window.resize(*SIZE)
    window.show()
    try:
        wait(lambda: window.page.activity is Activity.IDLE and window.page.instrument.steps)
        wait(lambda: len(window.pages.made) == len(PAGES))
        work(window)
    finally:
        app._dispose(window)


def scored() -> EvaluationChoices:
    """What is evaluated."""
    if "test" in folders.files(catalog.E2E):
        shipped = str(model_card.find(model_card.DEFAULT))
        return EvaluationChoices(model=shipped, corpus=catalog.E2E.name, split="test")
    best = str(paths.runs_folder() / "demo" / "best.safetensors")
    return EvaluationChoices(model=best, corpus="demo", split="dev")


def every_page(window: MainWindow, run: Path) -> None:
    generate(window)
    read_back(window)
    train_and_evaluate(window, run)
    data_and_models(window)
    compare(window)
    what_ifs(window)


def generate(window: MainWindow) -> None:
    window.page.instrument.choose_step(3)
    take(window, "generate")


def what_ifs(window: MainWindow) -> None:
    """Another character where there is a close one."""
    show(window, "Generate")
    instrument = window.page.instrument
    steps = instrument.steps
    close = max(range(8, len(steps) - 8), key=lambda at: second(steps[at]))
    instrument.choose_step(close)
    other = next(c for c in steps[close].candidates if c.character != steps[close].character)
    instrument.step_panel._candidates.chosen.emit(other.character)
    wait(lambda: window.page.activity is Activity.IDLE)
    take(window, "what-ifs")


def second(step) -> float:
    """The probability of the likeliest letter that was not written."""
    others = [c.probability for c in step.candidates if c.character != step.character]
    return max(others, default=0.0) if step.character.isalpha() else 0.0


def read_back(window: MainWindow) -> None:
    window.page.read_back_requested.emit(window.page.output.reading.text(), window.page.mr.text())
    wait(lambda: window.pages.read_back.activity is Activity.IDLE)
    take(window, "read-back")


def train_and_evaluate(window: MainWindow, run: Path) -> None:
    show(window, "Train")
    open_run(window, run)
    take(window, "train")
    show(window, "Evaluate")
    window.pages.evaluate.run()
    wait(lambda: not window.pages.evaluate.can_stop)
    take(window, "evaluate")


def data_and_models(window: MainWindow) -> None:
    show(window, "Data")
    window.pages.data.view.browse.table.selectRow(0)
    take(window, "data")
    show(window, "Models")
    window.resize(SIZE[0], SIZE[1] - 100)  # Below is where the file lies on this computer.
    take(window, "models")
    window.resize(*SIZE)


def compare(window: MainWindow) -> None:
    """With copying and without: only one of them can write a name that it does not know."""
    show(window, "Compare")
    models = [model_card.find(name) for name in (model_card.DEFAULT, "e2e-eda")]
    window._crossings._compare(models)
    wait(lambda: not window.pages.compare.can_stop)
    take(window, "compare")


def open_run(window: MainWindow, run: Path) -> None:
    """Its curves, as a double click on it in the list of all runs brings them."""
    panel = window.pages.train.results.runs
    wait(panel.list.model().rowCount)
    panel.list.mark([run])
    panel.list.doubleClicked.emit(panel.list.currentIndex())
    wait(lambda: window.pages.train.results._shown == run)


def show(window: MainWindow, page: str) -> None:
    window.show_page(PAGES.index(page))
    wait(lambda: window.pages.visible.is_ready)


def wait(done: Callable[[], object]) -> None:
    deadline = QDeadlineTimer(MINUTES * 60_000)
    while not done():
        if deadline.hasExpired():
            raise TimeoutError
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def pause(milliseconds: int) -> None:
    deadline = QDeadlineTimer(milliseconds)
    wait(deadline.hasExpired)


def take(window: MainWindow, name: str) -> None:
    """The window as it is, in both themes."""
    for theme, ending in (("dark", "-dark"), ("light", "")):
        window._look._choose(theme)
        pause(400)
        focused = window.focusWidget()
        if focused is not None:
            focused.clearFocus()
        picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        path = GUIDE / f"{name}{ending}.png"
        if not picture.save(str(path), "PNG", _SMALLEST):
            msg = f"{path} could not be written"
            raise OSError(msg)


if __name__ == "__main__":
    main()
