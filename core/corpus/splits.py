"""Splits: several files that make one corpus."""

from __future__ import annotations

from pathlib import Path

from core.corpus import formats
from core.corpus.example import Corpus
from core.corpus.formats import Choices, CorpusError, Reading


def read_splits(
    name: str, train: Path, dev: Path, choices: tuple[Choices | None, Choices | None] = (None, None)
) -> tuple[Corpus, tuple[str, ...]]:
    """A corpus from a file to train on and one to choose by, and sentences on what was left out.

    Raises:
        CorpusError: a file cannot be read, or gives meaning representations alone.
    """
    readings = [read_pairs(path, how) for path, how in zip((train, dev), choices, strict=True)]
    notices = tuple(
        notice
        for path, reading in zip((train, dev), readings, strict=True)
        for notice in reading.notices(path.name)
    )
    return Corpus(name, readings[0].examples, readings[1].examples), notices


def read_pairs(path: Path, choices: Choices | None = None) -> Reading:
    """Read a file whose meaning representations have texts.

    Raises:
        CorpusError: the file cannot be read, or has no texts.
    """
    reading = formats.read(path, choices)
    if reading.choices.reference is None:
        msg = f"{path.name} has no references: it holds meaning representations alone."
        raise CorpusError(msg)
    return reading
