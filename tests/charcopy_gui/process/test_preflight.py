import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from patience import LONG_SECONDS

from charcopy_gui.process import preflight
from charcopy_gui.process.preflight import problem

LINUX = "linux"
NO_PLUGINS = Path("/nowhere")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="displays are Linux' business")


def no_import():
    return NO_PLUGINS


def test_without_a_display_it_says_so_and_names_a_remedy():
    sentence = problem({}, LINUX, no_import)
    assert "no display" in sentence
    assert "DISPLAY" in sentence
    assert "xvfb" in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "vnc", "vnc:size=800x600"])
def test_platforms_that_need_no_display_are_let_through(platform):
    assert problem({"QT_QPA_PLATFORM": platform}, LINUX, no_import) is None


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_have_their_display(system):
    assert problem({}, system, no_import) is None


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ],
)
def test_a_missing_library_is_named_with_its_package(library, package, monkeypatch):
    def failing():
        message = f"{library}: cannot open shared object file: No such file or directory"
        raise ImportError(message)

    monkeypatch.setattr(preflight, "_loads", lambda name: True)
    sentence = problem({"DISPLAY": ":0"}, LINUX, failing)
    assert f"{library} is missing" in sentence
    assert f"apt install {package}" in sentence


def test_all_missing_libraries_are_named_at_once(monkeypatch):
    monkeypatch.setattr(preflight, "_loads", lambda name: name != "libxcb-icccm.so.4")
    sentence = preflight._missing_library("libxcb-cursor.so.0: cannot open shared object file")
    assert "libxcb-cursor.so.0, libxcb-icccm.so.4 are missing" in sentence
    assert sentence.endswith("sudo apt install libxcb-cursor0 libxcb-icccm4.")


def test_another_reason_is_passed_on():
    def failing():
        raise ImportError("No module named 'PySide6'")

    assert "No module named 'PySide6'" in problem({}, LINUX, failing)


@pytest.mark.parametrize(
    "names", [["libqwayland.so"], ["libqwayland-egl.so", "libqwayland-generic.so"]]
)
def test_wayland_is_found_under_the_names_of_every_qt(tmp_path, monkeypatch, names):
    for name in names:
        (tmp_path / name).touch()
    tried = []

    def unloadable(plugin):
        tried.append(plugin.name)
        return None if plugin.name == names[-1] else "It is missing."

    monkeypatch.setattr(preflight, "_unloadable", unloadable)
    monkeypatch.setattr(preflight, "_unreachable_wayland", lambda: None)
    assert problem({"WAYLAND_DISPLAY": "wayland-0"}, LINUX, lambda: tmp_path) is None
    assert tried == names


def run(environment):
    code = "from charcopy_gui.process import preflight; print(preflight.problem())"
    clean = {k: v for k, v in os.environ.items() if "DISPLAY" not in k and k != "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=clean | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=LONG_SECONDS,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_for_real_without_a_display():
    assert "no display" in run({})


def test_for_real_with_a_display_that_does_not_answer():
    sentence = run({"DISPLAY": ":98765"})
    assert "does not answer" in sentence or "missing; on Debian or Ubuntu" in sentence
    assert sentence.startswith("CharCopy cannot open a window: ")


def test_for_real_offscreen():
    assert run({"QT_QPA_PLATFORM": "offscreen"}) == "None"


READELF = shutil.which("readelf") or ""
EVERYWHERE = re.compile(r"lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+)\.so|ld-linux")
"""Of the C library and the compiler: without them there is no Python."""


def needed(library):
    told = subprocess.run(
        [READELF, "-d", str(library)],
        env=os.environ | {"LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    return set(re.findall(r"NEEDED.*\[(.*)\]", told))


@pytest.mark.skipif(not READELF, reason="readelf is not installed")
def test_every_library_that_the_window_expects_of_the_system_has_its_package():
    plugins = preflight._import_qt()
    qt, bindings = plugins.parent.parent / "lib", plugins.parents[2]
    to_do = {path for name in ("Gui", "Widgets", "Svg") for path in bindings.glob(f"Qt{name}.*so")}
    to_do |= {*plugins.glob("libqxcb.so"), *plugins.glob("libqwayland*.so")}
    assert len(to_do) >= 5
    done, of_system = set(), set()
    while to_do:
        library = to_do.pop()
        done.add(library)
        for name in needed(library):
            if (qt / name).exists():
                to_do |= {qt / name} - done
            elif not EVERYWHERE.match(name) and not name.startswith(("libshiboken", "libpyside")):
                of_system.add(name)
    assert "libEGL.so.1" in of_system
    assert of_system <= preflight.PACKAGES.keys()
