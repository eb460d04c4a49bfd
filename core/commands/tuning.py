"""tune-rerank: a model's figures with reranking under many weights, to choose the weights by.

Texts are written and read back once; every pair of weights ranks the same texts anew.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator, Sequence
from threading import Event

from core import checkpoint, device, evaluation, model_card
from core.cancellation import Cancelled
from core.commands import corpus_part, decoding_options
from core.commands.interruption import interruption_sets
from core.commands.progress import ProgressLine
from core.config import DecodingConfig
from core.decoding import reconstruction, weights
from core.decoding.weights import Weighed
from core.metrics.task import Task
from core.network.model import EdaCs
from core.records import Progress

LAMBDAS = (0.0, 0.1, 0.2, 0.5, 1.0, 2.0)
SLOT_WEIGHTS = (0.0, 1.0, 3.0, 10.0, 100.0)
_DIGITS = 6
"""Decimals of figures in JSON."""


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
        KeyboardInterrupt: it was interrupted.
    """
    config = decoding_options.config(options, seed="--seed")
    model = _model(options)
    task = corpus_part.task(options, "dev")
    lambdas, slot_weights = _tried(options, model, config)
    cancel = Event()
    with interruption_sets(cancel):
        try:
            found = _shown(_records(model, task, config, lambdas, slot_weights, cancel))
        except Cancelled:
            print("Stopped; there are no figures.", file=sys.stderr)
            raise KeyboardInterrupt from None
    if options.json:
        print(json.dumps([_plain(one) for one in found]))
    else:
        _table(found)


def _model(options: argparse.Namespace) -> EdaCs:
    chosen = device.choose(options.device)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    device.set_threads(1)  # As in evaluate.
    return checkpoint.load(model_card.find(options.model)).model(chosen.name)


def _tried(
    options: argparse.Namespace, model: EdaCs, config: DecodingConfig
) -> tuple[Sequence[float], Sequence[float]]:
    """The weights to try, all of them seen to be good before any work is done.

    Raises:
        ConfigError: a weight is out of range, or the model cannot read back, and is to.
    """
    lambdas = options.lambdas or (LAMBDAS if model.config.exchange else (0.0,))
    slot_weights = options.slot_weights or SLOT_WEIGHTS
    for weight in lambdas:
        dataclasses.replace(config, reconstruction_weight=weight)
    for weight in slot_weights:
        dataclasses.replace(config, slot_weight=weight)
    if any(lambdas):
        reconstruction.check(model, "leave out --lambdas, and slot weights alone are tried")
    return lambdas, slot_weights


def _records(
    model: EdaCs,
    task: Task,
    config: DecodingConfig,
    lambdas: Sequence[float],
    slot_weights: Sequence[float],
    cancel: Event,
) -> Iterator[Progress | Weighed]:
    yield from evaluation.prepared(model, cancel)
    judged = yield from evaluation.judged(model, task.mrs, config, cancel, read=any(lambdas))
    yield from weights.weighed(task, judged, config, lambdas, slot_weights, cancel)


def _shown(records: Iterator[Progress | Weighed]) -> list[Weighed]:
    """What was found, once all work is done; meanwhile how far it has come."""
    line, found = ProgressLine(), []
    try:
        for record in records:
            if isinstance(record, Progress):
                line.show(record)
            else:
                found.append(record)
    finally:
        line.clear()
    return found


def _plain(one: Weighed) -> dict[str, float | None]:
    rate = one.slot_errors.rate
    return {
        "lambda": one.reconstruction_weight,
        "slot_weight": one.slot_weight,
        "BLEU": round(one.bleu, _DIGITS),
        "SER": None if rate is None else round(rate, _DIGITS),
    }


def _table(found: Sequence[Weighed]) -> None:
    print(f"{'lambda':>8} {'slot weight':>12} {'BLEU':>7} {'SER':>7}")
    for one in found:
        rate = one.slot_errors.rate
        error = "–" if rate is None else f"{rate:.2%}"
        mark = "" if any(one.beaten_by(other) for other in found) else "  *"
        weights_said = f"{one.reconstruction_weight:8g} {one.slot_weight:12g}"
        print(f"{weights_said} {one.bleu:7.4f} {error:>7}{mark}")
    print("* no other weights have a better figure without a worse one")
