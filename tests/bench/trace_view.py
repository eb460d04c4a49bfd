"""What the views of a long text cost: drawn for the first time, and scrubbed through.

    QT_QPA_PLATFORM=offscreen python -m tests.bench.trace_view [--characters N] [--source N]

`trace_ms` is a trace drawn from its records, `scrub_ms` a step far away chosen and everything drawn
anew that shows it, `walk_ms` the next step; all are medians, and `scrub_worst_ms` is the longest.
`play_ms` is one more character shown. `page_ms` is the whole window drawn with its example written.
Of each there is also what the window's thread had of the processor, `…_cpu_ms`: other work on the
machine makes the rest longer, but not this.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.output.instrument import Instrument
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.plots.candidates import CandidatesPlot
from charcopy_gui.plots.trace_view import TraceView
from charcopy_gui.process.garbage import Sweeper
from charcopy_gui.storage.settings import Settings
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.training import Training
from core import model_card
from core.meaning_representation import slot_spans
from core.records import (
    END_LABEL,
    START_LABEL,
    Candidate,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    Phase,
    SourceView,
)

ROUNDS = 9
SCRUBS = 40
SIZE = (1440, 880)


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--characters", type=int, default=400, help="of the text")
    parser.add_argument("--source", type=int, default=200, help="characters of the source")
    options = parser.parse_args()
    application = QApplication.instance() or QApplication([])
    application.setStyle("Fusion")
    started, steps = _records(options.characters, options.source)
    with Sweeper():  # As the program does: a worker's thread may not free what is Qt's.
        figures = _trace(started, steps) | _instrument(started, steps) | _window()
    print(json.dumps({name: round(value, 1) for name, value in figures.items()}))


def _records(characters: int, source: int) -> tuple[GenerationStarted, list[CharacterStep]]:
    """A text of so many characters, each attending to a few places of such a source."""
    random = np.random.default_rng(1)
    count = max(source // 33, 1)
    value = "x" * (source // count - len("slot0[], "))
    line = ", ".join(f"slot{number}[{value}]" for number in range(count))
    view = SourceView((START_LABEL, *line, END_LABEL), slot_spans(line), frozenset())
    size = len(view.characters)
    steps = []
    for index in range(characters):
        alignment = random.random(size).astype(np.float32) ** 24
        alignment /= alignment.sum()
        p_gen = float(random.random())
        shares = tuple(
            Candidate(c, 2.0**-k, 2.0**-k * p_gen, 2.0**-k * (1 - p_gen))
            for k, c in enumerate("abcdefgh", 1)
        )
        character = "abcdefg "[index % 8]
        copied = np.roll(alignment, 1)
        steps.append(
            CharacterStep(
                1, 0, index, character, False, -0.7, 1.0, alignment, copied, p_gen, shares
            )
        )
    return GenerationStarted(1, 0, view, "bench"), steps


def _trace(started: GenerationStarted, steps: list[CharacterStep]) -> dict[str, float]:
    view = TraceView()
    view.resize(960, 560)
    view.show()

    def draw() -> None:
        view.start(replace(started, source=replace(started.source)))
        view.append(steps)
        view.grab()

    draw()
    figures = _medians("trace", _times(draw, ROUNDS))
    view.close()
    return figures


def _instrument(started: GenerationStarted, steps: list[CharacterStep]) -> dict[str, float]:
    page = QWidget()
    output = OutputPanel()
    instrument = Instrument(output, Phase.TABLE_TO_TEXT, QUndoStack(page), page)
    instrument.step_panel.set_candidates(CandidatesPlot())
    output.set_trace(TraceView())
    layout = QHBoxLayout(page)
    layout.addWidget(instrument.step_panel)
    layout.addWidget(output, 1)
    page.resize(*SIZE)
    page.show()
    text = "".join(step.character for step in steps)
    finished = GenerationFinished(1, 0, text, Ending.LENGTH, -1.0, 1.0)
    instrument.show_records([started, *steps, finished])
    page.grab()
    places = iter([(index * 151) % len(steps) for index in range(10 * SCRUBS)])

    def scrub() -> None:
        instrument.stepping.go_to(next(places))
        _draw_pending()

    def walk() -> None:
        instrument.move_step(1)
        _draw_pending()

    scrubs = _times(scrub, SCRUBS)
    instrument.stepping.go_to(0)
    _draw_pending()
    walks = _times(walk, min(SCRUBS, len(steps) - 1))
    instrument.stepping.playback.play(0)
    plays = _times(_draw_pending, SCRUBS, lambda: _rest(20))
    instrument.stepping.playback.pause()
    page.close()
    return {
        **_medians("scrub", scrubs),
        "scrub_worst_ms": max(wall for wall, _ in scrubs),
        **_medians("walk", walks),
        **_medians("play", plays),
    }


def _window() -> dict[str, float]:
    generation, training = Generation(), Training()
    path = model_card.find(model_card.DEFAULT)
    window = MainWindow(generation, lambda: training, Settings(mr=EXAMPLES[0][1]), path)
    try:
        window.resize(*SIZE)
        window.show()
        loop = QEventLoop()
        generation.ended.connect(loop.quit)
        loop.exec()
        _rest(500)
        return _medians("page", _times(window.grab, ROUNDS))
    finally:
        window.end_work()
        window.close()


def _times(
    work: Callable[[], object], rounds: int, before: Callable[[], object] = lambda: None
) -> list[tuple[float, float]]:
    """Milliseconds that each of so many rounds takes, by the clock and of the processor."""
    times = []
    for _ in range(rounds):
        before()
        began, had = time.perf_counter(), time.thread_time()
        work()
        times.append((1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - had)))
    return times


def _medians(name: str, times: list[tuple[float, float]]) -> dict[str, float]:
    wall, processor = (statistics.median(each) for each in zip(*times, strict=True))
    return {f"{name}_ms": wall, f"{name}_cpu_ms": processor}


def _draw_pending() -> None:
    """Let everything be drawn that waits for it."""
    QApplication.sendPostedEvents()
    QApplication.processEvents()


def _rest(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


if __name__ == "__main__":
    main()
