"""BLEU as the E2E NLG Challenge counts it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest


def sentence_bleu(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """BLEU of each text by itself, as sacrebleu smooths it; a fraction.

    A text of fewer than four tokens is scored by the n-grams that it has.
    """
    from sacrebleu.metrics.bleu import BLEU

    bleu = BLEU(tokenize="13a", lowercase=True, effective_order=True)
    pairs = zip(hypotheses, references, strict=True)
    return [min(bleu.sentence_score(text, list(own)).score / 100, 1.0) for text, own in pairs]


class BleuCounts:
    """BLEU-4 of a whole set, lower-cased, with mteval's 13a tokens.

    It is counted part by part: a large set can be scored with pauses, and the same comes out.
    """

    def __init__(self) -> None:
        self._matches = [0] * 4
        self._totals = [0] * 4
        self._lengths = [0, 0]
        self._seen = 0

    def add(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
        """Count a part of the set: one text an MR, and each one's human texts, one or more.

        Raises:
            ValueError: the two differ in number, or a hypothesis has no reference.
        """
        if len(hypotheses) != len(references):
            msg = f"There are {len(hypotheses)} hypotheses, but references for {len(references)}."
            raise ValueError(msg)
        for number, own in enumerate(references, self._seen + 1):
            if not own:
                msg = f"Hypothesis {number} has no reference."
                raise ValueError(msg)
        if not hypotheses:
            return
        # Imported here because it takes as long to load as everything else in the plain core.
        from sacrebleu.metrics.bleu import BLEU

        # force: texts that end in " ." are scored without a warning that they look tokenised.
        bleu = BLEU(tokenize="13a", lowercase=True, force=True)
        streams = [list(stream) for stream in zip_longest(*references)]
        part = bleu.corpus_score(list(hypotheses), streams)
        self._matches = [a + b for a, b in zip(self._matches, part.counts, strict=True)]
        self._totals = [a + b for a, b in zip(self._totals, part.totals, strict=True)]
        self._lengths = [self._lengths[0] + part.sys_len, self._lengths[1] + part.ref_len]
        self._seen += len(hypotheses)

    def score(self) -> float:
        """BLEU of all that was counted, between 0 and 1.

        Raises:
            ValueError: nothing was counted.
        """
        if not self._seen:
            msg = "BLEU needs at least one hypothesis."
            raise ValueError(msg)
        from sacrebleu.metrics.bleu import BLEU

        written, closest = self._lengths
        score = BLEU.compute_bleu(self._matches, self._totals, written, closest).score
        # Rounding can carry a perfect score past 100.
        return min(float(score) / 100, 1.0)
