"""What the program remembers from one start to the next: each choice, its first value, its limits.

What `from_mapping` does not know is passed over: it may be a newer version's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from core.config import DecodingConfig, ModelConfig, TrainingConfig

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

    @classmethod
    def from_mapping(cls, table: object) -> Self:
        """Build from builtins, as TOML has them.

        Raises:
            ValueError: it says something that cannot be.
            TypeError: it is no table, or holds a value of the wrong type.
        """
        values = _known(cls, table)
        config = _known(TrainingConfig, values.get("config", {}))
        config["model"] = _known(ModelConfig, config.get("model", {}))
        return cls(**{**values, "config": TrainingConfig.from_mapping(config)})

    def to_mapping(self) -> dict[str, Any]:
        """The choices as builtins."""
        return {**asdict(self), "config": self.config.to_mapping()}


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

    @classmethod
    def from_mapping(cls, table: object) -> Self:
        """Build from builtins, as TOML and JSON have them.

        Raises:
            ValueError: it says something that cannot be.
            TypeError: it is no table, or holds a value of the wrong type.
        """
        values = _known(cls, table)
        return cls(**{**values, "decoding": _decoding(values.get("decoding", {}))})

    def to_mapping(self) -> dict[str, Any]:
        """The choices as builtins."""
        return {**asdict(self), "decoding": self.decoding.to_mapping()}


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
    compared: tuple[str, ...] = ()
    """Paths of the models that are ticked on Compare; empty for as many as are ticked at first."""
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
        if not all(isinstance(path, str) for path in self.compared):
            msg = "compared must be paths"
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

    @classmethod
    def from_mapping(cls, table: object) -> Self:
        """Build from builtins, as TOML has them.

        Raises:
            ValueError: it says something that cannot be.
            TypeError: it is no table, or holds a value of the wrong type.
        """
        values = _known(cls, table)
        for name, built in _BUILT.items():
            if name in values:
                values[name] = built(values[name])
        for name in ("own_files", "compared"):
            values[name] = tuple(values.get(name, ()))
        slots = values.get("slots", ())
        values["slots"] = tuple(tuple(s) if isinstance(s, list) else s for s in slots)
        return cls(**values)

    def to_mapping(self) -> dict[str, Any]:
        """The settings as builtins."""
        return {**asdict(self), **{name: getattr(self, name).to_mapping() for name in _BUILT}}


def _is_slot(slot: object) -> bool:
    is_pair = isinstance(slot, tuple) and len(slot) == 2
    return is_pair and all(isinstance(part, str) for part in slot)  # type: ignore[attr-defined]


def _check_texts(owner: object, names: tuple[str, ...]) -> None:
    for name in names:
        if not isinstance(getattr(owner, name), str):
            msg = f"{name} must be a text"
            raise TypeError(msg)


def _decoding(table: object) -> DecodingConfig:
    return DecodingConfig.from_mapping(_known(DecodingConfig, table))


_BUILT = {
    "decoding": _decoding,
    "training": TrainingChoices.from_mapping,
    "evaluation": EvaluationChoices.from_mapping,
}
"""The fields of `Settings` that are tables themselves."""


def _known(kind: type, table: object) -> dict[str, Any]:
    """The part of a table that this version has fields for."""
    if not isinstance(table, Mapping):
        msg = f"{table!r} is not a table of settings"
        raise TypeError(msg)
    names = {known.name for known in fields(kind)}
    return {name: value for name, value in table.items() if name in names}
