"""How the generation worker loads a model; torch and what stands on it are loaded by that, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

from charcopy_gui.loading_marks import LoadingMarks
from charcopy_gui.workers.requests import Load, LoadedModel, ModelReady, Write, WritingRequest
from core import cancellation, files
from core.records import GenerationRecord, Progress

_PARTS = 3


def load_model(path: Path, device: str, cancel: Event) -> Iterator[Progress | LoadedModel]:
    """Load a checkpoint onto the device asked for, or the one that can stand in for it.

    Raises:
        Cancelled: nobody waits for it any more.
        ValueError: it is no checkpoint that can be read; the error is one of core's own.
    """
    cancellation.check(cancel)
    yield Progress(0, _PARTS, "parts", "Starting torch")
    from charcopy_gui.workers.writing import Writer
    from core import checkpoint
    from core import device as devices

    cancellation.check(cancel)
    yield Progress(1, _PARTS, "parts", "Reading the model")
    devices.set_threads(1)  # One character at a time is too little to share out.
    chosen = devices.choose(device)
    read = checkpoint.load(path)
    cancellation.check(cancel)
    yield Progress(2, _PARTS, "parts", "Placing it on the device")
    model = read.model(chosen.name)
    cancellation.check(cancel)
    yield LoadedModel(ModelReady(read.card, chosen, files.sha256(path)), Writer(model))


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
