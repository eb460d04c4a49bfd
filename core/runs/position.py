"""How far a run has come: read from the head of its state, without the weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from core import tensor_file
from core.runs.folder import RunError, RunFolder
from core.tensor_file import DamagedError, NoTensorFileError

POSITION_KEY = "charcopy_state"
"""Where the state's head has the position, as JSON; `core.training.state` writes it."""


def header(folder: RunFolder) -> Mapping[str, Any]:
    """The texts in the head of a state.

    Raises:
        RunError: there is no state, or it is damaged.
    """
    try:
        with folder.state.open("rb") as file:
            return tensor_file.read_header(file).metadata
    except (OSError, DamagedError, NoTensorFileError) as error:
        msg = f"{folder.state} cannot be resumed from: {error}"
        raise RunError(msg) from error


def read(folder: RunFolder) -> dict[str, Any]:
    """Epoch, step, seconds, the best BLEU and what else the run knew when it was saved last.

    Raises:
        RunError: there is no state, or it is damaged.
    """
    try:
        return dict(json.loads(header(folder)[POSITION_KEY]))
    except (KeyError, TypeError, ValueError) as error:
        msg = f"{folder.state} cannot be resumed from: it does not say how far the run has come."
        raise RunError(msg) from error
