"""Where the files of known corpora are looked for, and where downloads go."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

from core.corpus.known import KnownCorpus

VARIABLE = "CHARCOPY_DATA"
"""Environment variable that names a folder of files that people have already."""


def downloads() -> Path:
    """The user's own folder of corpora."""
    return PlatformDirs("CharCopy", appauthor=False).user_data_path / "corpora"


def searched(chosen: Path | None = None) -> tuple[Path, ...]:
    """Folders that may hold corpora, the first one first.

    Args:
        chosen: one that the user has set.
    """
    named = os.environ.get(VARIABLE)
    return tuple(
        folder for folder in (chosen, Path(named) if named else None, downloads()) if folder
    )


def files(corpus: KnownCorpus, chosen: Path | None = None) -> dict[str, Path]:
    """The files of a corpus that are here, by their splits."""
    found = {}
    for file in corpus.files:
        for folder in searched(chosen):
            path = folder / corpus.folder / file.name
            if path.is_file():
                found[file.split] = path
                break
    return found
