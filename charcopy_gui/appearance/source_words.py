"""A source in words: its slots, and the place of a character in it."""

from __future__ import annotations

from core.records import END_LABEL, START_LABEL, CharacterStep, FloatArray, SourceView


def slot_bands(source: SourceView) -> list[tuple[str, int, int]]:
    """Each slot's name and the half-open range of positions up to the next slot; none in a text."""
    starts = [span.name[0] for span in source.slot_spans]
    ends = [*starts[1:], len(source.characters) - 1][: len(starts)]
    names = ["".join(source.characters[slice(*span.name)]) for span in source.slot_spans]
    return list(zip(names, starts, ends, strict=True))


def word_bands(source: SourceView) -> list[tuple[str, int, int]]:
    """Each word of a sentence and the half-open range of its positions."""
    bands, start = [], 1
    for word in "".join(source.characters[1:-1]).split(" "):
        if word:
            bands.append((word, start, start + len(word)))
        start += len(word) + 1
    return bands


def quoted(character: str) -> str:
    """A character in a sentence; the labels of the two ends speak for themselves."""
    return character if character in (START_LABEL, END_LABEL) else f"'{character}'"


def place(source: SourceView, position: int) -> str:
    """The character at a position, and the slot that it stands in, or stands behind."""
    words = quoted(source.characters[position])
    bands = zip(slot_bands(source), source.slot_spans, strict=True)
    for (name, start, end), span in bands:
        if start <= position < end:
            return f"{words} {'in' if position <= span.value[1] else 'after'} {name}"
    return words


def attended(source: SourceView, alignment: FloatArray) -> str:
    """The source character with the most attention, and the slot it stands in."""
    return place(source, int(alignment.argmax()))


def describe_step(step: CharacterStep, source: SourceView) -> str:
    """A step in words, for screen readers and tooltips."""
    p_gen = "" if step.p_gen is None else f", p_gen {step.p_gen:.2f}"
    looks = attended(source, step.alignment)
    return f"step {step.index + 1}: {quoted(step.character)}{p_gen}, attends to {looks}"


def why_written(step: CharacterStep, source: SourceView) -> str:
    """A step in a sentence: what it wrote, whether by generating, and what copying would give.

    That is the character after the one it looks at.
    """
    p_gen = "" if step.p_gen is None else f": p_gen {step.p_gen:.2f}"
    looks = attended(source, step.alignment)
    words = f"Wrote {quoted(step.character)}{p_gen}, looking at {looks}"
    if step.copy_alignment is None:
        return f"{words}."
    copied = source.characters[int(step.copy_alignment.argmax())]
    return f"{words}; copying would give {quoted(copied)}."
