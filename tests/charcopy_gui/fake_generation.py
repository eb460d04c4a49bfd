"""A model made of arithmetic: it writes one sentence, copying the values, as fast as it is let."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from charcopy_gui.workers.requests import (
    Load,
    LoadedModel,
    ModelReady,
    Write,
    WritingRequest,
)
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.config import ModelConfig, Strategy
from core.generation_tree import BranchRequest
from core.meaning_representation import MeaningRepresentation, slot_spans
from core.model_card import ModelCard
from core.records import (
    END_LABEL,
    START_LABEL,
    Candidate,
    CharacterStep,
    DeviceInfo,
    Ending,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    HypothesesFound,
    Hypothesis,
    Phase,
    Progress,
    SearchProgress,
    SearchStage,
    SourceView,
)

MODEL = Path("toy.safetensors")
ALPHABET = Alphabet.from_texts(["£é"])


def sentence_for(mr: str) -> str:
    values = {slot.name: slot.value for slot in MeaningRepresentation.parse(mr).slots}
    parts = [values.get("name", "It"), " is a ", values.get("priceRange", ""), " "]
    parts += [values.get("food", ""), " ", values.get("eatType", "place")]
    for slot, words in (("area", " in the "), ("near", " near ")):
        parts += [words, values[slot]] if slot in values else []
    return " ".join("".join(parts).split()) + "."


def step_for(mr: str, text: str, index: int, *, run: int = 0) -> CharacterStep:
    size = len(mr) + 2
    character = text[index] if index < len(text) else END_LABEL
    word = text[: index + 1].split(" ")[-1]
    found = mr.find(word) if len(word) > 1 else -1
    at = found + len(word) if found >= 0 else size - 1
    alignment = np.full(size, 0.15 / (size - 1), np.float32)
    alignment[at] = 0.85
    p_gen = 0.03 if found >= 0 else 0.95
    shares = [(character, 0.9), *zip("aeorn", (0.04, 0.03, 0.01, 0.01, 0.01), strict=True)]
    candidates = tuple(Candidate(c, p, p * p_gen, p * (1 - p_gen)) for c, p in shares)
    return CharacterStep(
        run=run,
        branch=0,
        index=index,
        character=character,
        forced=False,
        log_probability=float(np.log(0.9)),
        entropy=0.5,
        alignment=alignment,
        copy_alignment=np.roll(alignment, 1),
        p_gen=p_gen,
        candidates=candidates,
    )


HELD = 5
"""Characters that are written before a writer is held."""


def writer(
    pause: float = 0.0,
    text: Callable[[str], str] = sentence_for,
    hold: threading.Event | None = None,
) -> Write:
    """A writer that waits so many seconds before each character, unless it is cancelled.

    One that is held writes a few characters, and goes on when the event is set. A branch has the
    sentence's characters behind what is forced. Beam search finds the sentence with more and more
    exclamation marks, and first says how far it has come.
    """

    def write(request: WritingRequest, cancel: threading.Event) -> Iterator[GenerationRecord]:
        whole = text(request.source)
        if request.branch is not None or request.config.strategy is not Strategy.BEAM:
            yield from write_one(request, whole, cancel)
            return
        yield GenerationStarted(request.run, 0, _view(request), "toy")
        leading = ""
        for index in range(len(whole)):
            wait(index, cancel)
            if cancel.wait(pause) if pause else cancel.is_set():
                break
            leading = whole[: index + 1]
            yield SearchProgress(request.run, leading, SearchStage.SEARCHING, 0)
        yield from _found(request, leading, stopped=cancel.is_set())

    def wait(index: int, cancel: threading.Event) -> None:
        while hold is not None and index == HELD and not hold.wait(0.01) and not cancel.is_set():
            pass

    def write_one(
        request: WritingRequest, whole: str, cancel: threading.Event
    ) -> Iterator[GenerationRecord]:
        began, run, asked = time.perf_counter(), request.run, request.branch
        branch, first = (0, 0) if asked is None else (asked.branch, asked.index)
        whole = whole if asked is None else _begun_as_asked(whole, asked)
        yield GenerationStarted(run, branch, _view(request), "toy")
        ending, written = Ending.END, whole[:first]
        for index in range(first, len(whole) + 1):
            wait(index, cancel)
            if cancel.wait(pause) if pause else cancel.is_set():
                ending = Ending.STOPPED
                break
            step = replace(step_for(request.source, whole, index, run=run), branch=branch)
            yield step if asked is None else _forced(step, asked)
            written = whole[: index + 1]
        seconds = time.perf_counter() - began
        yield GenerationFinished(run, branch, written, ending, len(written) * np.log(0.9), seconds)

    return write


def _found(request: WritingRequest, leading: str, *, stopped: bool) -> Iterator[GenerationRecord]:
    """What beam search has found by now, as the worker says it."""
    if not leading:
        raise Cancelled
    ending, count = (Ending.STOPPED, 1) if stopped else (Ending.END, request.config.beam_width)
    texts = [leading + n * "!" for n in range(count)]
    found = [Hypothesis(t, ending, -len(t) / 10, -len(t) / 100) for t in texts]
    yield HypothesesFound(request.run, tuple(found), complete=not stopped)
    for branch, text in enumerate(texts):
        if branch:
            yield GenerationStarted(request.run, branch, _view(request), "toy")
        for index in range(len(text) + (not stopped)):
            yield replace(step_for(request.source, text, index, run=request.run), branch=branch)
        total = len(text) * np.log(0.9)
        yield GenerationFinished(request.run, branch, text, ending, total, 0.1)


def _view(request: WritingRequest) -> SourceView:
    source = request.source
    unknown = frozenset(i for i, c in enumerate(source, 1) if c not in ALPHABET)
    spans = slot_spans(source) if request.phase is Phase.TABLE_TO_TEXT else ()
    return SourceView((START_LABEL, *source, END_LABEL), spans, unknown)


def _begun_as_asked(whole: str, asked: BranchRequest) -> str:
    """The text with what is forced before the rest, up to an end that is forced."""
    begun = [asked.forced[index] for index in range(len(asked.forced))]
    if END_LABEL in begun:
        return "".join(begun[:-1])
    return "".join(begun) + whole[len(begun) :]


def _forced(step: CharacterStep, asked: BranchRequest) -> CharacterStep:
    step = replace(step, forced=step.index in asked.forced)
    if step.index in asked.attention_pins:
        alignment = np.zeros_like(step.alignment)
        alignment[asked.attention_pins[step.index]] = 1
        step = replace(step, alignment=alignment)
    return replace(step, p_gen=asked.p_gen_pins.get(step.index, step.p_gen))


def loader(write: Write | None = None, sha256: str = "") -> Load:
    """Loads the model of arithmetic; asked for CUDA, it says why it takes the CPU."""

    def load(path: Path, device: str, cancel: threading.Event) -> Iterable[Progress | LoadedModel]:
        del cancel
        card = ModelCard("toy", path, ModelConfig(), ALPHABET)
        reason = "torch finds no usable NVIDIA GPU, so the CPU is used." if device == "cuda" else ""
        ready = ModelReady(card, DeviceInfo("cpu", "CPU, 1 thread", reason), sha256)
        return [LoadedModel(ready, write or writer())]

    return load
