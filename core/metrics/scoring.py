"""Scoring a system's texts: every metric on the whole set and on each text, and the slots."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from core import cancellation
from core.metrics import bleu, meteor, portions
from core.metrics.cider import cider
from core.metrics.nist import nist
from core.metrics.portions import PORTION
from core.metrics.report import Figures, Report, ScoredText
from core.metrics.rouge import rouge_l
from core.metrics.scores import References, Scores
from core.metrics.slots import findings
from core.metrics.slots.errors import SlotErrors
from core.metrics.slots.findings import SlotFindings
from core.metrics.task import Task
from core.records import Progress

_LEFT_OUT = "METEOR was left out, since it takes long."


def score(
    task: Task,
    texts: Sequence[str],
    system: str,
    cancel: Event | None = None,
    *,
    with_meteor: bool = True,
) -> Iterator[Progress | Report]:
    """Score one text for each meaning representation of the task.

    Without METEOR it takes seconds; with it, Java has to be there and to be waited for.

    Yields:
        Progress, and one Report at the end.

    Raises:
        ValueError: the two differ in number.
        Cancelled: the event was set.
    """
    hypotheses = [task.prepare(text) for text in texts]
    mrs = [task.prepare(mr) for mr in task.mrs]
    bleus = yield from _bleu(hypotheses, task.references, cancel)
    nists = yield from nist(hypotheses, task.references, cancel)
    rouges = yield from rouge_l(hypotheses, task.references, cancel)
    ciders = yield from cider(hypotheses, task.references, cancel)
    pairs = list(zip(mrs, hypotheses, strict=True))
    found = yield from portions.each(_slots, pairs, "slots", cancel)
    problem, meteors = "", None
    try:
        if with_meteor:
            meteors = yield from meteor.meteor(hypotheses, task.references, cancel)
        else:
            problem = _LEFT_OUT
    except meteor.MeteorUnavailableError as error:
        problem = str(error)
    metrics = _Metrics(bleus, nists, rouges, ciders, meteors)
    errors = [SlotErrors.of(one, text) for one, text in zip(found, hypotheses, strict=True)]
    scored = tuple(
        ScoredText(*strings, metrics.of_text(index, errors[index]), found[index])
        for index, strings in enumerate(
            zip(task.mrs, texts, mrs, hypotheses, task.references, strict=True)
        )
    )
    whole = metrics.of_set(SlotErrors.total(errors))
    yield Report(system, task.corpus, task.protocol, whole, scored, problem)


@dataclass(frozen=True, slots=True)
class _Metrics:
    bleu: Scores
    nist: Scores
    rouge_l: Scores
    cider: Scores
    meteor: Scores | None

    def of_set(self, errors: SlotErrors) -> Figures:
        return Figures(
            bleu=self.bleu.corpus,
            nist=self.nist.corpus,
            meteor=None if self.meteor is None else self.meteor.corpus,
            rouge_l=self.rouge_l.corpus,
            cider=self.cider.corpus,
            slot_errors=errors,
        )

    def of_text(self, index: int, errors: SlotErrors) -> Figures:
        return Figures(
            bleu=self.bleu.sentences[index],
            nist=self.nist.sentences[index],
            meteor=None if self.meteor is None else self.meteor.sentences[index],
            rouge_l=self.rouge_l.sentences[index],
            cider=self.cider.sentences[index],
            slot_errors=errors,
        )


def _bleu(
    hypotheses: Sequence[str], references: References, cancel: Event | None
) -> Generator[Progress, None, Scores]:
    counts = bleu.BleuCounts()
    sentences: list[float] = []
    for start in range(0, len(hypotheses), PORTION):
        cancellation.check(cancel)
        yield Progress(start, len(hypotheses), "texts", "BLEU")
        part, own = hypotheses[start : start + PORTION], references[start : start + PORTION]
        counts.add(part, own)
        sentences += bleu.sentence_bleu(part, own)
    return Scores(counts.score(), tuple(sentences))


def _slots(pair: tuple[str, str]) -> SlotFindings:
    mr, text = pair
    return findings.find(findings.read_mr(mr), text)
