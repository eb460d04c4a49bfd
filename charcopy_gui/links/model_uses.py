"""What a model is used for, wherever its file goes: it writes, and the program starts with it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from charcopy_gui.frame.memory import Memory
from charcopy_gui.links.generate import GenerateLink


class Uses(NamedTuple):
    """Of one model, or of those of one run."""

    writes: bool
    is_default: bool


class ModelUses:
    """Lets what a model is used for go with it; a run's folder stands for all its models."""

    def __init__(self, memory: Memory, generate_link: GenerateLink) -> None:
        self._memory = memory
        self._generate_link = generate_link

    @property
    def _writing(self) -> Path | None:
        return self._generate_link.model

    @property
    def _default(self) -> Path | None:
        default = self._memory.settings.default_model
        return Path(default) if default else None

    def of(self, whole: Path) -> Uses:
        """What a model's file, or one in a run's folder, is used for."""
        return Uses(_lies_in(self._writing, whole), _lies_in(self._default, whole))

    def move(self, was: Path, now: Path | None) -> None:
        """A model, or a run, lies elsewhere now, or nowhere: it is used there, or no longer."""
        default, writing = self._default, self._writing
        if now is not None:
            self._memory.move_model(was, now)
        if default is not None and default.is_relative_to(was):
            self._memory.keep_default_model(now and now / default.relative_to(was))
        if writing is not None and writing.is_relative_to(was):
            self._generate_link.follow_model(now and now / writing.relative_to(was))

    def give_back(self, model: Path, uses: Uses) -> None:
        """A model is there again: it is used as before, unless another one writes by now."""
        if uses.is_default:
            self._memory.keep_default_model(model)
        if uses.writes and self._writing is None:
            self._generate_link.follow_model(model)


def _lies_in(model: Path | None, whole: Path) -> bool:
    return model is not None and model.is_relative_to(whole)
