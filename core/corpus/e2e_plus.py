"""Making the files of E2E+: from those of E2E, a list of names and a list of foods."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Sequence
from pathlib import Path
from threading import Event
from typing import NamedTuple

from core import cancellation
from core.corpus import catalog, entree, folders, formats, made_files, plus, value_lists
from core.corpus.example import Example
from core.corpus.foods import FOODS
from core.corpus.formats import CorpusError
from core.corpus.lenient import slots
from core.corpus.plus import Rules
from core.records import Progress

NAMES, FOOD = ("name", "near"), ("food",)
"""Slots that get new values: the first two share a list."""

RULES = Rules(tables_always=True, letters=str.maketrans({"£": "L", "é": "e"}))
"""The authors': their files have neither £ nor é."""


class Lists(NamedTuple):
    """New values."""

    names: tuple[str, ...]
    foods: tuple[str, ...]


def place(chosen: Path | None = None) -> Path:
    """The folder to write to: beside the authors' dev and test, else among the downloads.

    Args:
        chosen: a folder of corpora that the user has set.
    """
    name = catalog.E2E_PLUS.folder
    places = (folder / name for folder in folders.searched(chosen))
    return next(filter(_authors, places), folders.downloads() / name)


def lists(
    names: Path | None = None, foods: Path | None = None, chosen: Path | None = None
) -> Lists:
    """The new values: of files with one a line, else Entree's names and our own foods.

    Args:
        names: a file.
        foods: another.
        chosen: a folder of corpora that the user has set.

    Raises:
        CorpusError: a file is not on this computer, cannot be read, or has a line that is no value.
    """
    if names is not None:
        given = value_lists.read(names)
    else:
        path = folders.files(catalog.ENTREE, chosen).get("names")
        if path is None:
            msg = (
                "The list of names is not on this computer: corpora download entree fetches it, "
                "and --names takes a file of your own."
            )
            raise CorpusError(msg)
        given = entree.names(formats.sound_text(path, "utf-8"))
    return Lists(given, FOODS if foods is None else value_lists.read(foods))


def build_files(
    out: Path,
    new: Lists,
    seed: int = 1,
    chosen: Path | None = None,
    cancel: Event | None = None,
) -> Generator[Progress, None, tuple[Path, ...]]:
    """Write train, dev and test of E2E+ into a folder; returns the files written.

    The authors' own dev and test are left where they are, and none of their values gets into train.
    However it ends early, none of the files stays: a part of them could not be built upon.

    Raises:
        Cancelled: the event was set.
        CorpusError: E2E is not on this computer, or the folder is none or holds a corpus already.
        BuildError: a list is too short.
        OSError: a file cannot be written.
    """
    here = folders.files(catalog.E2E, chosen)
    if missing := [split for split in plus.SHARES if split not in here]:
        msg = (
            f"E2E is not on this computer: {' and '.join(missing)} missing. "
            f"corpora download e2e fetches it; {folders.VARIABLE} names a folder that has it."
        )
        raise CorpusError(msg)
    kept = _authors(out)
    made = {f.split: out / f.name for f in catalog.E2E_PLUS.files if f.split not in kept}
    made_files.check(made.values())
    yield Progress(0, len(made), "files", "Reading E2E")
    splits = {split: _examples(here[split], cancel) for split in made}
    taken = {value for path in kept.values() for value in _values(_examples(path, cancel))}
    new_values = {NAMES: new.names, FOOD: new.foods}
    built = plus.build(splits, new_values, seed, taken, RULES, cancel)
    files = {path: built.splits[split] for split, path in made.items()}
    return (yield from made_files.write(files, cancel))


def _examples(path: Path, cancel: Event | None) -> Sequence[Example]:
    cancellation.check(cancel)
    return formats.read(path).examples


def _authors(out: Path) -> dict[str, Path]:
    """The authors' own files in a folder, if they are all there."""
    found = {
        file.split: path
        for file in catalog.E2E_PLUS.files
        if file.sha256 is not None
        and (path := out / file.name).is_file()
        and hashlib.sha256(path.read_bytes()).hexdigest() == file.sha256
    }
    known = [file for file in catalog.E2E_PLUS.files if file.sha256 is not None]
    return found if len(found) == len(known) else {}


def _values(examples: Sequence[Example]) -> set[str]:
    mrs = {example.mr for example in examples}
    return {slot.value for mr in mrs for slot in slots(mr) if slot.name in NAMES + FOOD}
