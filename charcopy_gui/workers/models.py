"""Files of models in a thread of their own: checked, copied in, copied out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TypeAlias

from PySide6.QtCore import QObject

from charcopy_gui.workers.worker import Worker
from core import model_store
from core.model_store import StoreError
from core.records import Progress


@dataclass(frozen=True, slots=True)
class Copied:
    """A model was copied."""

    source: Path
    target: Path


@dataclass(frozen=True, slots=True)
class Refused:
    """A file was not taken; nothing came of it."""

    source: Path
    sentence: str


Pairs: TypeAlias = Sequence[tuple[Path, Path]]
"""Files to copy, and where to."""


def imported(pairs: Pairs, cancel: Event) -> Iterator[Progress | Copied | Refused]:
    """Copy files in, those that are models that can be used; of the others, say why not.

    Raises:
        Cancelled: the event was set; the file at hand leaves nothing.
    """
    from core import checkpoint  # Torch takes seconds to import.
    from core.checkpoint import CheckpointError

    for source, target in pairs:
        yield Progress(0, None, "bytes", f"Checking {source.name}")
        try:
            checkpoint.load(source, cancel).model()
            yield from model_store.copied(source, target, cancel)
            yield Copied(source, target)
        except (CheckpointError, StoreError) as error:
            yield Refused(source, str(error))


def exported(source: Path, target: Path, cancel: Event) -> Iterator[Progress | Copied | Refused]:
    """Copy a model out.

    Raises:
        Cancelled: the event was set; what was at the target is as it was.
    """
    try:
        yield from model_store.copied(source, target, cancel)
        yield Copied(source, target)
    except StoreError as error:
        yield Refused(source, str(error))


class Models(QObject):
    """Copies files of models; the newest request wins."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.copying = Worker("copying models", self)
        """Yields Progress, and Copied or Refused for every file."""

    @property
    def busy(self) -> bool:
        """Whether something is being copied."""
        return self.copying.busy

    def bring_in(self, pairs: Pairs) -> None:
        """Check files, and copy those that can be used."""
        self.copying.start(lambda cancel: imported(pairs, cancel))

    def bring_out(self, source: Path, target: Path) -> None:
        """Copy a model."""
        self.copying.start(lambda cancel: exported(source, target, cancel))

    def stop(self) -> None:
        """End the copying; the file at hand leaves nothing."""
        self.copying.stop()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        self.copying.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""
        self.copying.wait()
