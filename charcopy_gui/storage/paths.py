"""Where the program keeps its things: the user's folders, and those shipped with it."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from platformdirs import PlatformDirs

from core import model_card, session
from core.runs import RunFolder

_DIRS = PlatformDirs("CharCopy", appauthor=False)
_ROOT = Path(__file__).resolve().parents[2]
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]')
"""What some file system does not take in a name."""
_LONGEST_NAME = 80


def resources() -> Path:
    """Files that come with the program and are no code."""
    return _ROOT / "resources"


def guide() -> Path:
    """The chapters of the user guide."""
    return resources() / "guide"


def data_folder() -> Path:
    """The user's own models and runs."""
    return _DIRS.user_data_path


def user_models() -> Path:
    """Checkpoints that the user trained or imported."""
    return data_folder() / "models"


def runs_folder() -> Path:
    """A folder for every training run."""
    return data_folder() / "runs"


def evaluations_folder() -> Path:
    """The last evaluations, a file each."""
    return data_folder() / "evaluations"


def new_run(name: str) -> Path:
    """A folder for a run of this name that is not there yet; the name may hold anything."""
    plain = _FORBIDDEN.sub("_", name)[:_LONGEST_NAME].rstrip(" .")
    return next(path for path in _numbered(runs_folder() / plain) if not path.exists())


def claim(folder: Path) -> Path:
    """Make a folder that was not there; where another window was faster, one with a number.

    Raises:
        OSError: it cannot be made.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    for path in _numbered(folder):
        with contextlib.suppress(FileExistsError):
            path.mkdir()
            return path
    msg = "There is always one more number."
    raise AssertionError(msg)


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    for number in itertools.count(2):
        yield path.with_name(f"{path.name} {number}")


def run_models() -> list[Path]:
    """A checkpoint of every run, the newest run first: the best, or the last where none is best."""
    runs = map(RunFolder, sorted(runs_folder().glob("*/"), reverse=True))
    kept = ((run.best if run.best.is_file() else run.last) for run in runs)
    return [path for path in kept if path.is_file()]


def model_folders() -> tuple[Path, ...]:
    """Where models are looked for, the user's own first."""
    return user_models(), model_card.SHIPPED


def log_file() -> Path:
    """The log; it turns over by size."""
    return _DIRS.user_log_path / "charcopy.log"


def settings_file() -> Path:
    """What the program remembers, as TOML."""
    return _DIRS.user_config_path / "settings.toml"


def geometry_file() -> Path:
    """Where the window stood and how it was divided, as Qt writes it."""
    return _DIRS.user_config_path / "geometry.ini"


def workspace_file() -> Path:
    """The text that was shown last, with its branches, as a session."""
    return data_folder() / f"workspace{session.SUFFIX}"


def marks_folder() -> Path:
    """Marks on what is being loaded; see `loading_marks`."""
    return data_folder() / "loading"
