"""What every deed that a step waits for has: when it can be done, whether it is, how it is done."""

from __future__ import annotations

from collections.abc import Hashable

from charcopy_gui.window.tour.scene import Scene
from core.records import CharacterStep, WhatIf


class Doing:
    """One deed in a window; made anew for each step."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._page = scene.page
        self._before: Hashable = None
        self._begun = False

    def hindrance(self) -> str:
        """Why it cannot be done now, in a sentence."""
        return self._scene.awaited()

    def hint(self) -> str:
        """What helps to do it, where that is not plain; may be empty."""
        return ""

    def is_done(self) -> bool:
        """Whether it was done since it could be done for the first time."""
        if not self._begun:
            if not self.hindrance():
                self._begun, self._before = True, self._state()
            return False
        return self._holds()

    def do(self) -> None:
        """Do it."""
        raise NotImplementedError

    def _state(self) -> Hashable:
        """What is another once it is done."""
        tree = self._page.tree
        return (None if tree is None else tree.run, self._page.instrument.branch)

    def _holds(self) -> bool:
        raise NotImplementedError

    def _what_if(self) -> WhatIf | None:
        """What is otherwise in the text that is shown, if it was written since."""
        tree = self._page.tree
        if tree is None or not self._scene.written or self._state() == self._before:
            return None
        return tree[self._page.instrument.branch].what_if

    def _step(self) -> CharacterStep:
        """The step that is chosen; of a text without one, the first."""
        instrument = self._page.instrument
        return instrument.steps[instrument.stepping.chosen.chosen or 0]
