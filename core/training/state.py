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

from core.files import write_atomically
from core.network.model import EdaCs
from core.runs import RunError, RunFolder

_KEY = "charcopy_state"


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
    provenance: dict[str, Any] = field(default_factory=dict)
    """What the run's checkpoints say of their origin."""


def save(folder: RunFolder, model: EdaCs, adam: torch.optim.Adam, position: Position) -> None:
    """Write weights, moments, random state and position as one file, atomically."""
    tensors = {f"model.{name}": value for name, value in model.state_dict().items()}
    for name, moments in _moments(model, adam).items():
        tensors |= {f"adam.{kind}.{name}": value for kind, value in moments.items()}
    tensors["generator"] = model.dropout.generator.get_state()
    plain = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
    metadata = {_KEY: json.dumps(asdict(position))}
    write_atomically(folder.state, safetensors.torch.save(plain, metadata))


def restore(folder: RunFolder, model: EdaCs, adam: torch.optim.Adam) -> Position:
    """Load into model and optimiser what `save` wrote.

    Raises:
        RunError: the file is damaged or belongs to another configuration.
    """
    try:
        with safetensors.safe_open(folder.state, "pt") as file:
            position = Position(**json.loads(file.metadata()[_KEY]))
        # Read, not mapped: a mapped file cannot be replaced on Windows.
        tensors = safetensors.torch.load(folder.state.read_bytes())
        model.load_state_dict(_under("model.", tensors))
        model.dropout.generator.set_state(tensors["generator"])
        _restore_moments(model, adam, tensors)
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


def _moments(model: EdaCs, adam: torch.optim.Adam) -> Mapping[str, dict[str, Tensor]]:
    """Adam's moments by the parameter's name; a parameter never updated has none."""
    named = model.named_parameters()
    return {name: adam.state[parameter] for name, parameter in named if parameter in adam.state}


def _restore_moments(model: EdaCs, adam: torch.optim.Adam, tensors: dict[str, Tensor]) -> None:
    state: dict[int, dict[str, Tensor]] = {}
    names = [name for name, _ in model.named_parameters()]
    for kind in ("step", "exp_avg", "exp_avg_sq"):
        for name, value in _under(f"adam.{kind}.", tensors).items():
            state.setdefault(names.index(name), {})[kind] = value
    adam.load_state_dict({**adam.state_dict(), "state": state})


def _under(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {k.removeprefix(prefix): v for k, v in tensors.items() if k.startswith(prefix)}
