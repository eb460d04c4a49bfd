"""corpora: which there are, fetching them, making others of them, and what a corpus is like."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import TypeVar

from core.cancellation import Cancelled
from core.commands import asking, describing, listing
from core.commands.errors import UsageError
from core.commands.interruption import interruption_sets
from core.commands.progress import ProgressLine
from core.corpus import catalog, e2e_plus, fetch, folders, library, opened, own_plus, value_lists
from core.corpus.opened import OpenCorpus
from core.corpus.own import OwnFile
from core.metrics import cleaning
from core.records import Progress

_Result = TypeVar("_Result")


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for."""
    if options.action == "download":
        download(options.name, options.folder or folders.downloads())
    elif options.action == "build-e2e-plus":
        build(options.out, options.names, options.foods, options.seed)
    elif options.action == "build-plus":
        build_plus(options)
    elif options.action == "clean":
        clean(options)
    elif options.action == "describe":
        describing.describe(options)
    else:
        print("\n".join(listing.lines()))


def download(name: str, folder: Path) -> None:
    """Fetch a known corpus, and say what came.

    Raises:
        ValueError: there is no such corpus, or the download failed; the error is one of core's own.
        KeyboardInterrupt: it was interrupted; nothing was changed.
    """
    corpus = library.find(name)
    with _interruptible("Stopped; nothing has changed.") as cancel:
        fetched = _shown(fetch.download(corpus, folder, cancel))
    for file in fetched:
        print(f"{file.path}: {'checked' if file.is_pinned else f'noted, sha256 {file.sha256}'}")
    print(f"{corpus.title}: {corpus.licence}. {corpus.citation}")
    if made := [file.name for file in corpus.files if file not in corpus.fetched()]:
        place = folder / corpus.folder
        print(f"{made[0]} is made with: corpora build-e2e-plus --out {place}")


def build(out: Path, names: Path | None, foods: Path | None, seed: int) -> None:
    """Make the files of E2E+ in a folder.

    Raises:
        ValueError: something that it takes is not here; the error is one of core's own.
        OSError: a file cannot be written.
        KeyboardInterrupt: it was interrupted; none of the files was left.
    """
    lists = e2e_plus.lists(names, foods)
    with _interruptible("Stopped; no file was made.") as cancel:
        made = _shown(e2e_plus.build_files(out, lists, seed, cancel=cancel))
    for path in made:
        print(path)
    print(f"{catalog.E2E_PLUS.title}: {catalog.E2E_PLUS.licence}. {catalog.E2E_PLUS.citation}")


def build_plus(options: argparse.Namespace) -> None:
    """Make the plus version of a known corpus or of a file, and say what became of its rows.

    Raises:
        ValueError: there is no such corpus, slot or list; the error is one of core's own.
        OSError: a file cannot be written.
        KeyboardInterrupt: it was interrupted; none of the files was left.
    """
    name, found, terms = _read(options)
    twice = [slot for slot, count in Counter(s for s, _ in options.replace).items() if count > 1]
    if twice:
        msg = f"--replace {twice[0]}=… is given more than once."
        raise UsageError(msg)
    lists = own_plus.grouped({slot: value_lists.read(file) for slot, file in options.replace})
    with _interruptible("Stopped; no file was made.") as cancel:
        work = own_plus.build_files(found, name, lists, options.out, options.seed, cancel)
        made = _shown(work)
    for line in (*made.files, *own_plus.in_words(made.account), *terms):
        print(line)


def clean(options: argparse.Namespace) -> None:
    """Cut each meaning representation of a corpus to what its text says, and say what was cut.

    Raises:
        ValueError: there is no such corpus, or none of its rows has a text; one of core's own.
        OSError: a file cannot be written.
        KeyboardInterrupt: it was interrupted; none of the files was left.
    """
    name, found, terms = _read(options)
    with _interruptible("Stopped; no file was made.") as cancel:
        made = _shown(
            cleaning.build_files(found.splits, name, options.out, options.first_sentences, cancel)
        )
    for line in (*made.files, cleaning.in_words(made.account), *terms):
        print(line)


def _read(options: argparse.Namespace) -> tuple[str, OpenCorpus, tuple[str, ...]]:
    """The corpus that is asked for, what its files are called, and a known one's terms."""
    corpus = describing.asked_for(options)
    if isinstance(corpus, Path):
        choices = asking.choices(corpus, asking.known(options))
        return corpus.stem, opened.open_file(OwnFile(corpus, choices)), ()
    terms = f"{corpus.title}: {corpus.licence}. {corpus.citation}"
    return corpus.name, opened.open_known(corpus), (terms,)


@contextmanager
def _interruptible(stopped: str) -> Iterator[Event]:
    """Ctrl+C sets the event; once the work has stopped for it, that is said.

    Raises:
        KeyboardInterrupt: the work has stopped.
    """
    cancel = Event()
    with interruption_sets(cancel):
        try:
            yield cancel
        except Cancelled:
            print(stopped, file=sys.stderr)
            raise KeyboardInterrupt from None


def _shown(work: Generator[Progress, None, _Result]) -> _Result:
    """Run it to its end, with a line of progress; it is gone by the end, whatever that is."""
    line = ProgressLine()
    try:
        with closing(work):
            while True:
                line.show(next(work))
    except StopIteration as end:
        result: _Result = end.value
        return result
    finally:
        line.clear()
