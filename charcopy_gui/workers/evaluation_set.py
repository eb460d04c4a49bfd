"""What systems are evaluated on: a split of a known corpus, or a file of examples."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from core.corpus import catalog, formats, library
from core.corpus.formats import Answers, CorpusError, CorpusQuestion
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
    key: str, split: str, protocol: Protocol, folder: Path | None, answers: Answers
) -> EvaluationSet:
    """Read the corpus that was chosen.

    Args:
        key: name of a known corpus, or path of a file.
        split: of a known corpus; empty for a file.
        protocol: how texts are treated.
        folder: where known corpora are looked for first.
        answers: how files are read, where that is not to be found out.

    Raises:
        CorpusError: it is not here, cannot be read, or leaves open how it is to be read.
        TaskError: there is nothing in it to score against.
    """
    try:
        if split:
            published = library.find(key).name if split == _TEST else ""
            name, reading, notices = library.split(key, split, folder, answers)
        else:
            path = Path(key)
            name, published = path.name, _recognised(path)
            reading = formats.read(path, answers.get(path))
            notices = tuple(reading.notices(name))
    except library.NotHereError as absent:
        msg = (
            f"{library.find(key).title} {split} is not on this computer; the Data page fetches it."
        )
        raise CorpusError(msg) from absent
    except CorpusQuestion as question:
        msg = f"{question} The Data page asks: there, choose the corpus or import the file."
        raise CorpusError(msg) from question
    return EvaluationSet(Task.of_reading(name, reading, protocol), published, notices)


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
