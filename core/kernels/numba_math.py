"""How Numba compiles for the CPU, and the two functions that its kernels share."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import torch
from numba import float32

_FAR = np.float32(8)
"""Beyond it tanh is 1 to within 3e-7."""
# tanh(x)/x as a quotient of polynomials in x², fitted to a relative error of 7e-9 on (0, 8]; in
# single precision the absolute error stays below 3e-7. Unlike the library's tanh it vectorises.
_P0, _P1, _P2 = np.float32(0.999999994), np.float32(0.134445063), np.float32(0.00357160777)
_P3, _P4 = np.float32(2.18948167e-05), np.float32(1.52306229e-08)
_Q1, _Q2 = np.float32(0.467778337), np.float32(0.0261644804)
_Q3, _Q4 = np.float32(0.000341130771), np.float32(8.52253248e-07)
ONE, ZERO = np.float32(1), np.float32(0)
_HALF = np.float32(0.5)

_options: dict[str, Any] = {
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},  # NaN stays NaN, infinity infinity.
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
}
compiled = numba.njit(**_options)
"""For one thread. Sums may be made in any order."""

_inlined = numba.njit(
    float32(float32), fastmath={"contract", "arcp"}, inline="always", error_model="numpy"
)


class Kernel:
    """A function compiled for one thread and for several, called with as many as torch has."""

    def __init__(self, build: Callable[[Any], Callable[..., None]]) -> None:
        """`build` makes the function; it is given `range` or `prange`, for what is independent."""
        self.alone = compiled(build(range))
        self.shared = numba.njit(parallel=True, **_options)(build(numba.prange))

    def __call__(self, *arrays: Any) -> None:
        """Run it."""
        threads = min(torch.get_num_threads(), numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]
        if threads == 1:
            self.alone(*arrays)
            return
        with _turn():
            numba.set_num_threads(threads)
            self.shared(*arrays)

    def compile(self, *arrays: Any) -> None:
        """Compile both for such arrays, or take them from the cache, by running them."""
        self.alone(*arrays)
        with _one_at_a_time:
            self.shared(*arrays)


_one_at_a_time = threading.Lock()


def _turn() -> contextlib.AbstractContextManager[Any]:
    """Numba's own pool of threads, unlike OpenMP's and TBB's, ends the process if two enter it."""
    if numba.threading_layer() == "workqueue":  # type: ignore[attr-defined]
        return _one_at_a_time
    return contextlib.nullcontext()


@_inlined
def _clamped(x):
    """The number, or the nearest that the quotient is good for; unlike min and max it keeps NaN."""
    x = -_FAR if x < -_FAR else x
    return _FAR if x > _FAR else x


@_inlined
def tanh(x):
    """Hyperbolic tangent of one number."""
    x = _clamped(x)
    y = x * x
    above = (((_P4 * y + _P3) * y + _P2) * y + _P1) * y + _P0
    below = (((_Q4 * y + _Q3) * y + _Q2) * y + _Q1) * y + ONE
    return x * above / below


@_inlined
def sigmoid(x):
    """Logistic function of one number."""
    x = _clamped(_HALF * x)
    y = x * x
    above = (((_P4 * y + _P3) * y + _P2) * y + _P1) * y + _P0
    below = (((_Q4 * y + _Q3) * y + _Q2) * y + _Q1) * y + ONE
    return _HALF + _HALF * x * above / below
