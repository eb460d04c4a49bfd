"""A sample as the records of a generation, so that the views of texts can show it."""

from __future__ import annotations

import math

from core.meaning_representation import slot_spans
from core.records import (
    END_LABEL,
    START_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    Sample,
    SourceView,
)


def started(sample: Sample) -> GenerationStarted:
    """The source that the sample's text was written for."""
    characters = (START_LABEL, *sample.mr, END_LABEL)
    return GenerationStarted(
        0, 0, SourceView(characters, slot_spans(sample.mr), frozenset()), model=""
    )


def steps(sample: Sample) -> list[CharacterStep]:
    """Its characters, with what was kept of each: where the network looked, and p_gen.

    The end character is among them if it was written.
    """
    p_gen = [None] * len(sample.alignment) if sample.p_gen is None else sample.p_gen.tolist()
    copied = [None] * len(p_gen) if sample.copy_alignment is None else sample.copy_alignment
    written = zip([*sample.text, END_LABEL], sample.alignment, copied, p_gen, strict=False)
    return [
        CharacterStep(
            run=0,
            branch=0,
            index=index,
            character=character,
            forced=False,
            log_probability=math.nan,
            entropy=math.nan,
            alignment=alignment,
            copy_alignment=copy_alignment,
            p_gen=switch,
            candidates=(),
        )
        for index, (character, alignment, copy_alignment, switch) in enumerate(written)
    ]


def finished(sample: Sample) -> GenerationFinished:
    """How it ended: cut off where the end was never written."""
    ended = len(sample.alignment) > len(sample.text)
    ending = Ending.END if ended else Ending.LENGTH
    return GenerationFinished(0, 0, sample.text, ending, math.nan, 0.0)
