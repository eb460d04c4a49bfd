"""Moments: the evaluations of a run, those that were written down and those that come."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.records import DevScores, Sample
from core.runs import RunError, RunFolder

if TYPE_CHECKING:
    from core.runs.samples import Film


class Moments:
    """Keeps the figures of all, and the texts of the latest; others are read when seen."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._bleus: dict[int, float] = {}
        self._newest: dict[int, tuple[Sample, ...]] = {}
        self._film: Film | None = None

    def move(self, folder: Path) -> None:
        """What was written down lies in that folder now."""
        self._folder = folder

    @property
    def steps(self) -> tuple[int, ...]:
        """After which there was an evaluation, in order."""
        return tuple(self._bleus)

    @property
    def bleus(self) -> tuple[float, ...]:
        """What each found."""
        return tuple(self._bleus.values())

    def know(self, steps: Sequence[float], bleus: Sequence[float]) -> None:
        """These evaluations were written down before."""
        self._bleus = {int(step): float(bleu) for step, bleu in zip(steps, bleus, strict=True)}

    def add(self, scores: DevScores) -> None:
        """An evaluation was made; those from its step on, of before a resumption, go."""
        kept = {step: bleu for step, bleu in self._bleus.items() if step < scores.step}
        self._bleus = {**kept, scores.step: scores.bleu}
        self._newest, self._film = {scores.step: scores.samples}, None

    def samples(self, step: int) -> tuple[Sample, ...]:
        """What was written then.

        Raises:
            RunError: it was not written down, or cannot be read.
        """
        from core.runs import samples  # It loads numpy.

        if step in self._newest:
            return self._newest[step]
        if self._film is None and self._folder is not None:
            self._film = samples.read(RunFolder(self._folder))
        if self._film is None or step not in self._film.steps:
            msg = f"The texts of step {step:,} were not kept."
            raise RunError(msg)
        return self._film.at(step)
