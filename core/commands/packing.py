"""models check, models pack: a file that may be anybody's, and one that is to be passed on."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from core import checkpoint, model_card, model_store
from core.commands.errors import UsageError
from core.provenance import Figures, Provenance, figures_of

_NO_DIGEST = "it has no digest, so a change to it would go unnoticed"


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
        OSError: the file cannot be written.
    """
    if options.action == "check":
        check(options.file)
    else:
        pack(options)


def check(file: Path) -> None:
    """Load a file as the program would, and say in a line what it is.

    Raises:
        CheckpointError: it cannot be used; the message says why.
    """
    loaded = checkpoint.load(file)
    model = loaded.model()
    card, stored = loaded.card, loaded.card.stored
    weights = sum(weight.numel() for weight in model.parameters())
    precision = "half" if stored is not None and stored.is_half else "single"
    digest = "its digest is right" if stored is not None and stored.digest else _NO_DIGEST
    print(
        f"{file.name} is a model that can be used: {card.config.variant}, "
        f"{weights:,} weights in {precision} precision; {digest}."
    )


def pack(options: argparse.Namespace) -> None:
    """Store a model in half precision, its card corrected where that is asked for.

    Raises:
        ModelCardError: there is no such model.
        CheckpointError: it cannot be used, or not in half precision.
        StoreError: the name is no name for a model.
        UsageError: the figures cannot be read, or the model would be written over itself.
        OSError: the file cannot be written.
    """
    source, out = model_card.find(options.model), _place(options)
    if out.exists() and out.samefile(source):
        msg = f"{out} is the model itself; choose another place or name."
        raise UsageError(msg)
    loaded = checkpoint.load(source)
    card = dataclasses.replace(
        loaded.card,
        name=out.name.removesuffix(model_card.SUFFIX),
        path=out,
        provenance=_corrected(loaded.card.provenance, options),
        figures=loaded.card.figures if options.figures is None else _figures(options.figures),
    )
    checkpoint.save(card, loaded.model(), half=True)
    before, after = source.stat().st_size, out.stat().st_size
    print(f"Wrote {out}: {after:,} bytes, where {source.name} has {before:,}.")


def _place(options: argparse.Namespace) -> Path:
    """The file that is written."""
    out: Path = options.out
    if options.name is not None:
        model_store.check_name(options.name)
        out = out / f"{options.name}{model_card.SUFFIX}"
    elif out.is_dir():
        msg = f"{out} is a folder; --name says what the model in it is called."
        raise UsageError(msg)
    elif out.suffix != model_card.SUFFIX:
        msg = f"{out.name} must end in {model_card.SUFFIX}, as the names of models do."
        raise UsageError(msg)
    else:
        model_store.check_name(out.name.removesuffix(model_card.SUFFIX))
    if not out.absolute().parent.is_dir():
        msg = f"There is no folder {out.absolute().parent}."
        raise UsageError(msg)
    return out


def _corrected(provenance: Provenance, options: argparse.Namespace) -> Provenance:
    names = ("corpus", "licence", "attribution")
    said = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    return dataclasses.replace(provenance, **said)


def _figures(file: Path) -> tuple[Figures, ...]:
    try:
        return figures_of(json.loads(file.read_text(encoding="utf-8-sig")))
    except OSError as error:
        msg = f"{file} cannot be read: {error.strerror or error}."
        raise UsageError(msg) from error
    except (ValueError, RecursionError) as error:
        msg = f"{file.name} holds no figures: {error}"
        raise UsageError(msg) from error
