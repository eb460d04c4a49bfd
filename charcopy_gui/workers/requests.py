"""What the generation worker is asked for, and the models that answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TypeAlias

from core.config import DecodingConfig
from core.generation_tree import BranchRequest
from core.model_card import ModelCard
from core.records import DeviceInfo, GenerationRecord, Phase, Progress


@dataclass(frozen=True, slots=True)
class WritingRequest:
    """A text, or a branch of one."""

    source: str
    phase: Phase
    config: DecodingConfig
    run: int
    branch: BranchRequest | None = None
    """The branch of that run which is to be written; None for a text from its first character."""


@dataclass(frozen=True, slots=True)
class ModelReady:
    """The model that writes from now on, and where it runs."""

    card: ModelCard
    device: DeviceInfo
    sha256: str = ""
    """Of its file, in hexadecimal digits."""


Write: TypeAlias = Callable[[WritingRequest, Event], Iterable[GenerationRecord]]
"""Request, cancel -> the records of one generation."""


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model in memory, as a function that writes."""

    ready: ModelReady
    write: Write


Load: TypeAlias = Callable[[Path, str, Event], Iterable[Progress | LoadedModel]]
"""A checkpoint, device asked for, cancel -> how far it has come, and at last the model.

Called in the worker's thread only.
"""
Prepare: TypeAlias = Callable[[Event], Iterable[object]]
"""Cancel -> work that makes later texts come faster."""
