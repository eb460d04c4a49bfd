"""How texts are to be written, as the options of several commands say it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from core.commands.errors import UsageError
from core.config import ConfigError, DecodingConfig, Strategy

_SEARCHING = {"beam_width": "--beam", "length_penalty": "--length-penalty"}
_SAMPLING = {"temperature": "--temperature", "top_p": "--top-p"}
_RERANKING = {
    "reconstruction_weight": "--lambda",
    "slot_weight": "--slot-weight",
    "samples": "--samples",
}


def config(
    options: argparse.Namespace,
    strategy: Strategy = Strategy.GREEDY,
    *,
    seed: str,
    drawing: str = "--samples N",
) -> DecodingConfig:
    """The configuration that the options of a command make.

    An option that would change nothing is refused: whoever says it expects that it does.

    Args:
        options: what was parsed.
        strategy: the one without --beam.
        seed: the option that is the seed of sampling; it has a name of its own in some commands.
        drawing: the option that has texts sampled.

    Raises:
        UsageError: options do not go together, or a value is out of range.
    """
    sampling = {**_SAMPLING, "seed": seed}
    flags = {**_SEARCHING, **sampling, **_RERANKING}
    said = _said(options, flags)
    _check_reranking(options, said)
    if "length_penalty" in said and "beam_width" not in said:
        msg = "--length-penalty compares the texts of --beam N; say how many."
        raise UsageError(msg)
    if strategy is not Strategy.SAMPLED and not said.get("samples"):
        for flag in (sampling[name] for name in sampling if name in said):
            msg = f"{flag} is for texts that are sampled, and none is; {drawing} has it done."
            raise UsageError(msg)
    if "beam_width" in said:
        strategy = Strategy.BEAM
    try:
        return DecodingConfig(strategy, rerank=options.rerank, **said)
    except ConfigError as error:
        name, _, reason = str(error).partition(" ")
        msg = f"{flags.get(name, name)} {reason}"
        raise UsageError(msg) from error


def _said(options: argparse.Namespace, flags: Mapping[str, str]) -> dict[str, Any]:
    """The settings that were given, by their names."""
    typed = {name: flag.removeprefix("--").replace("-", "_") for name, flag in flags.items()}
    values = {name: getattr(options, option, None) for name, option in typed.items()}
    return {name: value for name, value in values.items() if value is not None}


def _check_reranking(options: argparse.Namespace, said: Mapping[str, object]) -> None:
    if options.rerank and "beam_width" not in said:
        msg = "--rerank chooses among the texts of --beam N; say how many."
        raise UsageError(msg)
    for name, flag in _RERANKING.items():
        if name in said and not options.rerank:
            msg = f"{flag} is for --rerank, which chooses among the texts that were found."
            raise UsageError(msg)
