"""Which part of a corpus a command scores on, as its options say it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.commands import asking
from core.commands.errors import UsageError
from core.corpus import catalog, formats, library
from core.metrics.task import Protocol, Task


def task(options: argparse.Namespace, usual: str) -> Task:
    """The part of a corpus that is asked for, as something to be scored on.

    Args:
        options: what was parsed.
        usual: the split of a known corpus that is taken where none is named.

    Raises:
        ValueError: there is no such corpus, or it cannot be read; the error is one of core's own.
    """
    said = asking.known(options)
    path = Path(options.corpus)
    if catalog.find(options.corpus) is not None:
        asking.refuse(said, options.corpus)
        name, reading, notices = _split(options.corpus, options.split or usual)
    else:
        if not path.exists() and not path.suffix:
            library.find(options.corpus)  # It says which there are.
        if options.split is not None:
            msg = f"--split is for known corpora; leave it out, and {path.name} is taken whole."
            raise UsageError(msg)
        reading = formats.read(path, asking.choices(path, said))
        name, notices = path.name, tuple(reading.notices(path.name))
    for notice in notices:
        print(notice, file=sys.stderr)
    return Task.of_reading(name, reading, Protocol(options.protocol))


def _split(corpus: str, which: str) -> library.Split:
    try:
        return library.split(corpus, which)
    except library.NoSplitError as error:
        msg = f"{str(error).rstrip('.')}; name one, such as --split {error.splits[-1]}."
        raise UsageError(msg) from error
