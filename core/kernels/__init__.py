"""The loops' inner steps, attention and GRU cell, forwards and backwards: one choice of which.

Compiled kernels take a minute to make the first time, so nothing uses them before `prepare` was
called, as training does; until then, and where they cannot be had, plain torch does the work.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Lock
from types import ModuleType

import platformdirs
import torch

from core import cancellation
from core.records import Progress

_log = logging.getLogger(__name__)
_lock = Lock()
_chosen: list[ModuleType | None] = []
"""Empty before `prepare`; then the one choice."""
_reason: list[str] = []
"""Why plain torch was chosen, if it was."""

_CACHE = platformdirs.user_cache_path("CharCopy", appauthor=False) / "kernels"
_SOURCES = Path(__file__).resolve().parent
_ROOT = _SOURCES.parents[1]
_COMPILE = "from core.kernels import numba_cpu; numba_cpu.compile_all()"
_END_WITH_PARENT = """
import os, threading
threading.Thread(target=lambda: os.read(0, 1) or os._exit(1), daemon=True).start()
"""
"""Whatever ends this program, be it a kill, closes the pipe that the other one's thread reads."""
_FIRST_TIME = "one-time preparation for this computer: a minute or two"
_READY = "ready"
"""A file in the cache, once all kernels are there."""
_LOOK_EVERY = 0.05
"""Seconds between two looks at a compilation."""


def for_tensors(device: torch.device, dtype: torch.dtype) -> ModuleType | None:
    """The kernels for tensors of this kind; None where plain torch has to do without them."""
    if device.type != "cpu" or dtype != torch.float32 or not _chosen:
        return None
    return _chosen[0]


def for_one_text(device: torch.device, dtype: torch.dtype) -> ModuleType | None:
    """The kernels that read and write one text at a time; None where there are none."""
    if for_tensors(device, dtype) is None:
        return None
    from core.kernels import numba_single

    return numba_single


def preparing(cancel: Event | None = None) -> Iterator[Progress]:
    """Have the CPU's kernels ready as `prepare` does; tells first how long that may take.

    Yields:
        Progress, without numbers.

    Raises:
        Cancelled: the event was set.
    """
    yield Progress(0, None, "kernels", _FIRST_TIME if _are_missing() else "preparing the kernels")
    prepare(cancel)


def prepare(cancel: Event | None = None) -> str:
    """Have the CPU's kernels ready; says in a sentence what was chosen and why.

    The first time they are compiled in a process of their own, so that a cancellation is heard
    and the window goes on; afterwards they come from the user's cache folder.

    Raises:
        Cancelled: the event was set.
    """
    while not _lock.acquire(timeout=_LOOK_EVERY):
        cancellation.check(cancel)
    threads = torch.get_num_threads()
    try:
        if not _chosen:
            _chosen.append(_compiled(cancel))
    finally:
        # Numba starts its threads by setting OpenMP's number of them, which is torch's too.
        torch.set_num_threads(threads)
        _lock.release()
    _log.info(in_words())
    return in_words()


def in_words() -> str:
    """What the CPU works with, and why, once that was chosen."""
    if _chosen[0] is None:
        return f"The CPU works in plain torch, which is slower: {'; '.join(_reason)}."
    return "The CPU works with kernels compiled by Numba."


def _are_missing() -> bool:
    """Whether they are compiled first, and not just taken from the cache."""
    with contextlib.suppress(Exception):  # Without Numba there is nothing to compile.
        return not _chosen and not (_settle_cache() / _READY).exists()
    return False


def _compiled(cancel: Event | None) -> ModuleType | None:
    try:
        ready = _settle_cache() / _READY
        if not ready.exists():
            _compile_apart(cancel)
            ready.touch()
        from core.kernels import numba_cpu

        numba_cpu.compile_all()
    except cancellation.Cancelled:
        raise
    except Exception as error:  # Numba and LLVM fail in many ways, and none may stop the work.
        _log.warning("Plain torch instead of compiled kernels: %s", error)
        _reason.append(str(error))
        return None
    return numba_cpu


def _settle_cache() -> Path:
    """Have Numba keep its work in a folder of these very sources', and say which that is.

    By itself Numba looks at the file of each kernel alone, and would go on using one that was
    compiled with an older tanh from another file.
    """
    import numba

    sources = [*_SOURCES.glob("numba_*.py"), _SOURCES / "reference.py"]
    written = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(sources))).hexdigest()[:16]
    name = f"{numba.__version__}-{sys.version_info.minor}-{written}"
    asked = Path(os.environ.get("NUMBA_CACHE_DIR", _CACHE))
    folder = asked if asked.name == name else asked / name
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return folder


def _compile_apart(cancel: Event | None) -> None:
    """Fill the cache from another process.

    Raises:
        Cancelled: the event was set; the other process is ended.
        RuntimeError: the compilation failed.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter on our own code
            [sys.executable, "-c", _END_WITH_PARENT + _COMPILE],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=said,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        with process:
            while process.poll() is None:
                if cancel is not None and cancel.is_set():
                    process.kill()
                    raise cancellation.Cancelled
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_LOOK_EVERY)
        said.seek(0)
        last_line = said.read().strip().rpartition("\n")[2]
    if process.returncode:
        raise RuntimeError(last_line or f"exit code {process.returncode}")
