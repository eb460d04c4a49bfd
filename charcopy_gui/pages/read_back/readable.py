"""What can be read: by which model, and which sentences."""

from __future__ import annotations

from core.model_card import ModelCard

LONGEST = 2000
"""Characters of a sentence; the longest of the known corpora have 400."""

_NO_MODEL = "No model is in use: choose one under File, Model, or train one."
_NO_EXCHANGE = (
    "{name} is a model of the variant {variant}: it was trained without exchange, so it never"
    " learnt to read sentences. Choose one of the variants EDA_S or EDA_CS under File, Model."
)
_NOTHING = "There is nothing to read yet: type a sentence, or take an example."
_TOO_LONG = "That is too long: {count:,} characters, and {most:,} at most can be read."


def why_no_model(card: ModelCard | None) -> str:
    """Why no sentence can be read by the model in use; empty where one can."""
    if card is None:
        return _NO_MODEL
    config = card.config
    return "" if config.exchange else _NO_EXCHANGE.format(name=card.name, variant=config.variant)


def why_not(sentence: str) -> str:
    """Why this is no sentence to be read; empty where it is one."""
    if not sentence:
        return _NOTHING
    too_long = len(sentence) > LONGEST
    return _TOO_LONG.format(count=len(sentence), most=LONGEST) if too_long else ""
