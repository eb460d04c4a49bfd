"""The kernels for the CPU, compiled by Numba on first use and kept in its cache."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from core.kernels import numba_attention, numba_cells, numba_mixture, numba_single
from core.kernels.numba_attention import attention_backward, contexts, energies
from core.kernels.numba_cells import gru_backward, gru_forward
from core.kernels.numba_mixture import likeliest, log_copied, log_copied_backward

__all__ = [
    "attention_backward",
    "compile_all",
    "contexts",
    "energies",
    "gru_backward",
    "gru_forward",
    "likeliest",
    "log_copied",
    "log_copied_backward",
    "native",
]


def native(tensor: Tensor) -> Any:
    """The tensor as these kernels take it, sharing its memory."""
    return tensor.detach().numpy()


def compile_all() -> None:
    """Compile every kernel, or take it from the cache."""
    for module in (numba_attention, numba_cells, numba_mixture, numba_single):
        module.compile_all()
