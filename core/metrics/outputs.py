"""Files of a system's outputs: one text a line, in the order of the task."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.corpus import formats
from core.files import write_atomically
from core.metrics.slots.findings import open_values
from core.metrics.slots.mentions import plain
from core.metrics.task import Task, TaskError

_SHIFTS = (-3, -2, -1, 1, 2, 3)
"""Lines by which outputs can have slipped."""
_STRANGE = 0.2
"""A larger share of lines with names of other lines is a wrong order."""
_SLIPPED = 0.02
"""So much more of the names fit in another place before lines are said to have slipped."""


def read(path: Path, task: Task) -> tuple[str, ...]:
    """The texts of a file, one for each meaning representation of the task.

    Raises:
        CorpusError: the file cannot be read, is empty, or is not UTF-8 text.
        TaskError: texts are missing, empty or too many, or their order is another.
    """
    content = formats.sound_text(path, "utf-8").replace("\r\n", "\n")
    lines = [line.strip() for line in content.rstrip("\n").split("\n")]
    if len(lines) != len(task.mrs):
        msg = (
            f"{path.name} has {_counted(len(lines), 'text')}, but {task.corpus} has "
            f"{_counted(len(task.mrs), 'distinct meaning representation')}; "
            "there must be one text for each, one per line, in order of first appearance."
        )
        if "" in lines:
            msg += f" Line {lines.index('') + 1} is empty."
        raise TaskError(msg)
    if "" in lines:
        number = lines.index("")
        msg = f"Line {number + 1} of {path.name} is empty: there is no text for {task.mrs[number]}."
        raise TaskError(msg)
    texts = tuple(lines)
    _check_order(path.name, texts, task)
    return texts


def save(path: Path, texts: Sequence[str]) -> None:
    """Write the texts, one a line.

    Raises:
        OSError: the file cannot be written.
    """
    lines = (" ".join(text.splitlines()) + "\n" for text in texts)
    write_atomically(path, "".join(lines).encode())


def _check_order(name: str, texts: Sequence[str], task: Task) -> None:
    """See by the names in the texts whether they belong to the tables beside them.

    Raises:
        TaskError: they belong to others.
    """
    wanted = [tuple(map(plain, open_values(task.prepare(mr)))) for mr in task.mrs]
    searched = [plain(task.prepare(text)) for text in texts]
    total = sum(map(len, wanted))
    fits = {shift: _fitting(wanted, searched, shift) for shift in (0, *_SHIFTS)}
    best = max(fits, key=fits.__getitem__)
    if fits[best] > max(fits[0] + _SLIPPED * total, total / 2):
        where = "down" if best > 0 else "up"
        msg = (
            f"{name} has slipped against {task.corpus}: its names fit better when its lines are "
            f"moved {where} by {abs(best)}."
        )
        raise TaskError(msg)
    everywhere = {value for values in wanted for value in values}
    strange = [
        number
        for number, (values, text) in enumerate(zip(wanted, searched, strict=True), 1)
        if values
        and not any(value in text for value in values)
        and any(value in text for value in everywhere)
    ]
    if len(strange) > _STRANGE * len(texts):
        msg = (
            f"{name} is in another order than {task.corpus}: {_counted(len(strange), 'line')} of "
            f"{len(texts)} have names of other lines, first line {strange[0]}."
        )
        raise TaskError(msg)


def _fitting(wanted: Sequence[tuple[str, ...]], searched: Sequence[str], shift: int) -> int:
    """How many values stand in their text when the texts are moved down by so many lines."""
    moved = searched[: len(searched) - shift] if shift > 0 else searched[-shift:]
    beside = wanted[shift:] if shift > 0 else wanted
    return sum(
        value in text for values, text in zip(beside, moved, strict=False) for value in values
    )


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
