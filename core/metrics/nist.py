"""NIST as mteval-v13a counts it: n-grams weighted by how much they say.

Doddington 2002; the reference length is the Perl script's, on which the published figures rest.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from threading import Event

from core.metrics import ngrams, portions, scores
from core.metrics.ngrams import Ngram
from core.metrics.scores import References, Scores
from core.records import Progress

_LONGEST = 5
_BETA = math.log(0.5) / math.log(1.5) ** 2
"""A text of two thirds of the references' length is worth half."""


def nist(
    hypotheses: Sequence[str], references: References, cancel: Event | None = None
) -> Generator[Progress, None, Scores]:
    """NIST-5, lower-cased, with mteval's 13a tokens.

    A sentence's own figure weighs n-grams by all references of the set.

    Yields:
        Progress.

    Returns:
        The figures.

    Raises:
        ValueError: there are no hypotheses, the two differ in number, or one has no reference.
        Cancelled: the event was set.
    """
    scores.check("NIST", hypotheses, references)
    # Imported here because it takes as long to load as everything else in the plain core.
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenise: Callable[[str], str] = Tokenizer13a()  # type: ignore[no-untyped-call]
    total: dict[Ngram, int] = defaultdict(int)

    def read(own: Sequence[str]) -> tuple[list[int], list[Counter[Ngram]]]:
        """Lengths and n-grams of one text's references; the n-grams are added to the set's."""
        human = [tokenise(text.lower()).split() for text in own]
        counted = [ngrams.counts(tokens, _LONGEST) for tokens in human]
        for counts in counted:
            for ngram, count in counts.items():
                total[ngram] += count
        return list(map(len, human)), counted

    human = yield from portions.each(read, references, "NIST, references", cancel)
    words = sum(sum(sizes) for sizes, _ in human)
    information = _information(total, words)
    written = [tokenise(text.lower()).split() for text in hypotheses]
    pairs = [(tokens, counted) for tokens, (_, counted) in zip(written, human, strict=True)]
    parts = yield from portions.each(lambda pair: _gains(*pair, information), pairs, "NIST", cancel)
    sentences = tuple(
        _score(gains, len(tokens), sum(sizes) / len(sizes))
        for gains, tokens, (sizes, _) in zip(parts, written, human, strict=True)
    )
    # Each of the Perl script's references counts in full, however many its sentence has.
    mean = words / (sum(len(sizes) for sizes, _ in human) / len(human))
    sums = [
        (sum(g for g, _ in order), sum(t for _, t in order)) for order in zip(*parts, strict=True)
    ]
    return Scores(_score(sums, sum(map(len, written)), mean), sentences)


def _information(total: Mapping[Ngram, int], words: int) -> dict[Ngram, float]:
    """Bits that an n-gram's last token adds to those before it, over all references."""
    return {
        ngram: math.log2((total[ngram[:-1]] if len(ngram) > 1 else words) / count)
        for ngram, count in total.items()
    }


def _gains(
    written: Sequence[str],
    references: Sequence[Counter[Ngram]],
    information: dict[Ngram, float],
) -> list[tuple[float, int]]:
    """For each order, the information of what was met, and how many n-grams were written."""
    gains = [0.0] * _LONGEST
    for ngram, count in ngrams.counts(written, _LONGEST).items():
        if most := max(counts[ngram] for counts in references):
            gains[len(ngram) - 1] += min(count, most) * information[ngram]
    return [(gain, max(len(written) - n, 0)) for n, gain in enumerate(gains)]


def _score(parts: Sequence[tuple[float, int]], written: int, expected: float) -> float:
    if not written:
        return 0.0
    ratio = min(written / expected, 1) if expected else 1.0
    gained = sum(gain / total for gain, total in parts if total)
    return gained * math.exp(_BETA * math.log(ratio) ** 2)
