"""A network that writes for the window; imported in a worker's thread, since it loads torch."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

from charcopy_gui.workers.requests import WritingRequest
from core.decoding import branching, texts
from core.decoding.branching import PrefixStates
from core.network.model import EdaCs
from core.records import GenerationRecord


class Writer:
    """Writes texts and their branches; it keeps the states of the newest run, and of no other."""

    def __init__(self, model: EdaCs) -> None:
        self._model = model
        self._run: int | None = None
        self._prefixes = PrefixStates()

    def __call__(self, request: WritingRequest, cancel: Event) -> Iterator[GenerationRecord]:
        """The records of one text, or with beam search of several.

        Raises:
            Cancelled: the event was set before there was a character.
            ValueError: what was asked for cannot be had; the error is one of core's own.
        """
        if request.run != self._run:
            self._run, self._prefixes = request.run, PrefixStates()
        asked = self._model, request.source, request.phase, request.config
        if request.branch is not None:
            return branching.branch(*asked, request.branch, self._prefixes, cancel)
        return texts.write(*asked, run=request.run, prefixes=self._prefixes, cancel=cancel)
