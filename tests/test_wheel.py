"""The wheel: all that the program needs lies in it, and it runs from anywhere."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("core", "charcopy_gui", "models", "resources")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if int(metadata.version("setuptools").split(".")[0]) < 77:
        pytest.skip("setuptools is older than the build needs")
    copy, built = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("wheel")
    ignored = shutil.ignore_patterns("__pycache__")
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=ignored)
    for name in ("main.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, copy)
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    made = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(built), "."],
        cwd=copy,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    (found,) = built.glob("*.whl")
    return found


def test_everything_that_the_program_reads_is_in_it(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {"main.py"}
    for part in PARTS:
        for path in (ROOT / part).rglob("*"):
            name = path.relative_to(ROOT)
            if path.is_file() and not {"__pycache__", "desktop"} & set(name.parts):
                wanted.add(name.as_posix())
    assert wanted <= packed


def test_a_desktop_finds_it(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel)
    (entry,) = (name for name in packed.namelist() if name.endswith("charcopy.desktop"))
    assert "Exec=charcopy %f" in packed.read(entry).decode()
    assert any(name.endswith("apps/charcopy.svg") for name in packed.namelist())


def test_it_runs_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    installed, elsewhere = tmp_path / "site", tmp_path / "Café 東京"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(installed)
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path.insert(0, {str(installed)!r});"
            "import main; print(main.__file__); sys.exit(main.main(['models']))",
        ],
        cwd=elsewhere,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert Path(ran.stdout.splitlines()[0]).is_relative_to(installed)
    assert "(default)" in ran.stdout


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="programs lie elsewhere there")
def test_pip_puts_it_into_an_empty_environment_and_takes_all_of_it_away(
    wheel: Path, tmp_path: Path
) -> None:
    """The libraries that it needs are those of the tests: no index is asked."""
    place, elsewhere = tmp_path / "environment", tmp_path / "Café 東京"
    elsewhere.mkdir()
    venv.create(place)
    (packages,) = place.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    before = _files(place)

    def run(*words: object) -> None:
        ran = subprocess.run(
            list(map(str, words)),
            cwd=elsewhere,
            env=os.environ | {"HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=280,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr

    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    pip += ("--python", str(place / "bin" / "python"))
    run(*pip, "install", "--no-index", "--no-deps", "--ignore-installed", wheel)
    assert (place / "share" / "applications" / "charcopy.desktop").is_file()
    run(place / "bin" / "charcopy", "screenshot", "data.png", "--page", "data")
    assert (elsewhere / "data.png").read_bytes().startswith(b"\x89PNG")
    run(*pip, "uninstall", "--yes", "charcopy")
    assert _files(place) == before
