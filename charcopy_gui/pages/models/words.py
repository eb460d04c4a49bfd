"""What a model is like, in words: for the columns of the list, and for its card."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from charcopy_gui.pages import network_words
from charcopy_gui.pages.durations import duration
from core.model_card import ModelCard
from core.model_store import StoredModel
from core.provenance import Figures

_SHOWN = 400
"""Characters of an alphabet that are shown one by one."""
_LONGEST = 2000
"""Characters of a text that are shown."""
_SWITCHES = (
    ("copy", "copy: takes characters from the source"),
    ("exchange", "exchange: reads sentences back, with exchanged GRUs"),
    ("shift", "shift: copies the character after the one that it looks at"),
    ("coverage", "coverage: sees what it has looked at before"),
    ("attend_last_character", "last character: looks by what it has just written, too"),
)
_SCORES = {
    "BLEU": "BLEU",
    "NIST": "NIST",
    "METEOR": "METEOR",
    "ROUGE_L": "ROUGE-L",
    "CIDEr": "CIDEr",
    "SER": "Slot error rate",
    "exact_copy": "Exact copies",
}
"""What is shown of a model's scores, by the names that a card gives them, as Evaluate has them."""
_SHARES, _COUNT = ("SER", "exact_copy"), "n"


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the card."""

    name: str
    value: str


def bytes_in_words(size: int) -> str:
    """Such as "2.1 MB"."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"


def date(card: ModelCard) -> str:
    """The day on which it was made; empty where that is not known."""
    return card.provenance.created[:10]


def dev_bleu(card: ModelCard) -> str:
    """With as many decimals as mean something; empty where it is not known."""
    score = card.provenance.dev_bleu
    return "" if score is None else f"{score:.4f}"


def facts(model: StoredModel) -> Iterator[Fact]:
    """All that is known of a model, but for its figures and its notes."""
    card, origin = model.card, model.card.provenance
    yield Fact("Corpus", origin.corpus or "not stated")
    yield Fact("Licence", origin.licence or "not stated")
    if origin.attribution:
        yield Fact("Attribution", origin.attribution)
    yield Fact("Variant", card.config.variant)
    for name, meaning in _SWITCHES:
        yield Fact("", f"{'✓' if getattr(card.config, name) else '✗'} {meaning}")
    yield Fact("Sizes", f"{network_words.sizes(card.config)}, dropout {card.config.dropout:g}")
    yield Fact("Weights", _weights(model))
    yield Fact("Alphabet", _alphabet(card))
    yield Fact("Training", ", ".join(_training(card)))
    if origin.fine_tuned_from:
        yield Fact("Fine-tuned from", origin.fine_tuned_from)
    if origin.dev_bleu is not None:
        yield Fact("dev BLEU", f"{dev_bleu(card)}, measured during training")
    opens = "; used unless another is chosen" if model.is_built_in_default else ""
    yield Fact("From", f"{model.origin.value}{opens}")
    yield Fact("File", str(model.path))
    yield Fact("Digest", _digest(card))


def figures(found: Sequence[Figures]) -> list[tuple[str, ...]]:
    """What a model reached, as a table: a row of titles, then one for each set.

    A set is named by what was scored and how; a score that none of them has is left out.
    """
    if not found:
        return []
    shown = [name for name in _SCORES if any(name in each.scores for each in found)]
    rows = [("Set", *(_SCORES[name] for name in shown))]
    for each in found:
        scores = (_score(name, each.scores.get(name)) for name in shown)
        rows.append((_set(each), *scores))
    return rows


def _set(found: Figures) -> str:
    where = " ".join(filter(None, (found.corpus, found.split)))
    protocol = f"{found.protocol} protocol" if found.protocol not in ("", "full") else ""
    count = found.scores.get(_COUNT)
    texts = "" if count is None else f"{count:,.0f} texts"
    return ", ".join(filter(None, (where, found.decoding, protocol, texts))) or "Not said"


def shortened(text: str) -> str:
    """A text that may be anybody's, not longer than can be shown."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _score(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2%}" if name in _SHARES else f"{value:.4f}"


def _weights(model: StoredModel) -> str:
    stored = model.card.stored
    size = bytes_in_words(model.size)
    if stored is None:
        return size
    return (
        f"{stored.weights:,}, stored in {'half' if stored.is_half else 'single'} precision; {size}"
    )


def _training(card: ModelCard) -> Iterator[str]:
    origin = card.provenance
    yield f"{origin.steps:,} steps"
    if origin.epochs:
        yield f"{origin.epochs:,} epoch{'' if origin.epochs == 1 else 's'}"
    yield f"seed {origin.seed}"
    if origin.seconds > 0:
        yield duration(origin.seconds)
    if origin.created:
        yield f"made {_moment(origin.created)}"


def _moment(created: str) -> str:
    """A time as this program writes it, to the minute; any other as it is."""
    day, _, time = created.removesuffix("+00:00").partition("T")
    is_ours = len(day) == len("2026-01-01") and created.endswith("+00:00")
    return f"{day} {time[:5]} UTC" if is_ours else created


def _alphabet(card: ModelCard) -> str:
    characters = card.alphabet.characters
    shown = "  ".join(_visible(character) for character in characters[:_SHOWN])
    more = len(characters) - _SHOWN
    return f"{len(characters):,} characters: {shown}{f'  and {more:,} more' if more > 0 else ''}"


def _visible(character: str) -> str:
    """A character that can be seen: itself, or its number."""
    if character == " ":
        return "␣"
    plain = character.isprintable() and not unicodedata.combining(character)
    return character if plain else f"U+{ord(character):04X}"


def _digest(card: ModelCard) -> str:
    digest = "" if card.stored is None else card.stored.digest
    if not digest:
        return "none: an older file, in which a change would go unnoticed"
    return f"{digest[:16]}…, checked on loading"
