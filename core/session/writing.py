"""A session as a file."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np

from core.files import write_atomically
from core.generation_tree import Branch
from core.records import CharacterStep, Ending, FloatArray, Hypothesis, WhatIf
from core.session import FORMAT, KIND, LARGEST, Session, SessionError


def save(session: Session, path: Path) -> None:
    """Write a session, atomically.

    Raises:
        OSError: the file cannot be written; one that was there is whole.
        SessionError: it would be too large to be opened again.
    """
    content = to_json(session).encode("ascii")
    if len(content) > LARGEST:
        msg = f"This session is too large for one file: {len(content):,} bytes."
        raise SessionError(msg)
    write_atomically(path, content)


def to_json(session: Session) -> str:
    """The file's content; a text that is still being written is kept as if it was stopped."""
    tree = session.tree
    content: dict[str, Any] = {
        "charcopy": KIND,
        "format": FORMAT,
        "mr": session.mr,
        "model": {"name": session.model, "sha256": session.model_sha256},
        "settings": session.config.to_mapping(),
        "phase": session.phase.value,
        "source": "".join(tree.source.characters[1:-1]),
        "unknown": sorted(tree.source.unknown),
        "chosen": {"branch": session.branch, "step": session.step},
        "hypotheses": [_hypothesis(hypothesis) for hypothesis in tree.hypotheses],
    }
    content |= {
        name: text for name, text in (("file", session.file), ("table", session.table)) if text
    }
    # Branch by branch: Python's other threads stand still while JSON is written.
    branches = ", ".join(_json(_branch(session, branch)) for branch in tree)
    return f'{_json(content)[:-1]}, "branches": [{branches}]}}'


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def _branch(session: Session, branch: Branch) -> dict[str, Any]:
    if branch.ending is None:
        end = session.tree.stopped(branch.id)
        ending, log_probability = Ending.STOPPED, end.log_probability
    else:
        ending, log_probability = branch.ending, branch.log_probability
    return {
        "id": branch.id,
        "what_if": None if branch.what_if is None else _what_if(branch.what_if),
        "ending": ending.value,
        "log_probability": log_probability,
        "seconds": branch.seconds,
        "steps": [_step(step) for step in branch.steps],
    }


def _what_if(what_if: WhatIf) -> dict[str, Any]:
    said = {
        "character": what_if.character,
        "p_gen": what_if.p_gen,
        "position": what_if.position,
    }
    change = {name: value for name, value in said.items() if value is not None}
    return {"branch": what_if.branch, "index": what_if.index, **change}


def _step(step: CharacterStep) -> dict[str, Any]:
    copied = step.copy_alignment
    return {
        "character": step.character,
        "forced": step.forced,
        "log_probability": step.log_probability,
        "entropy": step.entropy,
        "p_gen": step.p_gen,
        "alignment": _packed(step.alignment),
        "copy_alignment": None if copied is None else _packed(copied),
        "candidates": [
            [c.character, c.probability, c.generated, c.copied] for c in step.candidates
        ],
    }


def _hypothesis(hypothesis: Hypothesis) -> dict[str, Any]:
    return {
        "text": hypothesis.text,
        "ending": hypothesis.ending.value,
        "log_probability": hypothesis.log_probability,
        "score": hypothesis.score,
        "reconstruction_log_probability": hypothesis.reconstruction_log_probability,
        "slot_coverage": hypothesis.slot_coverage,
    }


def _packed(values: FloatArray) -> str:
    """The numbers exactly as they are, four bytes each, the lowest first."""
    return base64.b64encode(values.astype(np.dtype("<f4")).tobytes()).decode("ascii")
