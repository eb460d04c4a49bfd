"""Known corpora, as far as they are on this computer: found by name, read in their own splits."""

from __future__ import annotations

from pathlib import Path

from core.corpus import catalog, demo, folders
from core.corpus.example import Corpus
from core.corpus.formats import CorpusError
from core.corpus.known import KnownCorpus
from core.corpus.splits import read_splits


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


def load(name: str, chosen: Path | None = None) -> tuple[Corpus, tuple[str, ...]]:
    """The splits to train on and to choose by, and sentences on what was left out.

    Args:
        name: of a known corpus.
        chosen: a folder of corpora that the user has set.

    Raises:
        CorpusError: there is no such corpus, it is not on this computer, or cannot be read.
    """
    corpus = find(name)
    if corpus.is_built_in:
        return demo.corpus(), ()
    here = folders.files(corpus, chosen)
    if not corpus.is_corpus:
        msg = f"{corpus.title} is no corpus to train on."
        raise CorpusError(msg)
    if missing := [split for split in ("train", "dev") if split not in here]:
        msg = f"{corpus.title} is not here: {' and '.join(missing)} missing. {_remedy(corpus)}"
        raise CorpusError(msg)
    read, notices = read_splits(corpus.name, here["train"], here["dev"])
    terms = Corpus(corpus.title, read.train, read.dev, corpus.licence, corpus.citation)
    return terms, notices


def _remedy(corpus: KnownCorpus) -> str:
    made = [file.name for file in corpus.files if file not in corpus.fetched()]
    fetch = f"corpora download {corpus.name} fetches it"
    build = f", and corpora build-e2e-plus makes {made[0]}" if made else ""
    return f"{fetch}{build}; {folders.VARIABLE} names a folder that has it."
