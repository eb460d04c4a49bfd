"""Examples a second through both phases, against a frozen network in everyday autograd.

    python -m tests.bench.train_throughput [--corpus FILE.csv] [--batches N] [--hidden H]

One thread, single precision, one layer; both networks train on the same batches, in turns, and
the fastest run of each counts. `matrix_rate_share` is the share of the time that the counted
matrix products alone would take at the rate of a large product on this machine, counting two
operations a multiply-add, over real characters only, and three times the forward pass's for
forward pass and gradients.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import torch

from core import device, kernels
from core.alphabet import Alphabet
from core.batching import Batch, batches
from core.config import ModelConfig
from core.corpus import demo
from core.corpus.example import Example, group_by_mr
from core.corpus.formats import read
from core.network.model import EdaCs
from core.records import Phase
from tests.bench.reference import ReferenceNetwork

RUNS = 5


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--batches", type=int, default=2)
    parser.add_argument("--hidden", type=int, default=256)
    options = parser.parse_args()
    torch.set_num_threads(1)
    examples = read(options.corpus).examples if options.corpus else demo.corpus().train
    config = ModelConfig(hidden_size=options.hidden, attention_size=options.hidden // 2)
    alphabet, plan = _plan(examples, options.batches)
    reference = ReferenceNetwork(config, len(alphabet))
    kernels.prepare()
    ours = EdaCs.seeded(config, alphabet, seed=1)
    with device.large_blocks_kept():  # as training does
        print(json.dumps(_compare(ours, reference, plan, _matrix_rate())))


def _plan(examples: tuple[Example, ...], count: int) -> tuple[Alphabet, list[Batch]]:
    """Some batches of middling length, in both networks' form."""
    alphabet = Alphabet.from_texts(text for e in examples for text in (e.mr, e.reference))
    pairs = list(batches(group_by_mr(examples), 64, 4, seed=1, epoch=0))
    return alphabet, [Batch.of(part, alphabet) for part in pairs[:count]]


def _compare(
    ours: EdaCs, reference: ReferenceNetwork, plan: list[Batch], matrix_rate: float
) -> dict[str, object]:
    adam = torch.optim.Adam(ours.parameters(), 1e-3)
    other = torch.optim.Adam(reference.parameters(), 1e-3)
    times: dict[str, list[tuple[float, float]]] = {"ours": [], "reference": []}
    for _ in range(RUNS):
        times["reference"].append(_both_phases(plan, other, reference.train().loss))
        times["ours"].append(_both_phases(plan, adam, lambda b, p: _forced(ours.train(), b, p)))
    fastest = {name: min(map(sum, runs)) for name, runs in times.items()}
    targets = sum(len(batch.texts) for batch in plan)
    first, second = (min(run[i] for run in times["ours"]) for i in range(2))
    operations = [sum(_operations(ours.config, b) for b in side) for side in _sides(ours, plan)]
    return {
        "examples_per_second": round(targets / fastest["ours"], 2),
        "reference_examples_per_second": round(targets / fastest["reference"], 2),
        "ratio": round(fastest["reference"] / fastest["ours"], 3),
        "matrix_rate_share": {
            "table_to_text": round(operations[0] / first / matrix_rate, 3),
            "text_to_table": round(operations[1] / second / matrix_rate, 3),
        },
        "gigaflops_of_a_large_product": round(matrix_rate / 1e9, 1),
        "hidden_size": ours.config.hidden_size,
        "targets": targets,
    }


def _forced(model: EdaCs, batch: Batch, phase: Phase) -> tuple[torch.Tensor, torch.Tensor]:
    outputs = model.teacher_forced(batch, phase)
    return outputs.loss(batch), outputs.likeliest()


def _both_phases(
    plan: list[Batch],
    adam: torch.optim.Adam,
    loss_of: Callable[[Batch, Phase], tuple[torch.Tensor, torch.Tensor]],
) -> tuple[float, float]:
    """Seconds in each phase, over all batches."""
    spent = [0.0, 0.0]
    for batch in plan:
        part = batch
        for which, phase in enumerate(Phase):
            began = time.perf_counter()
            loss, likeliest = loss_of(part, phase)
            adam.zero_grad()
            loss.backward()
            adam.step()
            if phase is Phase.TABLE_TO_TEXT:
                part = batch.reconstruction(likeliest)
            spent[which] += time.perf_counter() - began
    return spent[0], spent[1]


def _sides(model: EdaCs, plan: list[Batch]) -> tuple[list[Batch], list[Batch]]:
    """The batches of both phases; predictions as they are at the end of the runs."""
    with torch.no_grad():
        written = [_forced(model, batch, Phase.TABLE_TO_TEXT)[1] for batch in plan]
    return plan, [b.reconstruction(ids) for b, ids in zip(plan, written, strict=True)]


def _operations(config: ModelConfig, batch: Batch) -> float:
    """Floating-point operations of the products, forwards and backwards."""
    h, a, e = config.hidden_size, config.attention_size, config.embedding_size
    alphabet = batch.sources.width
    read_ = float(batch.sources.lengths.sum())
    written = float(batch.mask.sum())
    pairs = float((batch.mask.sum(1) * batch.sources.lengths[batch.groups]).sum())
    a_read = 2 * 3 * h * (e + h) + 2 * h * a
    a_written = 3 * h * (e + 2 * h + h) + a * (h + e) + 3 * h * alphabet + e + 3 * h
    return 3 * 2 * (read_ * a_read + written * a_written + pairs * (a + 2 * h))


def _matrix_rate() -> float:
    """Operations a second of a product of two 1024 × 1024 matrices, the best of ten."""
    left, right = torch.randn(1024, 1024), torch.randn(1024, 1024)
    best = float("inf")
    for _ in range(10):
        began = time.perf_counter()
        torch.mm(left, right)
        best = min(best, time.perf_counter() - began)
    return 2 * 1024**3 / best


if __name__ == "__main__":
    main()
