"""A network's sizes in words."""

from __future__ import annotations

from core.config import ModelConfig


def sizes(config: ModelConfig) -> str:
    """Such as "2 layers of 256, attention 128, embedding 32"."""
    layers = f"{config.layers} layer" + ("s" if config.layers > 1 else "")
    return (
        f"{layers} of {config.hidden_size}, attention {config.attention_size}, "
        f"embedding {config.embedding_size}"
    )
