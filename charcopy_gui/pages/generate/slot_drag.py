"""Rows that are dragged, and text that is dropped."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QMimeData

from charcopy_gui.pages.generate.slot_text import line_of, slots_of_text
from core.meaning_representation import Slot

_ROWS = "application/x-charcopy-rows"
TYPES = (_ROWS, "text/plain")
"""What may be dropped on a table."""


def dragged(slots: Sequence[Slot], rows: Sequence[int]) -> QMimeData:
    """Some rows of a table: by number for that table, as a line for everyone else."""
    data = QMimeData()
    data.setData(_ROWS, f"{os.getpid()}:{','.join(map(str, rows))}".encode())
    data.setText(line_of([slots[row] for row in rows]))
    return data


def own_rows(data: QMimeData) -> tuple[int, ...]:
    """The numbers of dragged rows; none where they are not of this process.

    Rows of another window are text like any other: their numbers mean nothing here.
    """
    owner, _, rows = bytes(data.data(_ROWS).data()).decode("ascii", "replace").partition(":")
    return tuple(map(int, rows.split(","))) if owner == str(os.getpid()) and rows else ()


def dropped(data: QMimeData) -> tuple[Slot, ...]:
    """The slots of a text that was dropped; none where it holds none."""
    return slots_of_text(data.text())
