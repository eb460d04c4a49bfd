"""What bytes that could be in several encodings say in each: words that tell them apart."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

_WORD = re.compile(rb"\S*[\x80-\xff]\S*")
_BEFORE, _AFTER = re.compile(rb"\S{1,16} \Z"), re.compile(rb" \S{1,16}")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_MOST_WORDS = 2
_LOOKED_AT = 5000
"""Words in doubt, at most, among which those with other characters are sought."""
_BEYOND_A_WORD = 40
"""Bytes looked at on either side of a word."""
_LEADING, _TRAILING = 10, 14
"""Characters shown before the first in doubt, and from it on, at most."""
_EDGE = re.compile(r'[\[\]";|\t\r\n]')
"""Marks of tables and slots, which nobody needs to see."""


def readings(data: bytes, texts: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The names of encodings that read a file differently, each with what it says in them.

    Args:
        data: the file's bytes.
        texts: names of encodings, and all of the file's text in each; of equal texts, the first
            counts.
    """
    different: dict[str, str] = {}
    for encoding, text in texts:
        different.setdefault(text, encoding)
    spans = tuple(_spans(data))
    return tuple(
        (encoding, _said(data, spans, encoding, text)) for text, encoding in different.items()
    )


def _said(data: bytes, spans: Sequence[tuple[int, int]], encoding: str, text: str) -> str:
    # Of UTF-16, a part that begins at an odd byte would be another text.
    if not spans or encoding.startswith("utf"):
        return _around(text)
    parts = [data[start:end].decode(encoding, "replace") for start, end in spans]
    return " … ".join(map(_around, parts))


def _spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Where words stand that hold bytes beyond ASCII, others each time, with their neighbours."""
    seen: set[int] = set()
    words = 0
    for found in itertools.islice(_WORD.finditer(data), _LOOKED_AT):
        new = {byte for byte in found[0] if byte > 0x7F} - seen
        if not new:
            continue
        seen |= new
        before = _BEFORE.search(data[max(0, found.start() - _BEYOND_A_WORD) : found.start()])
        after = _AFTER.match(data[found.end() : found.end() + _BEYOND_A_WORD])
        yield (
            found.start() - (len(before[0]) if before else 0),
            found.end() + (len(after[0]) if after else 0),
        )
        words += 1
        if words == _MOST_WORDS:
            return


def _around(text: str) -> str:
    """The text around its first character beyond ASCII, in one line; a beginning without any."""
    found = _BEYOND_ASCII.search(text)
    if found is None:
        shown = text[: _LEADING + _TRAILING]
    else:
        before = _EDGE.split(text[max(0, found.start() - _LEADING) : found.start()])[-1]
        after = _EDGE.split(text[found.start() : found.start() + _TRAILING])[0]
        shown = before + after
    shown = " ".join(shown.split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
