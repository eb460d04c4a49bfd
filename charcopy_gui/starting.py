"""What a start begins with: settings, model, file; and what is better left out this time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from charcopy_gui.frame.memory import Places
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.aside import set_aside
from charcopy_gui.storage.loading_marks import LoadingMarks
from charcopy_gui.storage.settings import Settings
from core import model_card

_SAFE = (
    "CharCopy was started in safe mode: neither the last model nor the last text is loaded, the"
    " window opens where it does on a first start, and the CPU computes."
)


@dataclass(frozen=True, slots=True)
class Start:
    """How a window begins."""

    settings: Settings
    places: Places
    model: Path | None
    """The model to write with; None where there is none."""
    file: Path | None
    """A session or a model to show."""
    left_out: tuple[Path, ...]
    """Files that ended the program while it loaded them."""
    still: bool
    """Whether nothing is loaded before somebody asks for it."""
    notice: str
    """What there is to say, sentence by sentence; may be empty."""


def plan(
    marks: LoadingMarks,
    model: str | None = None,
    file: Path | None = None,
    *,
    reset: bool = False,
    safe: bool = False,
) -> Start:
    """What to begin with.

    Args:
        marks: those that earlier starts left behind.
        model: name or path of the model to start with; the one used last where it is None.
        file: a session to show, or a model to write with.
        reset: set all that is remembered aside.
        safe: load nothing of what was used last.

    Raises:
        ModelCardError: there is no such model.
    """
    notices = _reset() if reset else []
    chosen, notice = settings_file.load(paths.settings_file())
    notices += filter(None, [notice])
    places = Places(paths.settings_file(), paths.geometry_file(), paths.workspace_file())
    if safe:
        notices.append(_SAFE)
        places = Places(paths.settings_file())
        chosen = replace(chosen, mr="", slots=(), page="", device="cpu", live=False)
    ended = marks.left()
    left_out = [] if safe else _set_workspace_aside(ended, marks)
    first = model_path(model, Settings() if safe else chosen)
    writes, still = first, safe
    if first is not None and first.absolute() in ended and not safe:
        left_out.append(first)
        shipped = model_path(None, Settings())
        still = shipped is None or shipped.absolute() in ended
        writes = first if still else shipped
    if file is not None and file.absolute() in ended:
        left_out.append(file)
        file = None
    return Start(
        chosen, places, writes, file, tuple(dict.fromkeys(left_out)), still, "\n\n".join(notices)
    )


def model_path(asked: str | None, chosen: Settings) -> Path | None:
    """The model asked for, else the default, else the one used last, else the shipped one, or any.

    None where there is none.

    Raises:
        ModelCardError: the one that is asked for is not there.
    """
    folders = paths.model_folders()
    if asked is not None:
        return model_card.find(asked, folders)
    for name in filter(None, (chosen.default_model, chosen.model, model_card.DEFAULT)):
        try:
            return model_card.find(name, folders)
        except model_card.ModelCardError:
            continue
    cards = model_card.available(folders)
    return cards[0].path if cards else None


def _reset() -> list[str]:
    """Set aside what is remembered; what became of it, in sentences."""
    kept: list[str] = []
    stuck: list[str] = []
    for path in (paths.settings_file(), paths.geometry_file(), paths.workspace_file()):
        if path.exists():
            aside = set_aside(path, "before-reset")
            (stuck if aside is None else kept).append(str(aside or path))
    notices = ["CharCopy starts afresh."]
    if kept:
        notices.append(f"What it remembered is kept:\n{_lines(kept)}")
    if stuck:
        notices.append(f"These files could not be moved, and are unchanged:\n{_lines(stuck)}")
    return notices


def _lines(names: Iterable[str]) -> str:
    return "\n".join(names)


def _set_workspace_aside(ended: Sequence[Path], marks: LoadingMarks) -> list[Path]:
    """A workspace that ended the program becomes a session like others: a new text takes its place.

    Returns its new path.
    """
    workspace = paths.workspace_file()
    if workspace.absolute() not in ended:
        return []
    aside = set_aside(workspace, "left-out")
    if aside is None:
        return []
    marks.end(workspace)
    return [aside]
