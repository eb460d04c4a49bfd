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

_ALWAYS = 15_000_000
"""Bytes that the smallest training takes: what the libraries load and keep once there is one."""
_HOLES = 1.5
"""Batches of ever other sizes leave holes between what they keep: so much more a run takes for
them. From nothing in a dozen steps of a small network to half as much in an epoch of a large one.
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
        peak_bytes=measured or _whole_run(config.model, alphabet, largest, scored),
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
    H = 256; no estimate of a step was more than a sixth off.
    """
    numbers = _both_phases(model, batch, learns=True)
    if scored is not None:
        numbers = max(numbers, _both_phases(model, scored, learns=False))
    return _NUMBER * (numbers + _COPIES * weights(model, alphabet))


def _whole_run(model: ModelConfig, alphabet: int, largest: BatchSize, scored: BatchSize) -> int:
    """Memory of a whole run; what is kept of the weights is asked for once, and leaves no holes.

    Fitted to sixteen runs from L = 1, H = 8 to L = 4, H = 256, which took from 25 to 1,850 MB; no
    estimate of one was more than 27 % off.
    """
    kept = _NUMBER * _COPIES * weights(model, alphabet)
    return _ALWAYS + kept + round(_HOLES * (peak_bytes(model, alphabet, largest, scored) - kept))


def _both_phases(model: ModelConfig, batch: BatchSize, *, learns: bool) -> int:
    """Numbers of the larger of the two phases; in the second, every row has a source of its own."""
    numbers = _phase(model, batch, learns=learns)
    if model.exchange:
        back = BatchSize(batch.rows, batch.rows, batch.target_length, batch.source_length)
        numbers = max(numbers, _phase(model, back, learns=learns))
    return numbers


def _phase(model: ModelConfig, batch: BatchSize, *, learns: bool) -> int:
    """Numbers kept at once; without gradients, an encoder's layer is let go before the next."""
    size, layers = model.hidden_size, model.layers
    learning, scoring = (10 * layers + 17, 11 * layers + 10), (22, 7 * layers + 8)
    of_reading, of_writing = learning if learns else scoring
    read = batch.sources * batch.source_length
    written = batch.rows * batch.target_length
    return read * size * of_reading + written * (size * of_writing + 7 * batch.source_length)
