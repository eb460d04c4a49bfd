"""A source in words: its slots, and the place of a character in it."""

from __future__ import annotations

from core.records import END_LABEL, START_LABEL, CharacterStep, FloatArray, SourceView


def slot_bands(source: SourceView) -> list[tuple[str, int, int]]:
    """Each slot's name and the half-open range of positions up to the next slot; none in a text."""
    starts = [span.name[0] for span in source.slot_spans]
    ends = [*starts[1:], len(source.characters) - 1][: len(starts)]
    names = ["".join(source.characters[slice(*span.name)]) for span in source.slot_spans]
    return list(zip(names, starts, ends, strict=True))


def quoted(character: str) -> str:
    """A character in a sentence; the labels of the two ends speak for themselves."""
    return character if character in (START_LABEL, END_LABEL) else f"'{character}'"


def place(source: SourceView, position: int) -> str:
    """The character at a position, and the slot it stands in."""
    words = quoted(source.characters[position])
    for name, start, end in slot_bands(source):
        if start <= position < end:
            return f"{words} in {name}"
    return words


def attended(source: SourceView, alignment: FloatArray) -> str:
    """The source character with the most attention, and the slot it stands in."""
    return place(source, int(alignment.argmax()))


def describe_step(step: CharacterStep, source: SourceView) -> str:
    """A step in words, for screen readers and tooltips."""
    p_gen = "" if step.p_gen is None else f", p_gen {step.p_gen:.2f}"
    looks = attended(source, step.alignment)
    return f"step {step.index + 1}: {quoted(step.character)}{p_gen}, attends to {looks}"


def where_it_looks(step: CharacterStep, source: SourceView) -> str:
    """Where a step looks, and what it would copy: the character after the one it looks at."""
    words = f"Step {step.index + 1} looks at {attended(source, step.alignment)}"
    if step.copy_alignment is None:
        return words
    copied = source.characters[int(step.copy_alignment.argmax())]
    return f"{words}; copying takes {quoted(copied)}"
