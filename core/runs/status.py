"""What became of a run: told from its files, and from whether a training holds them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from core.files import write_atomically
from core.runs import lock
from core.runs.folder import RunFolder


class RunState(Enum):
    """What a run is doing, or how it ended."""

    RUNNING = "running"
    PAUSED = "paused"
    """Someone has it rest; everything is saved."""
    FINISHED = "finished"
    """All epochs were trained, or early stopping struck."""
    STOPPED = "stopped"
    """Someone stopped it; everything is saved."""
    INTERRUPTED = "interrupted"
    """It was killed, or the power failed; what was saved last is there."""
    FAILED = "failed"

    @property
    def going_on(self) -> bool:
        """Whether a training holds the run, if only to rest: no one else may touch it."""
        return self in (RunState.RUNNING, RunState.PAUSED)


@dataclass(frozen=True, slots=True)
class RunStatus:
    """A run's state, and what there is to say of it."""

    state: RunState
    sentence: str = ""
    """Why it failed; empty otherwise."""
    since: str = ""
    """Date and time, ISO 8601, UTC."""


def write(folder: RunFolder, state: RunState, sentence: str = "") -> None:
    """Set down what the run does now; only who holds its lock may.

    Raises:
        OSError: the folder cannot be written to.
    """
    content = {
        "state": state.value,
        "sentence": sentence,
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
        "process": os.getpid(),
    }
    write_atomically(folder.status, json.dumps(content).encode())


def read(folder: RunFolder) -> RunStatus:
    """What became of the run, or that it goes on, in this program or in another.

    A run that says it goes on, and that nobody holds, was interrupted. Both are looked at
    until they agree: it may begin or end meanwhile.
    """
    before = None
    while True:
        said = _said(folder)
        since = str(said.get("since", ""))
        state = _state(said)
        if lock.is_held(folder.lock):
            return RunStatus(state if state.going_on else RunState.RUNNING, "", since)
        if not state.going_on:
            return RunStatus(state, str(said.get("sentence", "")), since)
        if said == before:
            return RunStatus(RunState.INTERRUPTED, "", since)
        before = said


def _state(said: dict[str, Any]) -> RunState:
    try:
        return RunState(said["state"])
    except (KeyError, ValueError):  # A run of before there was such a file.
        return RunState.STOPPED


def _said(folder: RunFolder) -> dict[str, Any]:
    try:
        content = json.loads(folder.status.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
