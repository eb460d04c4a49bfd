"""Evaluations of a handful of invented texts: scored for real, written by nobody."""

import dataclasses
import threading
from collections.abc import Iterator, Sequence

from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.storage.settings import EvaluationChoices
from charcopy_gui.workers.evaluation import (
    Evaluate,
    EvaluationRecord,
    EvaluationRequest,
    EvaluationStarted,
    Stops,
    kept_when_stopped,
)
from charcopy_gui.workers.evaluation_set import EvaluationSet
from core import cancellation
from core.metrics import scoring
from core.metrics.report import Report, Written
from core.metrics.task import Task
from core.records import DeviceInfo, Progress

CPU = DeviceInfo("cpu", "CPU, 1 thread")

MRS = (
    "name[Tin Otter], eatType[pub], food[French], near[Café Orrin]",
    "name[Wok 7], eatType[restaurant], food[Chinese], area[riverside]",
    "name[Ashmouth Inn], eatType[pub], familyFriendly[yes]",
    "name[The <b>Quill</b>], eatType[coffee shop], priceRange[cheap]",
)
REFERENCES = (
    ("Tin Otter is a French pub near Café Orrin.", "Near Café Orrin is a French pub, Tin Otter."),
    ("Wok 7 is a Chinese restaurant by the river.",),
    ("Ashmouth Inn is a family friendly pub.", "Bring your children to Ashmouth Inn, a pub."),
    ("The <b>Quill</b> is a cheap coffee shop.",),
)
TEXTS = (
    "Tin Otter is a French pub near Café Orrin.",
    "Wok 7 is a Japanese restaurant.",
    "Ashmoth Inn is a family friendly pub in the city centre.",
    "The <b>Quill</b> is a cheap coffee shop.",
)
"""Perfect; food wrong, area missing; name copied almost, area invented; perfect."""

TASK = Task("toys", MRS, REFERENCES)


def report(
    texts: Sequence[str] = TEXTS, system: str = "toy", task: Task = TASK, repeat: int = 1
) -> Report:
    """What scoring gives for these texts, so many times over."""
    task = Task(task.corpus, task.mrs * repeat, task.references * repeat, task.protocol)
    *_, last = scoring.score(task, list(texts) * repeat, system, with_meteor=False)
    assert isinstance(last, Report)
    return last


def evaluator(
    hold: threading.Event | None = None,
    held_at: int = 2,
    texts: Sequence[str] = TEXTS,
    system: str = "toy",
    published: str = "",
) -> Evaluate:
    """Writes these texts one by one; one that is held goes on when the event is set."""

    def evaluate(request: EvaluationRequest, stops: Stops) -> Iterator[EvaluationRecord]:
        device = CPU if request.choices.model else None
        yield EvaluationStarted(system, TASK.corpus, len(MRS), published, device, ())

        def written() -> Iterator[Progress | Written | Report]:
            for index, (mr, text) in enumerate(zip(MRS, texts, strict=True)):
                yield Progress(index, len(MRS), "MRs", "writing texts")
                while hold is not None and index == held_at and not hold.wait(0.01):
                    cancellation.check(stops.cancel)
                cancellation.check(stops.cancel)
                yield Written({mr: text})
            yield from scoring.score(TASK, texts, system, stops.cancel, with_meteor=False)

        yield from kept_when_stopped(written(), EvaluationSet(TASK), system, stops)

    return evaluate


MODEL = EvaluationChoices(model="toy")


def result(report, published="", expected=None, choices=None):
    choices = choices or dataclasses.replace(MODEL, corpus=report.corpus)
    return Result(report, choices, expected or len(report.texts), published)
