"""The state of a training run on the disk: all that makes a resumed run equal an unbroken one."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import safetensors
import safetensors.torch
import torch
from torch import Tensor

from core.alphabet import Alphabet
from core.files import write_atomically
from core.network.model import EdaCs
from core.runs import RunError, RunFolder
from core.runs import position as positions
from core.runs.position import POSITION_KEY

_ALPHABET_KEY = "charcopy_alphabet"


@dataclass(slots=True)
class Position:
    """How far a run has come."""

    epoch: int = 0
    """Epochs finished."""
    batch: int = 0
    """Batches of the current epoch finished."""
    step: int = 0
    best_bleu: float = -1.0
    best_loss: float = math.inf
    """Dev loss of the best evaluation; it decides between equal BLEUs, as early ones of 0 are."""
    evaluations_since_best: int = 0
    evaluation_due: bool = False
    """Whether an evaluation was to come next when the run stopped."""
    scored_step: int = -1
    """The step of the last evaluation, and its BLEU."""
    scored_bleu: float = 0.0
    corpus_digest: str = ""
    """Of the corpus that the run is trained on."""
    seconds: float = 0.0
    """Spent training in all sessions of the run."""
    memory: int = 0
    """The most bytes that training was seen to take; 0 where unknown."""
    provenance: dict[str, Any] = field(default_factory=dict)
    """What the run's checkpoints say of their origin."""
    cuts: int = 0
    """How often the plateau's schedule has lowered the learning rate."""
    evaluations_since_cut: int = 0
    """Without a better dev BLEU, since the last one or since the last cut."""


def save(
    folder: RunFolder, model: EdaCs, optimizer: torch.optim.Optimizer, position: Position
) -> None:
    """Write weights, moments, random state and position as one file, atomically."""
    tensors = {f"model.{name}": value for name, value in model.state_dict().items()}
    for name, moments in _moments(model, optimizer).items():
        tensors |= {f"adam.{kind}.{name}": value for kind, value in moments.items()}
    tensors["generator"] = model.dropout.generator.get_state()
    plain = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
    metadata = {
        POSITION_KEY: json.dumps(asdict(position)),
        _ALPHABET_KEY: json.dumps("".join(model.alphabet.characters)),
    }
    write_atomically(folder.state, safetensors.torch.save(plain, metadata))


def restore(folder: RunFolder, model: EdaCs, optimizer: torch.optim.Optimizer) -> Position:
    """Load into model and optimiser what `save` wrote.

    Raises:
        RunError: the file is damaged or belongs to another configuration.
    """
    try:
        position = Position(**positions.read(folder))
        # Read, not mapped: a mapped file cannot be replaced on Windows.
        tensors = safetensors.torch.load(folder.state.read_bytes())
        model.load_state_dict(_under("model.", tensors))
        _restore_generator(folder, model.dropout.generator, tensors["generator"], position)
        _restore_moments(model, optimizer, tensors)
    except (
        OSError,
        safetensors.SafetensorError,
        LookupError,
        TypeError,
        ValueError,
        RuntimeError,
    ) as error:
        msg = f"{folder.state} cannot be resumed from: {error}."
        raise RunError(msg) from error
    return position


def alphabet(folder: RunFolder) -> Alphabet:
    """The alphabet of a run that goes on, wherever that came from.

    Raises:
        RunError: the state is damaged.
    """
    said = positions.header(folder).get(_ALPHABET_KEY)
    if said is None:  # A state of before it was kept there.
        return folder.card().alphabet
    try:
        return Alphabet(tuple(json.loads(said)))
    except (TypeError, ValueError) as error:
        msg = f"{folder.state} cannot be resumed from: {error}."
        raise RunError(msg) from error


def _moments(model: EdaCs, optimizer: torch.optim.Optimizer) -> Mapping[str, dict[str, Tensor]]:
    """The optimiser's moments by the parameter's name; a parameter never updated has none."""
    named = model.named_parameters()
    return {
        name: optimizer.state[parameter]
        for name, parameter in named
        if parameter in optimizer.state
    }


def _restore_generator(
    folder: RunFolder, generator: torch.Generator, state: Tensor, position: Position
) -> None:
    """Dropout goes on as it would have; on another kind of device it is drawn anew.

    The generators of CPU and GPU keep states of their own, which do not fit one another.
    """
    if state.shape == generator.get_state().shape:
        generator.set_state(state)
        return
    generator.manual_seed(generator.initial_seed() + position.step)
    folder.note("the run goes on on another kind of device; what dropout drops is drawn anew")


def _restore_moments(
    model: EdaCs, optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]
) -> None:
    state: dict[int, dict[str, Tensor]] = {}
    names = [name for name, _ in model.named_parameters()]
    for kind in ("step", "exp_avg", "exp_avg_sq"):
        for name, value in _under(f"adam.{kind}.", tensors).items():
            state.setdefault(names.index(name), {})[kind] = value
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def _under(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {k.removeprefix(prefix): v for k, v in tensors.items() if k.startswith(prefix)}
