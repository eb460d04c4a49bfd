"""What-ifs: a text that departs from one written before, at the cost of a step where it can be."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, MutableMapping
from dataclasses import replace
from threading import Event

from core.config import DecodingConfig, Strategy
from core.decoding.steps import PrefixState, steps
from core.generation_tree import BranchRequest
from core.network.model import EdaCs
from core.records import CharacterStep, GenerationRecord, Phase

MOST_STATES = 20_000
"""Some kilobytes each: enough for dozens of long texts."""


class PrefixStates(OrderedDict[tuple[int, int], PrefixState]):
    """The states of one run by (branch, index of the next step); the oldest make room."""

    def __setitem__(self, key: tuple[int, int], state: PrefixState) -> None:
        super().__setitem__(key, state)
        self.move_to_end(key)
        while len(self) > MOST_STATES:
            self.popitem(last=False)


def branch(
    model: EdaCs,
    source: str,
    phase: Phase,
    config: DecodingConfig,
    request: BranchRequest,
    prefixes: MutableMapping[tuple[int, int], PrefixState],
    cancel: Event | None = None,
) -> Iterator[GenerationRecord]:
    """Write the text of a what-if, from where it departs.

    It goes on from the state kept there. Where there is none, all before it is written once more,
    with the same characters and pins, and its states are kept for the next what-if. What beam
    search wrote goes on with the likeliest character.

    Yields:
        GenerationStarted, the branch's own steps, GenerationFinished.

    Raises:
        DistributionError: the network gave no numbers.
        WhatIfError: the character can neither be generated nor copied, or a pin is out of range.
    """
    if config.strategy is Strategy.BEAM:
        config = replace(config, strategy=Strategy.GREEDY)
    records = steps(
        model,
        source,
        phase,
        config,
        run=request.run,
        branch=request.branch,
        start=prefixes.get((request.parent, request.index)),
        prefixes=prefixes,
        forced=request.forced,
        p_gen_pins=request.p_gen_pins,
        attention_pins=request.attention_pins,
        cancel=cancel,
    )
    for record in records:
        if isinstance(record, CharacterStep) and record.index <= request.index:
            # Up to where it departs, the states are those of the text that it departs from.
            prefixes[request.parent, record.index] = prefixes.pop((request.branch, record.index))
            if record.index < request.index:
                continue
        yield record
