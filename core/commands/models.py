"""models: which models there are."""

from __future__ import annotations

import argparse

from core import model_card
from core.model_card import ModelCard


def run(_: argparse.Namespace) -> None:
    """Print the shipped models, a line each."""
    for card in model_card.available():
        print(_line(card))


def _line(card: ModelCard) -> str:
    origin, config = card.provenance, card.config
    sizes = f"L={config.layers} H={config.hidden_size} A={config.attention_size}"
    bleu = "" if origin.dev_bleu is None else f", dev BLEU {origin.dev_bleu:.4f}"
    default = " (default)" if card.name == model_card.DEFAULT else ""
    return f"{card.name}{default}: {config.variant} on {origin.corpus}, {sizes}{bleu}"
