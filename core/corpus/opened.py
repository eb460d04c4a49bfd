"""OpenCorpus: a corpus that was read, whatever it is, and what reading it left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from core import cancellation
from core.corpus import demo, folders, formats
from core.corpus.browsing import Rows
from core.corpus.example import Example
from core.corpus.formats import NO_ANSWERS, Answers, CorpusError, Reading
from core.corpus.known import KnownCorpus
from core.corpus.own import OwnFile

SPLITS = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class OpenCorpus:
    """The examples of a corpus."""

    title: str
    splits: Mapping[str, tuple[Example, ...]]
    """Of a person's own file, which has none, there is one, without a name."""
    readings: Mapping[Path, Reading]
    """What reading each file gave; empty where the examples are made here."""
    rows: Rows


def open_known(
    corpus: KnownCorpus,
    chosen: Path | None = None,
    cancel: Event | None = None,
    answers: Answers = NO_ANSWERS,
) -> OpenCorpus:
    """Read those splits of a known corpus that are on this computer.

    Args:
        corpus: which.
        chosen: a folder of corpora that the user has set.
        cancel: stops between two files.
        answers: how files are read that leave something open.

    Raises:
        Cancelled: the event is set.
        CorpusQuestion: a file leaves something open.
        CorpusError: none of them is here, or one cannot be read.
    """
    if corpus.is_built_in:
        made = demo.corpus()
        return _opened(corpus.title, {"train": made.train, "dev": made.dev}, {}, cancel)
    here = folders.files(corpus, chosen)
    readings: dict[str, Reading] = {}
    for split in SPLITS:
        cancellation.check(cancel)
        if split in here:
            readings[split] = formats.read(here[split], answers.get(here[split]))
    if not readings:
        msg = f"No split of {corpus.title} is on this computer."
        raise CorpusError(msg)
    splits = {split: reading.examples for split, reading in readings.items()}
    files = {here[split]: reading for split, reading in readings.items()}
    return _opened(corpus.title, splits, files, cancel)


def open_file(own: OwnFile, cancel: Event | None = None) -> OpenCorpus:
    """Read a person's own file.

    Raises:
        Cancelled: the event is set.
        CorpusError: it cannot be read so.
    """
    reading = formats.read(own.path, own.choices)
    return _opened(own.path.name, {"": reading.examples}, {own.path: reading}, cancel)


def _opened(
    title: str,
    splits: Mapping[str, tuple[Example, ...]],
    readings: Mapping[Path, Reading],
    cancel: Event | None,
) -> OpenCorpus:
    return OpenCorpus(title, splits, readings, Rows.of(splits, cancel))
