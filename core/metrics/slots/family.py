"""How people say whether families are welcome: words for families, and words that deny them."""

from __future__ import annotations

import re
from collections.abc import Iterator


def pattern(words: str) -> re.Pattern[str]:
    """A pattern in which a space stands for one or more, and a space with ? for any number."""
    return re.compile(words.replace(" ?", r"\s*").replace(" ", r"\s+"))


_PEOPLE = r"(?:famil\w*|child(?:ren)?(?:'?s)?|kid(?:s|dos|dies|die)?(?:'?s)?)"
_MENTION = pattern(
    r"(?P<denied>\badults? only\b|\bonly (?:for )?adults?\b|\b(?:child|kids?|children|family) ?"
    r"(?:free|less|unfriendly)\b|\bunfriendly (?:to|for|towards?) "
    rf"{_PEOPLE}\b|\bover 18s?\b|\badults?\b(?! (?:and|or) {_PEOPLE}\b))"
    rf"|\b{_PEOPLE}\b(?: (?:and|or|/|with(?: (?:small|young))?) (?:{_PEOPLE}|adults?)\b)?"
    r"(?: ?(?:frien\w*|oriented|orientated|welcom\w*|allowed|appropriate|suitable|accepted"
    r"|permitted|recommended)\b)?"
    r"|\ball ages\b"
)
_DENIAL = pattern(
    r"\b(?:not(?! only)|non|no(?! further)|never|nor|neither|none|without|lacks?|un|cannot"
    r"|(?:is|are|was|were|do|does|did|ca|wo|would|should)n'?t"
    r"|avoid\w*|excludes?|prohibit\w*|discourag\w*|unsuitable|inappropriate|unfriendly"
    r"|instead of|rather than)\b"
)
_DENIAL_AFTER = pattern(
    r"[^.;,]{0,30}?\b(?:not(?! only)|no|isn'?t|aren'?t|discouraged|prohibited|unwelcome"
    r"|elsewhere)\b"
)
_CLAUSE_END = pattern(r"[.;!?,]| but\b| with\b| and (?:is|has|it|serves|offers)\b")
_REACH = 60
"""Characters before a mention in which a denial may stand."""


def mentions(text: str) -> Iterator[tuple[str, int, int]]:
    """Every mention in a plain text: yes or no, start, end; a denial before it belongs to it."""
    for match in _MENTION.finditer(text):
        start, end = match.span()
        denial = _denial(text, start)
        if denial is not None:
            yield "no", denial, end
        else:
            denied = match["denied"] is not None or _DENIAL_AFTER.match(text, end) is not None
            yield "no" if denied else "yes", start, end


def _denial(text: str, start: int) -> int | None:
    """Where a denial starts that stands before a mention, in the same clause."""
    clause_start = max(0, start - _REACH)
    for cut in _CLAUSE_END.finditer(text, clause_start, start):
        clause_start = cut.end()
    denial = _DENIAL.search(text, clause_start, start)
    return None if denial is None else denial.start()
