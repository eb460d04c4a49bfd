"""How fast texts are written: one with its full trace, and a whole set at once.

    python -m tests.bench.generate_speed [--model NAME|PATH] [--corpus FILE.csv] [--threads N]
                                         [--hidden H]

One MR is written again and again on one thread by an untrained network of the size asked for, on
the kernels and in plain torch in turns, and the fastest time counts. `first_character_ms` runs from
the call to the first character. A what-if departs from the text's last quarter: `fork_ms` is the
time to its first character from the state kept there, `anew_ms` where the beginning has to be
written again. The set, E2E's test split where it is here and else the demo
corpus' dev split, is written once by the model, on as many threads as an evaluation takes.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from core import checkpoint, device, kernels, model_card
from core.alphabet import Alphabet
from core.config import DecodingConfig, ModelConfig
from core.corpus import catalog, demo, folders
from core.corpus.formats import read
from core.decoding import branching, greedy, texts
from core.decoding.branching import PrefixStates
from core.decoding.steps import steps
from core.generation_tree import BranchRequest
from core.network.model import EdaCs
from core.records import CharacterStep, Phase

MR = "name[Zizzi Blue], eatType[pub], food[French], priceRange[cheap], area[riverside]"
RUNS = 10
BATCH = 64
LONGEST = 400


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default=model_card.DEFAULT)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=256)
    options = parser.parse_args()
    corpus = options.corpus or folders.files(catalog.E2E).get("test")
    examples = read(corpus).examples if corpus else demo.corpus().dev
    mrs = sorted({e.mr for e in examples}, key=len)
    model = checkpoint.load(model_card.find(options.model)).model()
    device.set_threads(1)
    single = _single(options.hidden)
    device.set_threads(options.threads)
    print(json.dumps({**single, **_batched(model, mrs)}))


def _single(hidden: int) -> dict[str, float]:
    config = ModelConfig(hidden_size=hidden, attention_size=hidden // 2)
    model = EdaCs.seeded(config, Alphabet.from_texts(["£é"]), seed=1).eval()
    kernels.prepare()
    chosen = list(kernels._chosen)
    fast, plain = [], []
    for _ in range(RUNS):
        for found, ready in ((fast, chosen), (plain, [None])):
            kernels._chosen[:] = ready
            found.append(_written(model))
    kernels._chosen[:] = chosen
    rate, of_plain = (max(rate for rate, _ in found) for found in (fast, plain))
    return {
        "characters_per_second": round(rate),
        "first_character_ms": round(1000 * min(first for _, first in fast), 2),
        "plain_characters_per_second": round(of_plain),
        "ratio": round(rate / of_plain, 2),
        "hidden_size": hidden,
        **_forked(model),
    }


def _written(model: EdaCs) -> tuple[float, float]:
    """Characters a second, and seconds to the first."""
    began, first, count = time.perf_counter(), 0.0, 0
    for record in steps(model, MR, Phase.TABLE_TO_TEXT, DecodingConfig(max_length=LONGEST)):
        if isinstance(record, CharacterStep):
            first = first or time.perf_counter() - began
            count += 1
    return count / (time.perf_counter() - began), first


def _forked(model: EdaCs) -> dict[str, float]:
    config, states = DecodingConfig(max_length=LONGEST), PrefixStates()
    records = list(texts.write(model, MR, Phase.TABLE_TO_TEXT, config, prefixes=states))
    steps_taken = [record for record in records if isinstance(record, CharacterStep)]
    index = len(steps_taken) * 3 // 4
    forced = {step.index: step.character for step in steps_taken[:index]} | {index: "a"}
    request = BranchRequest(0, 1, 0, index, forced, {}, {})
    fork, anew = [], []
    for _ in range(RUNS):
        for found, kept in ((fork, states), (anew, PrefixStates())):
            asked = model, MR, Phase.TABLE_TO_TEXT, config, request, kept
            began = time.perf_counter()
            next(r for r in branching.branch(*asked) if isinstance(r, CharacterStep))
            found.append(time.perf_counter() - began)
    return {
        "fork_ms": round(1000 * min(fork), 3),
        "anew_ms": round(1000 * min(anew), 3),
        "fork_at": index,
    }


def _batched(model: EdaCs, mrs: list[str]) -> dict[str, float]:
    began, written = time.perf_counter(), 0
    for start in range(0, len(mrs), BATCH):
        part = mrs[start : start + BATCH]
        texts = greedy.decode(model, part, Phase.TABLE_TO_TEXT, LONGEST)
        written += sum(map(len, texts))
    seconds = time.perf_counter() - began
    return {
        "batched_seconds": round(seconds, 2),
        "batched_mrs": len(mrs),
        "batched_characters_per_second": round(written / seconds),
    }


if __name__ == "__main__":
    main()
