"""Files that cannot be used are set aside, under another name beside their own; none is lost."""

from __future__ import annotations

from pathlib import Path


def set_aside(path: Path, why: str) -> Path | None:
    """Give a file a name that says why it is not used; nothing that has such a name is replaced.

    Args:
        path: the file.
        why: a word or two for its name, such as broken.

    Returns:
        Where it is now; None where it could not be moved, or where there is none.
    """
    aside, number = path.with_name(f"{path.stem}.{why}{path.suffix}"), 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.{why} {number}{path.suffix}")
    try:
        path.rename(aside)
    except OSError:
        return None
    return aside
