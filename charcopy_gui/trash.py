"""The system's trash."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QFile


def move_to_trash(path: Path) -> bool:
    """Move a file or a folder to the system's trash; False where there is none for it."""
    with contextlib.suppress(OSError):
        return QFile.moveToTrash(str(path))[0]
    return False
