"""read-back: the table for a sentence, by the exchanged GRUs."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from core import checkpoint, device, model_card
from core.commands.errors import UsageError
from core.config import DecodingConfig
from core.decoding import reconstruction
from core.decoding.steps import steps
from core.meaning_representation import MeaningRepresentation, ParseError
from core.records import CharacterStep, Ending, GenerationFinished, Phase


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for."""
    text = sys.stdin.read() if options.text == "-" else options.text
    read_back(
        text,
        model=options.model or model_card.DEFAULT,
        device_name=options.device,
        as_json=options.json,
    )


def read_back(text: str, *, model: str, device_name: str, as_json: bool) -> None:
    """Print the table that is read from a sentence, or every character of it as JSON.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
    """
    sentence = " ".join(text.removeprefix("\ufeff").split("\n")).strip()
    if not sentence:
        msg = "The sentence is empty; write it after read-back, or send it to standard input."
        raise UsageError(msg)
    chosen = device.choose(device_name)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    device.set_threads(1)  # One character at a time is too little to share out.
    network = checkpoint.load(model_card.find(model)).model(chosen.name)
    reconstruction.check(network)
    config = DecodingConfig()
    *records, finished = steps(network, sentence, Phase.TEXT_TO_TABLE, config)
    if not isinstance(finished, GenerationFinished):
        msg = "A reading ends with GenerationFinished."
        raise TypeError(msg)
    problem = _problem(finished.text)
    if finished.ending is Ending.LENGTH:
        problem = f"Cut off after {config.max_length} characters: the model found no end."
    if not as_json:
        print(finished.text)
        if problem:
            print(problem, file=sys.stderr)
        return
    said = {
        "mr": finished.text,
        "model": network.name,
        "sentence": sentence,
        "log_probability": finished.log_probability,
        "parses": _problem(finished.text) is None,
        "problem": problem,
        "characters": [_character(step) for step in records if isinstance(step, CharacterStep)],
    }
    print(json.dumps(said, ensure_ascii=False))


def _problem(mr: str) -> str | None:
    """Why this is no table; None if it is one."""
    try:
        slots = MeaningRepresentation.parse(mr).slots
    except ParseError as error:
        return f"What was read is no well-formed table: {error}"
    return None if slots else "What was read is an empty table."


def _character(step: CharacterStep) -> dict[str, Any]:
    return {
        "character": step.character,
        "log_probability": step.log_probability,
        "p_gen": step.p_gen,
    }
