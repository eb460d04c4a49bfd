"""Names of restaurants from the Entree data, whose lines are number, name and features."""

from __future__ import annotations

import re

_ASIDE = re.compile(r"\s*\((?:fka|aka)\b[^)]*\)?", re.IGNORECASE)
"""What else the place is called, or was before."""
_DEBRIS = re.compile(r"[*`]|''|%\d+>?\)?")
_ARTICLE_LAST = re.compile(r"(.+), (The|Le|La|Les|El|Il|L')", re.IGNORECASE)
_UNWRITABLE = re.compile(r"[\[\],]")
"""What would end a value or a slot."""
_SPACE = re.compile(r"\s+")


def names(text: str) -> tuple[str, ...]:
    """Each name once, cleaned of what typing and conversion left in it, in the file's order."""
    fields = (line.split("\t") for line in text.splitlines())
    cleaned = (_cleaned(row[1]) for row in fields if len(row) > 1)
    once = {name.casefold(): name for name in reversed(list(cleaned)) if name}
    return tuple(name for name in reversed(once.values()) if not _UNWRITABLE.search(name))


def _cleaned(name: str) -> str:
    # The dollar sign stands for an ñ, which E2E+ writes without its tilde.
    name = _DEBRIS.sub("", _ASIDE.sub("", name)).replace("$", "n")
    name = _SPACE.sub(" ", name).strip()
    turned = _ARTICLE_LAST.fullmatch(name)
    return f"{turned[2]} {turned[1]}" if turned else name
