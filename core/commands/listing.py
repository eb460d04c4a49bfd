"""corpora, alone: the known corpora as a table, and what there is to know of downloads."""

from __future__ import annotations

from collections.abc import Iterator

from core.command_line import called
from core.corpus import catalog, folders
from core.corpus.known import KnownCorpus

_TITLES = ("name", "size", "here", "licence", "title")
_GAP = "  "


def lines() -> Iterator[str]:
    """A line for each corpus under its titles, then where the files are that are here."""
    rows = [_TITLES, *map(_row, catalog.CATALOG)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, size, *rest in rows:
        cells = [name.ljust(widths[0]), size.rjust(widths[1])]
        cells += [cell.ljust(width) for cell, width in zip(rest, widths[2:], strict=True)]
        yield _GAP.join(cells).rstrip()
    yield ""
    for corpus in catalog.CATALOG:
        for place in dict.fromkeys(path.parent for path in folders.files(corpus).values()):
            yield f"{corpus.name} is in {place}"
    yield f"{' '.join(called())} corpora download NAME fetches one, and says its terms in full."
    yield "What is fetched must have the known checksums, or it is refused."
    if unpinned := [corpus.name for corpus in catalog.CATALOG if not corpus.is_pinned]:
        yield f"None are known of {', '.join(unpinned)}: later downloads must match the first."


def _row(corpus: KnownCorpus) -> tuple[str, ...]:
    size = f"{corpus.size / 1e6:.1f} MB" if corpus.size else ""
    return corpus.name, size, _whether_here(corpus), corpus.short_licence, corpus.title


def _whether_here(corpus: KnownCorpus) -> str:
    if corpus.is_built_in:
        return "built in"
    here = folders.files(corpus)
    missing = [file.split for file in corpus.files if file.split not in here]
    if len(missing) == len(corpus.files):
        return "no"
    return f"without {', '.join(missing)}" if missing else "yes"
