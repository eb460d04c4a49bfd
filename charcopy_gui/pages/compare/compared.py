"""What several models made of one table, and how that is told as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from charcopy_gui.pages.output.differences import differing
from core import model_card
from core.metrics.exports import slots_told
from core.metrics.slots.findings import ExtraValue, SlotFindings, SlotState
from core.model_card import ModelCardError
from core.records import CharacterStep, Ending, GenerationFinished

_MARKUP = re.compile(r"[\\`*_\[\]<>|#&]")
_UNREADABLE = "cannot be read"
_CUT = {Ending.STOPPED: "stopped", Ending.LENGTH: "cut off at the longest length"}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A model that can be compared."""

    path: Path
    name: str
    kind: str
    """Its variant and corpus."""
    corpus: str = ""

    @classmethod
    def of(cls, path: Path, name: str = "") -> Entrant:
        """A checkpoint, by what its card says; why there is none is found when it is to write."""
        try:
            card = model_card.read(path)
        except ModelCardError:
            return cls(path, name or path.name, _UNREADABLE)
        parts = (card.config.variant, card.provenance.corpus)
        kind = " · ".join(filter(None, parts))
        return cls(path, name or card.name, kind, card.provenance.corpus)


@dataclass(frozen=True, slots=True)
class Compared:
    """The text of one model, and what was found in it."""

    steps: tuple[CharacterStep, ...]
    finished: GenerationFinished
    findings: SlotFindings

    @property
    def text(self) -> str:
        """The text, without its end."""
        return self.finished.text

    def numbers(self) -> str:
        """How sure the model was, how long the text is, and how long it took."""
        parts = []
        if self.steps:
            mean = abs(self.finished.log_probability) / len(self.steps)
            parts.append(f"{mean:.3f} nats/char")
        count = len(self.text)
        parts.append(f"{count:,} character{'' if count == 1 else 's'}")
        parts.append(f"{self.finished.seconds:.2f} s")
        if self.finished.ending in _CUT:
            parts.append(_CUT[self.finished.ending])
        return " · ".join(parts)

    @property
    def checked(self) -> int:
        """How many slots can be checked."""
        return len(self.findings.slots) - self.findings.count(SlotState.UNCHECKED)

    @property
    def is_faultless(self) -> bool:
        """Whether every slot that can be checked is said as it should, and nothing else."""
        return not self.findings.errors and not self.findings.count(SlotState.NEAR_COPY)

    def slots(self) -> str:
        """Which slots the text says, and which not, or wrongly."""
        found, checked = self.findings, self.checked
        bad = found.count(SlotState.MISSING) + found.count(SlotState.WRONG)
        if not checked:
            said = "" if found.slots else "the table has no slots"
        elif not bad:
            said = "the slot is expressed" if checked == 1 else f"all {checked} slots expressed"
        else:
            said = f"{checked - bad} of {checked} slots expressed"
        extras = (
            _extras("not in the table", found.invented),
            _extras("repeated", found.repeated),
        )
        return "; ".join(filter(None, (said, slots_told(found), *extras)))


def _extras(what: str, values: Sequence[ExtraValue]) -> str:
    listed = ", ".join(f"{extra.name}[{extra.value}]" for extra in values)
    return f"{what}: {listed}" if listed else ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one model: a text, or the reason why there is none."""

    entrant: Entrant
    compared: Compared | None = None
    problem: str = ""


def marked(outcome: Outcome, against: Outcome | None) -> frozenset[int]:
    """The indices of the text's characters that the other text does not have."""
    if outcome.compared is None or against is None or against.compared is None:
        return frozenset()
    return differing(outcome.compared.text, against.compared.text)


def as_text(mr: str, outcomes: Sequence[Outcome]) -> str:
    """The comparison as plain text, a paragraph a model."""
    return "\n\n".join([mr, *map(_paragraph, outcomes)]) + "\n"


def as_markdown(mr: str, outcomes: Sequence[Outcome], against: Outcome | None) -> str:
    """The comparison as a Markdown table; what the text compared with does not have is bold."""
    lines = [
        _escaped(mr),
        "",
        "| model | trained | text | nats/char | slots |",
        "|---|---|---|---:|---|",
    ]
    lines += [f"| {' | '.join(_cells(outcome, against))} |" for outcome in outcomes]
    return "\n".join(lines) + "\n"


def _paragraph(outcome: Outcome) -> str:
    title = f"{outcome.entrant.name} ({outcome.entrant.kind})"
    compared = outcome.compared
    if compared is None:
        return f"{title}\n{outcome.problem or 'not written'}"
    return f"{title}\n{compared.text}\n{compared.numbers()}; {compared.slots()}"


def _cells(outcome: Outcome, against: Outcome | None) -> Iterator[str]:
    yield _escaped(outcome.entrant.name)
    yield _escaped(outcome.entrant.kind)
    compared = outcome.compared
    if compared is None:
        yield _escaped(outcome.problem or "not written")
        yield from ("", "")
        return
    yield _with_bold(compared.text, marked(outcome, against))
    yield compared.numbers().partition(" nats")[0] if compared.steps else ""
    yield _escaped(compared.slots())


def _with_bold(text: str, places: frozenset[int]) -> str:
    """The text with these characters in bold; Markdown wants no space at the edge of bold."""
    parts = []
    for bold, group in groupby(enumerate(text), lambda pair: pair[0] in places):
        part = "".join(character for _, character in group)
        inner = part.strip()
        head, _, tail = part.partition(inner) if inner else (part, "", "")
        parts.append(f"{head}**{_escaped(inner)}**{tail}" if bold and inner else _escaped(part))
    return "".join(parts)


def _escaped(text: str) -> str:
    """Text that stands in one cell of a Markdown table as it is."""
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.splitlines()))
