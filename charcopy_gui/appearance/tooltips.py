"""Tooltips that hold what people wrote: Qt would read a tag in it as markup."""

from __future__ import annotations

import html


def plain(text: str) -> str:
    """A tooltip that shows a text as it is, and wraps it; none where it is empty."""
    return f"<span>{html.escape(text)}</span>" if text else ""
