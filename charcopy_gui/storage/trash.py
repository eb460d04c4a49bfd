"""The system's trash."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QFile


@dataclass(frozen=True, slots=True)
class Trashed:
    """A file or a folder that lies in the trash."""

    was: Path
    """Where it lay before."""
    place: Path | None
    """Where it lies now; None where the system does not say."""

    def put_back(self) -> None:
        """Move it to where it lay.

        Raises:
            OSError: it is not in the trash any more, or something else lies there now.
        """
        if self.place is None:
            raise FileNotFoundError(2, "it can be put back from the trash itself only", self.was)
        if self.was.exists():
            raise FileExistsError(17, "something else is there now", str(self.was))
        shutil.move(self.place, self.was)
        _record(self.place).unlink(missing_ok=True)


def move_to_trash(path: Path) -> Trashed | None:
    """Move a file or a folder to the system's trash; None where there is none for it."""
    file = QFile(str(path))
    if not file.moveToTrash():
        return None
    # By then it goes by the name that it has in the trash.
    return Trashed(path, Path(file.fileName()) if file.fileName() else None)


def _record(place: Path) -> Path:
    """What the trash keeps beside a file, as freedesktop.org and Windows have it."""
    if place.name.startswith("$R"):
        return place.with_name(f"$I{place.name[2:]}")
    return place.parent.parent / "info" / f"{place.name}.trashinfo"
