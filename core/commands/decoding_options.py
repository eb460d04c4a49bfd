"""How texts are to be written, as the options of several commands say it."""

from __future__ import annotations

import argparse
from dataclasses import replace

from core.commands.errors import UsageError
from core.config import DecodingConfig, Strategy


def config(options: argparse.Namespace, *, seed: int) -> DecodingConfig:
    """The configuration that the options of a command make; greedy without --beam.

    Args:
        options: what was parsed.
        seed: of sampling; it has a name of its own in some commands.

    Raises:
        UsageError: options do not go together.
        ConfigError: a value is out of range.
    """
    _check(options)
    config = DecodingConfig(
        temperature=options.temperature,
        top_p=options.top_p,
        seed=seed,
        length_penalty=options.length_penalty,
    )
    if options.beam is None:
        return config
    config = replace(config, strategy=Strategy.BEAM, beam_width=options.beam)
    return _reranked(config, options) if options.rerank else config


def _reranked(config: DecodingConfig, options: argparse.Namespace) -> DecodingConfig:
    """The same with reranking; what is left out keeps its default."""
    said = {
        "reconstruction_weight": options.weight,
        "slot_weight": options.slot_weight,
        "samples": options.samples,
    }
    return replace(config, rerank=True, **{k: v for k, v in said.items() if v is not None})


def _check(options: argparse.Namespace) -> None:
    if options.rerank and options.beam is None:
        msg = "--rerank chooses among the texts of --beam N; say how many there are to be."
        raise UsageError(msg)
    said = {
        "--lambda": options.weight,
        "--slot-weight": options.slot_weight,
        "--samples": options.samples,
    }
    for flag, value in said.items():
        if value is not None and not options.rerank:
            msg = f"{flag} is for --rerank, which chooses among the texts that were found."
            raise UsageError(msg)
