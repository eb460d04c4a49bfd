"""read-back: the table for a sentence, by the exchanged GRUs."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core import checkpoint, device, model_card
from core.commands.errors import UsageError
from core.config import DecodingConfig
from core.corpus import lenient
from core.decoding import reconstruction
from core.decoding.steps import steps
from core.meaning_representation import MeaningRepresentation, ParseError, slot_spans
from core.metrics.slots import evidence
from core.metrics.slots.evidence import Said
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

    What the sentence does not say of it is named on the standard error, and marked in JSON.

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
    characters = [step for step in records if isinstance(step, CharacterStep)]
    slots = list(_slots(finished.text, sentence, characters))
    if not as_json:
        print(finished.text)
        for words in filter(None, (problem, *map(_doubt, slots))):
            print(words, file=sys.stderr)
        return
    said = {
        "mr": finished.text,
        "model": network.name,
        "sentence": sentence,
        "log_probability": finished.log_probability,
        "parses": _problem(finished.text) is None,
        "problem": problem,
        "slots": slots,
        "characters": list(map(_character, characters)),
    }
    print(json.dumps(said, ensure_ascii=False))


def _problem(mr: str) -> str | None:
    """Why this is no table; None if it is one."""
    try:
        slots = MeaningRepresentation.parse(mr).slots
    except ParseError as error:
        return f"What was read is not a well-formed table: {error}"
    return None if slots else "What was read is an empty table."


def _slots(line: str, sentence: str, steps: Sequence[CharacterStep]) -> Iterator[dict[str, Any]]:
    """What can be made out in the line, and whether the sentence says it."""
    slots = lenient.slots(line)
    found = evidence.evidence(slots, sentence)
    for span, slot, one in zip(slot_spans(line), slots, found, strict=True):
        # Spans count the source's start as position 0; the bracket belongs to the slot.
        own = steps[span.name[0] - 1 : min(span.value[1], len(line))]
        yield {
            "name": slot.name,
            "value": slot.value,
            "in_sentence": one.said.value,
            "words": one.words,
            "log_probability": math.fsum(step.log_probability for step in own),
        }


def _doubt(slot: Mapping[str, Any]) -> str:
    """What speaks against a slot, as a sentence; empty where nothing does."""
    shown = f"{slot['name']}[{slot['value']}]"
    match Said(slot["in_sentence"]):
        case Said.NO:
            return f"The sentence does not say {shown}."
        case Said.ALMOST:
            return f"The sentence has “{slot['words']}” for {shown}."
        case Said.OTHERWISE:
            return f"The sentence says “{slot['words']}”, not {shown}."
        case _:
            return ""


def _character(step: CharacterStep) -> dict[str, Any]:
    return {
        "character": step.character,
        "log_probability": step.log_probability,
        "p_gen": step.p_gen,
    }
