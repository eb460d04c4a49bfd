"""How a training step grows with its batch, and what memory it takes.

    python -m tests.bench.scaling [--hidden H]

Step times are of both phases, on one thread with the program's default sizes: S is the length of
the MRs, T that of the texts, B the number of texts, four to an MR; one is varied at a time, and
the exponent is the slope of the time's logarithm over the size's. `corpus_ms_per_batch` is what
an epoch's cutting into batches costs each of them. Memory is measured in a process of its own
for each T, with H = 256, A = 128, E = 32, B = 64 and S = 100: the peak of the process before its
first step and after it, everything that the program loads included.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_lowercase
from threading import Event

import torch

from core import kernels
from core.alphabet import Alphabet
from core.batching import batches
from core.config import ModelConfig, TrainingConfig
from core.network.model import EdaCs
from core.training.step import Stepper

RUNS = 3
BATCH = 64
LARGE = ModelConfig(hidden_size=256, attention_size=128)
CORPORA = (1_000, 10_000, 40_000)
"""Numbers of texts."""
LENGTHS = (100, 200, 400)
"""T of the steps whose memory is measured."""


@dataclass(frozen=True)
class Size:
    """Of one batch: S, T and B without SOS and EOS."""

    S: int = 100
    T: int = 100
    B: int = 32

    def pairs(self) -> list[tuple[str, str]]:
        """Four random texts for each of random MRs."""
        chance = random.Random(1)
        written = [_text(chance, self.T) for _ in range(self.B)]
        sources = [_text(chance, self.S) for _ in range(math.ceil(self.B / 4))]
        return [(sources[i // 4], text) for i, text in enumerate(written)]


VARIED = {"S": (50, 100, 200), "T": (50, 100, 200), "B": (16, 32, 64)}


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hidden", type=int, default=ModelConfig().hidden_size)
    parser.add_argument("--memory", type=int, help="only one step with texts of this length")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.memory:
        print(json.dumps(peak_of_a_step(LARGE, Size(T=options.memory, B=BATCH))))
        return
    kernels.prepare()
    model = ModelConfig(hidden_size=options.hidden, attention_size=options.hidden // 2)
    found = {name: step_times(model, name, sizes) for name, sizes in VARIED.items()}
    seconds = {n: {k: round(v, 3) for k, v in times.items()} for n, times in found.items()}
    print(
        json.dumps(
            {
                "step_seconds": seconds,
                "exponent": {name: round(slope(times), 2) for name, times in found.items()},
                "corpus_ms_per_batch": {n: round(cutting(n), 3) for n in CORPORA},
                "memory_megabytes": {length: _apart(length) for length in LENGTHS},
            }
        )
    )


def step_times(model: ModelConfig, name: str, sizes: Sequence[int]) -> dict[int, float]:
    """Seconds of a step for each value of S, T or B, the fastest of a few."""
    found = {}
    for value in sizes:
        stepper, pairs = _stepper(model), replace(Size(), **{name: value}).pairs()
        times = []
        for number in range(RUNS):
            began = time.perf_counter()
            stepper.step(pairs, number, 1e-3)
            times.append(time.perf_counter() - began)
        found[value] = min(times)
    return found


def slope(times: dict[int, float]) -> float:
    """The exponent with which times grow, by least squares of the logarithms."""
    logarithms = [[math.log(value) for value in part] for part in (times, times.values())]
    return statistics.linear_regression(*logarithms).slope


def cutting(texts: int) -> float:
    """Milliseconds that an epoch's cutting costs each batch of a corpus with so many texts."""
    chance = random.Random(1)
    grouped = {
        f"mr {number}": [_text(chance, chance.randint(50, 150)) for _ in range(8)]
        for number in range(texts // 8)
    }
    began = time.perf_counter()
    count = sum(1 for _ in batches(grouped, BATCH, 4, seed=1, epoch=0))
    return 1000 * (time.perf_counter() - began) / count


def peak_of_a_step(model: ModelConfig, size: Size) -> dict[str, int]:
    """This process's peak in megabytes before its first step and after it."""
    kernels.prepare()
    stepper, pairs = _stepper(model), size.pairs()
    before = _peak()
    stepper.step(pairs, 1, 1e-3)
    return {"before": before, "after": _peak()}


def _apart(length: int) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.bench.scaling", "--memory", str(length)]
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    found: dict[str, int] = json.loads(said)
    return found


def _peak() -> int:
    """The most memory this process had so far, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux hands ru_maxrss on from whoever started the process; this, never.
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) // 2**10
    import resource  # Windows has none.

    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def _stepper(model: ModelConfig) -> Stepper:
    network = EdaCs.seeded(model, Alphabet.from_texts([]), seed=1)
    adam = torch.optim.Adam(network.parameters())
    return Stepper(network, adam, TrainingConfig(model), Event())


def _text(chance: random.Random, length: int) -> str:
    return "".join(chance.choices(ascii_lowercase, k=length))


if __name__ == "__main__":
    main()
