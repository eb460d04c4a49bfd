"""What became of each slot, as badges say it: a word, a sentence, and where the text says it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

# Its patterns take a while to make: not before the first paint.
if TYPE_CHECKING:
    from core.metrics.slots.findings import ExtraValue, SlotFinding, SlotFindings, Span


class Standing(Enum):
    """What a badge says, in a word or two."""

    VERBATIM = "verbatim"
    OTHER_WORDS = "in other words"
    NEAR_COPY = "almost verbatim"
    LONGER = "in a longer name"
    """The text goes on with a name that it has copied, and so names something else."""
    WRONG = "another value"
    MISSING = "missing"
    NOT_YET = "not yet"
    UNCHECKED = "not checked"
    INVENTED = "invented"
    """The text says it, and the meaning representation does not."""
    REPEATED = "repeated"

    @property
    def short(self) -> str:
        """As a badge has room for it."""
        shorter = {Standing.OTHER_WORDS: "reworded", Standing.LONGER: "longer name"}
        return shorter.get(self, self.value)


@dataclass(frozen=True, slots=True)
class Badge:
    """One slot, or one value too many."""

    row: int | None
    """Of the slot; None for a value that is no slot's."""
    name: str
    value: str
    standing: Standing
    spans: tuple[Span, ...] = ()
    """Where the text says it; for another value, where that stands."""
    detail: str = ""
    """More about it, as a sentence goes on."""

    @property
    def title(self) -> str:
        """What it is about: a slot by its name, a value too many with the value."""
        return self.name if self.row is not None else f"{self.name}: {self.value}"

    @property
    def sentence(self) -> str:
        """All of it, as one line of plain text."""
        return f"{self.name}[{self.value}]: {self.standing.value}{self.detail}"


def badges_of(findings: SlotFindings, text: str, *, finished: bool) -> tuple[Badge, ...]:
    """A badge for each slot, in order, and one for each value too many.

    Args:
        findings: what the text says.
        text: all of it, as far as it is written.
        finished: whether nothing more will come; until then nothing is missing, and what is said
            at the very end may turn out to be something else.
    """
    from core.metrics.slots.longer_names import longer_names

    length, longer = len(text), longer_names(findings, text)
    slots = [
        _in_longer_name(row, slot, text, around)
        if around
        else _of_slot(row, slot, length, finished)
        for row, (slot, around) in enumerate(zip(findings.slots, longer, strict=True))
    ]
    invented = (_extra(Standing.INVENTED, extra) for extra in findings.invented)
    repeated = (_extra(Standing.REPEATED, extra) for extra in findings.repeated)
    extras = (one for one in (*invented, *repeated) if finished or not _at_end(one.spans, length))
    return (*slots, *extras)


def _in_longer_name(row: int, slot: SlotFinding, text: str, around: tuple[Span, ...]) -> Badge:
    said = ", ".join(dict.fromkeys(f"“{text[start:end]}”" for start, end in around))
    return Badge(row, slot.name, slot.value, Standing.LONGER, around, f", {said}")


def _of_slot(row: int, slot: SlotFinding, length: int, finished: bool) -> Badge:
    standing = Standing[slot.state.name]
    open_end = standing is not Standing.VERBATIM and _at_end(slot.spans, length)
    if not finished and (standing is Standing.MISSING or open_end):
        return Badge(row, slot.name, slot.value, Standing.NOT_YET)
    detail = ""
    if standing is Standing.NEAR_COPY:
        what = "character differs" if slot.distance == 1 else "characters differ"
        detail = f", {slot.distance} {what}"
    return Badge(row, slot.name, slot.value, standing, slot.spans, detail)


def _extra(standing: Standing, extra: ExtraValue) -> Badge:
    return Badge(None, extra.name, extra.value, standing, extra.spans)


def _at_end(spans: tuple[Span, ...], length: int) -> bool:
    return bool(spans) and all(end == length for _, end in spans)
