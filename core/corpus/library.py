"""Known corpora, as far as they are on this computer: found by name, read in their own splits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.corpus import catalog, demo, folders, formats
from core.corpus.example import Corpus
from core.corpus.formats import NO_ANSWERS, Answers, Changes, Choices, CorpusError, Reading
from core.corpus.known import KnownCorpus
from core.corpus.splits import read_splits

_MADE = ("train", "dev")
"""Splits of the demo corpus."""
_NO_CORPUS = "is a list to make corpora with, not a corpus."


class NotHereError(CorpusError):
    """A known corpus is not on this computer; the message says which commands get it."""


def find(name: str) -> KnownCorpus:
    """The corpus of this name.

    Raises:
        CorpusError: there is none; the message says which there are.
    """
    corpus = catalog.find(name)
    if corpus is None:
        names = ", ".join(known.name for known in catalog.CATALOG)
        msg = f"There is no corpus {name!r}, neither known nor as a file; known are: {names}."
        raise CorpusError(msg)
    return corpus


def load(
    name: str, chosen: Path | None = None, answers: Answers = NO_ANSWERS
) -> tuple[Corpus, tuple[str, ...]]:
    """The splits to train on and to choose by, and sentences on what was left out.

    Args:
        name: of a known corpus.
        chosen: a folder of corpora that the user has set.
        answers: how files are read that leave something open.

    Raises:
        CorpusError: there is no such corpus, it is not on this computer, or cannot be read.
    """
    corpus = find(name)
    if corpus.is_built_in:
        return demo.corpus(), ()
    here = folders.files(corpus, chosen)
    if not corpus.is_corpus:
        msg = f"{corpus.title} {_NO_CORPUS}"
        raise CorpusError(msg)
    if missing := [split for split in ("train", "dev") if split not in here]:
        lacking = f"{' and '.join(missing)} missing"
        msg = f"{corpus.title} is not on this computer: {lacking}. {_remedy(corpus)}"
        raise CorpusError(msg)
    train, dev = here["train"], here["dev"]
    choices = answers.get(train), answers.get(dev)
    read, notices = read_splits(corpus.name, train, dev, choices)
    terms = Corpus(corpus.title, read.train, read.dev, corpus.licence, corpus.citation)
    return terms, notices


class NoSplitError(CorpusError):
    """A known corpus has no such split; the message says which it has."""

    def __init__(self, corpus: KnownCorpus, which: str, splits: Sequence[str]) -> None:
        self.splits = tuple(splits)
        super().__init__(
            f"{corpus.title} has no {which} split; it has {' and '.join(self.splits)}."
        )


class Split(NamedTuple):
    """One split of a known corpus."""

    name: str
    """Of corpus and split, for people."""
    reading: Reading
    notices: tuple[str, ...]
    """Sentences on what was left out."""


def split(
    name: str, which: str, chosen: Path | None = None, answers: Answers = NO_ANSWERS
) -> Split:
    """One split of a known corpus.

    Args:
        name: of the corpus.
        which: train, dev or test.
        chosen: a folder of corpora that the user has set.
        answers: how files are read that leave something open.

    Raises:
        NotHereError: it is not on this computer.
        NoSplitError: it has no such split.
        CorpusError: there is no such corpus, or it cannot be read.
    """
    corpus = find(name)
    title = f"{corpus.title} {which}"
    if corpus.is_built_in:
        _check_split(corpus, which)
        made = demo.corpus()
        examples = made.train if which == "train" else made.dev
        return Split(title, Reading(examples, (), Changes(), 0, (), Choices()), ())
    path = file(name, which, chosen)
    reading = formats.read(path, answers.get(path))
    return Split(title, reading, tuple(reading.notices(path.name)))


def file(name: str, which: str, chosen: Path | None = None) -> Path:
    """Where a split of a known corpus lies.

    Raises:
        NotHereError: it is not on this computer.
        NoSplitError: it has no such split.
        CorpusError: there is no such corpus, or it is in no file.
    """
    corpus = find(name)
    _check_split(corpus, which)
    title = f"{corpus.title} {which}"
    if corpus.is_built_in:
        msg = f"{title} is built in and has no file."
        raise CorpusError(msg)
    here = folders.files(corpus, chosen)
    if which not in here:
        msg = f"{title} is not on this computer. {_remedy(corpus)}"
        raise NotHereError(msg)
    return here[which]


def _check_split(corpus: KnownCorpus, which: str) -> None:
    if not corpus.is_corpus:
        msg = f"{corpus.title} {_NO_CORPUS}"
        raise CorpusError(msg)
    splits = _MADE if corpus.is_built_in else tuple(file.split for file in corpus.files)
    if which not in splits:
        raise NoSplitError(corpus, which, splits)


def _remedy(corpus: KnownCorpus) -> str:
    made = [file.name for file in corpus.files if file not in corpus.fetched()]
    fetch = f"corpora download {corpus.name} fetches it"
    build = f", and corpora build-e2e-plus makes {made[0]}" if made else ""
    return f"{fetch}{build}; {folders.VARIABLE} names a folder that has it."
