"""Peaks: points that only grow in number, any stretch of them drawn by a few, highs and lows kept.

A hundred thousand points take longer to draw than a frame lasts, and no screen has the columns for
them. So every two neighbours are summed up by their lowest and highest value, every two of those
again, and so on: a stretch is drawn from the finest row that is few enough. Points that were added
since it was drawn last change the end of each row only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]

_FIRST_CAPACITY = 256


class Peaks:
    """Points in the order of x. A value that is no number makes a gap, however few are drawn."""

    def __init__(self) -> None:
        self._rows = [np.empty((2, _FIRST_CAPACITY))]
        """Row 0 has x and y; row k has lowest and highest y of every 2^k points."""
        self._true = [0]
        """So many points are summed up in each row, the last of them perhaps not all."""
        self._count = 0

    @property
    def x(self) -> Numbers:
        """Where the points are."""
        return self._rows[0][0, : self._count]

    @property
    def y(self) -> Numbers:
        """How high they are."""
        return self._rows[0][1, : self._count]

    def extend(self, x: Sequence[float] | Numbers, y: Sequence[float] | Numbers) -> None:
        """Add points at the right; what was there from the first of them on goes."""
        if not len(x):
            return
        self.cut(x[0])
        first, self._count = self._count, self._count + len(x)
        self._rows[0] = _with_room(self._rows[0], self._count)
        self._rows[0][:, first : self._count] = x, y

    def cut(self, x: float) -> None:
        """Take away the points from x on."""
        self._keep(int(np.searchsorted(self.x, x)))

    def clear(self) -> None:
        """No points."""
        self._keep(0)

    def _keep(self, count: int) -> None:
        self._count = count
        self._true = [min(true, count) for true in self._true]

    def seen(self, first: float, last: float, most: int) -> tuple[Numbers, Numbers]:
        """What to draw between two x, and one point beyond each.

        Args:
            first: the lower x.
            last: the higher x.
            most: so many points at most; a handful or more.
        """
        begin = max(0, int(np.searchsorted(self.x, first, side="right")) - 1)
        end = min(self._count, int(np.searchsorted(self.x, last)) + 1)
        row = 0
        while end - begin > 1 and ((end - begin) >> row) + 2 > (most // 2 if row else most):
            row += 1
        if row == 0:
            return self.x[begin:end], self.y[begin:end]
        for each in range(1, row + 1):
            self._sum_up(each)
        size = 2**row
        begin, end = begin // size, -(-end // size)
        low_and_high = self._rows[row][:, begin:end]
        starts = self.x[begin * size :: size][: end - begin]
        middles = self.x[np.minimum(np.arange(begin, end) * size + size // 2, self._count - 1)]
        return np.stack((starts, middles), 1).ravel(), low_and_high.T.ravel()

    def _sum_up(self, row: int) -> None:
        """Make a row true; the one before it is."""
        if row == len(self._rows):
            self._rows.append(np.empty((2, _FIRST_CAPACITY)))
            self._true.append(0)
        begin, end = self._true[row] >> row, -(-self._count // 2**row)
        if self._true[row] < self._count:
            self._rows[row] = _with_room(self._rows[row], end)
            below = self._rows[row - 1][:, 2 * begin : -(-self._count // 2 ** (row - 1))]
            low, high = (below[1], below[1]) if row == 1 else (below[0], below[1])
            pairs = np.arange(0, len(low), 2)
            self._rows[row][0, begin:end] = np.minimum.reduceat(low, pairs)
            self._rows[row][1, begin:end] = np.maximum.reduceat(high, pairs)
            self._true[row] = self._count


def _with_room(row: Numbers, count: int) -> Numbers:
    """The row itself, or a longer copy where it cannot hold so many."""
    if count <= row.shape[1]:
        return row
    longer = np.empty((2, max(count, 2 * row.shape[1])))
    longer[:, : row.shape[1]] = row
    return longer
