"""What was read: the slots in a growing line, and what became of those that the text came from.

Whether the sentence says them, is said of each.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from core.corpus import lenient
from core.meaning_representation import MeaningRepresentation, ParseError, Slot, slot_spans
from core.metrics.slots.evidence import Evidence, evidence
from core.records import Ending


class Fate(Enum):
    """What became of a slot on its way through the text, in the word that is shown."""

    READ = "read"
    """There is nothing to compare it with."""
    GROWING = "being written"
    AWAITED = "not yet"
    KEPT = "kept"
    CHANGED = "changed"
    LOST = "lost"
    INVENTED = "invented"


_TOLD = (Fate.KEPT, Fate.CHANGED, Fate.LOST, Fate.INVENTED)


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line as far as it is shown, and what it was read from."""

    line: str = ""
    ending: Ending | None = None
    """None while more of it is to come."""
    sentence: str = ""
    log_probabilities: tuple[float, ...] = ()
    """Of the line's characters, where they are known."""


@dataclass(frozen=True, slots=True)
class SlotRead:
    """A row of the table that was read."""

    name: str
    value: str
    """As it was read; of a slot that was not, as it was before."""
    fate: Fate = Fate.READ
    was: str = ""
    """The value before, of one that changed."""
    evidence: Evidence | None = None
    """What the sentence has for it; None for a slot that was not read, or not whole yet."""
    probability: float | None = None
    """Of its characters together, where that is known."""

    @property
    def is_doubtful(self) -> bool:
        """Whether it was read, and the sentence does not say it, or not so."""
        return self.evidence is not None and self.evidence.said.is_doubtful

    @property
    def standing(self) -> str:
        """What became of it, and what is to be said against it, in a few words."""
        said = "" if self.evidence is None else self.evidence.said.value
        if self.fate is Fate.READ:
            return said
        return f"{self.fate.value}, {said}" if self.is_doubtful else self.fate.value

    @property
    def shown_value(self) -> str:
        """The value, or how it changed."""
        return f"{self.was} → {self.value}" if self.fate is Fate.CHANGED else self.value


def slots_read(
    read: LineRead, original: MeaningRepresentation | None = None
) -> tuple[SlotRead, ...]:
    """The slots that can be made out in a line, which need not be regular.

    Unless it has come to its end the line may grow: so may the last slot, and no slot is lost yet.
    With an `original`, every slot of it is there, in its order and then what it did not have.
    """
    slots, ended = lenient.slots(read.line), read.ending is Ending.END
    grows = not ended and _is_open(read.line)
    whole, last = (slots[:-1], slots[-1]) if grows else (slots, None)
    rows = [SlotRead(slot.name, slot.value) for slot in whole]
    if original is not None:
        rows = _compared(original, MeaningRepresentation(whole), ended=ended)
    if read.sentence:
        found = dict(zip(whole, evidence(whole, read.sentence), strict=True))
        rows = [_judged(row, read, found) for row in rows]
    if last is not None:
        _let_grow(rows, last)
    return tuple(rows)


def oddity(line: str) -> str:
    """Why a line that has ended is no table as it should be; empty where it is one."""
    found = lenient.slots(line)
    if not found:
        return "No slot can be recognised in what was written."
    try:
        MeaningRepresentation.parse(line)
    except ParseError as error:
        return f"The line is not well formed: {error} What could be read is shown."
    return ""


def table_line(line: str) -> str | None:
    """The line as a table can take it; None where it cannot."""
    try:
        return lenient.regular(line) if lenient.slots(line) else None
    except ValueError:
        return None


def place_of(row: SlotRead, line: str) -> range:
    """Where a row stands in the line that was read; empty where it does not, as if it was lost."""
    if row.fate in (Fate.LOST, Fate.AWAITED):
        return range(0)
    for span, slot in zip(slot_spans(line), lenient.slots(line), strict=True):
        if (slot.name, slot.value) == (row.name, row.value):
            # Spans count the source's start as position 0; the bracket belongs to the slot.
            return range(span.name[0] - 1, min(span.value[1], len(line)))
    return range(0)


def summary(rows: Sequence[SlotRead]) -> str:
    """How many slots were kept, changed, lost and invented; and of how many nothing is said.

    Empty where nothing is compared, and nothing is to be said against a slot.
    """
    count = Counter(row.fate for row in rows)
    told = ", ".join(f"{count[fate]} {fate.value}" for fate in _TOLD if count[fate])
    read = sum(row.fate is not Fate.LOST for row in rows)
    doubtful = sum(row.is_doubtful for row in rows)
    verb = "is" if doubtful == 1 else "are"
    against = f"{doubtful} of {read} slots read {verb} not what the sentence says." * bool(doubtful)
    return " ".join(filter(None, (f"{told}." if told and against else told, against)))


def as_text(rows: Sequence[SlotRead]) -> str:
    """The rows as lines, for the clipboard and for screen readers."""
    return "\n".join(
        f"{row.standing}: {row.name}: {row.shown_value}"
        if row.is_doubtful or row.fate is not Fate.READ
        else f"{row.name}: {row.shown_value}"
        for row in rows
    )


def _is_open(line: str) -> bool:
    """Whether the last slot's value is not closed."""
    spans = slot_spans(line)
    # A span counts the source's start as position 0.
    return bool(spans) and spans[-1].value[1] == len(line) + 1


def _judged(row: SlotRead, read: LineRead, found: Mapping[Slot, Evidence]) -> SlotRead:
    """A row with what speaks for it."""
    place = place_of(row, read.line)
    if not place:
        return row
    logs = read.log_probabilities[place.start : place.stop]
    known = len(logs) == len(place)
    return replace(
        row,
        evidence=found[Slot(row.name, row.value)],
        probability=math.exp(math.fsum(logs)) if known else None,
    )


def _compared(
    original: MeaningRepresentation, read: MeaningRepresentation, *, ended: bool
) -> list[SlotRead]:
    difference = original.diff(read)
    same = Counter(read.slots)
    changed = list(difference.changed)
    rows = []
    for slot in original.slots:
        partner = next((pair for pair in changed if pair[0] == slot), None)
        if same[slot]:
            same[slot] -= 1
            rows.append(SlotRead(slot.name, slot.value, Fate.KEPT))
        elif partner is not None:
            changed.remove(partner)
            rows.append(SlotRead(slot.name, partner[1].value, Fate.CHANGED, slot.value))
        else:
            rows.append(SlotRead(slot.name, slot.value, Fate.LOST if ended else Fate.AWAITED))
    rows += [SlotRead(slot.name, slot.value, Fate.INVENTED) for slot in difference.added]
    return rows


def _let_grow(rows: list[SlotRead], slot: Slot) -> None:
    """Show the slot that is being written where it is awaited, else at the end."""
    for number, row in enumerate(rows):
        if row.fate is Fate.AWAITED and row.name == slot.name:
            rows[number] = replace(row, value=slot.value, fate=Fate.GROWING)
            return
    rows.append(SlotRead(slot.name, slot.value, Fate.GROWING))
