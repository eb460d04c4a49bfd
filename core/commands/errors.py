"""What a command may raise, told apart by whose fault it is. Errors of torch are told by name."""

from __future__ import annotations


class UsageError(ValueError):
    """A command was given something it cannot work with."""


def is_bad_input(error: Exception) -> bool:
    """Whether it is core's own word on its input: one sentence for the person who gave it."""
    return isinstance(error, ValueError) and type(error).__module__.startswith("core.")


def is_nobodys_fault(error: Exception) -> bool:
    """Whether it is what can go wrong in any program; the message says enough."""
    with_torch = ("NotANumberError", "OutOfMemoryError")
    return isinstance(error, OSError | MemoryError) or type(error).__name__ in with_torch
