"""models average: one model whose weights are the mean of several, such as a run's epochs."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

from core import checkpoint, model_card
from core.checkpoint import Checkpoint
from core.commands.errors import UsageError


def run(options: argparse.Namespace) -> None:
    """Write the mean of the models that were named; the card is the last one's.

    Raises:
        ModelCardError: there is no such model.
        CheckpointError: one of them cannot be used.
        UsageError: they differ in more than weights, or one would be written over.
        OSError: the file cannot be written.
    """
    sources, out = [model_card.find(name) for name in options.models], options.out
    _check_place(out, sources)
    loaded = [checkpoint.load(source) for source in sources]
    _check_alike(loaded)
    model = loaded[-1].model()
    means = {name: _mean([one.weights[name] for one in loaded]) for name in loaded[-1].weights}
    model.load_state_dict(means)
    name = out.name.removesuffix(model_card.SUFFIX)
    provenance = dataclasses.replace(loaded[-1].card.provenance, dev_bleu=None)
    card = dataclasses.replace(
        loaded[-1].card, name=name, path=out, provenance=provenance, figures=()
    )
    checkpoint.save(card, model)
    print(f"Wrote {out}: the mean of {len(loaded)} models.")


def _mean(weights: Sequence[Tensor]) -> Tensor:
    return torch.stack([weight.double() for weight in weights]).mean(0).to(weights[0].dtype)


def _check_place(out: Path, sources: Sequence[Path]) -> None:
    if out.suffix != model_card.SUFFIX:
        msg = f"{out.name} must end in {model_card.SUFFIX}, as the names of models do."
        raise UsageError(msg)
    if not out.absolute().parent.is_dir():
        msg = f"There is no folder {out.absolute().parent}."
        raise UsageError(msg)
    if out.exists() and any(out.samefile(source) for source in sources):
        msg = f"{out} is one of the models themselves; choose another place."
        raise UsageError(msg)


def _check_alike(loaded: Sequence[Checkpoint]) -> None:
    """Means are made of weights that mean the same: of one run's, in the end."""
    first, *others = (one.card for one in loaded)
    for other in others:
        same_alphabet = other.alphabet.characters == first.alphabet.characters
        if other.config != first.config or not same_alphabet:
            msg = f"{first.name} and {other.name} differ in switches, sizes or alphabet."
            raise UsageError(msg)
