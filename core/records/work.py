"""What crosses in any long piece of work: how far it is, on what it runs, why it ended early."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long piece of work has come."""

    done: int
    total: int | None
    unit: str
    message: str = ""


class FailureKind(Enum):
    """What kind of thing went wrong; the window chooses its advice by it."""

    OUT_OF_MEMORY = "out_of_memory"
    DISK = "disk"
    NOT_A_NUMBER = "not_a_number"
    INPUT = "input"
    BUG = "bug"


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """The device that work runs on, as people should see it."""

    name: str
    """cpu, cuda or mps."""
    description: str
    """Such as "CPU, 2 threads"."""
    reason: str = ""
    """Why this one, where another was asked for, and what would help; else empty."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A piece of work that did not come to its end."""

    kind: FailureKind
    sentence: str
    """One plain sentence for the person at the window."""
    detail: str = field(default="", repr=False)
    """The traceback, for the log."""
