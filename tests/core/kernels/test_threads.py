"""Training and generation at once, on the only threading layer that every machine has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="Numba is not there")

WORK = """
import sys, threading
import numba, torch
from core import kernels
from core.alphabet import Alphabet
from core.batching import Batch
from core.config import DecodingConfig, ModelConfig
from core.decoding.steps import steps
from core.network.model import EdaCs
from core.records import Phase

torch.set_num_threads(2)
kernels.prepare()
assert numba.threading_layer() == "workqueue", numba.threading_layer()
config = ModelConfig(hidden_size=32, attention_size=16, embedding_size=8)
pairs = [(f"name[{c * 20}]", f"{c} is a place to eat. " * 2) for c in "abcdefgh"]
pairs += [(source, text[::-1]) for source, text in pairs]
done = []

def train():
    model = EdaCs.seeded(config, Alphabet.from_texts([]), seed=1).train()
    batch = Batch.of(pairs, model.alphabet)
    for _ in range(3):
        model.teacher_forced(batch, Phase.TABLE_TO_TEXT).loss(batch).backward()
    done.append("trained")

def write():
    model = EdaCs.seeded(config, Alphabet.from_texts([]), seed=1).eval()
    for source, _ in pairs[:8]:
        list(steps(model, source, Phase.TABLE_TO_TEXT, DecodingConfig(max_length=60)))
    done.append("written")

threads = [threading.Thread(target=work) for work in (train, write, train, train)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(done))
"""


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two cores")
def test_training_and_generation_at_once():
    done = subprocess.run(
        [sys.executable, "-c", WORK],
        cwd=Path(__file__).parents[3],
        env=os.environ | {"NUMBA_THREADING_LAYER": "workqueue", "OMP_NUM_THREADS": "2"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "['trained', 'trained', 'trained', 'written']\n"
