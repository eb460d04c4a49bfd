"""Samples: texts under one another, and of the one that is chosen, where the network looked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.trace_like import TraceLike
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.train.sample_steps import finished, started
from charcopy_gui.pages.train.sample_view import SampleView
from core.records import Sample

_COPYING = "Draw what would be copied: the character after the one that is looked at"
_NO_COPYING = "There is none: the network has no copy switch, or it was not kept"


class Samples(QWidget):
    """Keeps the place that was chosen when others come."""

    def __init__(self, name: str, empty: str, parent: QWidget | None = None) -> None:
        """Be called `name`, for splitters and screen readers, and say what will be here."""
        super().__init__(parent)
        self._views: list[SampleView] = []
        self._group = QButtonGroup(self)
        self._chosen = 0
        self._step = 0
        self._theme = LIGHT
        self._trace: TraceLike | None = None
        self._empty = remark("About the samples")
        self._empty.setText(empty)
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._both = QSplitter(Qt.Orientation.Vertical)
        self._closely = QWidget()
        self._copying = QCheckBox("Copy alignment")
        self._lay_out(name)
        self._copying.toggled.connect(self._show_copying)

    def _lay_out(self, name: str) -> None:
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self._empty)
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidget(self._inside)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(72)
        area.setAccessibleName("Sample texts")
        self._both.setObjectName(name)
        self._both.setChildrenCollapsible(False)
        self._both.addWidget(area)
        self._copying.setAccessibleName("Copy alignment")
        column = QVBoxLayout(self._closely)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._copying)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._both)

    def set_trace(self, trace: TraceLike) -> None:
        """Take the view of alignments in."""
        self._trace = trace
        cast(QVBoxLayout, self._closely.layout()).addWidget(cast(QWidget, trace), 1)
        self._both.addWidget(self._closely)
        self._both.setStretchFactor(0, 1)
        self._both.setStretchFactor(1, 1)
        self._both.setSizes([240, 320])
        trace.step_hovered.connect(self._hover)
        trace.step_clicked.connect(self._choose_step)
        trace.set_theme(self._theme)
        self._closely.setVisible(bool(self._views))

    @property
    def samples(self) -> tuple[Sample, ...]:
        """What is shown."""
        return tuple(view.sample for view in self._views if view.sample is not None)

    def choose(self, place: int) -> None:
        """Look at the text in this place, now or when texts come."""
        self._chosen = place
        if place < len(self._views):
            self._views[place].choice.setChecked(True)

    def show_samples(self, samples: Sequence[Sample], words: Sequence[str] = ()) -> None:
        """Show other texts, each with words over it that are not its table's."""
        while len(self._views) > len(samples):
            self._remove(self._views.pop())
        while len(self._views) < len(samples):
            self._add(SampleView())
        said = list(words) or [""] * len(samples)
        for view, sample, each in zip(self._views, samples, said, strict=True):
            view.show_sample(sample, each)
        self._empty.setVisible(not samples)
        self._closely.setVisible(bool(samples))
        if self._views:
            self._chosen = min(self._chosen, len(self._views) - 1)
            self._views[self._chosen].choice.setChecked(True)
            self._choose(self._chosen)

    def _add(self, view: SampleView) -> None:
        place = len(self._views)
        self._views.append(view)
        self._group.addButton(view.choice)
        self._column.insertWidget(1 + place, view)
        view.set_theme(self._theme)
        view.chosen.connect(partial(self._choose, place))
        view.step_hovered.connect(partial(self._point, place))
        view.step_clicked.connect(self._choose_step)
        view.show()

    def _remove(self, view: SampleView) -> None:
        self._group.removeButton(view.choice)
        self._column.removeWidget(view)
        view.hide()
        view.deleteLater()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        for view in self._views:
            view.set_theme(theme)
        if self._trace is not None:
            self._trace.set_theme(theme)

    def _choose(self, place: int) -> None:
        view = self._views[place]
        self._step = min(self._step, len(view.steps) - 1) if place == self._chosen else 0
        self._chosen = place
        for other in self._views:
            other.set_step(None)
        if self._trace is not None and view.sample is not None:
            self._trace.start(started(view.sample))
            self._trace.append(view.steps)
            self._trace.finish(finished(view.sample))
            known = view.sample.copy_alignment is not None
            self._copying.setEnabled(known)
            self._copying.setToolTip(_COPYING if known else _NO_COPYING)
        self._mark(self._step)

    @Slot(bool)
    def _show_copying(self, copying: bool) -> None:
        if self._trace is not None:
            self._trace.set_copying(copying)

    def _point(self, place: int, step: int) -> None:
        if place == self._chosen:
            self._hover(step)

    @Slot(int)
    def _hover(self, step: int) -> None:
        """Light up a character in text and trace; when none is pointed at, the chosen one."""
        self._mark(step if step >= 0 else self._step)

    @Slot(int)
    def _choose_step(self, step: int) -> None:
        self._step = step
        self._mark(step)

    def _mark(self, step: int) -> None:
        if self._views:
            self._views[self._chosen].set_step(step)
        if self._trace is not None:
            self._trace.set_step(step)
