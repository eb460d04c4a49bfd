"""What a training will take: weights, memory and time, before it is begun.

Letters for sizes as in `core.network`: B rows, G distinct sources, S source positions, T target
positions, H hidden, E embedding, A attention size, L layers, V alphabet.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.config import ModelConfig, TrainingConfig

_NUMBER = 4
"""Bytes of one in single precision."""
_COPIES = 6
"""Of each weight: itself, its gradient, two moments, and what a cancelled step goes back to."""

_SCORING_SHARE = 0.6
"""Of a step's memory: what the same batch takes without gradients."""

_HOLES = 1.6
"""Batches of ever other sizes leave holes between what they keep: so much more a run takes for
them. From a fifth more in a dozen steps to twice as much in an epoch beside a window.
"""


@dataclass(frozen=True, slots=True)
class BatchSize:
    """A batch, its padding included."""

    rows: int
    """B"""
    sources: int
    """G"""
    source_length: int
    """S"""
    target_length: int
    """T"""

    @property
    def work(self) -> int:
        """What a step's time grows with."""
        return self.rows * (self.source_length + self.target_length)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take."""

    steps: int
    """Of the whole run."""
    seconds_per_epoch: float
    """Without evaluations."""
    seconds: float
    """Of the whole run, evaluations included; early stopping may end it sooner."""
    peak_bytes: int
    """Of memory, beside what the program takes anyway."""
    weights: int


def of_run(
    config: TrainingConfig,
    *,
    steps_per_epoch: int,
    seconds_per_epoch: float,
    evaluation_seconds: float,
    alphabet: int,
    largest: BatchSize,
    scored: BatchSize,
    measured: int | None = None,
) -> Estimate:
    """Put together what a trial found.

    Args:
        config: of the run.
        steps_per_epoch: batches of the corpus.
        seconds_per_epoch: of its steps alone.
        evaluation_seconds: of one evaluation.
        alphabet: V
        largest: of the batches.
        scored: the largest batch of an evaluation.
        measured: bytes, where they were measured and need no formula.
    """
    steps = config.epochs * steps_per_epoch
    every = config.evaluate_every or steps_per_epoch
    evaluations = -(-steps // every)
    return Estimate(
        steps=steps,
        seconds_per_epoch=seconds_per_epoch,
        seconds=config.epochs * seconds_per_epoch + evaluations * evaluation_seconds,
        peak_bytes=measured or _with_holes(config.model, alphabet, largest, scored),
        weights=weights(config.model, alphabet),
    )


def weights(model: ModelConfig, alphabet: int) -> int:
    """Parameters of the network: the embedding, two GRUs, attention, copy switch, output."""
    h, e, a = model.hidden_size, model.embedding_size, model.attention_size
    gates = 3 * h
    bias = 2 * gates
    first = gates * (e + h) + bias
    above = gates * 3 * h + bias
    gru = 2 * first + gates * 2 * h + 2 * (model.layers - 1) * above
    attention = a * h + a * 2 * h + a + a
    attention += a * e if model.attend_last_character else 0
    attention += a if model.coverage else 0
    switch = (e + 1 + h + 2 * h + 1) if model.copy else 0
    return alphabet * e + 2 * gru + attention + switch + alphabet * (3 * h + 1)


def peak_bytes(
    model: ModelConfig, alphabet: int, batch: BatchSize, scored: BatchSize | None = None
) -> int:
    """Memory on the CPU's compiled kernels: of a training step, or of scoring a dev batch.

    The multipliers were fitted to the peaks of twelve processes, from L = 1, H = 64 to L = 4,
    H = 256; no estimate of a step was more than an eighth off.
    """
    numbers = float(_both_phases(model, batch))
    if scored is not None:
        numbers = max(numbers, _SCORING_SHARE * _both_phases(model, scored))
    return round(_NUMBER * (numbers + _COPIES * weights(model, alphabet)))


def _with_holes(model: ModelConfig, alphabet: int, largest: BatchSize, scored: BatchSize) -> int:
    """Memory of a whole run; what is kept of the weights is asked for once, and leaves none."""
    kept = _NUMBER * _COPIES * weights(model, alphabet)
    return kept + round(_HOLES * (peak_bytes(model, alphabet, largest, scored) - kept))


def _both_phases(model: ModelConfig, batch: BatchSize) -> int:
    """Numbers of the larger of the two phases; in the second, every row has a source of its own."""
    numbers = _phase(model, batch)
    if model.exchange:
        back = BatchSize(batch.rows, batch.rows, batch.target_length, batch.source_length)
        numbers = max(numbers, _phase(model, back))
    return numbers


def _phase(model: ModelConfig, batch: BatchSize) -> int:
    """Numbers that forward and backward pass keep at once."""
    size, layers = model.hidden_size, model.layers
    read = batch.sources * batch.source_length
    written = batch.rows * batch.target_length
    encoder = read * size * (10 * layers + 17)
    decoder = written * (size * (11 * layers + 10) + 13 * batch.source_length)
    return encoder + decoder
