"""A system that lacks one of the libraries that a window needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from patience import LONG_SECONDS

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings them all")


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libGL.so.1", "libgl1"),
        ("libxkbcommon.so.0", "libxkbcommon0"),
        ("libfontconfig.so.1", "libfontconfig1"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
    ],
)
def test_the_sentence_names_the_library_and_its_package(tmp_path, library, package):
    (tmp_path / library).touch()  # The loader finds this one first, and it is none.
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py")],
        env=os.environ
        | {"LD_LIBRARY_PATH": str(tmp_path), "QT_QPA_PLATFORM": "xcb", "DISPLAY": ":98765"},
        capture_output=True,
        text=True,
        timeout=LONG_SECONDS,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert library in done.stderr
    assert package in done.stderr.partition("apt install ")[2].rstrip(".\n").split()
