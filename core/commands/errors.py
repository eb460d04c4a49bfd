"""What a command may raise, told apart by whose fault it is."""

from __future__ import annotations

from core.failures import InputError, failure_of
from core.records import FailureKind


class UsageError(InputError):
    """A command was given something it cannot work with."""


def is_bad_input(error: Exception) -> bool:
    """Whether it is core's own word on its input: one sentence for the person who gave it."""
    return isinstance(error, InputError)


def is_nobodys_fault(error: Exception) -> bool:
    """Whether it is what can go wrong in any program; the message says enough."""
    return not is_bad_input(error) and failure_of(error).kind is not FailureKind.BUG
