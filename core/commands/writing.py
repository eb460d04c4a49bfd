"""generate: the sentence for a table, or the trace of every character."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

from core import checkpoint, device, files, model_card, trace_files
from core.commands import decoding_options
from core.commands.errors import UsageError
from core.config import DecodingConfig, Strategy
from core.decoding import hypotheses, texts
from core.decoding.steps import steps
from core.meaning_representation import MeaningRepresentation
from core.network.model import EdaCs
from core.records import (
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    Hypothesis,
    Phase,
)


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for."""
    generate(
        options.mr,
        model=options.model or model_card.DEFAULT,
        device_name=options.device,
        config=_config(options),
        as_json=options.json,
        trace_file=options.trace,
    )


def _config(options: argparse.Namespace) -> DecodingConfig:
    strategy = Strategy.SAMPLED if options.sample else Strategy.GREEDY
    return decoding_options.config(options, strategy, seed="--seed", drawing="--sample")


def generate(
    text: str,
    *,
    model: str,
    device_name: str,
    config: DecodingConfig,
    as_json: bool,
    trace_file: Path | None = None,
) -> None:
    """Print the sentence for a meaning representation, or its whole trace as JSON.

    `trace_file` is where the trace is kept, if anywhere.

    Raises:
        OSError: the trace cannot be written.
        ValueError: what it was given cannot be used; the error is one of core's own.
    """
    mr = MeaningRepresentation.parse(text)
    if not mr.slots:
        msg = "The meaning representation is empty; write it as name[value], name[value]."
        raise UsageError(msg)
    if trace_file is not None:
        trace_files.check_name(trace_file)
    chosen = device.choose(device_name)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    device.set_threads(1)  # One character at a time is too little to share out.
    path = model_card.find(model)
    network = checkpoint.load(path).model(chosen.name)
    if trace_file is not None:
        tree = texts.tree(network, mr.linearise(), Phase.TABLE_TO_TEXT, config)
        trace_files.save(tree, trace_file, files.sha256(path))
    said, ending = _written(network, mr.linearise(), config, traced=as_json)
    if as_json:
        print(json.dumps(said, ensure_ascii=False))
    else:
        print(said["text"])
        if ending is Ending.LENGTH:
            notice = f"Cut off after {config.max_length} characters: the model found no end."
            print(notice, file=sys.stderr)


def _written(
    network: EdaCs, source: str, config: DecodingConfig, *, traced: bool
) -> tuple[dict[str, Any], Ending]:
    """What there is to print, and how the text ended."""
    if config.strategy is not Strategy.BEAM:
        records = list(steps(network, source, Phase.TABLE_TO_TEXT, config))
        return trace(records), _finished(records).ending
    best = None if traced else 1
    (found,) = hypotheses.found(
        network, [source], Phase.TABLE_TO_TEXT, config, best=best, trace=traced
    )
    listed = [_hypothesis(hypothesis) for hypothesis in found]
    said = {
        "text": found[0].text,
        "model": network.name,
        "source": source,
        "steps": listed[0]["steps"],
        "hypotheses": listed,
    }
    return said, found[0].ending


def trace(records: list[GenerationRecord]) -> dict[str, Any]:
    """The records of one generation as JSON has them."""
    started = records[0]
    if not isinstance(started, GenerationStarted):
        msg = "A trace begins with GenerationStarted."
        raise TypeError(msg)
    return {
        "text": _finished(records).text,
        "model": started.model,
        "source": "".join(started.source.characters[1:-1]),
        "steps": [_step(record) for record in records if isinstance(record, CharacterStep)],
    }


def _finished(records: list[GenerationRecord]) -> GenerationFinished:
    finished = records[-1]
    if not isinstance(finished, GenerationFinished):
        msg = "A trace ends with GenerationFinished."
        raise TypeError(msg)
    return finished


def _hypothesis(hypothesis: Hypothesis) -> dict[str, Any]:
    return {
        "text": hypothesis.text,
        "ending": hypothesis.ending.value,
        "log_probability": hypothesis.log_probability,
        "score": hypothesis.score,
        "reconstruction_log_probability": hypothesis.reconstruction_log_probability,
        "slot_coverage": hypothesis.slot_coverage,
        "steps": [_step(step) for step in hypothesis.steps],
    }


def _step(step: CharacterStep) -> dict[str, Any]:
    copied = None if step.copy_alignment is None else step.copy_alignment.tolist()
    return {
        "character": step.character,
        "p_gen": step.p_gen,
        "alignment": step.alignment.tolist(),
        "copy_alignment": copied,
        "log_probability": step.log_probability,
        "candidates": [dataclasses.asdict(candidate) for candidate in step.candidates],
    }
