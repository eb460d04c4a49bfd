"""How much memory a training takes, beside what the program takes anyway."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import torch
from torch import nn


class Footprint:
    """On a GPU its own count; elsewhere by how much the process grew since this was made."""

    def __init__(self, model: nn.Module) -> None:
        parameters = list(model.parameters())
        self._device = parameters[0].device
        self._weights = sum(each.nbytes for each in parameters)
        self._before = resident()

    def taken(self) -> int | None:
        """Bytes, the weights among them; None where the system does not say."""
        if self._device.type == "cuda":
            return torch.cuda.max_memory_allocated(self._device)
        now = resident()
        if now is None or self._before is None:
            return None
        return max(0, now - self._before) + self._weights


def resident() -> int | None:
    """Bytes of memory that this process has; its peak on macOS, None where unknown."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return None
