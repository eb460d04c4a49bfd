"""Every view of a text, kept at the step that is looked at and at what is shown of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from charcopy_gui.appearance.source_words import why_written

if TYPE_CHECKING:
    from charcopy_gui.pages.output.instrument import Instrument
    from charcopy_gui.pages.output.what_ifs import WhatIfs


class Looking(QObject):
    """Joins the views' pointers and the transport with the chosen step, and shows it."""

    def __init__(self, instrument: Instrument, what_ifs: WhatIfs) -> None:
        super().__init__(instrument)
        self._instrument = instrument
        self._what_ifs = what_ifs
        self._output = instrument.output
        self._stepping = instrument.stepping
        output, stepping = self._output, self._stepping
        output.step_hovered.connect(stepping.chosen.hover)
        output.step_clicked.connect(stepping.choose)
        output.play_pressed.connect(stepping.play_or_pause)
        output.transport.step_wanted.connect(stepping.go_to)
        output.transport.speed_changed.connect(stepping.playback.set_speed)
        stepping.step_changed.connect(self._show_step)
        stepping.shown_changed.connect(self._show_playback)

    def refresh(self) -> None:
        """Show the chosen step anew: something else may be done about it now."""
        self._look_at(self._stepping.step)

    @Slot()
    def _show_playback(self) -> None:
        playback = self._stepping.playback
        awaited = playback.playing and playback.speed is not None
        everything = playback.shown == playback.written and not awaited
        self._output.set_shown(None if everything else playback.shown)
        self._output.set_playing(playback.playing)
        self._output.transport.show_step(self._stepping.step, len(self._instrument.steps))

    @Slot(object)
    def _show_step(self, index: int | None) -> None:
        self._output.set_step(index)
        self._output.transport.show_step(index, len(self._instrument.steps))
        self._look_at(index)

    def _look_at(self, index: int | None) -> None:
        shown = self._instrument
        step = None if index is None else shown.steps[index]
        self._output.look_at(step)
        self._what_ifs.look_at(shown.tree, shown.branch, step)
        if step is not None:
            self._output.attention.set_copy_known(step.copy_alignment is not None)
        if step is None or shown.tree is None:
            shown.step_panel.say("")
        else:
            shown.step_panel.say(why_written(step, shown.tree.source))
