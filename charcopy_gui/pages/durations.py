"""Times in words."""

from __future__ import annotations

import math


def duration(seconds: float) -> str:
    """A time in the two units people would say."""
    whole = max(0, math.ceil(seconds))
    minutes = round(whole / 60)
    if whole < 60:
        return f"{whole} s"
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 24 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes // (24 * 60)} d {minutes % (24 * 60) // 60} h"
