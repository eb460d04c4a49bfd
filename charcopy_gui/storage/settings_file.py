"""The file of the settings: read with patience, written whole, shared by several windows."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli_w

from charcopy_gui.storage.aside import set_aside
from charcopy_gui.storage.settings import Settings
from core.files import write_atomically
from core.runs import lock

VERSION = 1
"""Raised when an older program would misread a new file."""
_HALVES = "surrogatepass"
"""A path that is not UTF-8 has halves of characters, and is to be remembered like any other."""


def load(path: Path) -> tuple[Settings, str]:
    """The settings of a file, and a notice, empty where there is nothing to say.

    A file that cannot be read as settings is set aside under another name, never overwritten; so
    is that of a newer version, of which is used what this one knows. Names that this version does
    not know are passed over.
    """
    try:
        table = _table(path)
        if table["version"] == VERSION:
            return Settings.from_mapping(table), ""
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"The settings could not be read ({error.strerror}). Defaults are used."
    except _BROKEN:
        return Settings(), _kept("The settings were damaged. Defaults are used.", path, "broken")
    found, used = Settings(), "Defaults are used"
    with contextlib.suppress(*_BROKEN):
        found, used = Settings.from_mapping(table), "What this one knows of them is used"
    return found, _kept(f"The settings are those of a newer CharCopy. {used}.", path, "newer")


_BROKEN = (ValueError, TypeError, RecursionError)
"""What a file raises that is no file of settings."""


def _table(path: Path) -> dict[str, Any]:
    """What the file holds, with a version; files of before there were any are of the first."""
    table = {"version": 1, **tomllib.loads(path.read_text("utf-8-sig", _HALVES))}
    version = table["version"]
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        msg = "version must be a whole number from 1"
        raise ValueError(msg)
    return table


def _kept(notice: str, path: Path, why: str) -> str:
    """Set the file aside; the notice says where it is."""
    aside = set_aside(path, why)
    where = f"The file {path} could not be moved" if aside is None else f"It is kept as {aside}"
    return f"{notice} {where}."


def save(settings: Settings, path: Path) -> None:
    """Write all settings, so that a crash leaves either the old file or the new one.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(_plain(settings), path)


def change(path: Path, settings: Settings, names: set[str]) -> None:
    """Write some of the settings; what other windows have written meanwhile stays.

    Args:
        path: the file.
        settings: how all of them stand in this window.
        names: fields that this window has changed.

    Raises:
        OSError: the file cannot be written; the old one is whole.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path.with_name(f".{path.name}.lock")):
        try:
            kept = _table(path)
            Settings.from_mapping(kept)
        except (OSError, *_BROKEN):
            kept = {}
        mine = _plain(settings)
        if kept.get("version") != VERSION:
            kept = mine
        _write({**kept, **{name: mine[name] for name in names}}, path)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other windows out; without their leave, or locks, the last who writes wins."""
    with contextlib.ExitStack() as holding:
        with contextlib.suppress(OSError, lock.HeldError):
            holding.enter_context(lock.held(path))
        yield


def _plain(settings: Settings) -> dict[str, Any]:
    return {"version": VERSION, **settings.to_mapping()}


def _write(values: Mapping[str, Any], path: Path) -> None:
    write_atomically(path, tomli_w.dumps(values).encode("utf-8", _HALVES))
