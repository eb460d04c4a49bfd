"""What made a run: program, corpus, machine, and every sitting that was spent on it."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

from core.files import write_atomically
from core.runs.folder import RunError, RunFolder


@dataclass(frozen=True, slots=True)
class Sitting:
    """One stretch of work on a run, from its start or resumption to its end."""

    started: str
    """Date and time, ISO 8601, UTC."""
    first_step: int
    """Steps that had been made before."""
    device: str
    threads: int
    program: str
    """The version of CharCopy."""
    source: str
    """Checksum of its code, which a version number alone does not tell."""
    torch: str
    numba: str
    """Empty where it is not installed."""
    numpy: str
    python: str
    system: str
    ended: str = ""
    """Empty while it goes on, and for good where it was killed."""
    last_step: int | None = None


@dataclass(frozen=True, slots=True)
class RunProvenance:
    """Where a run comes from."""

    corpus: str
    licence: str
    attribution: str
    corpus_digest: str
    """SHA-256 of all examples in their order."""
    train_rows: int
    dev_rows: int
    seed: int
    fine_tuned_from: str = ""
    sittings: tuple[Sitting, ...] = ()

    @property
    def started(self) -> str:
        """When the run began; empty before it has."""
        return self.sittings[0].started if self.sittings else ""

    @property
    def ended(self) -> str:
        """When it ended; empty while it runs, and where it was killed."""
        return self.sittings[-1].ended if self.sittings else ""

    def begun(self, sitting: Sitting) -> RunProvenance:
        """With one more sitting."""
        return dataclasses.replace(self, sittings=(*self.sittings, sitting))

    def ended_at(self, step: int, when: str) -> RunProvenance:
        """With the end of the last sitting."""
        last = dataclasses.replace(self.sittings[-1], ended=when, last_step=step)
        return dataclasses.replace(self, sittings=(*self.sittings[:-1], last))


def write(folder: RunFolder, provenance: RunProvenance) -> None:
    """Keep it in the run's folder.

    Raises:
        OSError: the folder cannot be written to.
    """
    text = json.dumps(dataclasses.asdict(provenance), indent=1)
    write_atomically(folder.provenance, text.encode())


def read(folder: RunFolder) -> RunProvenance:
    """What `write` kept.

    Raises:
        RunError: there is none, or it is damaged.
    """
    try:
        values: dict[str, Any] = json.loads(folder.provenance.read_bytes())
        sittings = tuple(Sitting(**sitting) for sitting in values.pop("sittings"))
        return RunProvenance(**values, sittings=sittings)
    except (OSError, AttributeError, KeyError, TypeError, ValueError) as error:
        msg = f"{folder.provenance} cannot be read: {error}."
        raise RunError(msg) from error
