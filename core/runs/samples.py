"""The texts of every evaluation of a run, with alignment and p_gen: learning, as a film.

A line of samples.jsonl is one evaluation: `step`, and `samples`, each with `mr`, `text`, `p_gen`
(three decimals), `alignment` and `copy_alignment`: the `shape` (T, S), and as `data` a byte an
entry, 255 for 1, row by row, compressed by zlib and written in base 64. Without a copy switch
`p_gen` and `copy_alignment` are null; runs of before have no `copy_alignment`.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.records import FloatArray, Sample
from core.runs.folder import RunError, RunFolder

_FULL = 255
"""The byte of an alignment of 1."""


class Film:
    """The evaluations of a run in their order; a moment's samples are unpacked when seen."""

    def __init__(self, lines: Sequence[dict[str, Any]]) -> None:
        self._lines = {int(line["step"]): line["samples"] for line in lines}

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps after which the dev split was evaluated."""
        return tuple(self._lines)

    def at(self, step: int) -> tuple[Sample, ...]:
        """What was written after this step, one of `steps`.

        Raises:
            RunError: the line of that evaluation is damaged.
        """
        try:
            return tuple(map(_unpacked, self._lines[step]))
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            msg = f"The samples of step {step} cannot be read: {error}."
            raise RunError(msg) from error


def read(folder: RunFolder) -> Film:
    """All evaluations of a run; none where there is no such file.

    Raises:
        RunError: the file is damaged.
    """
    try:
        return Film(list(folder.lines(folder.samples)))
    except (OSError, KeyError, TypeError, ValueError) as error:
        msg = f"{folder.samples} cannot be read: {error}."
        raise RunError(msg) from error


def append(folder: RunFolder, step: int, samples: Sequence[Sample]) -> None:
    """Write down the samples of one evaluation.

    Raises:
        OSError: the folder cannot be written to.
    """
    folder.append(folder.samples, {"step": step, "samples": [_packed(s) for s in samples]})


def _packed(sample: Sample) -> dict[str, Any]:
    copied = sample.copy_alignment
    return {
        "mr": sample.mr,
        "text": sample.text,
        "p_gen": None if sample.p_gen is None else [round(float(p), 3) for p in sample.p_gen],
        "alignment": _levels(sample.alignment),
        "copy_alignment": None if copied is None else _levels(copied),
    }


def _levels(alignment: FloatArray) -> dict[str, Any]:
    levels = np.rint(alignment * _FULL).astype(np.uint8)
    data = base64.b64encode(zlib.compress(levels.tobytes())).decode()
    return {"shape": list(levels.shape), "data": data}


def _unpacked(plain: dict[str, Any]) -> Sample:
    p_gen, copied = plain["p_gen"], plain.get("copy_alignment")
    return Sample(
        str(plain["mr"]),
        str(plain["text"]),
        _shares(plain["alignment"]),
        None if p_gen is None else np.array(p_gen, np.float32),
        None if copied is None else _shares(copied),
    )


def _shares(levels: dict[str, Any]) -> FloatArray:
    data = zlib.decompress(base64.b64decode(levels["data"]))
    shares = np.frombuffer(data, np.uint8).reshape(levels["shape"]).astype(np.float32)
    return shares / np.float32(_FULL)
