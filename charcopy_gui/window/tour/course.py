"""What tours are made of: steps, the parts of the window they point at, what they wait for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Part(Enum):
    """A part of the window that a step points at."""

    SLOTS = auto()
    """The table and its line."""
    TABLE = auto()
    RUN = auto()
    TEXT = auto()
    ABOUT_TEXT = auto()
    """The line under the text, with what can be done with it."""
    TRACE = auto()
    CANDIDATES = auto()
    P_GEN = auto()
    ATTENTION = auto()
    """Where the network looks: the line that it reads, and the bar over that."""
    BRANCHES = auto()
    OUTCOMES = auto()
    """What several models wrote, on Compare."""


class Deed(Enum):
    """Something to be done, by whoever takes the tour or by the program."""

    TYPE_NAME = auto()
    """Give the slot `name` another value."""
    RUN = auto()
    CHOOSE_CHARACTER = auto()
    CHOOSE_NAME = auto()
    """Choose the step in which the name begins."""
    CHOOSE_IN_NAME = auto()
    """Choose a step in which the name is being copied."""
    TAKE_OTHER = auto()
    """Have another candidate written."""
    PIN = auto()
    """Pin p_gen to 1."""
    LOOK_ELSEWHERE = auto()
    """Move the attention to another slot."""
    COMPARE = auto()
    """Let a model that copies and one that does not write for the same table."""


@dataclass(frozen=True, slots=True)
class Step:
    """One panel; it stays until its deed is done, or until one goes on."""

    title: str
    words: str
    part: Part
    deed: Deed | None = None
    """What ends the step; None where there is only something to look at."""
    after: str = ""
    """What is said once it is done; without it, the next step follows at once."""


@dataclass(frozen=True, slots=True)
class Course:
    """A tour, or a lesson."""

    title: str
    steps: tuple[Step, ...]
    table: str = ""
    """The line of the table that it needs; empty for the one that is there."""
