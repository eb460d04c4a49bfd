"""How the generation worker loads a model; torch and what stands on it are loaded by that, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

from charcopy_gui.workers.requests import LoadedModel, ModelReady
from core import cancellation, files
from core.records import Progress

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
