"""Reading sentences back: how likely the exchanged GRUs write a table when they read its sentence.

Shapes: B sentences, T positions of their tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

import torch

from core.alphabet import PAD
from core.batching import Batch
from core.config import ConfigError
from core.decoding.distribution import DistributionError
from core.network.model import EdaCs
from core.records import Phase

LEAST = float(torch.tensor(torch.finfo(torch.float32).tiny).log())
"""About -87 nats: what a character counts that can hardly be written, or not at all.

A table may hold characters that neither its sentence nor the alphabet has. One such would make
all else equal if it counted as impossible, and if it counted nothing, to leave it out would pay.
"""
_AT_ONCE = 64
"""Sentences that are read side by side; those of similar length together."""


def check(model: EdaCs, advice: str = "") -> None:
    """Refuse a model that cannot read back; `advice` says what to do without.

    Raises:
        ConfigError: it was trained without the exchange of GRUs.
    """
    if not model.config.exchange:
        msg = (
            f"{model.name} was trained without exchanging its GRUs, so it cannot read a sentence "
            f"back{'; ' if advice else ''}{advice}."
        )
        raise ConfigError(msg)


@torch.inference_mode()
def log_probabilities(
    model: EdaCs, pairs: Sequence[tuple[str, str]], cancel: Event | None = None
) -> list[float]:
    """Log P(MR | sentence) of every pair of sentence and MR, the MR's end included.

    Raises:
        ConfigError: the model was trained without the exchange of GRUs.
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    check(model)
    found = [0.0] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda index: len(pairs[index][0]))
    for start in range(0, len(order), _AT_ONCE):
        part = order[start : start + _AT_ONCE]
        read = _read([pairs[index] for index in part], model, cancel)
        for index, value in zip(part, read, strict=True):
            found[index] = value
    return found


def _read(pairs: Sequence[tuple[str, str]], model: EdaCs, cancel: Event | None) -> list[float]:
    batch = Batch.of(pairs, model.alphabet, str(model.device))
    outputs = model.teacher_forced(batch, Phase.TEXT_TO_TABLE, cancel)
    # On the CPU first: Apple's GPUs have no double precision.
    known = outputs.log_probability_of(batch.targets).cpu().double()  # (B, T)
    if known.isnan().any():
        row, index = known.isnan().nonzero()[0].tolist()
        raise DistributionError(index, pairs[row][0])
    real = batch.targets.cpu() != PAD
    sums: list[float] = torch.where(real, known.clamp(min=LEAST), 0).sum(1).tolist()
    return sums
