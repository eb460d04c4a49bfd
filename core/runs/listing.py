"""The list of runs: what each is, what became of it, and renaming and deleting them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.config import TrainingConfig
from core.runs import folds, position, provenance, status
from core.runs.folder import RunError, RunFolder
from core.runs.status import RunState, RunStatus

_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]')
"""What some file system does not take in a name."""
_FORBIDDEN_IN_WORDS = 'no line break and none of < > : " / \\ | ? *'


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run, as a list shows it."""

    path: Path
    status: RunStatus
    config: TrainingConfig
    corpus: str = ""
    fine_tuned_from: str = ""
    started: str = ""
    """Date and time, ISO 8601, UTC."""
    step: int = 0
    epoch: int = 0
    """Epochs finished."""
    seconds: float = 0.0
    """Spent training."""
    memory: int = 0
    """The most bytes that training took; 0 where unknown."""
    best_bleu: float | None = None
    """On the dev split; of a cross-validation, the mean of its folds."""
    spread: float | None = None
    """Of a cross-validation: the standard deviation between its folds."""
    folds: int = 0
    """Of a cross-validation; 0 for a run."""
    can_resume: bool = False
    """Whether there is anything left to train, and a state to go on from."""

    @property
    def name(self) -> str:
        """The folder's."""
        return self.path.name

    @property
    def variant(self) -> str:
        """Such as EDA_CS."""
        return self.config.model.variant


def runs_in(folder: Path) -> tuple[RunSummary, ...]:
    """All runs in a folder, the newest first; what is no run is passed over."""
    found = []
    for path in folder.glob("*/"):
        try:
            found.append(summary(path))
        except RunError:
            continue
    return tuple(sorted(found, key=lambda run: (run.started, run.name), reverse=True))


def summary(path: Path) -> RunSummary:
    """One run.

    Raises:
        RunError: the folder holds none, or its configuration cannot be read.
    """
    folder = RunFolder(path)
    config, now = folder.training_config(), status.read(folder)
    if folder.folds.exists():
        return _cross_validation(folder, config, now)
    try:
        made_from = provenance.read(folder)
        corpus, started, tuned = made_from.corpus, made_from.started, made_from.fine_tuned_from
    except RunError:
        corpus, started, tuned = "", now.since, ""
    try:
        far = position.read(folder)
    except RunError:
        return RunSummary(path, now, config, corpus, tuned, started)
    return RunSummary(
        path,
        now,
        config,
        corpus or str(far.get("provenance", {}).get("corpus", "")),
        tuned,
        started,
        step=int(far["step"]),
        epoch=int(far["epoch"]),
        seconds=float(far["seconds"]),
        memory=int(far.get("memory", 0)),
        best_bleu=float(far["best_bleu"]) if far["best_bleu"] >= 0 else None,
        can_resume=_can_resume(now),
    )


def _cross_validation(folder: RunFolder, config: TrainingConfig, now: RunStatus) -> RunSummary:
    number, runs = folds.count(folder), []
    for path in folds.folders(folder):
        if RunFolder(path).config.exists():
            runs.append(summary(path))
    scored = [run.best_bleu for run in runs if run.best_bleu is not None]
    outcome = folds.Outcome(tuple(scored))
    if now.state.going_on:
        now = next((run.status for run in runs if run.status.state.going_on), now)
    return RunSummary(
        folder.path,
        now,
        config,
        runs[0].corpus.removesuffix(f", fold 1 of {number}") if runs else "",
        runs[0].fine_tuned_from if runs else "",
        runs[0].started if runs else now.since,
        step=sum(run.step for run in runs),
        epoch=sum(run.epoch for run in runs),
        seconds=sum(run.seconds for run in runs),
        memory=max((run.memory for run in runs), default=0),
        best_bleu=outcome.mean if scored else None,
        spread=outcome.spread if len(scored) > 1 else None,
        folds=number,
        can_resume=_can_resume(now),
    )


def _can_resume(now: RunStatus) -> bool:
    return not now.state.going_on and now.state is not RunState.FINISHED


def rename(path: Path, name: str) -> Path:
    """Give a run another name, which is its folder's; says where it is now.

    Raises:
        RunError: it goes on, the name cannot be one, or is taken; the message says which.
    """
    target = check_name(path, name)
    if target == path:
        return path
    _refuse_running(path)
    try:
        path.rename(target)
    except OSError as error:
        msg = f"{path.name} cannot be renamed: {error.strerror or error}."
        raise RunError(msg) from error
    return target


def check_name(path: Path, name: str) -> Path:
    """Where a run would lie under another name.

    Raises:
        RunError: the name cannot be one, or is taken; the message says which.
    """
    plain = name.strip()
    _refuse_misnamed(plain)
    target = path.with_name(plain)
    if target != path and target.exists():
        msg = f"There is a run called {plain} already."
        raise RunError(msg)
    return target


def delete(path: Path, trash: Callable[[Path], object]) -> None:
    """Have a run moved to the trash.

    Args:
        path: the run's folder.
        trash: moves a folder to the trash, and gives something false where it could not.

    Raises:
        RunError: it goes on, or could not be moved.
    """
    _refuse_running(path)
    if not trash(path):
        msg = f"{path.name} could not be moved to the trash."
        raise RunError(msg)


def _refuse_misnamed(name: str) -> None:
    if not name:
        msg = "A run needs a name."
    elif _FORBIDDEN.search(name):
        msg = f"{name!r} cannot be a run's name: {_FORBIDDEN_IN_WORDS} can be in it."
    elif name.startswith(".") or name.endswith("."):
        msg = f"{name!r} cannot be a run's name: it neither begins nor ends with a full stop."
    else:
        return
    raise RunError(msg)


def _refuse_running(path: Path) -> None:
    now = status.read(RunFolder(path)).state
    if now.going_on:
        msg = f"{path.name} is {now.value}; stop it first."
        raise RunError(msg)
