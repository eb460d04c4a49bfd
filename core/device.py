"""The one place that picks a device, describes it, and settles its threads and its memory."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator

import torch

from core.config import ConfigError
from core.records import DeviceInfo


def choose(requested: str = "auto") -> DeviceInfo:
    """The device to use for "auto", "cpu", "cuda" or "mps".

    A device that is not there is answered with the CPU and the reason.

    Raises:
        ConfigError: `requested` is none of the four.
    """
    if requested not in ("auto", "cpu", "cuda", "mps"):
        msg = f"{requested!r} is not a device; choose auto, cpu, cuda or mps."
        raise ConfigError(msg)
    if requested in ("auto", "cuda") and torch.cuda.is_available():
        return DeviceInfo("cuda", f"CUDA, {torch.cuda.get_device_name()}")
    if requested == "mps" and torch.backends.mps.is_available():
        return DeviceInfo("mps", "Apple GPU")
    reason = "" if requested in ("auto", "cpu") else _why_absent(requested)
    return DeviceInfo("cpu", _describe_cpu(), reason)


def available() -> tuple[DeviceInfo, ...]:
    """Every device that can be used here, the CPU first."""
    found = [choose("cpu")]
    found += [choose(name) for name in ("cuda", "mps") if choose(name).name == name]
    return tuple(found)


def set_threads(count: int) -> None:
    """Give torch so many threads; 0 leaves one core to the window where there are three or more.

    Only the cores that this process may run on count, and no more than OMP_NUM_THREADS says.
    """
    torch.set_num_threads(count or _sensible_threads())


_MMAP_THRESHOLD, _TRIM_THRESHOLD = -3, -1  # as glibc's malloc.h numbers them


@contextlib.contextmanager
def large_blocks_kept() -> Iterator[None]:
    """Let the C library keep large blocks of memory until the end, instead of returning each.

    Every training step asks for the same ones again; fetched anew from the system, each page of
    them is cleared anew, a twentieth of the time. Libraries other than glibc go on as they do.
    """
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    if library is None or not hasattr(library, "mallopt"):
        yield
        return
    if not library.mallopt(_MMAP_THRESHOLD, 1 << 30):
        yield
        return
    library.mallopt(_TRIM_THRESHOLD, (1 << 31) - 1)
    try:
        yield
    finally:
        library.mallopt(_MMAP_THRESHOLD, 1 << 25)
        library.mallopt(_TRIM_THRESHOLD, 1 << 26)
        library.malloc_trim(0)


def _sensible_threads() -> int:
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    asked = os.environ.get("OMP_NUM_THREADS", "")
    most = int(asked) if asked.isdecimal() and int(asked) else cores
    return min(most, cores - 1 if cores > 2 else cores)


def _describe_cpu() -> str:
    threads = torch.get_num_threads()
    return f"CPU, {threads} thread{'' if threads == 1 else 's'}"


def _why_absent(requested: str) -> str:
    if requested == "mps":
        return "There is no Apple GPU that torch can use, so the CPU is used."
    if torch.version.cuda is None:
        return (
            f"torch {torch.__version__} was built without CUDA, so the CPU is used; "
            "a CUDA build of torch would use an NVIDIA GPU."
        )
    return "torch finds no usable NVIDIA GPU or driver, so the CPU is used."
