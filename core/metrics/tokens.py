"""Tokens as the Stanford PTB tokenizer makes them, for the metrics of the coco-caption family.

That tokenizer needs Java; these rules give its tokens of texts such as the corpora have. Tokens
are lower-cased, and punctuation is dropped afterwards, as coco-caption does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

_PUNCTUATION = frozenset(("''", "'", "``", "`", '"', "?", "!", ",", ":", "-", "--", ";"))
"""What is dropped, besides full stops."""
_WRITTEN = {
    "(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-",
    "£": "#", "€": "$", "–": "--", "—": "--", "---": "--", "…": "...", "“": '"', "”": '"',
}  # fmt: skip
"""What the tokenizer writes in the place of a character."""
_APOSTROPHES = str.maketrans("‘’", "''")

_ABBREVIATIONS = (
    "adm al ala apr ariz assn aug ave bldg blvd bros calif capt cf cie cmdr co col colo conn corp "
    "cos ct dec dept dr esq est etc ext feb fla fri ft ga gen gov hon inc ind jan jr jul jun kan "
    "ky lt ltd maj mar md messrs mich minn mlle mme mo mon mont mr mrs ms mt neb nev nov oct okla "
    "penn ph.d pres prof rd rep rev sen sept seq sgt sq sr st ste supt tel tenn thu thurs tue tues "
    "univ va vs vt wed wis wyo"
)
_CAPITAL_ABBREVIATIONS = "ark ill la mass miss pa wash"
"""Words of their own unless they begin with a capital."""

_TOKEN = re.compile(
    rf"""
    (?:can(?=not\b)|gon(?=na\b)|got(?=ta\b)|wan(?=na\b)|gim(?=me\b)|lem(?=me\b)|'t(?=is\b|was\b))
  | [^\W_][^\W_.,]*(?:[.,]+[^\W_.,]+)*\.?(?:-(?:[a-z](?:\.[a-z])+\.|[^\W_]+))+  # family-friendly
    (?:\.(?=[,;:]))?
  | (?:{_ABBREVIATIONS.replace(" ", "|")})\.(?![^\W_])
  | (?-i:{"|".join(word.capitalize() for word in _CAPITAL_ABBREVIATIONS.split())})\.(?![^\W_])
  | [a-z](?:\.[a-z])*\.(?![^\W_])                               # U.S., J.
  | [a-z]\.[a-z](?:\.[a-z])*(?![^\W_])                          # e.a.t
  | [a-z0-9]+(?:-[a-z]+){{0,2}}(?:/[a-z0-9]+(?:-[a-z]+){{0,2}}){{1,2}}  # low/moderate
  | [dol]'[^\W\d_]{{2,}}                                        # d'or
  | c'est\b | o'clock\b
  | [^\W_]+(?=n't\b) | [^\W\d_]+(?='n\b)
  | n't\b | '(?:s|m|d|re|ve|ll)(?![^\W_]) | 'n'?(?![^\W_])
  | (?-i:[A-Z]+(?:[&+][A-Z]+)+)(?![^\W_])                       # B&B
  | [^\W\d_][^\W_]*(?:[.!?][^\W\d_][^\W_]*)*(?:\.(?=[,;:]))?    # pub.the is one; so is food., too
  | \d+[^\W\d_]+\d*[^\W_]*
  | [-+]?(?:\d+(?:[.,:]\d+)*|[.,:]\d+(?:[.,:]\d+)*)
  | \.(?:\.\.+)? | ---? | \S
    """,
    re.VERBOSE | re.IGNORECASE,
)
_INITIAL = re.compile(r"[a-z]\.")
_OPENERS = frozenset(
    (
        "A", "According", "After", "An", "As", "At", "But", "He", "Her", "Here", "However", "If",
        "In", "It", "Last", "Many", "Now", "Once", "One", "Other", "Our", "She", "Since", "So",
        "Some", "Such", "That", "The", "Their", "Then", "There", "These", "They", "This", "We",
        "What", "When", "While", "You", "AN", "IN", "IT", "THE", "THEY",
    )
)  # fmt: skip
"""Words that begin a sentence: before one of them, the full stop of `B.` is none of its own."""


def tokens(texts: Iterable[str]) -> list[list[str]]:
    """The lower-cased tokens of each text, without punctuation.

    The tokenizer reads all texts as one stream: what follows an initial decides on its full stop,
    be it in the next text.
    """
    tokenised: list[list[str]] = []
    before: list[str] = []
    for text in texts:
        found: list[str] = []
        for chunk in text.split():
            if chunk in _OPENERS and before and _INITIAL.fullmatch(before[-1]):
                before[-1] = before[-1][0]
            part = _tokens_of(chunk)
            found += part
            before = found
        tokenised.append(found)
    return tokenised


def grouped_tokens(groups: Iterable[Sequence[str]]) -> list[list[list[str]]]:
    """The tokens of each text of each group; the groups, too, are one stream."""
    kept = list(groups)
    tokenised = iter(tokens(text for group in kept for text in group))
    return [[next(tokenised) for _ in group] for group in kept]


@lru_cache(maxsize=1 << 16)
def _tokens_of(chunk: str) -> tuple[str, ...]:
    """The tokens of a piece of text without space in it; texts repeat most of theirs."""
    matches = (match[0].lower() for match in _TOKEN.finditer(chunk.translate(_APOSTROPHES)))
    written = (_WRITTEN.get(token, token) for token in matches)
    return tuple(token for token in written if token not in _PUNCTUATION and token.strip("."))
