"""A training made of arithmetic: its losses fall, its texts get longer, as fast as it is let."""

import dataclasses
import json
import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from charcopy_gui.workers.training import Train, TrainingRequest, TrainingStarted
from core import cancellation
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.config import ModelConfig
from core.corpus.demo import corpus
from core.corpus.example import Corpus
from core.model_card import ModelCard
from core.provenance import Provenance
from core.records import DeviceInfo, DevScores, Progress, Sample, TrainingPoint, TrainingRecord
from core.runs import RunFolder, samples
from core.training.control import TrainingControl

STEPS = 5
"""In an epoch."""

NO_CUDA = "torch finds no usable NVIDIA GPU or driver, so the CPU is used."


def tiny_corpus() -> Corpus:
    """A dozen examples of the demo corpus: trained on in a second by a tiny network."""
    whole = corpus()
    return Corpus("demo", whole.train[:12], whole.dev[:3])


def write_card(path: Path, config: ModelConfig | None = None, corpus: str = "toys") -> Path:
    """A checkpoint's header without its weights."""
    origin = Provenance(corpus=corpus, dev_bleu=0.5)
    card = ModelCard(path.stem, path, config or ModelConfig(), Alphabet(("a", "b", "c")), origin)
    header = json.dumps({"__metadata__": card.metadata()}).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    return path


def point(step: int, loss: float | None = None, *, run: int = 1) -> TrainingPoint:
    """The step of that number, with its own loss or a given one."""
    forward = 3 * math.exp(-step / 20) if loss is None else loss
    epoch = (step - 1) // STEPS
    rate, memory = 1e-3 * 0.5**epoch, 100_000_000 + 1_000_000 * step
    return TrainingPoint(
        run, step, epoch, forward, forward * 1.2, 1.0, 24.0, step * 2.0, rate, memory
    )


def scores(step: int, bleu: float = 0.25, *, run: int = 1, best: bool = True) -> DevScores:
    """An evaluation at that step, with two texts."""
    texts = tuple(
        sample(mr, f"{mr[5:-1]} after {step} steps")
        for mr in ("name[Tin Otter]", "name[<b>Ashmouth</b>]")
    )
    return DevScores(run, step, step // STEPS, 2.0, 2.4, bleu, texts, best)


def sample(mr: str, text: str) -> Sample:
    """A text whose name is copied along the diagonal, and whose end was written."""
    alignment = np.zeros((len(text) + 1, len(mr) + 2), np.float32)
    for row in range(len(alignment)):
        alignment[row, (row + 5) % alignment.shape[1]] = 1.0
    copied = np.arange(len(alignment)) < len(mr) - 6
    p_gen = np.where(copied, 0.125, 0.875).astype(np.float32)
    return Sample(mr, text, alignment, p_gen, np.roll(alignment, 1, axis=1))


def _written(folder: RunFolder, record: TrainingPoint | DevScores) -> TrainingPoint | DevScores:
    """The record, once it stands in the run's metrics."""
    plain = dataclasses.asdict(record)
    plain.pop("samples", None)
    folder.append(folder.metrics, plain)
    return record


def _evaluated(folder: RunFolder, step: int, run: int) -> TrainingPoint | DevScores:
    write_card(folder.best)
    found = scores(step, run=run)
    samples.append(folder, step, found.samples)
    return _written(folder, found)


def _may_go_on(control: TrainingControl, hold: threading.Event | None, seconds: float) -> bool:
    """Wait as one is told to; False once it is to stop."""
    while hold is not None and not hold.wait(0.01) and not control.cancel.is_set():
        pass
    try:
        cancellation.check(control.cancel)
        while control.pause.is_set():
            control.wait()
    except Cancelled:
        return False
    return not control.cancel.wait(seconds)


def trainer(
    seconds: float = 0.0,
    fails_at: int = 0,
    error: Callable[[], BaseException] = RuntimeError,
    hold: threading.Event | None = None,
    held_at: int = 1,
) -> Train:
    """Training that waits so long before each step, and may fail at one.

    One that is held goes no further than to a certain step before the event is set.
    """

    def train(
        request: TrainingRequest, control: TrainingControl, run: int
    ) -> Iterator[TrainingStarted | TrainingRecord]:
        folder = RunFolder.create(request.folder, request.config)
        reason = NO_CUDA if request.config.device == "cuda" else ""
        yield TrainingStarted(DeviceInfo("cpu", "CPU, 1 thread", reason), folder.path, ())
        yield Progress(0, request.config.epochs * STEPS, "steps", "training")
        for step in range(1, request.config.epochs * STEPS + 1):
            if not _may_go_on(control, hold if step == held_at else None, seconds):
                break
            if step == fails_at:
                raise error()
            yield _written(folder, point(step, run=run))
            for mr in control.waiting_probes():
                yield sample(mr, f"asked at step {step}")
            if step % STEPS == 0:
                yield _evaluated(folder, step, run)
                if control.stop_after_epoch.is_set():
                    break
        write_card(folder.last)

    return train
