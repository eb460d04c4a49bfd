"""What all configurations share: reading from plain mappings and TOML, with errors that name."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from enum import Enum
from typing import Any, Self, get_type_hints

import tomli_w

from core.failures import InputError


class ConfigError(InputError):
    """A setting has a value it cannot have; the message names the setting and the reason."""


class Config:
    """A configuration that is read from plain mappings and from TOML, and written to them."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Build from builtins, as TOML or JSON has them.

        Raises:
            ConfigError: a name that is no setting, or a value of the wrong type or range.
        """
        hints = get_type_hints(cls)
        arguments: dict[str, Any] = {}
        for name, value in values.items():
            if name not in hints:
                known = ", ".join(sorted(hints))
                msg = f"{name!r} is not a setting; the settings are {known}."
                raise ConfigError(msg)
            arguments[name] = _converted(name, value, hints[name])
        return cls(**arguments)

    def to_mapping(self) -> dict[str, Any]:
        """The settings as builtins; one that is None is left out."""
        plain: dict[str, Any] = {}
        for name in get_type_hints(type(self)):
            value = getattr(self, name)
            if isinstance(value, Config):
                plain[name] = value.to_mapping()
            elif isinstance(value, Enum):
                plain[name] = value.value
            elif value is not None:
                plain[name] = value
        return plain

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read TOML text; a byte order mark at its beginning is no part of it.

        Raises:
            ConfigError: the text is not TOML, or holds a bad setting.
        """
        try:
            values = tomllib.loads(text.removeprefix("\ufeff"))
        except tomllib.TOMLDecodeError as error:
            msg = f"This is not valid TOML: {error}."
            raise ConfigError(msg) from error
        return cls.from_mapping(values)

    def to_toml(self) -> str:
        """The settings as TOML text."""
        return tomli_w.dumps(self.to_mapping())


def _converted(name: str, value: Any, kind: Any) -> Any:  # noqa: ANN401
    if isinstance(kind, type) and issubclass(kind, Config):
        if not isinstance(value, Mapping):
            msg = f"{name} must be a table of settings, not {value!r}."
            raise ConfigError(msg)
        return kind.from_mapping(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError:
            choices = ", ".join(str(member.value) for member in kind)
            msg = f"{name} must be one of {choices}, not {value!r}."
            raise ConfigError(msg) from None
    return value


def check(condition: bool, name: str, value: object, must: str) -> None:
    """Raise a ConfigError that says what a setting must be, unless the condition holds."""
    if not condition:
        msg = f"{name} must be {must}, not {value!r}."
        raise ConfigError(msg)


def check_int(name: str, value: object, least: int) -> None:
    """Refuse what is no whole number of at least `least`."""
    is_int = isinstance(value, int) and not isinstance(value, bool)
    check(is_int and value >= least, name, value, f"a whole number of at least {least}")  # type: ignore[operator]


def check_bool(name: str, value: object) -> None:
    """Refuse what is neither true nor false."""
    check(isinstance(value, bool), name, value, "true or false")


def check_float(name: str, value: object, low: float, high: float, *, open_low: bool) -> None:
    """Refuse what is no number between `low` and `high`; with `open_low`, `low` itself too."""
    good = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    above = good and (value > low if open_low else value >= low)  # type: ignore[operator]
    bound = f"{'above' if open_low else 'at least'} {low:g}"
    limit = "" if math.isinf(high) else f" and at most {high:g}"
    check(bool(above and value <= high), name, value, f"a number {bound}{limit}")  # type: ignore[operator]
