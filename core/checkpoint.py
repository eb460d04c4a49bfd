"""Checkpoint: weights with their card, in one safetensors file. Nothing is ever unpickled."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import safetensors
import safetensors.torch
import torch
from torch import Tensor

from core import model_card
from core.files import write_atomically
from core.model_card import ModelCard, ModelCardError
from core.network.model import EdaCs


class CheckpointError(ValueError):
    """A checkpoint cannot be used; the message names the file and the reason."""


@dataclass(frozen=True)
class Checkpoint:
    """A model at rest: weights, configuration, alphabet, provenance."""

    card: ModelCard
    weights: dict[str, Tensor]

    def model(self, device: str = "cpu") -> EdaCs:
        """The network with these weights on a device, ready to decode.

        Raises:
            CheckpointError: the weights do not fit the configuration; every misfit is named.
        """
        # Without memory or values: a file may claim any sizes, and its weights come afterwards.
        with torch.device("meta"):
            model = EdaCs(self.card.config, self.card.alphabet, self.card.name)
        expected = model.state_dict()
        misfits = [f"{name} is missing" for name in expected if name not in self.weights]
        for name, tensor in self.weights.items():
            if name not in expected:
                misfits.append(f"{name} has no place")
            elif tensor.shape != expected[name].shape:
                shapes = f"{tuple(tensor.shape)}, not {tuple(expected[name].shape)}"
                misfits.append(f"{name} has the shape {shapes}")
            elif not tensor.is_floating_point():
                misfits.append(f"{name} holds {tensor.dtype}")
            elif not tensor.to(torch.float32).isfinite().all():
                misfits.append(f"{name} holds values that are not numbers")
        if misfits:
            msg = f"The weights of {self.card.path.name} do not fit: {'; '.join(misfits)}."
            raise CheckpointError(msg)
        weights = {n: t.to(torch.float32, copy=True) for n, t in self.weights.items()}
        model.load_state_dict(weights, assign=True)
        return model.placed(device).eval()


def load(path: Path) -> Checkpoint:
    """Read a checkpoint.

    Raises:
        CheckpointError: the file cannot be read, or is no checkpoint of this program.
    """
    try:
        card = model_card.read(path)
        # Read, not mapped: a mapped file cannot be replaced on Windows.
        weights = safetensors.torch.load(path.read_bytes())
    except ModelCardError as error:
        raise CheckpointError(str(error)) from error
    except (OSError, safetensors.SafetensorError) as error:
        msg = f"{path.name} is damaged: {error}."
        raise CheckpointError(msg) from error
    return Checkpoint(card, weights)


def save(card: ModelCard, model: EdaCs) -> None:
    """Write the model to its card's path, atomically.

    Raises:
        OSError: the file cannot be written; one that was there is whole.
    """
    named = model.state_dict().items()
    weights = {name: tensor.detach().cpu().contiguous() for name, tensor in named}
    write_atomically(card.path, safetensors.torch.save(weights, card.metadata()))
