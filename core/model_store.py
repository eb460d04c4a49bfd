"""The models there are, and what can be done with their files: rename, copy, refuse.

Plain: the window lists models with it, and workers copy them.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from threading import Event

from core import cancellation, model_card
from core.failures import InputError
from core.files import written_atomically
from core.model_card import SUFFIX, ModelCard, ModelCardError
from core.records import Progress

_CHUNK = 1 << 20
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u2028\u2029\ud800-\udfff]')
"""What some file system does not take in a name, or no line of text."""
_EDGES = re.compile(r"^[\s.]+|[\s.]+$")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""
_LONGEST_NAME = 80
_LONGEST_BYTES = 200
"""Of a name in a file system, which takes 255 with what is added to it."""
_OF_RUNS = ("best", "last")
"""Names that say which checkpoint of a run it is."""


class StoreError(InputError):
    """Something cannot be done with a model; the message says what and why."""


class Origin(Enum):
    """Where a model comes from, in people's words."""

    SHIPPED = "shipped"
    OWN = "your own"
    RUN = "a run"


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A checkpoint that can be read, where it lies and where from."""

    card: ModelCard
    origin: Origin
    size: int
    """Bytes."""

    @property
    def path(self) -> Path:
        """The file."""
        return self.card.path

    @property
    def own_name(self) -> str:
        """The name that people gave it: the file's; of a run's checkpoint, the run's."""
        return self.path.parent.name if self.origin is Origin.RUN else self.card.name

    @property
    def is_built_in_default(self) -> bool:
        """Whether it is the one that opens where no model was chosen."""
        return self.origin is Origin.SHIPPED and self.card.name == model_card.DEFAULT

    @property
    def notes(self) -> Path:
        """The text beside the file that says more, whether it is there or not."""
        return self.path.with_suffix(".md")


@dataclass(frozen=True, slots=True)
class Listing:
    """The models of some folders."""

    models: tuple[StoredModel, ...]
    refused: tuple[str, ...] = ()
    """Why other files of theirs cannot be read, a sentence each."""


def listing(own: Path, shipped: Iterable[Path], run_models: Iterable[Path]) -> Listing:
    """The models in the user's folder, those of runs, and those in the shipped ones' folders."""
    found, refused = [], []
    for origin, paths in (
        (Origin.OWN, _in(own)),
        (Origin.RUN, run_models),
        (Origin.SHIPPED, [path for folder in shipped for path in _in(folder)]),
    ):
        for path in paths:
            try:
                found.append(StoredModel(model_card.read(path), origin, path.stat().st_size))
            except ModelCardError as error:
                refused.append(str(error))
            except FileNotFoundError:  # It went away meanwhile.
                continue
    return Listing(tuple(found), tuple(refused))


def _in(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name.casefold())


def check_name(name: str) -> None:
    """Refuse a name that is no name for a file, on whatever system it may be used.

    Raises:
        StoreError: it is not; the message says what is wrong with it.
    """
    if not name or name.isspace():
        msg = "A model needs a name."
    elif found := _FORBIDDEN.search(name):
        msg = f"A name cannot hold {found.group()!r}."
    elif _EDGES.search(name):
        msg = "A name neither begins nor ends with a full stop or a space."
    elif _RESERVED.fullmatch(name) or name.lower() in _OF_RUNS:
        msg = f"The name {name!r} has a meaning of its own."
    elif len(name) > _LONGEST_NAME or len(name.encode()) > _LONGEST_BYTES:
        msg = f"A name has at most {_LONGEST_NAME} characters."
    else:
        return
    raise StoreError(msg)


def free_name(name: str, folder: Path) -> str:
    """The name, made fit for a file, with a number where the folder has a model of that name."""
    plain = _EDGES.sub("", _FORBIDDEN.sub("_", name))[: _LONGEST_NAME - 8]
    while len(plain.encode()) > _LONGEST_BYTES - 8:
        plain = plain[:-1]
    plain = _EDGES.sub("", plain)
    if not plain or _RESERVED.fullmatch(plain) or plain.lower() in _OF_RUNS:
        plain = f"model {plain}".rstrip()
    candidate, number = plain, 1
    while (folder / f"{candidate}{SUFFIX}").exists():
        number += 1
        candidate = f"{plain} {number}"
    return candidate


def places(sources: Sequence[Path], folder: Path) -> list[tuple[Path, Path]]:
    """Where files are copied to in a folder, none onto another or onto what is there."""
    taken: set[Path] = set()
    pairs = []
    for source in sources:
        name = free_name(source.name.removesuffix(SUFFIX), folder)
        target, number = folder / f"{name}{SUFFIX}", 1
        while target in taken or target.exists():
            number += 1
            target = folder / f"{name} ({number}){SUFFIX}"
        taken.add(target)
        pairs.append((source, target))
    return pairs


def why_not_renamed(model: StoredModel) -> str:
    """Why a model keeps its name; empty where it can have another one."""
    if model.origin is Origin.SHIPPED:
        return "It came with the program, which knows it by its name; export it to have a copy."
    return ""


def renamed(model: StoredModel, name: str) -> Path:
    """Give a model another name: to its file and the text beside it, or to its run's folder.

    Returns:
        Where it lies now.

    Raises:
        StoreError: it cannot have that name, or any other; nothing was changed.
    """
    if reason := why_not_renamed(model):
        raise StoreError(reason)
    check_name(name)
    is_run = model.origin is Origin.RUN
    old = model.path.parent if is_run else model.path
    new = old.with_name(name if is_run else f"{name}{SUFFIX}")
    notes = new.with_suffix(".md")
    if new.exists() and not new.samefile(old):  # In other letters, it may be the same file.
        msg = f"There is a model called {name} already."
        raise StoreError(msg)
    if not is_run and notes.exists() and not (new.exists() and model.notes.exists()):
        msg = f"There are notes called {notes.name} already, of another model."
        raise StoreError(msg)
    try:
        old.rename(new)
        if not is_run and model.notes.is_file():
            model.notes.rename(notes)
    except OSError as error:
        msg = f"{old} cannot be renamed: {_reason(error)}"
        raise StoreError(msg) from error
    return new / model.path.name if is_run else new


def copied(source: Path, target: Path, cancel: Event) -> Iterator[Progress]:
    """Copy a checkpoint, whole or not at all; what was at the target is replaced.

    Raises:
        StoreError: it cannot be read or written; the message says where and why.
        Cancelled: the event was set.
    """
    if target.exists() and target.samefile(source):
        msg = f"{target} is the model itself; choose another place or name."
        raise StoreError(msg)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        total, done = source.stat().st_size, 0
        with source.open("rb") as reading, written_atomically(target) as writing:
            while part := reading.read(_CHUNK):
                cancellation.check(cancel)
                writing.write(part)
                done += len(part)
                yield Progress(done, total, "bytes", f"Copying {source.name}")
    except OSError as error:
        msg = f"{source.name} could not be copied to {target.parent}: {_reason(error)}"
        raise StoreError(msg) from error


def _reason(error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return "the disk is full."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "you do not have permission to write there."
    return f"{error.strerror or error}."
