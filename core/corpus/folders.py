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
    """The files of a corpus that are here, by their splits.

    Files whose bytes are known belong together wherever they are. Where one's are not, such as one
    made here, all come from one folder, the first of those that have most of them: a train that
    was made beside another dev may share its values.
    """
    places = [_files_in(folder / corpus.folder, corpus) for folder in searched(chosen)]
    if any(file.sha256 is None for file in corpus.files):
        return max(places, key=len)
    found = {}
    for place in reversed(places):
        found.update(place)
    return {file.split: found[file.split] for file in corpus.files if file.split in found}


def _files_in(place: Path, corpus: KnownCorpus) -> dict[str, Path]:
    paths = {file.split: place / file.name for file in corpus.files}
    return {split: path for split, path in paths.items() if path.is_file()}
