"""Writing the files of a corpus that is made from another: all of them, or none."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Event

from core import cancellation
from core.corpus.example import Example
from core.corpus.formats import CorpusError
from core.corpus.formats.writing import write_csv
from core.records import Progress


def check(paths: Iterable[Path]) -> None:
    """See that files can be made where none is lost by it.

    Raises:
        CorpusError: one is there already, or a folder of them is a file.
    """
    for path in paths:
        folder = path.parent
        if in_the_way := next((p for p in (folder, *folder.parents) if p.is_file()), None):
            msg = f"{in_the_way} is a file, not a folder to write to."
            raise CorpusError(msg)
        if path.exists():
            msg = f"{folder} holds a {path.name} already."
            raise CorpusError(msg)


def write(
    made: Mapping[Path, Sequence[Example]], cancel: Event | None = None
) -> Generator[Progress, None, tuple[Path, ...]]:
    """Write examples into files; however it ends early, none of the files stays.

    Raises:
        Cancelled: the event was set.
        OSError: a file cannot be written.
    """
    try:
        for number, (path, examples) in enumerate(made.items(), start=1):
            cancellation.check(cancel)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_csv(path, examples)
            yield Progress(number, len(made), "files", f"Wrote {path.name}")
    except BaseException:  # Also where nobody asks for the rest.
        for path in made:
            path.unlink(missing_ok=True)
        raise
    return tuple(made)
