"""Making the files of E2E+: from those of E2E, a list of names and a list of foods."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Generator, Sequence
from pathlib import Path
from threading import Event
from typing import NamedTuple

from core import cancellation
from core.corpus import catalog, e2e_plus, entree, folders, formats
from core.corpus.example import Example
from core.corpus.foods import FOODS
from core.corpus.formats import CorpusError
from core.corpus.formats.writing import write_csv
from core.corpus.lenient import slots
from core.meaning_representation import MeaningRepresentation, Slot
from core.records import Progress

NAMES, FOOD = ("name", "near"), ("food",)
"""Slots that get new values: the first two share a list."""

_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
"""Control characters, of which text has only tabs and the ends of lines and pages."""


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
        CorpusError: a file is not here, cannot be read, or has a line that is no value.
    """
    if names is not None:
        given = _lines(names)
    else:
        path = folders.files(catalog.ENTREE, chosen).get("names")
        if path is None:
            msg = (
                "The list of names is not here: corpora download entree fetches it, "
                "and --names takes a file of your own."
            )
            raise CorpusError(msg)
        given = entree.names(formats.sound_text(path, "utf-8"))
    return Lists(given, FOODS if foods is None else _lines(foods))


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
        CorpusError: E2E is not here, or the folder is none or holds a corpus already.
        BuildError: a list is too short.
        OSError: a file cannot be written.
    """
    here = folders.files(catalog.E2E, chosen)
    if missing := [split for split in e2e_plus.SHARES if split not in here]:
        msg = (
            f"E2E is not here: {' and '.join(missing)} missing. corpora download e2e fetches it; "
            f"{folders.VARIABLE} names a folder that has it."
        )
        raise CorpusError(msg)
    if in_the_way := next((path for path in (out, *out.parents) if path.is_file()), None):
        msg = f"{in_the_way} is a file, not a folder to write to."
        raise CorpusError(msg)
    kept = _authors(out)
    made = [file for file in catalog.E2E_PLUS.files if file.split not in kept]
    for file in made:
        if (out / file.name).exists():
            msg = f"{out} holds a {file.name} already."
            raise CorpusError(msg)
    yield Progress(0, len(made), "files", "Reading E2E")
    splits = {file.split: _examples(here[file.split], cancel) for file in made}
    taken = {value for path in kept.values() for value in _values(_examples(path, cancel))}
    built = e2e_plus.build(splits, {NAMES: new.names, FOOD: new.foods}, seed, taken)
    paths = tuple(out / file.name for file in made)
    out.mkdir(parents=True, exist_ok=True)
    try:
        for number, (file, path) in enumerate(zip(made, paths, strict=True), start=1):
            cancellation.check(cancel)
            write_csv(path, built[file.split])
            yield Progress(number, len(made), "files", f"Wrote {file.name}")
    except BaseException:  # Also where nobody asks for the rest.
        for path in paths:
            path.unlink(missing_ok=True)
        raise
    return paths


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


def _lines(path: Path) -> tuple[str, ...]:
    # As editors count them: splitlines would end lines at other characters, too.
    lines = re.split(r"\r\n|\r|\n", formats.sound_text(path, "utf-8"))
    for number, line in enumerate(lines, start=1):
        if found := _NO_TEXT.search(line):
            msg = f"{path.name} is no list of words: line {number} holds {found[0]!r}."
            raise CorpusError(msg)
        if not _is_value(line.strip()):
            msg = f"{path.name}, line {number} is no value: its brackets are no pairs."
            raise CorpusError(msg)
    return tuple(line.strip() for line in lines if line.strip())


def _is_value(text: str) -> bool:
    """Whether a slot with this value can be written so that it is read back."""
    try:
        MeaningRepresentation((Slot("name", text),)).linearise()
    except ValueError:
        return False
    return True
