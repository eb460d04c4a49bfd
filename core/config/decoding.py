"""DecodingConfig: how a text is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from core.config.base import Config, check, check_bool, check_float, check_int


class Strategy(Enum):
    """How the next character is chosen."""

    GREEDY = "greedy"
    SAMPLED = "sampled"
    BEAM = "beam"
    """Several texts side by side; the likeliest of them, for their lengths."""


@dataclass(frozen=True, slots=True)
class DecodingConfig(Config):
    """How a text is decoded."""

    strategy: Strategy = Strategy.GREEDY
    temperature: float = 0.7
    """Of sampling: at 1 characters are drawn as the network has them, and many a word goes astray;
    below 1 the likelier ones are preferred."""
    top_p: float = 1.0
    """Sample only among the likeliest characters that hold this share of the probability."""
    seed: int = 0
    """Of sampling; the same seed gives the same text."""
    max_length: int = 600
    """Characters, the end character included."""
    candidates: int = 8
    """How many likeliest characters a step reports."""
    beam_width: int = 4
    """Texts that beam search keeps side by side; one is greedy."""
    length_penalty: float = 1.0
    """Of beam search: 0 compares log-probabilities, which favours short texts; 1 compares them
    per character."""
    rerank: bool = False
    """Of beam search: its texts are read back, and ranked by how well their source comes again."""
    reconstruction_weight: float = 0.3
    """Of reranking: what the log-probability of reading the source back counts; the best on dev."""
    slot_weight: float = 3.0
    """Of reranking: nats for each slot that is missing, wrong or repeated, or said though the
    source has none; the best on dev."""
    samples: int = 0
    """Of reranking: texts drawn with temperature, top_p and seed that join the beam's."""

    def __post_init__(self) -> None:
        known = isinstance(self.strategy, Strategy)
        check(known, "strategy", self.strategy, "greedy, sampled or beam")
        check_float("temperature", self.temperature, 0, 100, open_low=True)
        check_float("top_p", self.top_p, 0, 1, open_low=True)
        check_int("seed", self.seed, 0)
        check_int("max_length", self.max_length, 1)
        check_int("candidates", self.candidates, 1)
        check_int("beam_width", self.beam_width, 1)
        check_float("length_penalty", self.length_penalty, 0, 10, open_low=False)
        check_bool("rerank", self.rerank)
        check_float("reconstruction_weight", self.reconstruction_weight, 0, 100, open_low=False)
        check_float("slot_weight", self.slot_weight, 0, 1000, open_low=False)
        check_int("samples", self.samples, 0)
