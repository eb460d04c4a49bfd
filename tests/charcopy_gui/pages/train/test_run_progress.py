import dataclasses
import math
from pathlib import Path

from fake_training import point, scores

from charcopy_gui.pages.train.run_progress import RunProgress
from core.config import TrainingConfig
from core.records import Progress
from core.runs.folds import FoldStarted

CONFIG = TrainingConfig(epochs=10)


def going(*records):
    progress = RunProgress(CONFIG)
    for record in (Progress(0, 50, "steps", "training"), *records):
        progress.add(record)
    return progress


def test_it_says_epoch_step_speed_and_what_is_left():
    progress = going(*(point(step) for step in range(1, 11)))
    assert progress.share == 0.2
    words = "Epoch 2 of 10 · step 10 of 50 · 24 examples/s · about 1 min left, plus evaluations"
    assert progress.words(None) == words
    assert (
        progress.words(Progress(3, 8, "MRs", "writing texts")) == f"{words} · writing texts 3 of 8"
    )


def test_what_comes_before_the_first_step_is_said():
    progress = RunProgress(CONFIG)
    first = Progress(0, None, "kernels", "preparing the kernels for this machine, once only")
    assert progress.words(first) == "Preparing the kernels for this machine, once only"
    begun = Progress(0, 50, "steps", "training")
    progress.add(begun)
    assert progress.words(begun) == "Making the first step"


def test_memory_is_the_most_that_was_seen():
    sizes = (None, 700, 900, 800)
    points = [dataclasses.replace(point(n), memory=size) for n, size in enumerate(sizes, 1)]
    assert going(points[0]).memory == 0
    assert going(*points).memory == 900


def test_what_is_left_is_never_negative():
    progress = going(*(point(step) for step in range(1, 60)))
    assert progress.words(None).endswith("about 0 s left")
    assert progress.share == 1.0


def test_a_clock_that_was_set_back_does_not_make_it_negative():
    late = [dataclasses.replace(point(step), seconds=100.0 - step) for step in range(1, 6)]
    assert "-" not in going(*late).words(None)


def test_evaluations_to_come_count():
    steps = [point(step) for step in range(1, 6)]
    every = [*steps, scores(5), dataclasses.replace(point(6), seconds=36.0)]
    assert going(*every).words(None).endswith("about 5 min left")
    assert going(*steps).words(None).endswith("about 2 min left, plus evaluations")


def test_a_resumed_run_counts_from_its_own_speed():
    progress = RunProgress(CONFIG)
    progress.add(Progress(40, 50, "steps", "training"))
    for step in range(41, 45):
        progress.add(dataclasses.replace(point(step), seconds=2.0 * (step - 40)))
    assert "step 44 of 50" in progress.words(None)
    assert progress.words(None).endswith("about 12 s left, plus evaluations")


def test_a_step_without_numbers_does_not_count():
    progress = going(point(1), point(2), dataclasses.replace(point(3, math.nan), seconds=math.nan))
    assert "step 2 of 50" in progress.words(None)
    assert "nan" not in progress.words(None)


def test_folds_are_parts_of_the_whole():
    progress = going(*(point(step) for step in range(1, 51)))
    progress.begin_fold(FoldStarted(2, 5, Path("fold-02")))
    assert progress.seconds == 100.0
    assert progress.share == 0.2
    assert progress.words(None) == "Fold 2 of 5"
    progress.add(Progress(0, 50, "steps", "training"))
    progress.add(point(25))
    assert progress.share == 0.3
    assert progress.words(None).startswith("Fold 2 of 5 · epoch")
