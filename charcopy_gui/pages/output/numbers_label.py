"""A text's numbers, with dots between them: where there is little room, the last are left out."""

from __future__ import annotations

from charcopy_gui.pages.output.elided_label import ElidedLabel

BETWEEN = " · "


class NumbersLabel(ElidedLabel):
    """Shows as many numbers as there is room for, never a part of one."""

    def lines(self) -> list[str]:
        """What is seen, in one line."""
        parts, metrics, room = self.text().split(BETWEEN), self.fontMetrics(), self.width()
        shorter = (BETWEEN.join(parts[:count]) for count in range(len(parts), 0, -1))
        return [next((text for text in shorter if metrics.horizontalAdvance(text) <= room), "")]
