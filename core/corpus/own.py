"""OwnFile: a file of a person's own, and how it is to be read, as settings remember it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from core.corpus.formats import Choices, Format


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file that was imported."""

    path: Path
    choices: Choices = field(default_factory=Choices)
    part_of: str = ""
    """Name of the known corpus that it is a file of, and leaves something open; empty for a
    person's own."""

    def to_mapping(self) -> dict[str, Any]:
        """As TOML has it, where nothing can be None."""
        values = dataclasses.asdict(self.choices)
        values["format"] = self.choices.format.value
        values["mr"] = list(self.choices.mr)
        values["reference"] = self.choices.reference or ""
        values["mr_file"] = str(self.choices.mr_file or "")
        return {"path": str(self.path), "part_of": self.part_of, **values}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_mapping` wrote.

        Raises:
            ValueError: it is something else.
        """
        try:
            choices = Choices(
                format=Format(values["format"]),
                encoding=str(values["encoding"]),
                delimiter=str(values["delimiter"]),
                quote=str(values["quote"]),
                header=bool(values["header"]),
                mr=tuple(map(str, values["mr"])),
                reference=str(values["reference"]) or None,
                mr_file=Path(values["mr_file"]) if values["mr_file"] else None,
            )
            return cls(Path(values["path"]), choices, str(values.get("part_of", "")))
        except (KeyError, TypeError) as error:
            msg = f"{dict(values)!r} does not say how a file is read."
            raise ValueError(msg) from error
