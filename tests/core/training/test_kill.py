"""Real training processes, killed at random moments, in the middle of writing files too."""

import dataclasses
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import safetensors.torch
import torch

from core import checkpoint
from core.runs import RunFolder, RunState, status

ROOT = Path(__file__).parents[3]
EPOCHS = 15
PROGRAM = """
import sys
from pathlib import Path
sys.path[:0] = [{root!r}, {here!r}]
import torch
from conftest import MRS, corpus_of
from core import kernels
from core.runs import RunFolder
from core.training.trainer import train
torch.set_num_threads(1)
kernels._chosen.append(None)  # nothing is compiled for a run of seconds
folder = RunFolder(Path(sys.argv[1]))
resume = folder.state.exists()
for _ in train(corpus_of(MRS), folder.training_config(), folder, resume=resume):
    pass
"""


def lines_of(folder):
    return folder.metrics.read_bytes().count(b"\n") if folder.metrics.exists() else 0


def killed(folder, chance):
    """Train in a process of its own for a few steps, and kill it."""
    program = PROGRAM.format(root=str(ROOT), here=str(Path(__file__).parent))
    process = subprocess.Popen([sys.executable, "-c", program, str(folder.path)])
    try:
        deadline, enough = time.monotonic() + 120, lines_of(folder) + 4
        while lines_of(folder) < enough and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        assert status.read(folder).state is RunState.RUNNING
        time.sleep(chance.uniform(0, 0.1))
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_a_kill_at_any_moment_costs_nothing_that_was_saved(runs, losses):
    """Saved after every step, most of the time goes into saving, and so do most kills."""
    changes = {"epochs": EPOCHS, "save_minutes": 1e-9, "keep_epochs": True}
    whole, unbroken = runs.train("whole", **changes)
    folder = runs.folder("killed", dataclasses.replace(runs.config, **changes))
    chance = random.Random(8)
    for _ in range(3):
        killed(folder, chance)
        assert status.read(folder).state is RunState.INTERRUPTED
        safetensors.torch.load_file(folder.state)
        for path in (folder.best, folder.last, *folder.path.glob("epoch-*")):
            if path.exists():
                checkpoint.load(path).model()
        assert RunFolder.open(folder.path) == folder
    runs.resume(folder)
    assert status.read(folder).state is RunState.FINISHED
    found = [
        (line["step"], line["table_to_text"], line["text_to_table"])
        for line in folder.lines(folder.metrics)
        if "gradient_norm" in line
    ]
    assert found == losses(whole)
    assert folder.samples.read_bytes() == unbroken.samples.read_bytes()
    one, two = (safetensors.torch.load_file(f.last) for f in (folder, unbroken))
    assert all(torch.equal(one[name], two[name]) for name in one)
