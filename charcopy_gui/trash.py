"""The system's trash."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QFile


def move_to_trash(path: Path) -> bool:
    """Move a file or a folder to the system's trash; False where there is none for it."""
    with contextlib.suppress(OSError):
        return _moved(QFile.moveToTrash(str(path)))
    return False


def _moved(answer: bool | tuple[bool, str]) -> bool:
    """Whether it was moved; some versions of PySide say where to, as well."""
    return answer if isinstance(answer, bool) else answer[0]
