"""How the generation worker loads a model; torch and what stands on it are loaded by that, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

from charcopy_gui.storage.loading_marks import LoadingMarks
from charcopy_gui.workers.requests import Load, LoadedModel, ModelReady, Write, WritingRequest
from core import cancellation
from core.records import GenerationRecord, Progress

_READ, _PLACED = 40, 90
"""Percent of the time, about, when reading begins, and when it has ended."""


def load_model(path: Path, device: str, cancel: Event) -> Iterator[Progress | LoadedModel]:
    """Load a checkpoint onto the device asked for, or the one that can stand in for it.

    Raises:
        Cancelled: nobody waits for it any more.
        ValueError: it is no checkpoint that can be read; the error is one of core's own.
    """
    cancellation.check(cancel)
    yield Progress(0, 100, "%", "Starting torch")
    from charcopy_gui.workers.writing import Writer
    from core import checkpoint
    from core import device as devices

    cancellation.check(cancel)
    yield Progress(_READ, 100, "%", "Reading the model")
    devices.set_threads(1)  # One character at a time is too little to share out.
    chosen = devices.choose(device)
    for part in checkpoint.loading(path, cancel):
        if isinstance(part, checkpoint.Checkpoint):
            yield Progress(_PLACED, 100, "%", "Placing it on the device")
            cancellation.check(cancel)
            model = part.model(chosen.name)
            cancellation.check(cancel)
            yield LoadedModel(ModelReady(part.card, chosen, part.sha256), Writer(model))
        elif part.total:
            read = _READ + (_PLACED - _READ) * part.done // part.total
            yield Progress(read, 100, "%", part.message)


def prepare_kernels(cancel: Event) -> Iterator[str]:
    """Have compiled kernels ready for the next text; says which there are.

    Raises:
        Cancelled: they are not wanted any more.
    """
    from core import kernels

    yield kernels.prepare(cancel)


def marked(load: Load, marks: LoadingMarks) -> Load:
    """Loading that leaves a mark on a model while it is loaded, and while it writes first."""

    def marking(path: Path, device: str, cancel: Event) -> Iterator[Progress | LoadedModel]:
        with marks.loading(path):
            for part in load(path, device, cancel):
                if isinstance(part, LoadedModel):
                    part = replace(part, write=_FirstMarked(part.write, marks, path))
                yield part

    return marking


class _FirstMarked:
    """Writes as another does; a model whose first text ends the program is marked as well."""

    def __init__(self, write: Write, marks: LoadingMarks, path: Path) -> None:
        self._write = write
        self._marks = marks
        self._path = path
        self._has_written = False

    def __call__(self, request: WritingRequest, cancel: Event) -> Iterable[GenerationRecord]:
        if self._has_written:
            yield from self._write(request, cancel)
            return
        with self._marks.loading(self._path):
            yield from self._write(request, cancel)
        self._has_written = True
