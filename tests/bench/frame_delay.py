"""How late the window's events are while training or generation goes on beside it.

    QT_QPA_PLATFORM=offscreen python -m tests.bench.frame_delay [--seconds N] [--points N]

A pulse every five milliseconds notes how late it comes. `busy_p95_ms` is how long the window's own
thread had the processor between two beats: other work on the machine makes beats late, but not
this. `drawing_ms` is what one drawing of all that has changed costs, and there are
`drawings_per_second` of them. While it trains, the curves have
`points` behind them, and every step adds to them. `stop_ms` runs from Stop to the
end of the work, a checkpoint of the training included, and is the longest of a few. At the top
stand the worse of training's and generation's figures; `idle` is the window without work.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication

from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.page import Page
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import Settings, TrainingChoices
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.training import (
    Train,
    Training,
    TrainingRequest,
    TrainingStarted,
    Yielded,
    train,
)
from core import checkpoint, model_card
from core.alphabet import EOS
from core.config import ModelConfig, TrainingConfig
from core.records import CharacterStep, DevScores, TrainingPoint
from core.training.control import TrainingControl

WORSE = ("p95_ms", "max_ms", "busy_p95_ms", "stop_ms")
PULSE = 5
"""Milliseconds between two beats."""
STOPS = 4
PATIENCE = 120_000
"""Milliseconds that a piece of work may take to begin, or to end."""
CONFIG = TrainingConfig(ModelConfig(hidden_size=256, attention_size=128), epochs=1000, threads=1)
MR = ", ".join(f"slot{i}[Zizzi Blue]" for i in range(5))


class Pulse(QObject):
    """Beats while the window works, and times what is drawn of it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._late: list[float] = []
        self._busy: list[float] = []
        self._drawings: list[float] = []
        self._last = self._last_busy = 0.0
        self._timer = QTimer(self, interval=PULSE, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def _beat(self) -> None:
        now, busy = time.perf_counter(), time.thread_time()
        self._late.append(max(0.0, 1000 * (now - self._last) - PULSE))
        self._busy.append(1000 * (busy - self._last_busy))
        self._last, self._last_busy = now, busy

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() is QEvent.Type.UpdateRequest:
            began = time.thread_time()
            watched.event(event)
            self._drawings.append(1000 * (time.thread_time() - began))
            return True
        return super().eventFilter(watched, event)

    def during(self, seconds: float) -> dict[str, float]:
        """How late the beats of the next seconds are, in milliseconds."""
        self._late, self._busy, self._drawings = [], [], []
        self._last, self._last_busy = time.perf_counter(), time.thread_time()
        self._window.installEventFilter(self)
        self._timer.start()
        rest(seconds)
        self._timer.stop()
        self._window.removeEventFilter(self)
        cuts = statistics.quantiles(self._late, n=100)
        busy = statistics.quantiles(self._busy, n=100)
        return {
            "p50_ms": round(cuts[49], 1),
            "p95_ms": round(cuts[94], 1),
            "max_ms": round(max(self._late), 1),
            "busy_p95_ms": round(busy[94], 1),
            "drawing_ms": round(statistics.median(self._drawings or [0.0]), 1),
            "drawings_per_second": round(len(self._drawings) / seconds, 1),
        }


def rest(seconds: float) -> None:
    """Let the window work for so long."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def wait(signal: SignalInstance, wanted: type = object) -> None:
    """Let the window work until the signal comes, with a record of the kind wanted."""
    loop = QEventLoop()

    def see(record: object = None) -> None:
        if isinstance(record, wanted):
            loop.exit(0)

    signal.connect(see)
    late = QTimer(singleShot=True, interval=PATIENCE, timeout=lambda: loop.exit(1))
    late.start()
    failed = loop.exec()
    late.stop()
    signal.disconnect(see)
    if failed:
        msg = "Nothing came of it; the log says why."
        raise RuntimeError(msg)


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=12, help="of training; half of the rest")
    parser.add_argument("--points", type=int, default=100_000, help="of the curves at the start")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(_measured(Path(folder), options.seconds, options.points)))


def _measured(home: Path, seconds: float, points: int) -> dict[str, object]:
    application = QApplication.instance() or QApplication([])
    application.setStyle("Fusion")
    paths.runs_folder = lambda: home / "runs"
    generation, training = Generation(), Training(_train_after(points))
    settings = Settings(mr=MR, training=TrainingChoices(config=CONFIG))
    window = MainWindow(generation, lambda: training, settings, _endless_model(home))
    try:
        window.show()
        wait(generation.ended)
        pulse = Pulse(window)
        idle = pulse.during(seconds / 2)
        writing = _writing(window, generation, pulse, seconds / 2)
        trained = _training(window, training, pulse, seconds, points)
    finally:
        window.end_work()
        window.close()
    worse = {name: max(trained[name], writing[name]) for name in WORSE}
    return {**worse, "points": points, "training": trained, "generation": writing, "idle": idle}


def _writing(
    window: MainWindow, generation: Generation, pulse: Pulse, seconds: float
) -> dict[str, float]:
    """With one text after another being written, each without an end."""
    page = window.page
    again = generation.ended.connect(page.run)
    page.run()
    found = pulse.during(seconds)
    generation.ended.disconnect(again)
    wait(generation.ended)
    return {**found, **_stopped(page, generation.record, CharacterStep, generation.ended, 0.02)}


def _training(
    window: MainWindow, training: Training, pulse: Pulse, seconds: float, points: int
) -> dict[str, float]:
    """With a network of the size for a laptop being trained, and its curves drawn."""
    window.show_page(PAGES.index("Train"))
    page = window.pages.train
    page.run()
    wait(training.record, TrainingStarted)
    page.findChild(CurvesPlot).append([_point(step) for step in range(1, points + 1)])
    wait(training.record, TrainingPoint)
    found = pulse.during(seconds)
    page.stop()
    wait(training.ended)
    return {**found, **_stopped(page, training.record, TrainingPoint, training.ended, 0.4)}


def _train_after(points: int) -> Train:
    """The real training, as if so many steps had been made before."""

    def shifted(request: TrainingRequest, control: TrainingControl, run: int) -> Iterator[Yielded]:
        for record in train(request, control, run):
            if isinstance(record, TrainingPoint | DevScores):
                yield dataclasses.replace(record, step=record.step + points)
            else:
                yield record

    return shifted


def _point(step: int) -> TrainingPoint:
    """A step with a loss that falls and wavers."""
    loss = 0.3 + 3 * math.exp(-step / 20_000) + 0.1 * math.sin(step * step)
    rate = 1e-3 * 0.9 ** (step // 1000)
    return TrainingPoint(
        1, step, 0, loss, 1.2 * loss, 1 + loss, 80 + 9 * loss, step / 10, rate, None
    )


def _stopped(
    page: Page, records: SignalInstance, first: type, ended: SignalInstance, apart: float
) -> dict[str, float]:
    """The longest time from Stop to the end, at several moments of the work."""
    times = []
    for number in range(STOPS):
        page.run()
        wait(records, first)
        rest(number * apart)
        began = time.perf_counter()
        page.stop()
        wait(ended)
        times.append(1000 * (time.perf_counter() - began))
    return {"stop_ms": round(max(times))}


def _endless_model(folder: Path) -> Path:
    """The shipped model, but it never writes the end."""
    shipped = checkpoint.load(model_card.find(model_card.DEFAULT))
    model = shipped.model()
    with torch.no_grad():
        model.output.bias[EOS] = -1e4
    path = folder / "endless.safetensors"
    checkpoint.save(dataclasses.replace(shipped.card, path=path), model)
    return path


if __name__ == "__main__":
    main()
