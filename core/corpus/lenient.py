"""Slots of irregular meaning representations, for display: the model reads the text as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.meaning_representation import MeaningRepresentation, ParseError, Slot, slot_spans

_UNTOLD = re.compile(r"[\s_-]+")


def slots(text: str) -> tuple[Slot, ...]:
    """The slots that can be made out, in order: nameless, empty and repeated ones as well."""
    return tuple(
        # Spans count the source's start as position 0.
        Slot(
            text[span.name[0] - 1 : span.name[1] - 1],
            text[span.value[0] - 1 : span.value[1] - 1],
        )
        for span in slot_spans(text)
    )


def regular(text: str) -> str:
    """The text where it is regular; else what can be made out of it, written regularly.

    Raises:
        ValueError: no slot can be made out, or one cannot be written so that it could be read back.
    """
    try:
        MeaningRepresentation.parse(text)
    except ParseError as error:
        if found := slots(text):
            return MeaningRepresentation(found).linearise()
        msg = f"No slot can be recognised in {text!r}."
        raise ValueError(msg) from error
    return text


def doublets(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Names that differ in case, spaces, underscores and hyphens alone, each group sorted."""
    groups: dict[str, set[str]] = {}
    for name in names:
        groups.setdefault(_UNTOLD.sub("", name).lower(), set()).add(name)
    return tuple(tuple(sorted(group)) for group in groups.values() if len(group) > 1)
