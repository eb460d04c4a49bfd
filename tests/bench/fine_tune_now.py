"""The preset "fine-tune now": what minutes make of the shipped model, on another corpus.

    CHARCOPY_DATA=FOLDER python -m tests.bench.fine_tune_now [--threads N] [--shipped-bleu B]

The shipped model of E2E+ is trained on Hotel's train split as the preset has it. `seconds` run from
the first of the work to its end, kernels, evaluations and checkpoints included; `cpu_seconds` are
those that the process had a processor, which other work on the machine does not change much.
`difference` is from the dev BLEU of the shipped model of Hotel, or from the one given;
`text_to_table` is the loss of reading back, on dev as well. It is not part of `make bench`, because
it needs Hotel, which does not come along.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from core import checkpoint, device, model_card
from core.checkpoint import Checkpoint
from core.commands import train_settings
from core.config import TrainingConfig
from core.config.presets import FINE_TUNE_NOW
from core.corpus import library
from core.corpus.example import Corpus
from core.records import DevScores, TrainingPoint
from core.runs import RunFolder
from core.training.trainer import train

SHIPPED = "hotel-edacs-tl"


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--shipped-bleu", type=float)
    options = parser.parse_args()
    corpus, _ = library.load(FINE_TUNE_NOW.corpus)
    said = {"threads": options.threads}
    name = model_card.TRANSFER_BASE
    config = train_settings.training_config(None, said, {}, None, name, FINE_TUNE_NOW.name)
    with tempfile.TemporaryDirectory() as folder:
        start = checkpoint.load(model_card.find(name))
        found = measured(corpus, config, start, RunFolder.create(Path(folder) / "run", config))
    shipped = options.shipped_bleu if options.shipped_bleu is not None else _shipped_bleu()
    compared = {} if shipped is None else {"difference": round(found["dev_bleu"] - shipped, 4)}
    print(json.dumps(found | {"shipped_dev_bleu": shipped} | compared))


def measured(
    corpus: Corpus, config: TrainingConfig, start: Checkpoint | None, folder: RunFolder
) -> dict[str, Any]:
    """Train, and say how long it took and what came of it."""
    device.set_threads(config.threads)
    began, busy = time.perf_counter(), time.process_time()
    records = list(train(corpus, config, folder, start_from=start))
    seconds, cpu = time.perf_counter() - began, time.process_time() - busy
    points = [record for record in records if isinstance(record, TrainingPoint)]
    best = max((r for r in records if isinstance(r, DevScores)), key=lambda scores: scores.bleu)
    in_steps = sum(config.batch_size / point.examples_per_second for point in points)
    return {
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "dev_bleu": round(best.bleu, 4),
        "text_to_table": best.text_to_table,
        "examples_per_second": round(config.batch_size * len(points) / in_steps, 2),
        "steps": len(points),
    }


def _shipped_bleu() -> float | None:
    """The dev BLEU of the shipped model; None where there is none, or its card does not say."""
    try:
        return model_card.read(model_card.find(SHIPPED)).provenance.dev_bleu
    except model_card.ModelCardError:
        return None


if __name__ == "__main__":
    main()
