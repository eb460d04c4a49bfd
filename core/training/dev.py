"""The evaluation during training: losses, BLEU and sample texts on the dev split.

Shapes: T target positions, S source positions.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np

from core import evaluation
from core.config import BackwardInput, DecodingConfig
from core.decoding.steps import steps
from core.network.model import EdaCs
from core.records import CharacterStep, GenerationFinished, Phase, Progress, Sample

SAMPLES = 4
"""MRs of the dev split whose texts every evaluation shows."""

LONGEST_PROBE = 400
"""Characters of a text that someone asked for while training goes on."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What one evaluation found."""

    table_to_text: float
    text_to_table: float | None
    bleu: float
    samples: tuple[Sample, ...]


def evaluate(
    model: EdaCs,
    dev: Mapping[str, Sequence[str]],
    how: BackwardInput,
    cancel: Event | None = None,
) -> Generator[Progress, None, Evaluated]:
    """Losses by teacher forcing, one greedy text a distinct MR and their BLEU.

    Yields:
        Progress.

    Raises:
        Cancelled: the event was set.
    """
    model.eval()
    forward, backward = yield from evaluation.losses(model, dev, how, cancel)
    # A text that outgrows every reference has gone wrong, and early in training most do.
    longest = 1 + max(len(text) for texts in dev.values() for text in texts) * 6 // 5
    written = yield from evaluation.texts(model, list(dev), longest, cancel)
    shown = list(dev)[:: max(1, len(dev) // SAMPLES)][:SAMPLES]
    samples = tuple(sample(model, mr, longest, cancel) for mr in shown)
    bleu = yield from evaluation.bleu(written, dev, cancel)
    return Evaluated(forward, backward, bleu, samples)


def sample(model: EdaCs, mr: str, longest: int, cancel: Event | None) -> Sample:
    """The text of one MR with its trace, by a model in evaluation mode."""
    config = DecodingConfig(max_length=longest)
    text, alignments, copied, switches = "", [], [], []
    for record in steps(model, mr, Phase.TABLE_TO_TEXT, config, cancel=cancel):
        if isinstance(record, CharacterStep):
            alignments.append(record.alignment)
            copied.append(record.copy_alignment)
            switches.append(record.p_gen)
        elif isinstance(record, GenerationFinished):
            text = record.text
    shape = len(alignments), len(mr) + 2
    alignment = np.array(alignments, np.float32).reshape(shape)
    if not model.config.copy:
        return Sample(mr, text, alignment, None)
    copy_alignment = np.array(copied, np.float32).reshape(shape)
    return Sample(mr, text, alignment, np.array(switches, np.float32), copy_alignment)
