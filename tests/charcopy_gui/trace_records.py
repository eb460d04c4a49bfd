"""Records written by hand, for the views that draw a generation."""

from collections.abc import Callable, Sequence

import numpy as np

from core.records import (
    END_LABEL,
    START_LABEL,
    Candidate,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    SlotSpan,
    SourceView,
)

SLOTS = (("name", "Zizzi"), ("near", "Aa"))
"""As a source: ⟨start⟩name[Zizzi], near[Aa]⟨end⟩, where Zizzi is 6 to 11 and near 14 to 18."""


def source(
    slots: Sequence[tuple[str, str]] = SLOTS, unknown: Sequence[int] = ()
) -> GenerationStarted:
    characters, spans = [START_LABEL], []
    for index, (name, value) in enumerate(slots):
        characters += ", " if index else ""
        start = len(characters)
        characters += f"{name}[{value}]"
        end = start + len(name)
        spans.append(SlotSpan(index, (start, end), (end + 1, len(characters) - 1)))
    view = SourceView((*characters, END_LABEL), tuple(spans), frozenset(unknown))
    return GenerationStarted(run=1, branch=0, source=view, model="toy")


def steps(
    text: Sequence[str],
    started: GenerationStarted | None = None,
    p_gen: Callable[[int], float | None] = lambda _: 0.75,
    row: Callable[[int], int] = lambda _: 0,
) -> list[CharacterStep]:
    """One step a character, with all the attention on one row."""
    size = len((started or source()).source.characters)
    found = []
    for index, character in enumerate(text):
        alignment = np.zeros(size, np.float32)
        alignment[row(index) % size] = 1.0
        found.append(step(index, character, alignment, p_gen(index)))
    return found


def step(
    index: int,
    character: str,
    alignment: np.ndarray,
    p_gen: float | None = 0.75,
    candidates: tuple[Candidate, ...] = (),
) -> CharacterStep:
    return CharacterStep(
        run=1,
        branch=0,
        index=index,
        character=character,
        forced=False,
        log_probability=-0.1,
        entropy=0.3,
        alignment=alignment,
        copy_alignment=None if p_gen is None else np.roll(alignment, 1),
        p_gen=p_gen,
        candidates=candidates,
    )


def finished(text: str, ending: Ending = Ending.END) -> GenerationFinished:
    return GenerationFinished(1, 0, text, ending, log_probability=-1.0, seconds=0.5)
