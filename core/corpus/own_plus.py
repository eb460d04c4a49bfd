"""Making the files of a plus version of any corpus: which slots, and from which values, is said."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from core import cancellation
from core.corpus import made_files, plus
from core.corpus.formats import CorpusError
from core.corpus.formats.columns import listed
from core.corpus.opened import OpenCorpus
from core.corpus.plus import Account, Lists
from core.records import Progress


@dataclass(frozen=True, slots=True)
class Made:
    """The files that were written, and what became of the rows."""

    files: tuple[Path, ...]
    account: Account


def grouped(values: Mapping[str, Sequence[str]]) -> Lists:
    """New values by slots, where slots with equal lists share one: no value is in two of them."""
    lists: dict[tuple[str, ...], Sequence[str]] = {}
    for slot, found in values.items():
        sharing = next((slots for slots in lists if tuple(lists[slots]) == tuple(found)), ())
        lists.pop(sharing, None)
        lists[(*sharing, slot)] = found
    return lists


def paths(name: str, splits: Sequence[str], out: Path) -> dict[str, Path]:
    """Where the splits of a corpus of this name are written; a file's only split has no name."""
    return {split: out / f"{name}-plus{split and f'-{split}'}.csv" for split in splits}


def build_files(
    corpus: OpenCorpus,
    name: str,
    lists: Lists,
    out: Path,
    seed: int = 1,
    cancel: Event | None = None,
) -> Generator[Progress, None, Made]:
    """Write the plus version of a corpus into a folder; however it ends early, no file stays.

    A row gets the new values of those slots whose old ones its text has word for word; the others
    it keeps, so that table and text say the same. Letters stay as they are.

    Args:
        corpus: what it is made from.
        name: begins the names of the files.
        lists: new values for slots of the corpus.
        out: the folder.
        seed: decides which value goes where.
        cancel: stops it.

    Raises:
        Cancelled: the event was set.
        CorpusError: the corpus has no such slot, or the folder is none or holds such a file.
        BuildError: a list is too short.
        OSError: a file cannot be written.
    """
    there = [slot for slot in corpus.rows.values if slot]
    for slot in (slot for slots in lists for slot in slots):
        if slot not in there:
            msg = f"{corpus.title} has no slot {slot!r}; its slots are: {listed(tuple(there))}."
            raise CorpusError(msg)
    made = paths(name, tuple(corpus.splits), out)
    made_files.check(made.values())
    yield Progress(0, len(made), "files", "Replacing values")
    cancellation.check(cancel)
    built = plus.build(corpus.splits, lists, seed, cancel=cancel)
    written = {path: built.splits[split] for split, path in made.items()}
    files = yield from made_files.write(written, cancel)
    return Made(files, built.account)


def in_words(account: Account) -> tuple[str, ...]:
    """What became of the rows, in sentences."""
    left = account.left
    sentences = [
        f"{account.replaced:,} of {account.rows:,} rows have new values"
        + (f", {account.partly:,} some of them" if account.partly else "")
        + (f", {left:,} none: their texts do not have the old ones word for word" if left else "")
        + (f"; {account.without:,} have none of the slots" if account.without else "")
        + "."
    ]
    by_count = sorted(account.slots.items(), key=lambda item: -sum(item[1]))
    for slot, (replaced, missing) in by_count:
        kept = f", {missing:,} kept, not being in the text word for word" if missing else ""
        sentences.append(f"{slot}: {replaced:,} replaced{kept}.")
    return tuple(sentences)
