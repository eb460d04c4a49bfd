"""The curves of a run, read from its metrics as columns: 100,000 steps in a moment."""

from __future__ import annotations

import json
import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.runs.folder import RunFolder

Column: TypeAlias = NDArray[np.float64]

_POINT = (
    "run", "step", "epoch", "table_to_text", "text_to_table", "gradient_norm",
    "examples_per_second", "seconds", "learning_rate", "memory",
)  # fmt: skip
"""What TrainingPoint's lines hold, in their order."""
_LATER = ("learning_rate", "memory")
"""What the lines of runs of before do not hold."""
_BETWEEN = string.ascii_lowercase.encode() + b'_{}": '
"""What stands between the numbers of a line, the commas apart."""
_SCORES = ("step", "table_to_text", "text_to_table", "bleu")


@dataclass(frozen=True, eq=False)
class Curves:
    """Columns of the steps (N,) and of the evaluations (M,); what there is none of is NaN."""

    step: Column
    epoch: Column
    table_to_text: Column
    text_to_table: Column
    gradient_norm: Column
    examples_per_second: Column
    seconds: Column
    """Since that session of the run began."""
    learning_rate: Column
    memory: Column
    """In bytes."""
    dev_step: Column
    dev_table_to_text: Column
    dev_text_to_table: Column
    dev_bleu: Column


def read(folder: RunFolder) -> Curves:
    """The curves of a run, empty where nothing was trained; damaged lines are left out.

    Raises:
        OSError: the file is there and cannot be read.
    """
    lines = folder.metrics.read_bytes().split(b"\n")[:-1] if folder.metrics.exists() else []
    scored = [line for line in lines if b'"bleu"' in line]
    points = _columns([line for line in lines if b'"bleu"' not in line], _POINT)
    scores = _table(scored, _SCORES)
    return Curves(*points[1:], *scores)


def _columns(lines: Sequence[bytes], names: Sequence[str]) -> Column:
    """A column a name, by taking away all but the numbers; JSON would take twice as long.

    Lines that were not all written in this order are read as the JSON that they are.
    """
    held = {tuple(_parsed(line)) for line in (*lines[:1], *lines[-1:])}
    if held != {tuple(names)}:
        return _table(lines, names)
    text = b",".join(lines)
    for small, large in ((b"e-", b"E-"), (b"e+", b"E+"), (b"null", b"NAN"), (b"NaN", b"NAN")):
        if small in text:
            text = text.replace(small, large)
    text = text.translate(None, _BETWEEN)
    try:
        values = np.fromstring(text, np.float64, sep=",")
    except (DeprecationWarning, ValueError):  # It stopped at what is no number.
        return _table(lines, names)
    if len(values) != len(lines) * len(names):
        return _table(lines, names)
    return np.ascontiguousarray(values.reshape(-1, len(names)).T)


def _table(lines: Sequence[bytes], names: Sequence[str]) -> Column:
    """The same by JSON, a line after the other."""
    rows = [_row(line, names) for line in lines]
    kept = [row for row in rows if row is not None]
    return np.array(kept, np.float64).reshape(-1, len(names)).T


def _row(line: bytes, names: Sequence[str]) -> list[float] | None:
    values = _parsed(line)
    try:
        found = [values.get(name) if name in _LATER else values[name] for name in names]
        return [np.nan if value is None else float(value) for value in found]
    except (KeyError, TypeError, ValueError):
        return None


def _parsed(line: bytes) -> dict[str, Any]:
    """The JSON of a line, empty where it is damaged."""
    try:
        values = json.loads(line)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
