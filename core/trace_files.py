"""A tree of texts for other programs: JSON with everything, CSV with a row a character.

`resources/trace.schema.json` says what stands in the JSON.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.failures import InputError
from core.files import write_atomically
from core.generation_tree import Branch, GenerationTree
from core.metrics.exports import rows_to_csv
from core.records import (
    Candidate,
    CharacterStep,
    Ending,
    FloatArray,
    Hypothesis,
    SlotSpan,
    WhatIf,
)

SUFFIXES = (".json", ".csv")
_DECIMALS = 9
FORMAT = 1
"""Of the JSON; raised when a program that reads it would have to be changed."""
_COLUMNS = (
    *("branch", "index", "character", "forced", "p_gen", "log_probability", "entropy"),
    *("attended_position", "attended_character", "attention"),
    *("copied_position", "copied_character", "copy_attention"),
)
_OF_CANDIDATES = ("candidate", "probability", "generated", "copied")


class TraceFileError(InputError):
    """A trace cannot be written so; the message says why."""


def save(tree: GenerationTree, path: Path, sha256: str = "") -> None:
    """Write a trace, atomically, in the form that the file's name asks for.

    Raises:
        OSError: the file cannot be written; one that was there is whole.
        TraceFileError: the name ends in none of SUFFIXES.
    """
    check_name(path)
    write_atomically(path, encoded(tree, path.suffix.lower(), sha256))


def check_name(path: Path) -> None:
    """See that a file's name says in which form its trace is to be.

    Raises:
        TraceFileError: it ends in none of SUFFIXES.
    """
    if path.suffix.lower() not in SUFFIXES:
        msg = f"{path.name} must end in {' or '.join(SUFFIXES)}: a trace is one of the two."
        raise TraceFileError(msg)


def encoded(tree: GenerationTree, suffix: str, sha256: str = "") -> bytes:
    """A trace as the content of a file of one of SUFFIXES."""
    if suffix == ".csv":
        # With its mark, for spreadsheets on Windows; half a character of two is written as ?.
        return to_csv(tree).encode("utf-8-sig", "replace")
    # Half a character of two is written as JSON writes it anyway.
    return to_json(tree, sha256).encode("utf-8", "backslashreplace")


def to_json(tree: GenerationTree, sha256: str = "") -> str:
    """Every branch with all that the network knew; `sha256` is that of the model's file."""
    source = tree.source
    content = {
        "charcopy": "trace",
        "format": FORMAT,
        "model": {"name": tree.model, "sha256": sha256},
        "phase": tree.phase.value,
        "settings": tree.config.to_mapping(),
        "source": "".join(source.characters[1:-1]),
        "positions": list(source.characters),
        "slots": [_slot(span, source.characters) for span in source.slot_spans],
        "unknown": sorted(source.unknown),
        "hypotheses": [_hypothesis(hypothesis) for hypothesis in tree.hypotheses],
        "branches": [_branch(tree, branch) for branch in tree],
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False)


def to_csv(tree: GenerationTree) -> str:
    """Every branch's whole text, a row a character; what it has from its parent is in it, too."""
    most = max((len(step.candidates) for part in tree for step in part.steps), default=0)
    numbered = [f"{name}_{place}" for place in range(1, most + 1) for name in _OF_CANDIDATES]
    return rows_to_csv((*_COLUMNS, *numbered), _rows(tree))


def _rows(tree: GenerationTree) -> Iterator[list[object]]:
    for branch in tree:
        for step in tree.steps(branch.id):
            yield [
                branch.id,
                step.index,
                step.character,
                int(step.forced),
                step.p_gen,
                step.log_probability,
                step.entropy,
                *_most_attended(step.alignment, tree),
                *_most_attended(step.copy_alignment, tree),
                *(field for one in step.candidates for field in dataclasses.astuple(one)),
            ]


def _most_attended(alignment: FloatArray | None, tree: GenerationTree) -> tuple[object, ...]:
    """The position with the largest share, its character, and the share."""
    if alignment is None:
        return (None, None, None)
    position = int(alignment.argmax())
    return position, tree.source.characters[position], round(float(alignment[position]), _DECIMALS)


def _slot(span: SlotSpan, characters: tuple[str, ...]) -> dict[str, Any]:
    name = "".join(characters[slice(*span.name)])
    return {"name": name, "name_span": list(span.name), "value_span": list(span.value)}


def _hypothesis(hypothesis: Hypothesis) -> dict[str, Any]:
    return {
        "text": hypothesis.text,
        "ending": hypothesis.ending.value,
        "log_probability": hypothesis.log_probability,
        "score": hypothesis.score,
        "reconstruction_log_probability": hypothesis.reconstruction_log_probability,
        "slot_coverage": hypothesis.slot_coverage,
    }


def _branch(tree: GenerationTree, branch: Branch) -> dict[str, Any]:
    end = tree.stopped(branch.id) if branch.ending is None else branch
    return {
        "branch": branch.id,
        "what_if": None if branch.what_if is None else _what_if(branch.what_if),
        "start": branch.start,
        "text": tree.text(branch.id),
        "ending": (end.ending or Ending.STOPPED).value,
        "log_probability": end.log_probability,
        "seconds": end.seconds,
        "steps": [_step(step) for step in branch.steps],
    }


def _what_if(what_if: WhatIf) -> dict[str, Any]:
    return dataclasses.asdict(what_if)


def _step(step: CharacterStep) -> dict[str, Any]:
    copied = step.copy_alignment
    return {
        "index": step.index,
        "character": step.character,
        "forced": step.forced,
        "log_probability": step.log_probability,
        "entropy": step.entropy,
        "p_gen": step.p_gen,
        "alignment": _shares(step.alignment),
        "copy_alignment": None if copied is None else _shares(copied),
        "candidates": [_candidate(candidate) for candidate in step.candidates],
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return dataclasses.asdict(candidate)


def _shares(alignment: FloatArray) -> list[float]:
    """As exact as four bytes a number can be, and no more digits than that."""
    shares: list[float] = alignment.astype(float).round(_DECIMALS).tolist()
    return shares
