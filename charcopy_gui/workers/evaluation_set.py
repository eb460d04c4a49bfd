"""What systems are evaluated on: a split of a known corpus, or a file of examples."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from core.corpus import catalog, demo, folders, formats, library
from core.corpus.formats import Choices, CorpusError, CorpusQuestion, Format
from core.corpus.known import KnownCorpus
from core.metrics.task import Protocol, Task

_TEST = "test"


@dataclass(frozen=True, slots=True)
class EvaluationSet:
    """A task, and what is known of it."""

    task: Task
    published: str = ""
    """Name of the known corpus whose test split it is; else empty."""
    notices: tuple[str, ...] = ()
    """Sentences about rows that were left out."""


def read_set(
    key: str, split: str, protocol: Protocol, folder: Path | None, how: Choices | None
) -> EvaluationSet:
    """Read the corpus that was chosen.

    Args:
        key: name of a known corpus, or path of a file.
        split: of a known corpus; empty for a file.
        protocol: how texts are treated.
        folder: where known corpora are looked for first.
        how: how a file is read; None where that is to be found out.

    Raises:
        CorpusError: it is not here, cannot be read, or leaves open how it is to be read.
        TaskError: there is nothing in it to score against.
    """
    if not split:
        path = Path(key)
        return _read(path, path.name, _recognised(path), protocol, how)
    corpus = library.find(key)
    name = f"{corpus.title} {split}"
    if corpus.is_built_in:
        made = demo.corpus()
        examples = made.train if split == "train" else made.dev
        return EvaluationSet(Task.of(name, examples, protocol))
    here = folders.files(corpus, folder)
    if split not in here:
        msg = f"{name} is not on this computer; the Data page fetches it."
        raise CorpusError(msg)
    published = corpus.name if split == _TEST else ""
    return _read(here[split], name, published, protocol, None)


def _read(
    path: Path, name: str, published: str, protocol: Protocol, how: Choices | None
) -> EvaluationSet:
    try:
        reading = formats.read(path, how)
    except CorpusQuestion as question:
        msg = f"{question} Import the file on the Data page, which asks."
        raise CorpusError(msg) from question
    has_header = reading.choices.header or reading.choices.format is not Format.DELIMITED
    task = Task.of(name, reading.examples, protocol, has_header=has_header)
    return EvaluationSet(task, published, tuple(reading.notices(path.name)))


def _recognised(path: Path) -> str:
    """The known corpus whose test split a file is, byte for byte."""
    try:
        content = path.read_bytes()
    except OSError:
        return ""  # Reading it as a corpus says why.
    digest = hashlib.sha256(content).hexdigest()
    return next((c.name for c in catalog.CATALOG if _sum_of_test(c) == digest), "")


def _sum_of_test(corpus: KnownCorpus) -> str | None:
    test = corpus.file(_TEST)
    return None if test is None else test.sha256
