"""What a checkpoint says of itself: read from its header alone, without torch.

A checkpoint is one safetensors file whose header carries a JSON text under the key "charcopy":
format, configuration, alphabet and provenance.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.alphabet import Alphabet
from core.config import ModelConfig

SUFFIX = ".safetensors"
METADATA_KEY = "charcopy"
FORMAT = 1
"""Raised when an older program could no longer read a new file."""
LARGEST_HEADER = 4_000_000
"""Bytes; a longer header belongs to no checkpoint of ours."""
SHIPPED = Path(__file__).resolve().parent.parent / "models"
"""The folder of the models that come with the program."""
DEFAULT = "e2e-first"
"""The name of the shipped model that is used when none is asked for."""


class ModelCardError(ValueError):
    """A file is no checkpoint that can be read; the message names the file and the reason."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a checkpoint's weights come from."""

    corpus: str = ""
    licence: str = ""
    attribution: str = ""
    steps: int = 0
    epochs: int = 0
    seed: int = 0
    dev_bleu: float | None = None
    seconds: float = 0.0
    """Spent training, evaluations included."""
    created: str = ""
    """Date and time, ISO 8601, UTC."""
    fine_tuned_from: str = ""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A checkpoint's name, configuration, alphabet and provenance."""

    name: str
    path: Path
    config: ModelConfig
    alphabet: Alphabet
    provenance: Provenance = field(default_factory=Provenance)

    def metadata(self) -> dict[str, str]:
        """The safetensors metadata that `read` turns into this card."""
        content = {
            "format": FORMAT,
            "config": self.config.to_mapping(),
            "alphabet": "".join(self.alphabet.characters),
            "provenance": asdict(self.provenance),
        }
        return {METADATA_KEY: json.dumps(content, ensure_ascii=True, sort_keys=True)}


def read(path: Path) -> ModelCard:
    """Read a checkpoint's card; the weights stay unread.

    Raises:
        ModelCardError: it cannot be read, or is no checkpoint of this program.
    """
    try:
        content = json.loads(_metadata(path)[METADATA_KEY])
        if content["format"] > FORMAT:
            msg = f"{path.name} was made by a newer version of CharCopy."
            raise ModelCardError(msg)
        config = ModelConfig.from_mapping(content["config"])
        alphabet = Alphabet(tuple(content["alphabet"]))
        provenance = Provenance(**content["provenance"])
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror or error}."
        raise ModelCardError(msg) from error
    except ModelCardError:
        raise
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        msg = f"{path.name} is no CharCopy checkpoint: {_reason(error)}"
        raise ModelCardError(msg) from error
    return ModelCard(_name(path), path, config, alphabet, provenance)


def _name(path: Path) -> str:
    """The file's name; in a run's folder, where all files are named alike, the run's as well."""
    stem = path.name.removesuffix(SUFFIX)
    return f"{path.absolute().parent.name}/{stem}" if stem in ("best", "last") else stem


def _metadata(path: Path) -> Mapping[str, Any]:
    """The metadata of a safetensors header: eight bytes of length, then JSON."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if not 2 <= length <= LARGEST_HEADER:
            msg = "it does not begin as a safetensors file does."
            raise ValueError(msg)
        header = file.read(length)
    if len(header) < length:
        msg = "the file ends inside its header."
        raise ValueError(msg)
    metadata = json.loads(header).get("__metadata__")
    if not isinstance(metadata, dict) or METADATA_KEY not in metadata:
        msg = "it carries none of the data that this program writes into its checkpoints."
        raise ValueError(msg)
    return metadata


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing in it."
    if isinstance(
        error, json.JSONDecodeError | UnicodeDecodeError | AttributeError | RecursionError
    ):
        return "its header is not JSON."
    return str(error)


def available(folders: Iterable[Path] = (SHIPPED,)) -> list[ModelCard]:
    """The cards of all readable checkpoints in the folders, sorted by name."""
    cards = []
    for folder in folders:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            try:
                cards.append(read(path))
            except ModelCardError:
                continue
    return sorted(cards, key=lambda card: card.name)


def find(name_or_path: str, folders: Iterable[Path] = (SHIPPED,)) -> Path:
    """The file of a model given by its name, its path, or the folder of the run that made it.

    Raises:
        ModelCardError: there is none; the message says which there are.
    """
    path = Path(name_or_path)
    for candidate in (path, path / f"best{SUFFIX}"):  # a file, or the folder of a run
        if _is_file(candidate):
            return candidate
    searched = tuple(folders)
    for folder in searched:
        named = folder / f"{name_or_path}{SUFFIX}"
        if path.name == name_or_path and _is_file(named):
            return named
    names = ", ".join(card.name for card in available(searched)) or "none"
    msg = f"There is no model {name_or_path!r}; the models are: {names}."
    raise ModelCardError(msg)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # Too long a name, or one with a null character.
        return False
