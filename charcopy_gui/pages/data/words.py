"""A corpus in words: those of the list, and those of the page's header."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from charcopy_gui.pages.corpora.catalogue import AnyCorpus, Catalogue, key_of
from charcopy_gui.pages.data.corpus_header import About, Action
from charcopy_gui.pages.data.corpus_list import Entry
from charcopy_gui.pages.parts.task_bar import megabytes
from core.corpus.known import KnownCorpus
from core.corpus.opened import SPLITS
from core.corpus.own import OwnFile

_FIRST = "unchecked the first time; later downloads must match the first"


def entries(catalogue: Catalogue, fetching: str = "") -> tuple[Entry, ...]:
    """All corpora in the words of the list; one, by its name, may be on its way."""
    return (
        *(_entry(catalogue, corpus, fetching) for corpus in catalogue.known),
        *(Entry(key_of(o), o.path.name, str(o.path.parent), own=True) for o in catalogue.imported),
    )


def about(catalogue: Catalogue, corpus: AnyCorpus, *, asks: bool = False) -> About:
    """A corpus in the words of the header; one of its files may leave something open."""
    if isinstance(corpus, OwnFile):
        if not corpus.path.is_file():
            gone = f"This file no longer exists: {corpus.path}"
            return About(corpus.path.name, "", "", gone, (Action.FORGET,))
        first = [Action.TRAIN] if catalogue.is_trainable(corpus) else []
        actions = (*first, Action.PLUS, Action.READ_AGAIN, Action.FORGET)
        return About(corpus.path.name, "", "", str(corpus.path), actions)
    return About(
        corpus.title,
        corpus.description.partition(", with corpora build-e2e-plus")[0].rstrip(".") + ".",
        f"Licence: {corpus.licence.rstrip('.')}. {corpus.citation}",
        _place(catalogue, corpus),
        (Action.ANSWER,) if asks else tuple(_actions(catalogue, corpus)),
    )


def _entry(catalogue: Catalogue, corpus: KnownCorpus, fetching: str) -> Entry:
    size = f" · {megabytes(corpus.size)}" if corpus.size else ""
    state = "downloading" if corpus.name == fetching else _state(catalogue, corpus)
    licence = corpus.short_licence.replace("not stated", "licence not stated")
    return Entry(corpus.name, corpus.title, f"{state}{size} · {licence}")


def _state(catalogue: Catalogue, corpus: KnownCorpus) -> str:
    if corpus.is_built_in:
        return "built in"
    here = catalogue.here(corpus)
    if not here:
        return "not downloaded"
    missing = [f.split for f in corpus.files if f.split in SPLITS and f.split not in here]
    return f"without {' and '.join(missing)}" if missing else "here"


def _place(catalogue: Catalogue, corpus: KnownCorpus) -> str:
    if corpus.is_built_in:
        return "Built in."
    here = catalogue.here(corpus)
    places: dict[Path, list[str]] = {}
    for split, path in here.items():
        places.setdefault(path.parent, []).append(split)
    parts = [f"In {place}: {', '.join(splits)}." for place, splits in places.items()]
    fetched = [file for file in corpus.fetched() if file.split not in here]
    if fetched:
        sources = {urlsplit(file.url or corpus.archive).hostname or "" for file in fetched}
        what = "Not on this computer" if not here else "Some of it is not on this computer"
        check = "checked by checksum" if corpus.is_pinned else _FIRST
        parts.append(f"{what}; it comes from {' and '.join(sorted(sources))}, {check}.")
    made = [f.split for f in corpus.files if f not in corpus.fetched() and f.split not in here]
    if made:
        parts.append(f"Its {' and '.join(made)} split is made here.")
    return " ".join(parts)


def _actions(catalogue: Catalogue, corpus: KnownCorpus) -> Iterator[Action]:
    here = catalogue.here(corpus)
    if catalogue.is_trainable(corpus):
        yield Action.TRAIN
    if any(file.split not in here for file in corpus.fetched()):
        yield Action.DOWNLOAD
    if any(f not in corpus.fetched() and f.split not in here for f in corpus.files):
        yield Action.BUILD
    if catalogue.is_readable(corpus):
        yield Action.PLUS
    if any(own.part_of == corpus.name for own in catalogue.own):
        yield Action.READ_AGAIN
