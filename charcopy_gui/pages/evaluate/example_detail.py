"""One text in full: beside the reference that is nearest to it, and slot by slot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.evaluate.marked_text import MarkedText
from charcopy_gui.pages.output.differences import compare
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.parts.captions import remark
from core.metrics.slots.findings import SlotFinding, SlotState

if TYPE_CHECKING:
    from core.metrics.report import ScoredText

_MARKS = {
    SlotState.VERBATIM: ("✓", "verbatim"),
    SlotState.OTHER_WORDS: ("✓", "in other words"),
    SlotState.NEAR_COPY: ("≈", "with small errors"),
    SlotState.WRONG: ("✗", "wrong"),
    SlotState.MISSING: ("✗", "missing"),
    SlotState.UNCHECKED: ("?", "not checked"),
}
_LEGEND = "Underlined: not in the other text."


class ExampleDetail(QWidget):
    """Shows one text of a report, and lets it be opened on the Generate page."""

    open_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._shown: tuple[int, ScoredText] | None = None
        self._title = ElidedLabel()
        self._legend = remark("What the marks mean")
        self._open = QPushButton("Open in Generate")
        self._texts = MarkedText("Text and references")
        self._slots = MarkedText("Slots of the text")
        self._title.setAccessibleName("About the text")
        self._title.setProperty("muted", True)
        self._legend.setText(_LEGEND)
        self._open.setAccessibleName("Open in Generate")
        self._open.setToolTip("Watch the network write for this table (Return in the list)")
        self._open.clicked.connect(self.open_requested)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._title, 1)
        top.addWidget(self._open)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setObjectName("evaluateExample")
        parts.setChildrenCollapsible(False)
        parts.addWidget(self._texts)
        parts.addWidget(self._slots)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 2)
        parts.setSizes([540, 340])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._legend)
        layout.addWidget(parts, 1)
        self.clear()

    def clear(self) -> None:
        """Show nothing, and say what would be here."""
        self._shown = None
        self._texts.clear()
        self._slots.clear()
        self._title.setText("Choose a text above to see it beside the nearest reference.")
        self._legend.hide()
        self._open.setEnabled(False)

    def show_example(self, line: int, one: ScoredText) -> None:
        """Show a text, by its line in the set."""
        self._shown = line, one
        figures = one.figures
        self._title.setText(
            f"Line {line:,} · ROUGE-L {figures.rouge_l:.3f} · BLEU {figures.bleu:.3f} · "
            f"CIDEr {figures.cider:.3f}"
        )
        self._legend.show()
        self._open.setEnabled(True)
        self._show_texts(one)
        self._show_slots(one)

    def set_theme(self, theme: Theme) -> None:
        """Write in a theme's colours."""
        self._theme = theme
        self._texts.set_theme(theme)
        if self._shown is not None:
            self.show_example(*self._shown)

    def _show_texts(self, one: ScoredText) -> None:
        page, theme = self._texts, self._theme
        page.clear()
        found = compare(one.text, one.references)
        page.add("Text\n", theme.muted)
        for part in found.text:
            page.add(part.text, theme.text, marked=part.differs)
        if not one.text:
            page.add("nothing", theme.muted)
        count = len(one.references)
        of = f", {found.nearest + 1} of {count}" if count > 1 else ""
        page.add(f"\n\nNearest reference{of}\n", theme.muted)
        for part in found.reference:
            page.add(part.text, theme.text, marked=part.differs)
        others = [r for number, r in enumerate(one.references) if number != found.nearest]
        if others:
            page.add("\n\nOther references\n", theme.muted)
            page.add("\n".join(others), theme.text)
        page.show_start()

    def _show_slots(self, one: ScoredText) -> None:
        page, theme = self._slots, self._theme
        page.clear()
        page.add("Slots", theme.muted)
        for slot in one.findings.slots:
            self._add_slot(slot, one.text)
        for words, extras in (
            ("invented", one.findings.invented),
            ("repeated", one.findings.repeated),
        ):
            for extra in extras:
                quoted = _quoted(one.text, extra.spans)
                page.add(f"\n+ {extra.name}  ", theme.error, bold=True)
                page.add(f"{extra.value}", theme.text)
                page.add(f"  {words}{quoted}", theme.error)
        page.show_start()

    def _add_slot(self, slot: SlotFinding, text: str) -> None:
        page, theme = self._slots, self._theme
        mark, words = _MARKS[slot.state]
        colour = {"✓": theme.success, "?": theme.muted}.get(mark, theme.error)
        if slot.state is SlotState.NEAR_COPY:
            plural = "" if slot.distance == 1 else "s"
            words = f"copied with {slot.distance} character{plural} wrong"
        if slot.state not in (SlotState.VERBATIM, SlotState.MISSING, SlotState.UNCHECKED):
            words += _quoted(text, slot.spans)
        page.add(f"\n{mark} {slot.name}  ", colour, bold=True)
        page.add(slot.value, theme.text)
        page.add(f"  {words}", colour)


def _quoted(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The places of a text, in quotation marks."""
    return "".join(f" “{text[start:end]}”" for start, end in spans[:2])
