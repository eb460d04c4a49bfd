"""models: which models there are."""

from __future__ import annotations

import argparse
import json
from typing import Any

from core import model_card
from core.model_card import ModelCard


def run(options: argparse.Namespace) -> None:
    """Print the shipped models: a line each, or all that their cards say as JSON."""
    cards = model_card.available()
    if options.json:
        print(json.dumps([_described(card) for card in cards], ensure_ascii=False))
        return
    for card in cards:
        print(_line(card))


def _line(card: ModelCard) -> str:
    origin, config = card.provenance, card.config
    sizes = f"L={config.layers} H={config.hidden_size} A={config.attention_size}"
    bleu = "" if origin.dev_bleu is None else f", dev BLEU {origin.dev_bleu:.4f}"
    default = " (default)" if card.name == model_card.DEFAULT else ""
    return f"{card.name}{default}: {config.variant} on {origin.corpus}, {sizes}{bleu}"


def _described(card: ModelCard) -> dict[str, Any]:
    stored = card.stored
    return {
        "name": card.name,
        "path": str(card.path),
        "default": card.name == model_card.DEFAULT,
        "variant": card.config.variant,
        "config": card.config.to_mapping(),
        "alphabet": "".join(card.alphabet.characters),
        "provenance": card.provenance.to_mapping(),
        "figures": [figures.to_mapping() for figures in card.figures],
        "weights": None if stored is None else stored.weights,
        "half_precision": None if stored is None else stored.is_half,
        "digest": None if stored is None else stored.digest,
    }
