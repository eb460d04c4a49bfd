"""Columns: which written characters are in view, and how wide each is."""

from __future__ import annotations

NARROWEST_FITTED = 5
"""Pixels a column; a text that needs less to fit scrolls instead."""

SCROLLED = 7
"""Pixels a column of a text that scrolls, until someone zooms."""

TYPICAL = 80
"""Columns of a usual text; where there is room for more of them, they are wider from the start."""

NARROWEST, WIDEST = 2, 32
"""Pixels a column when zooming by hand."""


class Columns:
    """One column a written character, the same for every plot that shares it.

    Columns are whole pixels wide and the first one in view starts at the left edge, so that every
    plot draws them on the same pixels. Until someone zooms, columns are as wide as is comfortable
    and shrink so that the whole text fits. Until someone scrolls, the newest stay in view while
    the text grows, and its beginning once it rests.
    """

    def __init__(self, comfortable: int) -> None:
        self.cell = comfortable
        """Pixels a column."""
        self.first = 0
        """The leftmost column in view."""
        self.count = 0
        """All there are, those that are not shown yet included: they have their room already."""
        self.shown = 0
        self._comfortable = comfortable
        self._width = 0
        self.following = True
        """Whether nobody scrolled away from where the view goes by itself."""
        self.resting = False
        """Whether no more columns come, or are shown, by themselves."""
        self.looked_at: int | None = None
        """A column that is not to leave the view by itself."""
        self._zoomed = False

    @property
    def visible(self) -> int:
        """How many whole columns there is room for."""
        return max(1, self._width // self.cell)

    @property
    def span(self) -> tuple[float, float]:
        """From where to where plots show columns: the same for all, whichever is sized first."""
        return self.first, self.first + max(self._width, 1) / self.cell

    @property
    def last_first(self) -> int:
        """The leftmost column when scrolled to the end."""
        return max(0, self.count - self.visible)

    @property
    def followed_first(self) -> int:
        """The leftmost column while following.

        Of a text that grows the newest column is in view, or the one looked at; of one that rests
        as much of the beginning as shows that one.
        """
        newest, at = max(0, self.shown - self.visible), self.looked_at
        if self.resting:
            return 0 if at is None else max(0, at - self.visible + 1)
        return newest if at is None else min(newest, at)

    def clear(self) -> None:
        """No columns; a zoom made by hand stays."""
        self.count = self.shown = 0
        self.following = True
        self.resting = False
        self._settle()

    def rest(self) -> None:
        """The text has ended: who follows sees its beginning, and the column looked at.

        The newest was looked at only because it came.
        """
        self.resting = True
        if self.following:
            at = self.looked_at
            came = at is None or at >= self.shown - 1
            self.first = 0 if came else self.followed_first

    def resize(self, width: int) -> None:
        """The room there is, in pixels; a column looked at that was in view stays there."""
        at = self.looked_at
        held = at if at is not None and 0 <= at - self.first < self.visible else None
        self._width = width
        self._settle()
        if self.following:
            self.first = self.followed_first
        elif held is not None:
            self._bring(held)

    def grow(self, count: int, shown: int | None = None) -> None:
        """There are so many columns now, of which so many are shown: all, unless it is said."""
        self.count = count
        self.shown = count if shown is None else shown
        self._settle()

    def scroll(self, first: int) -> None:
        """Someone scrolled: the view stays there, unless it is the end."""
        self.first = min(max(first, 0), self.last_first)
        self.following = self.first == self.followed_first

    def zoom(self, factor: float, x: float) -> None:
        """Widen or narrow columns, keeping the one at pixel ``x`` where it is."""
        at = self.first + x / self.cell
        wanted = round(self.cell * factor)
        wanted += (factor > 1) - (factor < 1) if wanted == self.cell else 0
        self.cell = min(max(wanted, NARROWEST), WIDEST)
        self._zoomed = True
        self.scroll(round(at - x / self.cell))

    def fit(self) -> None:
        """Back to the width that shows the whole text, and to following it."""
        self._zoomed = False
        self.following = True
        self.resize(self._width)

    def reveal(self, column: int) -> None:
        """Scroll as little as brings a column into view; from there on, follow again."""
        before = self.first
        self._bring(column)
        self.following |= self.first != before

    def left(self, column: int) -> int:
        """The pixel at which a column starts."""
        return (column - self.first) * self.cell

    def at(self, x: float) -> int:
        """The column at a pixel, -1 where there is none."""
        column = self.first + int(x // self.cell)
        return column if 0 <= x < self._width and column < self.shown else -1

    def _bring(self, column: int) -> None:
        if column < self.first:
            self.first = column
        elif column >= self.first + self.visible:
            self.first = column - self.visible + 1

    def _settle(self) -> None:
        if not self._zoomed:
            fitting = self._width // max(self.count, 1)
            wide = min(self._width // TYPICAL, self._comfortable * 3 // 2)
            most = max(self._comfortable, wide)
            self.cell = min(fitting, most) if fitting >= NARROWEST_FITTED else SCROLLED
        follows = self.following and not self.resting
        self.first = self.followed_first if follows else min(self.first, self.last_first)
