"""Amounts of memory in words."""

from __future__ import annotations


def megabytes(size: int) -> str:
    """Such as "1,310 MB"; nobody plans by less."""
    return f"{size / 1e6:,.0f} MB"
