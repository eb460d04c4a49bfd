"""What went wrong, as one plain sentence: for the window, for a run's status and for its log."""

from __future__ import annotations

import errno
import traceback
from typing import ClassVar

from core.records import Failure, FailureKind

_MEMORY_WORDS = ("can't allocate memory", "not enough memory", "out of memory")
"""How torch says it on Linux, on Windows and of a GPU, in a RuntimeError."""


class ForeseenError(Exception):
    """What core itself raises for a person to read: the message is one plain sentence."""

    kind: ClassVar[FailureKind]


class InputError(ForeseenError, ValueError):
    """What someone gave cannot be used; the message says what, where and why."""

    kind = FailureKind.INPUT


def failure_of(error: BaseException) -> Failure:
    """What was raised, as something a person can be told."""
    detail = "".join(traceback.format_exception(error))
    kind, sentence = _described(error)
    return Failure(kind, sentence, detail)


def _described(error: BaseException) -> tuple[FailureKind, str]:
    if _out_of_memory(error):
        advice = "There is not enough memory for this. Try something smaller, or another device."
        return FailureKind.OUT_OF_MEMORY, advice
    if isinstance(error, OSError):
        full = error.errno == errno.ENOSPC
        what = "The disk is full" if full else error.strerror or str(error)
        where = f": {error.filename}" if error.filename else ""
        return FailureKind.DISK, f"{what}{where}."
    if isinstance(error, ForeseenError):
        return error.kind, str(error)
    reason = str(error).strip().partition("\n")[0] or "no reason given"
    return FailureKind.BUG, f"Something went wrong inside the program ({reason})."


def _out_of_memory(error: BaseException) -> bool:
    """Whether memory ran out; torch's own errors are told by name and words, without torch."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    words = str(error).lower()
    return isinstance(error, RuntimeError) and any(said in words for said in _MEMORY_WORDS)
