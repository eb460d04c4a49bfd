"""What holds for every test: its surroundings, and that it leaves nothing behind."""

import contextlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path

import hypothesis
import pytest

# Before Qt and torch are imported: no display is needed, and one thread repeats its sums exactly.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Which corpora are on this computer is for each test to say.
os.environ.pop("CHARCOPY_DATA", None)
# Kernels that tests compile are kept from run to run, but not among the user's own.
KERNELS = Path(tempfile.gettempdir()) / "charcopy-test-kernels"
os.environ.setdefault("NUMBA_CACHE_DIR", str(KERNELS))

# A busy machine is slow, and that is no fault of what is tested.
hypothesis.settings.register_profile("charcopy", deadline=None)
hypothesis.settings.load_profile("charcopy")

GRACE_SECONDS = 20.0
_COMPILER: pytest.StashKey[subprocess.Popen] = pytest.StashKey()
_COMPILE = """
import contextlib, pathlib, sys
from core import kernels
from core.runs import lock
while True:
    with contextlib.suppress(lock.HeldError), lock.held(pathlib.Path(sys.argv[1])):
        kernels.prepare()
        break
"""
"""Where two parts of the tests run at once, one compiles, and the other waits for that."""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Begin to compile the kernels beside the first tests, where there are some that need them.

    It takes minutes the first time, and most machines have a second core with nothing to do.
    """
    awaited = any("compiled_kernels" in getattr(item, "fixturenames", ()) for item in session.items)
    if awaited and not session.config.option.collectonly:
        KERNELS.mkdir(exist_ok=True)
        command = [sys.executable, "-c", _COMPILE, str(KERNELS / "lock")]
        root = Path(__file__).parents[1]
        session.config.stash[_COMPILER] = subprocess.Popen(command, cwd=root)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave no compilation behind that no test has waited for."""
    with contextlib.suppress(KeyError):
        config.stash[_COMPILER].kill()
        config.stash[_COMPILER].wait()


@pytest.fixture(scope="session")
def compiled_kernels(pytestconfig: pytest.Config) -> None:
    """Kernels are compiled before a test that trains counts its seconds."""
    assert pytestconfig.stash[_COMPILER].wait() == 0


def _threads() -> set[threading.Thread]:
    """Threads that Python started; Qt's own are looked at in tests/charcopy_gui."""
    return {t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)}


def _children() -> set[int]:
    """Child processes, but for the one helper that multiprocessing keeps for itself."""
    found = {p.pid for p in multiprocessing.active_children() if p.pid is not None}
    for path in Path("/proc/self/task").glob("*/children"):
        # A thread may have ended since its name was read.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            found.update(map(int, path.read_text().split()))
    return found - {resource_tracker._resource_tracker._pid}


@pytest.fixture(autouse=True)
def _kernels_as_before() -> Iterator[None]:
    """What a test has prepared is its own: the next one starts in plain torch."""
    yield
    kernels = sys.modules.get("core.kernels")
    if kernels is not None:
        kernels._chosen.clear()


@pytest.fixture(autouse=True)
def _nothing_left_running() -> Iterator[None]:
    """Fail a test that leaves a thread or a child process running."""
    threads, children = _threads(), _children()
    yield
    deadline = time.monotonic() + GRACE_SECONDS
    for thread in _threads() - threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    names = sorted(t.name for t in _threads() - threads)
    if names:
        pytest.fail(f"left threads running: {', '.join(names)}", pytrace=False)
    while (left := _children() - children) and time.monotonic() < deadline:
        time.sleep(0.01)
    if left:
        pytest.fail(f"left child processes: {sorted(left)}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Fail a test that hit sys.excepthook, or replaced it for good.

    Exceptions in Qt's slots arrive there and nowhere else. pytest-qt sees those too, but not once
    the program under test has put its own hook in.
    """
    before = sys.excepthook
    caught: list[BaseException] = []

    def hook(kind, error, traceback):
        caught.append(error)
        before(kind, error, traceback)

    sys.excepthook = hook
    try:
        result = yield
    finally:
        replaced = sys.excepthook is not hook
        sys.excepthook = before
    if caught:
        pytest.fail(f"an exception reached sys.excepthook: {caught[0]!r}", pytrace=False)
    if replaced:
        pytest.fail("left sys.excepthook replaced; put it back inside the test", pytrace=False)
    return result
