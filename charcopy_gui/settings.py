"""What the program remembers from one start to the next."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from core.config import DecodingConfig, ModelConfig, TrainingConfig
from core.files import write_atomically

THEMES = ("system", "light", "dark")
DEVICES = {"auto": "Automatic", "cpu": "CPU", "cuda": "CUDA GPU", "mps": "Apple GPU"}
"""Those that can be asked for, and the words they are shown by."""


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

    def __post_init__(self) -> None:
        _check_texts(self, ("corpus", "dev", "start_from"))


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
    """The last meaning representation as a line; empty before the first."""
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
    training: TrainingChoices = field(default_factory=TrainingChoices)
    evaluation: EvaluationChoices = field(default_factory=EvaluationChoices)
    corpora: str = ""
    """A folder of corpora that was pointed at; empty for none."""
    folder: str = ""
    """Where the last file was chosen; dialogs begin there."""
    own_files: Sequence[Mapping[str, Any]] = ()
    """Files that were imported, and how each is read, as `OwnFile` writes it."""

    def __post_init__(self) -> None:
        _check_texts(self, ("mr", "model", "default_model", "device", "theme", "corpora", "folder"))
        if not isinstance(self.live, bool):
            msg = "live must be true or false"
            raise TypeError(msg)
        if not all(isinstance(own, Mapping) for own in self.own_files):
            msg = "own_files must be tables"
            raise TypeError(msg)
        if self.theme not in THEMES:
            msg = f"theme must be one of {', '.join(THEMES)}"
            raise ValueError(msg)
        if self.device not in DEVICES:
            msg = f"device must be one of {', '.join(DEVICES)}"
            raise ValueError(msg)


def _check_texts(owner: object, names: tuple[str, ...]) -> None:
    for name in names:
        if not isinstance(getattr(owner, name), str):
            msg = f"{name} must be a text"
            raise TypeError(msg)


def load(path: Path) -> tuple[Settings, str]:
    """The settings of a file, and a notice, empty where there is nothing to say.

    A file that cannot be read as settings is set aside under another name, never overwritten.
    Names that this version does not know are passed over.
    """
    try:
        values = _known(Settings, tomllib.loads(path.read_text(encoding="utf-8")))
        if "decoding" in values:
            values["decoding"] = _decoding(values["decoding"])
        if "training" in values:
            values["training"] = _training_choices(values["training"])
        if "evaluation" in values:
            values["evaluation"] = _evaluation_choices(values["evaluation"])
        values["own_files"] = tuple(values.get("own_files", ()))
        return Settings(**values), ""
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"The settings could not be read ({error.strerror}). Defaults are used."
    except (ValueError, TypeError):
        return Settings(), _set_aside(path)


def _training_choices(table: object) -> TrainingChoices:
    values = _known(TrainingChoices, table)
    config = _known(TrainingConfig, values.get("config", {}))
    config["model"] = _known(ModelConfig, config.get("model", {}))
    return TrainingChoices(**{**values, "config": TrainingConfig.from_mapping(config)})


def _evaluation_choices(table: object) -> EvaluationChoices:
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


def _set_aside(path: Path) -> str:
    aside = path.with_name(f"{path.stem}.broken{path.suffix}")
    try:
        path.replace(aside)
    except OSError:
        return f"The settings in {path} are damaged. Defaults are used."
    return f"The settings were damaged. Defaults are used; the old file is kept as {aside}."


def save(settings: Settings, path: Path) -> None:
    """Write the settings so that a crash leaves either the old file or the new one.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    values = dataclasses.asdict(settings)
    values["decoding"] = settings.decoding.to_mapping()
    values["training"]["config"] = settings.training.config.to_mapping()
    values["evaluation"]["decoding"] = settings.evaluation.decoding.to_mapping()
    write_atomically(path, tomli_w.dumps(values).encode())


class Geometry:
    """Where the window stood and where its splitters were."""

    def __init__(self, path: Path) -> None:
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow) -> bool:
        """Put the window where it was; False on a first start."""
        state = self._store.value("window")
        return isinstance(state, QByteArray) and window.restoreGeometry(state)

    def divide(self, page: QWidget) -> None:
        """Put a page's named splitters where they were."""
        for splitter in page.findChildren(QSplitter):
            state = self._store.value(f"splitter-{splitter.objectName()}")
            if splitter.objectName() and isinstance(state, QByteArray):
                splitter.restoreState(state)

    def keep(self, window: QMainWindow) -> None:
        """Remember the window and its named splitters."""
        self._store.setValue("window", window.saveGeometry())
        for splitter in window.findChildren(QSplitter):
            if splitter.objectName():
                self._store.setValue(f"splitter-{splitter.objectName()}", splitter.saveState())
        self._store.sync()
