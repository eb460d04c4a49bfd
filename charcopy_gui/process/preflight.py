"""Tells, before Qt is asked to open a window, whether it could.

Qt ends the whole process when it finds no display, and says so in words for its own developers.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""Libraries that Qt expects of the system, and the Debian or Ubuntu packages that hold them."""

_DISPLAYLESS = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs", "vkkhrdisplay", "minimalegl")
_NO_DISPLAY = (
    "CharCopy cannot open a window: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is"
    " set); start it in a desktop session, or under xvfb-run from the Debian package xvfb."
)


def problem(
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    import_qt: Callable[[], Path] | None = None,
) -> str | None:
    """One sentence naming what is missing and the package that has it; None where all is well."""
    if not platform.startswith("linux"):
        return None
    try:
        plugins = (import_qt or _import_qt)()
    except ImportError as error:
        return _missing_library(str(error))
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen in _DISPLAYLESS:
        return None
    problems = []
    if environment.get("WAYLAND_DISPLAY") and not chosen.startswith("xcb"):
        problems.append(_problem_of(plugins, "wayland"))
    if environment.get("DISPLAY") and not chosen.startswith("wayland"):
        problems.append(_problem_of(plugins, "xcb"))
    if not problems:
        return _NO_DISPLAY
    return None if None in problems else problems[0]


def _import_qt() -> Path:
    from PySide6 import QtGui, QtSvg, QtWidgets  # noqa: F401
    from PySide6.QtCore import QLibraryInfo

    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"


def _problem_of(plugins: Path, protocol: str) -> str | None:
    """Why this way to a display is closed; None where it is open.

    Before Qt 6.10 there are two plugins for Wayland, libqwayland-egl.so and -generic.so.
    """
    found = sorted(plugins.glob(f"libq{protocol}*.so")) or [plugins / f"libq{protocol}.so"]
    problems = [_unloadable(plugin) for plugin in found]
    if None not in problems:
        return problems[0]
    return _unreachable_x() if protocol == "xcb" else _unreachable_wayland()


def _unloadable(plugin: Path) -> str | None:
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return _missing_library(str(error))
    return None


def _unreachable_x() -> str | None:
    library = ctypes.CDLL("libxcb.so.1")
    library.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(library.xcb_connect(None, None))
    failed = library.xcb_connection_has_error(connection)
    library.xcb_disconnect(connection)
    return _refused("DISPLAY") if failed else None


def _unreachable_wayland() -> str | None:
    library = ctypes.CDLL("libwayland-client.so.0")
    library.wl_display_connect.restype = ctypes.c_void_p
    connection = library.wl_display_connect(None)
    if not connection:
        return _refused("WAYLAND_DISPLAY")
    library.wl_display_disconnect(ctypes.c_void_p(connection))
    return None


def _refused(variable: str) -> str:
    return (
        f"CharCopy cannot open a window: the display {os.environ.get(variable, '')!r} that"
        f" {variable} names does not answer; start it in a desktop session, or under xvfb-run from"
        " the Debian package xvfb."
    )


def _missing_library(message: str) -> str:
    """The sentence for a loader's message, naming every missing library that is known."""
    found = re.search(r"[^\s/]+\.so[.\d]*", message)
    if found is None:
        return f"CharCopy cannot open a window: Qt does not load ({message.strip()})."
    missing = [found.group().rstrip(":")]
    others = PACKAGES.keys() - set(missing)
    missing += sorted(name for name in others if "wayland" not in name and not _loads(name))
    packages = sorted({PACKAGES[name] for name in missing if name in PACKAGES})
    plural = "ies" if len(missing) > 1 else "y"
    sentence = f"CharCopy cannot open a window: the system librar{plural} {', '.join(missing)}"
    sentence += " are missing" if len(missing) > 1 else " is missing"
    if not packages:
        return f"{sentence}; install the package that holds it."
    return f"{sentence}; on Debian or Ubuntu: sudo apt install {' '.join(packages)}."


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
