"""generate: the sentence for a table, or the trace of every character."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core import checkpoint, device, files, model_card, trace_files
from core.commands import decoding_options
from core.commands.errors import UsageError
from core.config import DecodingConfig, Strategy
from core.decoding import hypotheses, texts
from core.generation_tree import GenerationTree
from core.meaning_representation import MeaningRepresentation
from core.network.model import EdaCs
from core.records import CharacterStep, Ending, Hypothesis, Phase


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
        if not trace_file.absolute().parent.is_dir():
            msg = f"There is no folder {trace_file.absolute().parent}."
            raise UsageError(msg)
    chosen = device.choose(device_name)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    device.set_threads(1)  # One character at a time is too little to share out.
    path = model_card.find(model)
    network, source = checkpoint.load(path).model(chosen.name), mr.linearise()
    if not as_json and trace_file is None and config.strategy is Strategy.BEAM:
        best = _best(network, source, config)
        _show(best.text, best.ending, config)
        return
    tree = texts.tree(network, source, Phase.TABLE_TO_TEXT, config)
    if trace_file is not None:
        trace_files.save(tree, trace_file, files.sha256(path))
    if as_json:
        print(json.dumps(_trace(tree), ensure_ascii=False))
    else:
        _show(tree.text(0), tree[0].ending, config)


def _best(network: EdaCs, source: str, config: DecodingConfig) -> Hypothesis:
    """The text that beam search likes best, which is found sooner than all of them."""
    ((best,),) = hypotheses.found(network, [source], Phase.TABLE_TO_TEXT, config, best=1)
    return best


def _show(text: str, ending: Ending | None, config: DecodingConfig) -> None:
    print(text)
    if ending is Ending.LENGTH:
        notice = f"Cut off after {config.max_length} characters: the model found no end."
        print(notice, file=sys.stderr)


def _trace(tree: GenerationTree) -> dict[str, Any]:
    """The texts of a tree as JSON has them."""
    said: dict[str, Any] = {
        "text": tree.text(0),
        "model": tree.model,
        "source": "".join(tree.source.characters[1:-1]),
        "steps": list(map(_step, tree.steps(0))),
    }
    if tree.hypotheses:
        said["hypotheses"] = [
            _hypothesis(hypothesis, tree.steps(branch))
            for branch, hypothesis in enumerate(tree.hypotheses)
        ]
    return said


def _hypothesis(hypothesis: Hypothesis, steps: Sequence[CharacterStep]) -> dict[str, Any]:
    return {
        "text": hypothesis.text,
        "ending": hypothesis.ending.value,
        "log_probability": hypothesis.log_probability,
        "score": hypothesis.score,
        "reconstruction_log_probability": hypothesis.reconstruction_log_probability,
        "slot_coverage": hypothesis.slot_coverage,
        "steps": list(map(_step, steps)),
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
