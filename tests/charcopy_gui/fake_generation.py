"""A model made of arithmetic: it writes one sentence, copying the values, as fast as it is let."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from charcopy_gui.workers.generation import Load, LoadedModel, ModelReady, Write
from core.alphabet import Alphabet
from core.config import DecodingConfig, ModelConfig
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

    One that is held writes a few characters, and goes on when the event is set.
    """

    def write(
        mr: str, config: DecodingConfig, run: int, cancel: threading.Event
    ) -> Iterator[GenerationRecord]:
        del config
        began, whole, written = time.perf_counter(), text(mr), ""
        unknown = frozenset(i for i, c in enumerate(mr, 1) if c not in ALPHABET)
        source = SourceView((START_LABEL, *mr, END_LABEL), slot_spans(mr), unknown)
        yield GenerationStarted(run, 0, source, "toy")
        ending = Ending.END
        for index in range(len(whole) + 1):
            while hold is not None and index == HELD and not hold.wait(0.01):
                if cancel.is_set():
                    break
            if cancel.wait(pause) if pause else cancel.is_set():
                ending = Ending.STOPPED
                break
            yield step_for(mr, whole, index, run=run)
            written = whole[: index + 1]
        seconds = time.perf_counter() - began
        yield GenerationFinished(run, 0, written, ending, len(written) * np.log(0.9), seconds)

    return write


def loader(write: Write | None = None) -> Load:
    """Loads the model of arithmetic; asked for CUDA, it says why it takes the CPU."""

    def load(path: Path, device: str, cancel: threading.Event) -> LoadedModel:
        del cancel
        card = ModelCard("toy", path, ModelConfig(), ALPHABET)
        reason = "torch finds no usable NVIDIA GPU, so the CPU is used." if device == "cuda" else ""
        ready = ModelReady(card, DeviceInfo("cpu", "CPU, 1 thread", reason))
        return LoadedModel(ready, write or writer())

    return load
