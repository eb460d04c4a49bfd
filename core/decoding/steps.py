"""steps(): one text, one character at a time, with everything the network knew at each.

Shapes: S source positions, V alphabet, X extra characters; batches of one row, one step.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from threading import Event

import numpy as np
import torch

from core.alphabet import EOS, UNKNOWN, Alphabet, ExtendedAlphabet
from core.batching import Sources
from core.cancellation import Cancelled
from core.config import ConfigError, DecodingConfig, Strategy
from core.decoding import sampling
from core.decoding.distribution import DistributionError
from core.decoding.next_character import NextCharacter
from core.failures import InputError
from core.meaning_representation import slot_spans
from core.network.memory import DecoderState, Memory
from core.network.model import EdaCs
from core.records import (
    END_LABEL,
    START_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    Phase,
    SourceView,
)


class WhatIfError(InputError):
    """A character or a value that cannot be forced; the message says which, where and why."""


@dataclass(frozen=True)
class PrefixState:
    """All that continuing after a prefix needs: a fork costs one step."""

    memory: Memory
    state: DecoderState
    text: str
    log_probability: float
    index: int
    """The index of the next step."""

    def after(self, choice: int, step: CharacterStep, state: DecoderState) -> PrefixState:
        """The state once this step was taken."""
        return PrefixState(
            self.memory,
            state.after(torch.full_like(state.character, choice)),
            self.text if choice == EOS else self.text + step.character,
            self.log_probability + step.log_probability,
            self.index + 1,
        )


def steps(
    model: EdaCs,
    source: str,
    phase: Phase,
    config: DecodingConfig,
    *,
    run: int = 0,
    branch: int = 0,
    start: PrefixState | None = None,
    prefixes: MutableMapping[tuple[int, int], PrefixState] | None = None,
    forced: Mapping[int, str] | None = None,
    p_gen_pins: Mapping[int, float] | None = None,
    attention_pins: Mapping[int, int] | None = None,
    cancel: Event | None = None,
) -> Iterator[GenerationRecord]:
    """Write one text from a source.

    `start` continues after a prefix kept earlier; `prefixes` keeps those of this run by
    (branch, index of the next step). `forced` sets the character at a step (END_LABEL ends the
    text), `p_gen_pins` the value of p_gen, `attention_pins` the one source position attended to.

    Yields:
        GenerationStarted, a CharacterStep for every character, the end included, and
        GenerationFinished; also after a cancellation, with what was written until then.

    Raises:
        ConfigError: the strategy is beam search.
        DistributionError: the network gave no numbers.
        WhatIfError: a forced character can neither be generated nor copied, or a pin is out of
            range.
    """
    began = time.perf_counter()
    if config.strategy is Strategy.BEAM:
        msg = "One text is written step by step by greedy decoding or sampling, not by beam search."
        raise ConfigError(msg)
    alphabet = model.alphabet.extended_by(source)
    view = source_view(source, model.alphabet, phase)
    _check_forced(alphabet, forced or {})
    _check_pins(p_gen_pins or {}, attention_pins or {}, _pinnable(model, len(view.characters)))
    yield GenerationStarted(run, branch, view, model.name)
    prefix, ending = start, Ending.LENGTH
    try:
        prefix = prefix or _begin(model, source, phase, cancel)
    except Cancelled:
        yield GenerationFinished(run, branch, "", Ending.STOPPED, 0.0, time.perf_counter() - began)
        return
    while prefix.index < config.max_length:
        if cancel is not None and cancel.is_set():
            ending = Ending.STOPPED
            break
        if prefixes is not None:
            prefixes[branch, prefix.index] = prefix
        index = prefix.index
        following, state = _advance(model, prefix, p_gen_pins, attention_pins)
        if not np.isfinite(following.mixture.sum()):
            raise DistributionError(index, source)
        wanted = (forced or {}).get(index)
        choice = _choose(following, config, index, alphabet, wanted)
        step = following.step(
            choice,
            alphabet,
            config.candidates,
            run=run,
            branch=branch,
            index=index,
            forced=wanted is not None,
        )
        prefix = prefix.after(choice, step, state)
        yield step
        if step.character == END_LABEL:
            ending = Ending.END
            break
    seconds = time.perf_counter() - began
    yield GenerationFinished(run, branch, prefix.text, ending, prefix.log_probability, seconds)


def source_view(source: str, alphabet: Alphabet, phase: Phase) -> SourceView:
    """The source as the window shows it: labels at the ends, slots marked, unknowns named."""
    unknown = frozenset(i for i, c in enumerate(source, 1) if c not in alphabet)
    spans = slot_spans(source) if phase is Phase.TABLE_TO_TEXT else ()
    return SourceView((START_LABEL, *source, END_LABEL), spans, unknown)


def _check_forced(alphabet: ExtendedAlphabet, forced: Mapping[int, str]) -> None:
    for index, character in forced.items():
        if character != END_LABEL and (len(character) != 1 or alphabet.id(character) == UNKNOWN):
            msg = f"{character!r}, forced at step {index + 1}, can neither be generated nor copied."
            raise WhatIfError(msg)


def _pinnable(model: EdaCs, positions: int) -> range:
    """Where attention alone can be and there is something to copy.

    With the shift none follows the last position, without it none stands at the first.
    """
    if not model.config.copy:
        return range(positions)
    return range(positions - 1) if model.config.shift else range(1, positions)


def _check_pins(
    p_gen_pins: Mapping[int, float], attention_pins: Mapping[int, int], pinnable: range
) -> None:
    for index, value in p_gen_pins.items():
        if not 0 <= value <= 1:
            msg = f"p_gen at step {index + 1} must lie between 0 and 1, not {value!r}."
            raise WhatIfError(msg)
    for index, position in attention_pins.items():
        if position not in pinnable:
            first, last = pinnable[0], pinnable[-1]
            msg = f"Attention at step {index + 1} must go to a position from {first} to {last}."
            raise WhatIfError(msg)


@torch.inference_mode()
def _begin(model: EdaCs, source: str, phase: Phase, cancel: Event | None) -> PrefixState:
    sources = Sources.of([source], model.alphabet, str(model.device))
    memory = model.quickened(model.encode(sources, phase, cancel))
    return PrefixState(memory, model.start(memory), "", 0.0, 0)


@torch.inference_mode()
def _advance(
    model: EdaCs,
    prefix: PrefixState,
    p_gen_pins: Mapping[int, float] | None,
    attention_pins: Mapping[int, int] | None,
) -> tuple[NextCharacter, DecoderState]:
    outputs, state = model.decode_step(
        prefix.memory,
        prefix.state,
        p_gen_pin=(p_gen_pins or {}).get(prefix.index),
        attention_pin=(attention_pins or {}).get(prefix.index),
    )
    return NextCharacter.of(outputs), state


def _choose(
    following: NextCharacter,
    config: DecodingConfig,
    index: int,
    alphabet: ExtendedAlphabet,
    forced: str | None,
) -> int:
    """The extended id of the next character."""
    if forced is not None:
        return EOS if forced == END_LABEL else alphabet.id(forced)
    if config.strategy is Strategy.SAMPLED:
        # The draw depends on seed and step alone, so a fork repeats it.
        point = np.random.default_rng((config.seed, index)).random(1)
        return int(sampling.drawn(following.mixture[None], point, config)[0])
    return int(following.mixture.argmax())
