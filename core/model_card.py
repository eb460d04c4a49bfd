"""What a checkpoint says of itself: read from its header alone, without torch.

A checkpoint is one safetensors file whose header carries a JSON text under the key "charcopy":
format, configuration, alphabet, provenance, figures, and a digest of what decides the texts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core import tensor_file
from core.alphabet import Alphabet
from core.config import ModelConfig
from core.failures import InputError
from core.provenance import Figures, Provenance, figures_of
from core.tensor_file import DamagedError, Header, NoTensorFileError

SUFFIX = ".safetensors"
METADATA_KEY = "charcopy"
FORMAT = 1
"""Raised when an older program could no longer read a new file."""
SHIPPED = Path(__file__).resolve().parent.parent / "models"
"""The folder of the models that come with the program."""
DEFAULT = "e2e-edacs"
"""The name of the shipped model that is used when none is asked for."""
TRANSFER_BASE = "e2eplus-edacs"
"""The name of the one that fine-tuning begins with when none is asked for: it copies most."""


class ModelCardError(InputError):
    """A file is no checkpoint that can be read; the message names the file and the reason."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a file says of the weights in it."""

    weights: int
    """How many."""
    is_half: bool
    """Whether they are stored in half precision."""
    digest: str
    """Of all that decides what the model writes; empty in older files."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A checkpoint's name, configuration, alphabet, provenance and figures."""

    name: str
    path: Path
    config: ModelConfig
    alphabet: Alphabet
    provenance: Provenance = field(default_factory=Provenance)
    figures: tuple[Figures, ...] = ()
    stored: Stored | None = field(default=None, compare=False)
    """None for a card that was not read from a file."""

    def metadata(self, digest: str = "") -> dict[str, str]:
        """The safetensors metadata that `read` turns into this card."""
        content: dict[str, Any] = {
            "format": FORMAT,
            "config": self.config.to_mapping(),
            "alphabet": "".join(self.alphabet.characters),
            "provenance": self.provenance.to_mapping(),
        }
        if self.figures:
            content["figures"] = [figures.to_mapping() for figures in self.figures]
        if digest:
            content["digest"] = digest
        return {METADATA_KEY: json.dumps(content, ensure_ascii=True, sort_keys=True)}


def read(path: Path) -> ModelCard:
    """Read a checkpoint's card; the weights stay unread.

    Raises:
        ModelCardError: it cannot be read, or is no checkpoint of this program.
    """
    try:
        with path.open("rb") as file:
            return from_header(path, tensor_file.read_header(file))
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror or error}."
        raise ModelCardError(msg) from error
    except DamagedError as error:
        msg = f"{path.name} is damaged: {error}"
        raise ModelCardError(msg) from error
    except NoTensorFileError as error:
        msg = f"{path.name} is not a CharCopy checkpoint: {error}"
        raise ModelCardError(msg) from error


def from_header(path: Path, header: Header) -> ModelCard:
    """The card of a checkpoint whose header was read.

    Raises:
        ModelCardError: it is no checkpoint of this program.
    """
    try:
        content = _content(header)
        if content["format"] > FORMAT:
            msg = f"{path.name} was made by a newer version of CharCopy."
            raise ModelCardError(msg)
        config = ModelConfig.from_mapping(content["config"])
        alphabet = Alphabet(tuple(content["alphabet"]))
        provenance = Provenance.from_mapping(content["provenance"])
        figures = figures_of(content.get("figures", []))
        stored = Stored(header.weights, header.is_half, str(content.get("digest", "")))
    except ModelCardError:
        raise
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        msg = f"{path.name} is not a CharCopy checkpoint: {_reason(error)}"
        raise ModelCardError(msg) from error
    return ModelCard(_name(path), path, config, alphabet, provenance, figures, stored)


def fingerprint(header: Header) -> hashlib._Hash:
    """The beginning of a checkpoint's digest; the bytes after the header are its rest.

    It is of all that decides what the model writes: switches, sizes, alphabet, and of every
    tensor its name, type, shape and place. Figures and provenance may be corrected.
    """
    content = _content(header)
    tensors = {
        name: (tensor.dtype, tensor.shape, tensor.span) for name, tensor in header.tensors.items()
    }
    described = [content["config"], content["alphabet"], tensors]
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode())


def _content(header: Header) -> dict[str, Any]:
    """What this program wrote into the metadata.

    Raises:
        ValueError: it wrote nothing there, or something else than an object.
    """
    if METADATA_KEY not in header.metadata:
        msg = "it carries none of the data that this program writes into its checkpoints."
        raise ValueError(msg)
    content = json.loads(header.metadata[METADATA_KEY])
    # JSON may hold halves of characters, which can be neither shown nor written.
    json.dumps(content, ensure_ascii=False).encode()
    if not isinstance(content, dict):
        msg = "what this program wrote into it is not an object."
        raise TypeError(msg)
    return content


def _name(path: Path) -> str:
    """The file's name; in a run's folder, where all files are named alike, the run's as well."""
    stem = path.name.removesuffix(SUFFIX)
    return f"{path.absolute().parent.name}/{stem}" if stem in ("best", "last") else stem


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing in it."
    if isinstance(error, UnicodeError):
        return "its card holds halves of characters."
    if isinstance(error, json.JSONDecodeError | AttributeError | RecursionError):
        return "its card is not JSON."
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
