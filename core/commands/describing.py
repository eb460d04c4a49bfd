"""corpora describe: a file or a known corpus in numbers, for people or as JSON."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.commands import asking
from core.corpus import catalog, demo, folders, formats, library, statistics
from core.corpus.formats import Reading
from core.corpus.known import KnownCorpus

_SPLITS = ("train", "dev", "test")
_SHOWN = 5
"""Rows left out that are named one by one."""


def describe(options: argparse.Namespace) -> None:
    """Print what the command line asks for.

    Raises:
        ValueError: there is no such corpus, it cannot be read, or an option says how a known one is
            to be; the error is one of core's own.
    """
    corpus = asked_for(options)
    found = _file(corpus, options) if isinstance(corpus, Path) else _known(corpus)
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print("\n".join(_lines(found)))


def asked_for(options: argparse.Namespace) -> KnownCorpus | Path:
    """The known corpus that has the name on the command line; else the file there.

    Raises:
        ValueError: there is no such corpus, or an option says how a known one is to be read.
    """
    corpus = catalog.find(options.name)
    if corpus is not None:
        asking.refuse(asking.known(options), corpus.name)
        return corpus
    if not _exists(options.name):
        library.find(options.name)  # It says which there are.
    return Path(options.name)


def _exists(name: str) -> bool:
    """Whether it is a file, or written like one: with a folder or a suffix."""
    path = Path(name)
    try:
        return path.exists() or path.name != name or bool(path.suffix)
    except (OSError, ValueError):
        return True


def _file(path: Path, options: argparse.Namespace) -> dict[str, Any]:
    reading = formats.read(path, asking.choices(path, asking.known(options)))
    return {"name": path.name, **_split(reading), "overlap": []}


def _split(reading: Reading) -> dict[str, Any]:
    described = statistics.describe(reading.examples)
    return {**described.to_mapping(), **statistics.account(reading)}


def _known(corpus: KnownCorpus) -> dict[str, Any]:
    """The corpus as a whole, and each of its splits."""
    if corpus.is_built_in:
        made = demo.corpus()
        examples = {"train": made.train, "dev": made.dev}
        splits = {name: statistics.describe(part).to_mapping() for name, part in examples.items()}
    else:
        here = folders.files(corpus)
        if not any(split in here for split in _SPLITS):
            library.load(corpus.name)  # It says what is missing, and what to do about it.
        readings = {split: formats.read(here[split]) for split in _SPLITS if split in here}
        examples = {split: reading.examples for split, reading in readings.items()}
        splits = {split: _split(reading) for split, reading in readings.items()}
    together = [example for part in examples.values() for example in part]
    return {
        "name": corpus.title,
        "licence": corpus.licence,
        "citation": corpus.citation,
        **statistics.describe(together).to_mapping(),
        "skipped": [
            {"split": split, **row} for split in splits for row in splits[split].get("skipped", [])
        ],
        "overlap": [dataclasses.asdict(found) for found in statistics.overlaps(examples)],
        "splits": splits,
    }


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    yield _headline(found["name"], found)
    splits: Mapping[str, Mapping[str, Any]] = found.get("splits", {})
    for name, split in splits.items():
        yield _headline(f"  {name}", split)
    yield (
        f"longest meaning representation {_counted(found['longest_mr'], 'character')}, "
        f"longest reference "
        f"{found['longest_reference']}; on average {found['mean_mr']} and {found['mean_reference']}"
    )
    yield "slots, and in how many distinct meaning representations:"
    for name, slot in found["slots"].items():
        values = _counted(slot["values"], "value")
        longest = (
            f", the longest of {_counted(slot['longest'], 'character')}" if slot["longest"] else ""
        )
        yield f"  {name or 'without a name'}: {slot['mrs']:,}, {values}{longest}"
    for group in found["doublets"]:
        yield f"spelled in more than one way: {', '.join(group)}"
    shown = "".join(sorted(c for c in found["characters"] if c.isprintable() and c != " "))
    yield f"{_counted(len(found['characters']), 'character')}: {shown}"
    for name, split in (splits or {"": found}).items():
        yield from _account(f"{name}: " if name else "", split)
    for shared in found["overlap"]:
        rows = splits[shared["split"]]["rows"]
        have = "has" if shared["rows"] == 1 else "have"
        yield (
            f"{shared['rows']:,} of {_counted(rows, 'row')} of {shared['split']} {have} a meaning "
            f"representation that is also in {shared['other']}"
        )
    if "licence" in found:
        yield f"{found['licence']}; {found['citation']}"


def _headline(name: str, part: Mapping[str, Any]) -> str:
    return (
        f"{name}: {_counted(part['rows'], 'row')}, "
        f"{_counted(part['distinct_mrs'], 'distinct meaning representation')}, "
        f"{_counted(part['duplicates'], 'duplicate')}"
    )


def _account(where: str, part: Mapping[str, Any]) -> Iterator[str]:
    """What reading left out and changed."""
    changed = part.get("changed", {})
    if count := changed.get("line_ends"):
        yield f"{where}{_counted(count, 'field')} with line ends inside, now spaces"
    if count := changed.get("surrounding_space"):
        yield f"{where}{_counted(count, 'field')} with space around the text, now without"
    if changed.get("byte_order_mark"):
        yield f"{where}a byte order mark, now dropped"
    for kind, count in part.get("dropped", {}).items():
        yield f"{where}left out, not being descriptions: {count:,} {kind}"
    skipped = part.get("skipped", [])
    for row in skipped[:_SHOWN]:
        yield f"{where}line {row['line']} left out: {row['reason']}"
    if len(skipped) > _SHOWN:
        yield f"{where}and {len(skipped) - _SHOWN:,} more left out; --json lists them"


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}" + ("" if count == 1 else "s")
