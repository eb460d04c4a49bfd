"""Where a run's corpus lies, so that the run can go on without anyone naming it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from core.corpus import catalog, library
from core.corpus.example import Corpus
from core.corpus.formats import Answers, Choices
from core.corpus.own import OwnFile
from core.corpus.splits import read_splits
from core.files import write_atomically
from core.runs.folder import RunError, RunFolder


@dataclass(frozen=True, slots=True)
class CorpusSource:
    """A known corpus, or a file to train on and one to choose the model by."""

    known: str = ""
    """Name of a known corpus; empty where there are files."""
    folder: Path | None = None
    """A folder of known corpora that the user has set."""
    files: tuple[Path, Path] | None = None
    readings: tuple[Choices | None, Choices | None] = (None, None)
    """How each file is read; None where that is to be found out."""
    answers: Answers = field(default_factory=dict)
    """How files of known corpora are read that leave something open."""

    @property
    def is_demo(self) -> bool:
        """Whether it is the corpus that the program makes itself."""
        return self.files is None and self.known in ("", catalog.DEMO.name)

    def load(self) -> tuple[Corpus, tuple[str, ...]]:
        """The corpus, and sentences on what was left out.

        Raises:
            CorpusError: it is not there any more, or cannot be read.
        """
        if self.files is not None:
            return read_splits(self.files[0].stem, *self.files, self.readings)
        return library.load(self.known or catalog.DEMO.name, self.folder, self.answers)

    def to_mapping(self) -> dict[str, Any]:
        """As JSON has it; files by their whole paths."""
        if self.files is None:
            read = [OwnFile(path, how).to_mapping() for path, how in self.answers.items()]
            return {"known": self.known, "folder": str(self.folder or ""), "answers": read}
        pairs = zip(self.files, self.readings, strict=True)
        return {"files": [_file(path.absolute(), how) for path, how in pairs]}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_mapping` wrote.

        Raises:
            KeyError: it is something else.
            TypeError: the same.
            ValueError: the same.
        """
        if "files" not in values:
            folder = str(values["folder"])
            read = map(OwnFile.from_mapping, values["answers"])
            answers = {own.path: own.choices for own in read}
            return cls(str(values["known"]), Path(folder) if folder else None, answers=answers)
        train, dev = values["files"]
        return cls(
            files=(Path(train["path"]), Path(dev["path"])),
            readings=(_reading(train), _reading(dev)),
        )


def keep(folder: RunFolder, source: CorpusSource) -> None:
    """Write down where the run's corpus lies.

    Raises:
        OSError: the folder cannot be written to.
    """
    text = json.dumps(source.to_mapping(), indent=1)
    write_atomically(folder.corpus, text.encode())


def find(folder: RunFolder) -> CorpusSource:
    """Where the run's corpus lay.

    Raises:
        RunError: the folder does not say.
    """
    try:
        return CorpusSource.from_mapping(json.loads(folder.corpus.read_bytes()))
    except (OSError, KeyError, TypeError, ValueError) as error:
        msg = f"{folder.path} does not say what it was trained on; name the corpus."
        raise RunError(msg) from error


def _file(path: Path, how: Choices | None) -> dict[str, Any]:
    return {"path": str(path)} if how is None else OwnFile(path, how).to_mapping()


def _reading(values: Mapping[str, Any]) -> Choices | None:
    return OwnFile.from_mapping(values).choices if "format" in values else None
