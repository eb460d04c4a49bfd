"""BLEU as the E2E NLG Challenge counts it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest


def corpus_bleu(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """BLEU-4 of a whole set, lower-cased, with mteval's 13a tokens.

    Args:
        hypotheses: one text an MR.
        references: the human texts of each hypothesis, one or more; their number may vary.

    Returns:
        A fraction between 0 and 1.

    Raises:
        ValueError: there are no hypotheses, the two differ in number, or one has no reference.
    """
    if not hypotheses:
        msg = "BLEU needs at least one hypothesis."
        raise ValueError(msg)
    if len(hypotheses) != len(references):
        msg = f"There are {len(hypotheses)} hypotheses, but references for {len(references)}."
        raise ValueError(msg)
    for number, own in enumerate(references, 1):
        if not own:
            msg = f"Hypothesis {number} has no reference."
            raise ValueError(msg)
    # Imported here because it takes as long to load as everything else in the plain core.
    from sacrebleu.metrics.bleu import BLEU

    # force: texts that end in " ." are scored without a warning that they look tokenised.
    bleu = BLEU(tokenize="13a", lowercase=True, force=True)
    streams = [list(stream) for stream in zip_longest(*references)]
    # Rounding can carry a perfect score past 100.
    return min(float(bleu.corpus_score(list(hypotheses), streams).score) / 100, 1.0)
