"""An instrument with plots that note what they are told, and texts by hand for it."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QHBoxLayout, QWidget
from trace_records import source

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.pages.output.instrument import Instrument
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.plots.candidates import CandidatesPlot
from charcopy_gui.plots.trace_view import TraceView
from core.records import (
    END_LABEL,
    Candidate,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    Phase,
)

TEXT = "Zizzi is near Aa."


class Bench(QWidget):
    """Lays an instrument out as a page does, and plays the network for it."""

    branch_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.history = QUndoStack(self)
        self.output = OutputPanel()
        self.instrument = Instrument(self.output, Phase.TABLE_TO_TEXT, self.history, self)
        self.candidates, self.trace = CandidatesPlot(), TraceView()
        self.instrument.step_panel.set_candidates(self.candidates)
        self.output.set_trace(self.trace)
        self.requests = []
        self.instrument.branch_requested.connect(self.requests.append)
        self.runs = 0
        layout = QHBoxLayout(self)
        left = QWidget()
        column = QHBoxLayout(left)
        column.addWidget(self.instrument.step_panel)
        column.addWidget(self.instrument.branches)
        layout.addWidget(left)
        layout.addWidget(self.output, 1)
        self.resize(1600, 700)
        for part in (self.output, self.instrument):
            part.set_theme(LIGHT)

    @property
    def tree(self):
        return self.instrument.tree

    @property
    def stepping(self):
        return self.instrument.stepping

    def write(self, text: str = TEXT, ending: Ending = Ending.END, chunk: int = 5) -> None:
        """A run whose text comes in a few pieces."""
        self.runs += 1
        self.start()
        self.go_on(text, ending=ending, chunk=chunk)

    def start(self, branch: int = 0) -> GenerationStarted:
        view = source().source
        started = GenerationStarted(self.runs, branch, view, "toy")
        self.instrument.show_records([started])
        return started

    def go_on(
        self,
        text: str,
        branch: int = 0,
        first: int = 0,
        ending: Ending | None = Ending.END,
        chunk: int = 5,
        change: Callable[[CharacterStep], CharacterStep] = lambda step: step,
    ) -> None:
        characters = [*text] + [END_LABEL] * (ending is Ending.END)
        made = [
            change(step_of(self.runs, branch, index, character))
            for index, character in enumerate(characters)
            if index >= first
        ]
        for start in range(0, len(made), chunk):
            self.instrument.show_records(made[start : start + chunk])
        if ending is not None:
            total = sum(step.log_probability for step in made)
            self.instrument.show_records(
                [GenerationFinished(self.runs, branch, text, ending, total, 0.1)]
            )

    def answer(self, text: str, **more: object) -> None:
        """Write the branch that was asked for last."""
        request = self.requests[-1]
        self.start(request.branch)
        self.go_on(text, request.branch, request.index, **more)


def step_of(run: int, branch: int, index: int, character: str) -> CharacterStep:
    size = len(source().source.characters)
    alignment = np.zeros(size, np.float32)
    alignment[index % (size - 1)] = 1.0
    others = [c for c in "xyz" if c != character]
    shares = [(character, 0.9), *((c, 0.05) for c in others)]
    return CharacterStep(
        run=run,
        branch=branch,
        index=index,
        character=character,
        forced=False,
        log_probability=-0.1,
        entropy=0.3,
        alignment=alignment,
        copy_alignment=np.roll(alignment, 1),
        p_gen=0.25,
        candidates=tuple(Candidate(c, p, p * 0.25, p * 0.75) for c, p in shares),
    )
