"""The texts found for many sources at once: by beam search, joined by samples, and reranked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event

import torch

from core.batching import Sources
from core.cancellation import Cancelled
from core.config import DecodingConfig
from core.decoding import beam, rerank, sampling
from core.decoding.race import Race
from core.decoding.rerank import Judged
from core.network.memory import Memory
from core.network.model import EdaCs
from core.records import Ending, Hypothesis, Phase, SearchProgress, SearchStage


def found(
    model: EdaCs,
    sources: Sequence[str],
    phase: Phase,
    config: DecodingConfig,
    *,
    best: int | None = None,
    trace: bool = False,
    run: int = 0,
    cancel: Event | None = None,
) -> list[tuple[Hypothesis, ...]]:
    """The best texts of every source, best first, by beam search and, where asked, reranking.

    `best` is how many, all that were found if None. With `trace`, hypotheses carry their steps,
    of branch 0 for the best, 1 for the next.

    Raises:
        ConfigError: reranking is asked for, and cannot be had of this model or in this phase.
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    if not config.rerank:
        return beam.search(
            model, sources, phase, config, best=best, trace=trace, run=run, cancel=cancel
        )
    rerank.check(model, phase, config)
    read = config.reconstruction_weight > 0
    all_judged = judged(model, sources, config, read=read, trace=trace, run=run, cancel=cancel)
    return [
        rerank.ranked(source, texts, config)[:best]
        for source, texts in zip(sources, all_judged, strict=True)
    ]


@torch.inference_mode()
def judged(
    model: EdaCs,
    mrs: Sequence[str],
    config: DecodingConfig,
    *,
    read: bool,
    trace: bool = False,
    run: int = 0,
    cancel: Event | None = None,
) -> list[tuple[Judged, ...]]:
    """The sentences that beam search and sampling find for every MR, ready to be ranked.

    Only texts that were `read` back can be ranked by that.

    Raises:
        ConfigError: they are to be read, and the model was trained without the exchange of GRUs.
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    encoded = Sources.of(mrs, model.alphabet, str(model.device))
    memory = model.encode(encoded, Phase.TABLE_TO_TEXT, cancel)
    texts = beam.over(model, memory, config, trace=trace, run=run, cancel=cancel)
    texts = _with_drawn(model, memory, texts, config, trace=trace, run=run, cancel=cancel)
    return rerank.judged(model, mrs, texts, cancel, read=read)


@torch.inference_mode()
def searching(
    model: EdaCs,
    source: str,
    phase: Phase,
    config: DecodingConfig,
    *,
    run: int = 0,
    cancel: Event | None = None,
) -> Iterator[SearchProgress | tuple[Hypothesis, ...]]:
    """The search for one source as it goes on, and at last its texts with their steps, best first.

    Where the event is set, they are what was found until then: unfinished ones end as STOPPED, and
    those that were not all read back keep the beam's order.

    Raises:
        Cancelled: the event was set before there was a character.
        ConfigError: reranking is asked for, and cannot be had of this model or in this phase.
        DistributionError: the network gave no numbers.
    """
    if config.rerank:
        rerank.check(model, phase, config)
    memory = model.encode(Sources.of([source], model.alphabet, str(model.device)), phase, cancel)
    race: Race | None = None
    try:
        for (race,) in beam.racing(model, memory, config, trace=True, cancel=cancel):
            yield SearchProgress(run, race.leading, SearchStage.SEARCHING, race.ended)
    except Cancelled:
        if race is None:
            raise
        yield race.hypotheses(run, cut=Ending.STOPPED)
        return
    found = race.hypotheses(run) if race is not None else ()
    if config.rerank:
        try:
            yield from _reranking(model, memory, found, config, run, cancel)
        except Cancelled:
            yield found
    else:
        yield found


def _reranking(
    model: EdaCs,
    memory: Memory,
    found: tuple[Hypothesis, ...],
    config: DecodingConfig,
    run: int,
    cancel: Event | None,
) -> Iterator[SearchProgress | tuple[Hypothesis, ...]]:
    """Join the beam's texts by drawn ones, and rank all of them."""
    best, (source,) = found[0].text, memory.sources.texts
    read = config.reconstruction_weight > 0
    if config.samples:
        yield SearchProgress(run, best, SearchStage.DRAWING, config.samples)
    (found,) = _with_drawn(model, memory, [found], config, trace=True, run=run, cancel=cancel)
    if read:
        yield SearchProgress(run, best, SearchStage.READING, len(found))
    (judged,) = rerank.judged(model, [source], [found], cancel, read=read)
    yield rerank.ranked(source, judged, config)


def _with_drawn(
    model: EdaCs,
    memory: Memory,
    found: list[tuple[Hypothesis, ...]],
    config: DecodingConfig,
    *,
    trace: bool,
    run: int,
    cancel: Event | None,
) -> list[tuple[Hypothesis, ...]]:
    """The texts of every source, joined by those that are drawn, where any are asked for."""
    if not config.samples:
        return found
    drawn = sampling.over(model, memory, config, trace=trace, run=run, cancel=cancel)
    return [_distinct(a + b) for a, b in zip(found, drawn, strict=True)]


def _distinct(texts: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
    """Without those that came before."""
    known: dict[tuple[str, Ending], Hypothesis] = {}
    for text in texts:
        known.setdefault((text.text, text.ending), text)
    return tuple(known.values())
