"""Parts of a file that someone else may have made: each is looked at before it is used."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from enum import Enum
from typing import TypeVar

import numpy as np

from core.records import FloatArray

_Kind = TypeVar("_Kind", bound=Enum)
_LARGEST = 1e33
"""More than any logarithm of a probability that a text can have."""
_MOST = 2**53
"""The largest whole number; beyond it, JSON's readers disagree."""
_SHARE = 1.001
"""What rounding may make of a share of 1."""


class PartError(ValueError):
    """A part is not what it must be; the message says which and why, without a full stop."""


class Part:
    """A value of a JSON file, and where in it it stands."""

    def __init__(self, value: object, where: str = "") -> None:
        self.value = value
        self._where = where

    def refuse(self, reason: str) -> PartError:
        """The error that says that this part will not do."""
        return PartError(f"{self._where or 'it'} {reason}")

    def table(self) -> dict[str, object]:
        """Names and values."""
        if not isinstance(self.value, dict):
            raise self.refuse("is not a table of names and values")
        return self.value

    def __getitem__(self, name: str) -> Part:
        if name not in self.table():
            raise self.refuse(f"lacks {name!r}")
        return Part(self.table()[name], f"{self._where}.{name}" if self._where else name)

    def get(self, name: str) -> Part | None:
        """A part that need not be there, or may be null."""
        return None if self.table().get(name) is None else self[name]

    def __iter__(self) -> Iterator[Part]:
        if not isinstance(self.value, list):
            raise self.refuse("is not a list")
        return (Part(v, f"{self._where}[{i}]") for i, v in enumerate(self.value))

    def text(self) -> str:
        """Any text."""
        if not isinstance(self.value, str):
            raise self.refuse("is not a text")
        return self.value

    def character(self, *others: str) -> str:
        """A single character, or one of a few words that stand for none."""
        text = self.text()
        if len(text) != 1 and text not in others:
            raise self.refuse("is not a single character")
        return text

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.refuse("is neither true nor false")
        return self.value

    def whole(self, low: int = 0, high: int = _MOST) -> int:
        """A whole number between two others, both included."""
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.refuse(f"is not a whole number from {low} to {high}")
        return value

    def number(self, low: float = -_LARGEST, high: float = _LARGEST) -> float:
        """A number between two others, both included; never one without end."""
        value = self.value
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.refuse("is not a number")
        if not low <= value <= high:
            raise self.refuse("is not a number allowed there")
        return float(value)

    def share(self) -> float:
        """A probability."""
        return self.number(0, _SHARE)

    def one_of(self, kind: type[_Kind]) -> _Kind:
        """A member of an enumeration, by its value."""
        for member in kind:
            if member.value == self.value and isinstance(self.value, str):
                return member
        raise self.refuse(f"is not one of {', '.join(str(member.value) for member in kind)}")

    def shares(self, count: int) -> FloatArray:
        """So many probabilities, as base64 of four bytes each."""
        text = self.text()
        try:
            raw = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise self.refuse("is not an array") from None
        if len(raw) != 4 * count:
            raise self.refuse(f"has {len(raw) / 4:g} numbers, not {count}")
        values = np.frombuffer(raw, np.dtype("<f4")).astype(np.float32)
        # Written so that what is no number is refused as well.
        if not bool(((values >= 0) & (values <= _SHARE)).all()):
            raise self.refuse("holds numbers that are not shares of attention")
        return values
