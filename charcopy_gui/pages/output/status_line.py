"""The line about a text: what goes on, what went wrong, and the text's numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.output.marked_letters import marked_letters
from charcopy_gui.pages.output.numbers_label import NumbersLabel
from charcopy_gui.pages.parts.captions import remark
from core.records import Ending, SearchProgress, SearchStage

OUTDATED = "The table has changed; press Run to update."
_NUMBERS = (
    "Mean surprise at a character, −log probability (0 is certainty; near 0.1 the model is sure of"
    " its text, near 0.5 words fall apart), length (the end is a step of its own), and speed"
)
_ICON, _SPACING = 16, 8
_ACTIVITIES = {
    Activity.LOADING: "Loading the model…",
    Activity.WRITING: "Writing…",
    Activity.STOPPING: "Stopping…",
}
_ENDINGS = {
    Ending.END: "",
    Ending.LENGTH: "Cut off: the longest length was reached.",
    Ending.STOPPED: "Stopped: the text is unfinished.",
}


class StatusLine(QWidget):
    """Keeps apart what is said of the work, of the text's end, and of what failed."""

    def __init__(self, outdated: str = OUTDATED, parent: QWidget | None = None) -> None:
        """`outdated` is said when the text is no longer that of what is asked for."""
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._line = QHBoxLayout()
        self._message = QWidget()
        self._beside = True
        """Whether what is said stands beside the numbers; else over them, in a line of its own."""
        self._icon = QLabel()
        self._status = remark("Status")
        self._sample = QLabel()
        self._compared = ElidedLabel()
        self._numbers = NumbersLabel()
        self._others: list[QWidget] = [self._sample, self._compared, self._numbers]
        self._words = self._ending = self._doubt = ""
        self._note = outdated
        self._failed = False
        self._activity = Activity.IDLE
        self._outdated = False
        self._marked = False
        self._theme = LIGHT
        self._lay_out()
        keep_fitted(self, self._place)

    def _lay_out(self) -> None:
        for label, name in (
            (self._status, "status"),
            (self._compared, "comparison"),
            (self._numbers, "numbers"),
        ):
            label.setObjectName(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("muted", True)
        self._status.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._numbers.setAccessibleName("Numbers of this text")
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._numbers.setAlignment(right)
        self._sample.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._compared.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._numbers.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._compared.setAccessibleName("Comparison with another text")
        for part in (self._message, self._icon, self._sample, self._compared):
            part.hide()
        said, line = QHBoxLayout(self._message), self._line
        for layout, spacing in ((said, _SPACING), (line, _SPACING), (self._column, 4)):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(spacing)
        said.addWidget(self._icon)
        said.addWidget(self._status, 1)
        line.addWidget(self._message, 1)
        for other in self._others:
            line.addWidget(other)
        self._column.addLayout(line)

    def add(self, button: QPushButton) -> None:
        """Take a low button in at the right end: something to do with the text."""
        button.setStyleSheet(
            "QPushButton { padding: 1px 10px; min-height: 0; }QPushButton:focus { padding: 0 9px; }"
        )
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._line.addWidget(button)
        self._others.append(button)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be room beside the numbers now, or no more."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put what is said beside the numbers, or over them where it would have to be narrow."""
        needed = sum(
            part.sizeHint().width() + _SPACING for part in self._others if not part.isHidden()
        )
        needed += self._status.fontMetrics().horizontalAdvance(self._status.text()) + _SPACING
        needed += 0 if self._icon.isHidden() else _ICON + _SPACING
        beside = needed <= self.width()
        if beside == self._beside:
            return
        self._beside = beside
        if beside:
            self._column.removeWidget(self._message)
            self._line.insertWidget(0, self._message, 1)
        else:
            self._line.removeWidget(self._message)
            self._column.insertWidget(0, self._message)

    def show_comparison(self, words: str, *, marked: bool = False) -> None:
        """Say how the text compares, after a sample of the marks in it; empty for nothing.

        What else there is to say goes first.
        """
        self._compared.setText(words)
        self._marked = marked
        self._show_compared()
        self._sample.setToolTip(plain(f"A line above a character: it {words}"))

    def show_numbers(self, numbers: str) -> None:
        """Show a text's numbers."""
        self._numbers.setText(numbers)
        self._numbers.setToolTip(f"{numbers}. {_NUMBERS}" if numbers else "")
        self._place()

    def show_ending(self, ending: Ending | None) -> None:
        """Another text is shown, which ended so; or has not ended."""
        self._ending = "" if ending is None else _ENDINGS[ending]
        if self._activity is Activity.IDLE and not self._failed:
            self._say(self._ending)

    def show_activity(self, activity: Activity, *, elsewhere: bool = False) -> None:
        """Say what goes on, unless it is said elsewhere."""
        self._failed = False
        self._activity = activity
        self._say("" if elsewhere else _ACTIVITIES.get(activity, ""))

    def show_progress(self, progress: SearchProgress) -> None:
        """Say how far a search has come, unless it is being stopped."""
        if self._activity is Activity.WRITING and not self._failed:
            self._say(_searching(progress))

    def show_end(self, words: str) -> None:
        """Say how it ended, if there is more to it than the text; a failure that was said stays."""
        self._activity = Activity.IDLE
        if not self._failed:
            self._say(words or self._ending)

    def say(self, sentence: str) -> None:
        """Say what was done, until there is something else to say."""
        self._failed = False
        self._say(sentence)

    def say_error(self, sentence: str) -> None:
        """Say what went wrong."""
        self._failed = True
        self._say(sentence)

    def take_back(self, sentence: str, activity: Activity) -> None:
        """Say what else there is to say, where this is what went wrong and it no longer holds."""
        if self._failed and self._words == sentence:
            self._failed = False
            self._say(_ACTIVITIES.get(activity, self._ending))

    def set_outdated(self, outdated: bool) -> None:
        """Say or no longer say that the text is that of an earlier table."""
        if outdated != self._outdated:
            self._outdated = outdated
            self._say(self._words)

    def show_doubt(self, sentence: str) -> None:
        """Say what is to be held against the text that is shown, if anything."""
        if sentence != self._doubt:
            self._doubt = sentence
            self._say(self._words)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self._sample.setPixmap(marked_letters(theme, self._numbers.font()))
        self._draw_icon()

    def _draw_icon(self) -> None:
        """A failure's, or that of a remark that is not to be missed."""
        name, colour = (
            ("warning", self._theme.error) if self._failed else ("info", self._theme.text)
        )
        self._icon.setPixmap(icons.icon(name, colour).pixmap(_ICON, _ICON))

    def _say(self, words: str) -> None:
        self._words, error = words, self._failed
        quiet = error or self._activity is not Activity.IDLE
        note = "" if quiet else self._note if self._outdated else self._doubt
        shown = " ".join(part for part in (words, note) if part)
        self._status.setText(shown)
        self._message.setVisible(bool(shown))
        self._show_compared()
        self._status.setProperty("error", error)
        self._status.setProperty("muted", not (error or note))
        self._status.style().unpolish(self._status)
        self._status.style().polish(self._status)
        self._draw_icon()
        self._icon.setVisible(bool(error or note))
        self._place()

    def _show_compared(self) -> None:
        """The sample is nothing without its words, and these have no room beside others."""
        shown = bool(self._compared.text()) and not self._status.text()
        self._compared.setVisible(shown)
        self._sample.setVisible(shown and self._marked)


def _searching(progress: SearchProgress) -> str:
    count = progress.texts
    texts = "1 text" if count == 1 else f"{count} texts"
    if progress.stage is SearchStage.DRAWING:
        return f"Drawing {texts} to join them…"
    if progress.stage is SearchStage.READING:
        return f"Reading {texts} back…"
    finished = f" ({count} finished)" if count else ""
    return f"Searching… the best so far{finished}"
