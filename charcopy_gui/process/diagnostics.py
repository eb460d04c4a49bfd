"""What a report of a fault needs to say of program and computer, and nothing of the person."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from typing import Any

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from charcopy_gui.page_names import PAGE_KEYS
from charcopy_gui.storage.settings import DEVICES, THEMES, Settings
from core.config import ModelConfig
from core.records import DeviceInfo

_PACKAGES = ("PySide6-Essentials", "torch", "numba", "numpy", "pyqtgraph", "safetensors")


def text(settings: Settings, device: DeviceInfo | None, model: ModelConfig | None) -> str:
    """All facts, a line each.

    Args:
        settings: how they stand in the window.
        device: where the model that writes runs; None before it does.
        model: what that model is like; None before it is loaded.
    """
    return "\n".join([*_program(), *_system(), *_model(device, model), *_settings(settings)]) + "\n"


def _program() -> Iterator[str]:
    yield f"CharCopy {version('charcopy')}"
    yield f"Python {platform.python_version()}, {platform.python_implementation()}"
    yield f"Qt {qVersion()}"
    for package in _PACKAGES:
        yield f"{package} {version(package)}"


def version(package: str) -> str:
    """Of an installed package; in words, where it is not installed as one."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed as a package"


def _system() -> Iterator[str]:
    # platform.platform() would start another program to ask for the processor.
    yield f"System: {platform.system()} {platform.release()} {platform.machine()}"
    yield f"Byte order: {sys.byteorder}; file names in {sys.getfilesystemencoding()}"
    yield f"Display: {QGuiApplication.platformName()}"
    for screen in QGuiApplication.screens():
        size, ratio = screen.size(), screen.devicePixelRatio()
        yield f"Screen: {size.width()} × {size.height()}, ratio {ratio:g}"


def _model(device: DeviceInfo | None, model: ModelConfig | None) -> Iterator[str]:
    if device is None or model is None:
        yield "Model: none is loaded"
        return
    yield f"Device: {device.description}"
    if device.reason:
        yield f"Reason: {device.reason}"
    yield f"Model: {_values(model.to_mapping())}"


def _settings(settings: Settings) -> Iterator[str]:
    """Numbers, choices and switches; of texts, names and paths only whether there are any."""
    yield f"theme = {_one_of(settings.theme, THEMES)}"
    yield f"text_size = {settings.text_size}"
    yield f"device = {_one_of(settings.device, DEVICES)}"
    yield f"page = {_one_of(settings.page, ('', *PAGE_KEYS))}"
    yield f"live = {settings.live}"
    for name in ("mr", "model", "default_model", "corpora"):
        yield f"{name} = {'set' if getattr(settings, name) else 'not set'}"
    for name in ("compared", "own_files"):
        yield f"{name} = {len(getattr(settings, name))}"
    yield f"decoding: {_values(settings.decoding.to_mapping())}"
    training = settings.training.config.to_mapping()
    training["device"] = _one_of(training["device"], DEVICES)
    yield f"training: {_values(training)}"
    yield f"evaluation: {_values(settings.evaluation.decoding.to_mapping())}"


def _one_of(value: str, known: object) -> str:
    return repr(value) if value in known else "another"  # type: ignore[operator]


def _values(values: Mapping[str, Any]) -> str:
    """Settings of a kind, whose texts are all words of the program's own."""
    flat = (
        f"{name} = ({_values(value)})" if isinstance(value, Mapping) else f"{name} = {value}"
        for name, value in values.items()
    )
    return ", ".join(flat)
