"""How fast texts are written: one with its full trace, and a whole set at once.

    python -m tests.bench.generate_speed [--model NAME|PATH] [--corpus FILE.csv] [--threads N]

One MR is written again and again on one thread, and the fastest time counts; the set is written
once, on the threads asked for. `first_character_ms` runs from the call to the first character.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from core import checkpoint, device, model_card
from core.config import DecodingConfig
from core.corpus import demo
from core.corpus.formats import read
from core.decoding import greedy
from core.decoding.steps import steps
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
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    examples = read(options.corpus).examples if options.corpus else demo.corpus().dev
    mrs = sorted({e.mr for e in examples}, key=len)
    model = checkpoint.load(model_card.find(options.model)).model()
    device.set_threads(1)
    single = _single(model)
    device.set_threads(options.threads)
    print(json.dumps({**single, **_batched(model, mrs)}))


def _single(model: EdaCs) -> dict[str, float]:
    rates, firsts = [], []
    for _ in range(RUNS):
        began = time.perf_counter()
        first, count = None, 0
        for record in steps(model, MR, Phase.TABLE_TO_TEXT, DecodingConfig(max_length=LONGEST)):
            if isinstance(record, CharacterStep):
                first = first or time.perf_counter() - began
                count += 1
        rates.append(count / (time.perf_counter() - began))
        firsts.append(first or 0.0)
    return {
        "characters_per_second": round(max(rates)),
        "first_character_ms": round(1000 * min(firsts), 2),
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
