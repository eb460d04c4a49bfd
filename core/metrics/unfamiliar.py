"""What a set has that the model which is to write for it was not trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from core.corpus import lenient, slot_names
from core.model_card import ModelCard

_SHARE = 0.05
"""Of the meaning representations; what is in fewer of them makes no difference to any figure."""
_MOST, _NAMED = 6, 4
"""Slots or characters that are all named; of more, so many."""


def unfamiliar(card: ModelCard, mrs: Sequence[str]) -> tuple[str, ...]:
    """Sentences on slots and characters that are new to a model; none where all is known to it.

    Args:
        card: the model's; where nothing is known of its corpus, nothing is said of slots.
        mrs: the meaning representations of the set, as its file has them.
    """
    return tuple(filter(None, (_slots(card, mrs), _characters(card, mrs))))


def unfamiliar_slots(card: ModelCard, corpus: str) -> str:
    """What of a known corpus, by its title, a model was not trained on, before any of it is read.

    Returns:
        A sentence; empty where nothing is new, or one of the corpora is not known.
    """
    return _on_slots(card, slot_names.missing(card.provenance.corpus, corpus))


def _slots(card: ModelCard, mrs: Sequence[str]) -> str:
    known = slot_names.of_corpus(card.provenance.corpus)
    if known is None:
        return ""
    found = _frequent(({slot.name for slot in lenient.slots(mr) if slot.name} for mr in mrs), mrs)
    return _on_slots(card, [name for name in found if slot_names.told(name) not in known])


def _on_slots(card: ModelCard, new: Sequence[str]) -> str:
    if not new:
        return ""
    corpus = card.provenance.corpus
    slots, them = ("slot", "it") if len(new) == 1 else ("slots", "them")
    return (
        f"{card.name} was trained on {corpus}, which does not have the {slots}"
        f" {_listed(new)}: it may leave {them} out, or make something up."
    )


def _characters(card: ModelCard, mrs: Sequence[str]) -> str:
    new = _frequent((set(mr) - set(card.alphabet.characters) for mr in mrs), mrs)
    if not new:
        return ""
    them = "it" if len(new) == 1 else "them"
    can = f"can only copy {them}" if card.config.copy else f"cannot write {them}"
    return f"The alphabet of {card.name} lacks {_listed(new)}: it {can}."


def _frequent(found: Iterable[set[str]], mrs: Sequence[str]) -> list[str]:
    """What stands in enough of the meaning representations, the commonest first."""
    count = Counter(one for those in found for one in those)
    ordered = sorted(count, key=lambda one: (-count[one], one))
    return [one for one in ordered if count[one] >= _SHARE * len(mrs)]


def _listed(names: Sequence[str]) -> str:
    """Names as a sentence has them."""
    if len(names) > _MOST:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
