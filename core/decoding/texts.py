"""All that is written from one source, whatever the strategy, as the records that are shown."""

from __future__ import annotations

import time
from collections.abc import Iterator, MutableMapping
from dataclasses import replace
from threading import Event

from core.config import DecodingConfig, Strategy
from core.decoding import hypotheses
from core.decoding.steps import PrefixState, source_view, steps
from core.generation_tree import GenerationTree
from core.network.model import EdaCs
from core.records import (
    CharacterStep,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    HypothesesFound,
    Hypothesis,
    Phase,
    SearchProgress,
)


def write(
    model: EdaCs,
    source: str,
    phase: Phase,
    config: DecodingConfig,
    *,
    run: int = 0,
    prefixes: MutableMapping[tuple[int, int], PrefixState] | None = None,
    cancel: Event | None = None,
) -> Iterator[GenerationRecord]:
    """Write from a source: one text, or with beam search several, best first.

    `prefixes` keeps the states of a text that is written step by step; beam search keeps none.

    Yields:
        The records of `steps`; from beam search GenerationStarted of branch 0, SearchProgress,
        HypothesesFound, then what `steps` has of every hypothesis, of branch 0 for the best. When
        the event is set, these are the hypotheses found until then.

    Raises:
        Cancelled: the event was set before beam search had a character.
        ConfigError: reranking is asked for where it cannot be had.
        DistributionError: the network gave no numbers.
    """
    if config.strategy is not Strategy.BEAM:
        yield from steps(model, source, phase, config, run=run, prefixes=prefixes, cancel=cancel)
        return
    began = time.perf_counter()
    view = source_view(source, model.alphabet, phase)
    yield GenerationStarted(run, 0, view, model.name)
    found: tuple[Hypothesis, ...] = ()
    for part in hypotheses.searching(model, source, phase, config, run=run, cancel=cancel):
        if isinstance(part, SearchProgress):
            yield part
        else:
            found = part
    seconds = time.perf_counter() - began
    stopped = cancel is not None and cancel.is_set()
    yield HypothesesFound(run, tuple(replace(h, steps=()) for h in found), complete=not stopped)
    for branch, text in enumerate(found):
        if branch:
            yield GenerationStarted(run, branch, view, model.name)
        yield from text.steps
        yield GenerationFinished(run, branch, text.text, text.ending, text.log_probability, seconds)


def tree(model: EdaCs, source: str, phase: Phase, config: DecodingConfig) -> GenerationTree:
    """Everything that `write` gives, as a tree; it raises what `write` raises."""
    view = source_view(source, model.alphabet, phase)
    whole = GenerationTree(0, view, phase, config, model.name)
    for record in write(model, source, phase, config):
        if isinstance(record, CharacterStep):
            whole.append([record])
        elif isinstance(record, GenerationStarted):
            whole.begin(record)
        elif isinstance(record, GenerationFinished):
            whole.finish(record)
        elif isinstance(record, HypothesesFound):
            whole.hypotheses = record.hypotheses
    return whole
