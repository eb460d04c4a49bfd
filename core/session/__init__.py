"""A session: a text, its branches and every reason for them, kept in one file.

The file is JSON in ASCII, with arrays as base64 of their numbers; `writing` makes it, `reading`
takes nothing in it on trust.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.config import DecodingConfig
from core.failures import InputError
from core.generation_tree import GenerationTree
from core.records import Phase

SUFFIX = ".charcopy"
KIND = "session"
FORMAT = 1
"""Raised when an older program could no longer read a new file."""
LARGEST = 300_000_000
"""Bytes; hundreds of branches of the longest texts need less."""


class SessionError(InputError):
    """A session cannot be kept or opened; the message names the file and the reason."""


class DamagedError(SessionError):
    """A file is no session, or no whole one."""


class NewerError(SessionError):
    """A session was made by a newer program."""


@dataclass(frozen=True, slots=True)
class Session:
    """What a page shows, as it can be kept and shown again."""

    mr: str
    """The line that stands on the page; the text may be that of an earlier one."""
    tree: GenerationTree
    model_sha256: str = ""
    """Of the file of the model that wrote the text; empty where that is not known."""
    branch: int = 0
    """The branch that is looked at."""
    step: int | None = None
    """The step that is chosen, if one is."""
    file: str = ""
    """Path of the file that its author keeps it in, where this is the program's own copy of it."""
    table: str = ""
    """The line of the table that a sentence was written for, where it was read back to compare the
    two; else empty."""

    @property
    def model(self) -> str:
        """The name of the model that wrote the text."""
        return self.tree.model

    @property
    def config(self) -> DecodingConfig:
        """How the text was written."""
        return self.tree.config

    @property
    def phase(self) -> Phase:
        """The direction in which it was written."""
        return self.tree.phase
