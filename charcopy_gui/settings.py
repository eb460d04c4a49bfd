"""What the program remembers from one start to the next."""

from __future__ import annotations

import contextlib
import dataclasses
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from charcopy_gui.aside import set_aside
from core.config import DecodingConfig, ModelConfig, TrainingConfig
from core.files import write_atomically
from core.runs import lock

VERSION = 1
"""Raised when an older program would misread a new file."""
THEMES = ("system", "light", "dark")
DEVICES = {"auto": "Automatic", "cpu": "CPU", "cuda": "CUDA GPU", "mps": "Apple GPU"}
"""Those that can be asked for, and the words they are shown by."""
TEXT_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)
"""Percent of the system's; 100 is its own."""


@dataclass(frozen=True, slots=True)
class TrainingChoices:
    """What is set on the Train page."""

    corpus: str = ""
    """Path of a file to train on, or name of a known corpus; empty for the demo corpus."""
    dev: str = ""
    """Path of the file to choose the model by; empty for a known corpus and for the demo."""
    start_from: str = ""
    """Path of the checkpoint to fine-tune; empty to start from scratch."""
    config: TrainingConfig = field(default_factory=TrainingConfig)
    folds: int = 0
    """Of a cross-validation; 0 for a single run."""

    def __post_init__(self) -> None:
        _check_texts(self, ("corpus", "dev", "start_from"))
        if not isinstance(self.folds, int) or self.folds < 0 or self.folds == 1:
            msg = "folds must be 0, or two or more"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class EvaluationChoices:
    """What is set on the Evaluate page."""

    model: str = ""
    """Path of the checkpoint that writes; empty for a file of outputs."""
    outputs: str = ""
    """Path of a file with a system's texts; empty where a model writes."""
    corpus: str = "demo"
    """Name of a known corpus, or path of a file."""
    split: str = "dev"
    """Of a known corpus; empty for a file."""
    protocol: str = "full"
    """Or paper: how texts are treated before they are scored."""
    device: str = "auto"
    decoding: DecodingConfig = field(default_factory=DecodingConfig)

    def __post_init__(self) -> None:
        _check_texts(self, ("model", "outputs", "corpus", "split", "protocol", "device"))


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices; every field has a value that works on the first start."""

    mr: str = ""
    """The table as a line; empty before the first."""
    slots: tuple[tuple[str, str], ...] = ()
    """The table as names and values, where it cannot be written as a line; else empty."""
    page: str = ""
    """The page that was seen last, as it is typed; empty for the first."""
    model: str = ""
    """Name or path of the last model; empty for the shipped one."""
    default_model: str = ""
    """Path of the model to start with, whichever was the last; empty for the last."""
    device: str = "auto"
    decoding: DecodingConfig = field(default_factory=DecodingConfig)
    """How texts are written on the Generate page."""
    live: bool = False
    """Whether a text is written anew after every edit."""
    theme: str = "system"
    text_size: int = 100
    """One of TEXT_SIZES."""
    training: TrainingChoices = field(default_factory=TrainingChoices)
    evaluation: EvaluationChoices = field(default_factory=EvaluationChoices)
    corpora: str = ""
    """A folder of corpora that was pointed at; empty for none."""
    folder: str = ""
    """Where the last file was chosen; dialogs begin there."""
    own_files: Sequence[Mapping[str, Any]] = ()
    """Files that were imported, and how each is read, as `OwnFile` writes it."""

    def __post_init__(self) -> None:
        _check_texts(self, ("mr", "page", "model", "default_model"))
        _check_texts(self, ("device", "theme", "corpora", "folder"))
        if not all(_is_slot(slot) for slot in self.slots):
            msg = "slots must be pairs of a name and a value"
            raise TypeError(msg)
        if not isinstance(self.live, bool):
            msg = "live must be true or false"
            raise TypeError(msg)
        if not all(isinstance(own, Mapping) for own in self.own_files):
            msg = "own_files must be tables"
            raise TypeError(msg)
        if self.theme not in THEMES:
            msg = f"theme must be one of {', '.join(THEMES)}"
            raise ValueError(msg)
        if self.text_size not in TEXT_SIZES:
            msg = f"text_size must be one of {', '.join(map(str, TEXT_SIZES))}"
            raise ValueError(msg)
        if self.device not in DEVICES:
            msg = f"device must be one of {', '.join(DEVICES)}"
            raise ValueError(msg)


def _is_slot(slot: object) -> bool:
    is_pair = isinstance(slot, tuple) and len(slot) == 2
    return is_pair and all(isinstance(part, str) for part in slot)  # type: ignore[attr-defined]


def _check_texts(owner: object, names: tuple[str, ...]) -> None:
    for name in names:
        if not isinstance(getattr(owner, name), str):
            msg = f"{name} must be a text"
            raise TypeError(msg)


def load(path: Path) -> tuple[Settings, str]:
    """The settings of a file, and a notice, empty where there is nothing to say.

    A file that cannot be read as settings is set aside under another name, never overwritten; so
    is that of a newer version, of which is used what this one knows. Names that this version does
    not know are passed over.
    """
    try:
        table = _table(path)
        if table["version"] == VERSION:
            return _settings(table), ""
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"The settings could not be read ({error.strerror}). Defaults are used."
    except _BROKEN:
        return Settings(), _kept("The settings were damaged. Defaults are used.", path, "broken")
    found, used = Settings(), "Defaults are used"
    with contextlib.suppress(*_BROKEN):
        found, used = _settings(table), "What this one knows of them is used"
    return found, _kept(f"The settings are those of a newer CharCopy. {used}.", path, "newer")


_BROKEN = (ValueError, TypeError, RecursionError)
"""What a file raises that is no file of settings."""


def _table(path: Path) -> dict[str, Any]:
    """What the file holds, with a version; files of before there were any are of the first."""
    table = {"version": 1, **tomllib.loads(path.read_text(encoding="utf-8-sig"))}
    version = table["version"]
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        msg = "version must be a whole number from 1"
        raise ValueError(msg)
    return table


def _settings(table: Mapping[str, Any]) -> Settings:
    values = _known(Settings, table)
    if "decoding" in values:
        values["decoding"] = _decoding(values["decoding"])
    if "training" in values:
        values["training"] = _training_choices(values["training"])
    if "evaluation" in values:
        values["evaluation"] = evaluation_choices(values["evaluation"])
    values["own_files"] = tuple(values.get("own_files", ()))
    slots = values.get("slots", ())
    values["slots"] = tuple(tuple(s) if isinstance(s, list) else s for s in slots)
    return Settings(**values)


def _training_choices(table: object) -> TrainingChoices:
    values = _known(TrainingChoices, table)
    config = _known(TrainingConfig, values.get("config", {}))
    config["model"] = _known(ModelConfig, config.get("model", {}))
    return TrainingChoices(**{**values, "config": TrainingConfig.from_mapping(config)})


def evaluation_choices(table: object) -> EvaluationChoices:
    """What a table says of an evaluation; what it does not say is as it is at first.

    Raises:
        ValueError: it says something that cannot be.
        TypeError: it is no table.
    """
    values = _known(EvaluationChoices, table)
    return EvaluationChoices(**{**values, "decoding": _decoding(values.get("decoding", {}))})


def _decoding(table: object) -> DecodingConfig:
    return DecodingConfig.from_mapping(_known(DecodingConfig, table))


def _known(kind: type, table: object) -> dict[str, Any]:
    """The part of a table that this version has fields for."""
    if not isinstance(table, Mapping):
        msg = f"{table!r} is no table of settings"
        raise TypeError(msg)
    names = {field.name for field in dataclasses.fields(kind)}
    return {name: value for name, value in table.items() if name in names}


def _kept(notice: str, path: Path, why: str) -> str:
    """Set the file aside; the notice says where it is."""
    aside = set_aside(path, why)
    where = f"The file {path} could not be moved" if aside is None else f"It is kept as {aside}"
    return f"{notice} {where}."


def save(settings: Settings, path: Path) -> None:
    """Write all settings, so that a crash leaves either the old file or the new one.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(_plain(settings), path)


def change(path: Path, settings: Settings, names: set[str]) -> None:
    """Write some of the settings; what other windows have written meanwhile stays.

    Args:
        path: the file.
        settings: how all of them stand in this window.
        names: fields that this window has changed.

    Raises:
        OSError: the file cannot be written; the old one is whole.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path.with_name(f".{path.name}.lock")):
        try:
            kept = _table(path)
            _settings(kept)
        except (OSError, *_BROKEN):
            kept = {}
        mine = _plain(settings)
        if kept.get("version") != VERSION:
            kept = mine
        _write({**kept, **{name: mine[name] for name in names}}, path)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other windows out; without their leave, or locks, the last who writes wins."""
    with contextlib.ExitStack() as holding:
        with contextlib.suppress(OSError, lock.HeldError):
            holding.enter_context(lock.held(path))
        yield


def _plain(settings: Settings) -> dict[str, Any]:
    values = {"version": VERSION, **dataclasses.asdict(settings)}
    values["decoding"] = settings.decoding.to_mapping()
    values["training"]["config"] = settings.training.config.to_mapping()
    values["evaluation"]["decoding"] = settings.evaluation.decoding.to_mapping()
    return values


def _write(values: Mapping[str, Any], path: Path) -> None:
    write_atomically(path, tomli_w.dumps(values).encode())
