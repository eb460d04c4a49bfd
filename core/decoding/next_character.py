"""What may come next in one text, and the record of what came.

Shapes: S source positions, V alphabet, X extra characters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from core.alphabet import EOS, ExtendedAlphabet
from core.kernels.reference import LOG_ZERO
from core.network.outputs import Outputs
from core.records import END_LABEL, Candidate, CharacterStep, FloatArray

DoubleArray = NDArray[np.float64]


@dataclass(frozen=True)
class NextCharacter:
    """One row of a single step, on the CPU; what is made of it is made in double precision."""

    alignment: FloatArray
    """(S,)"""
    generated: DoubleArray
    """(V+X,) the generated share of each character's probability."""
    copied: DoubleArray
    """(V+X,) the copied share."""
    log_alphabet: DoubleArray
    """(V,)"""
    log_copy: DoubleArray | None
    """(S,) logarithm of the copy alignment; None without copying."""
    gate: float | None
    """p_gen's logit; None without copying."""
    source_ids: NDArray[np.int64]
    """(S,)"""

    @classmethod
    def of(cls, outputs: Outputs, row: int = 0) -> NextCharacter:
        """What the network said in this row of a single step."""
        alignment = outputs.alignments[row, 0].float().cpu().numpy()
        source_ids = outputs.source_ids[row].cpu().numpy()
        log_alphabet = _double(outputs.log_alphabet[row, 0])
        generated, copied = np.zeros(outputs.width), np.zeros(outputs.width)
        np.exp(log_alphabet, out=generated[: len(log_alphabet)])
        if outputs.log_copy is None or outputs.gate is None:
            return cls(alignment, generated, copied, log_alphabet, None, None, source_ids)
        log_copy, gate = _double(outputs.log_copy[row, 0]), float(outputs.gate[row, 0])
        copied += np.bincount(source_ids, np.exp(log_copy), outputs.width)
        generated *= math.exp(_log_sigmoid(gate))
        copied *= math.exp(_log_sigmoid(-gate))
        return cls(alignment, generated, copied, log_alphabet, log_copy, gate, source_ids)

    @classmethod
    def of_source(cls, outputs: Outputs, row: int, positions: int) -> NextCharacter:
        """The same for a source that is shorter than others: without its padding."""
        log_copy = outputs.log_copy
        cut = replace(
            outputs,
            alignments=outputs.alignments[..., :positions],
            log_copy=None if log_copy is None else log_copy[..., :positions],
            source_ids=outputs.source_ids[:, :positions],
        )
        return cls.of(cut, row)

    @cached_property
    def mixture(self) -> DoubleArray:
        """P of every character (equation 7): (V+X,)."""
        return self.generated + self.copied

    def log_probability_of(self, character: int) -> float:
        """Logarithm of P, exact where P itself is too small to be told from 0."""
        known = character < len(self.log_alphabet)
        generated = float(self.log_alphabet[character]) if known else LOG_ZERO
        if self.log_copy is None or self.gate is None:
            return generated
        places = self.log_copy[self.source_ids == character]
        copied = float(np.logaddexp.reduce(places)) if len(places) else LOG_ZERO
        generated, copied = _log_sigmoid(self.gate) + generated, _log_sigmoid(-self.gate) + copied
        return float(np.logaddexp(generated, copied))

    def step(
        self,
        choice: int,
        alphabet: ExtendedAlphabet,
        candidates: int,
        *,
        run: int,
        branch: int,
        index: int,
        forced: bool,
    ) -> CharacterStep:
        """The record of the character `choice`, with so many of the likeliest beside it."""
        log_copy, gate = self.log_copy, self.gate
        positive = self.mixture[self.mixture > 0]
        return CharacterStep(
            run=run,
            branch=branch,
            index=index,
            character=label(choice, alphabet),
            forced=forced,
            log_probability=self.log_probability_of(choice),
            entropy=-float(positive @ np.log(positive)),
            alignment=self.alignment.copy(),
            copy_alignment=None if log_copy is None else np.exp(log_copy).astype(np.float32),
            p_gen=None if gate is None else math.exp(_log_sigmoid(gate)),
            candidates=self._candidates(alphabet, candidates),
        )

    def _candidates(self, alphabet: ExtendedAlphabet, count: int) -> tuple[Candidate, ...]:
        likeliest = np.argsort(-self.mixture, kind="stable")[:count]
        rows = (
            likeliest,
            self.mixture[likeliest],
            self.generated[likeliest],
            self.copied[likeliest],
        )
        return tuple(
            Candidate(label(i, alphabet), probability, generated, copied)
            for i, probability, generated, copied in zip(*(r.tolist() for r in rows), strict=True)
            if probability > 0
        )


def label(index: int, alphabet: ExtendedAlphabet) -> str:
    """The character of an extended id, as the records have it."""
    return END_LABEL if index == EOS else alphabet.character(index)


def _log_sigmoid(logit: float) -> float:
    return min(logit, 0) - math.log1p(math.exp(-abs(logit)))


def _double(values: Tensor) -> DoubleArray:
    return values.cpu().numpy().astype(np.float64)
