import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest
import torch

from core import kernels
from core.cancellation import Cancelled
from core.kernels import reference

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def unprepared(monkeypatch, tmp_path):
    """Nothing chosen yet, and an empty cache."""
    monkeypatch.setattr(kernels, "_chosen", [])
    monkeypatch.setattr(kernels, "_settle_cache", lambda: tmp_path)


def cpu():
    return kernels.for_tensors(torch.device("cpu"), torch.float32)


def test_nothing_waits_for_a_compilation(monkeypatch):
    assert cpu() is None


def test_prepared_kernels_serve_the_cpu_in_single_precision():
    pytest.importorskip("numba", reason="Numba is not there")
    assert "compiled by Numba" in kernels.prepare()
    assert cpu() is not None
    assert kernels.for_tensors(torch.device("cpu"), torch.float64) is None
    assert kernels.for_tensors(torch.device("meta"), torch.float32) is None


def test_a_failing_compilation_is_replaced_by_plain_torch(monkeypatch, caplog):
    monkeypatch.setattr(kernels, "_COMPILE", "raise SystemError('no LLVM today')")
    with caplog.at_level(logging.WARNING):
        assert "plain torch" in kernels.prepare()
    assert "no LLVM today" in caplog.text
    assert cpu() is None


def test_a_compilation_can_be_cancelled(monkeypatch):
    monkeypatch.setattr(kernels, "_COMPILE", "import time; time.sleep(60)")
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        kernels.prepare(cancel)
    monkeypatch.setattr(kernels, "_COMPILE", "")
    kernels.prepare()


def test_who_waits_for_another_compilation_can_be_cancelled():
    cancel = Event()
    cancel.set()
    with kernels._lock, pytest.raises(Cancelled):
        kernels.prepare(cancel)


@pytest.mark.parametrize("file", ["numba_math.py", "reference.py"])
def test_changed_sources_are_compiled_anew(tmp_path, file):
    """Numba alone would take the old tanh, or the old LOG_ZERO, from its cache."""
    pytest.importorskip("numba", reason="Numba is not there")
    shutil.copytree(ROOT / "core", tmp_path / "core")
    folder = tmp_path / "core" / "kernels"
    # One kernel is enough, and quicker.
    few, one = "np.zeros((1, 1), np.float32)", "np.zeros(1, np.int64)"
    deep, vector = "np.ones((1, 2, 1), np.float32)", "np.ones(1, np.float32)"
    run = (
        f"out = np.zeros((1, 2), np.float32); energies.alone({few}, {deep}, {vector}, {one}, "
        f"{one} + 1, {few}[:0, :0], {vector}, out)"
    )
    (folder / "numba_cpu.py").write_text(
        "import numpy as np\nfrom core.kernels.numba_attention import energies\n"
        f"def compile_all():\n    {run}\n    return out\n"
    )
    code = (
        "from core import kernels; kernels.prepare(); from core.kernels import numba_cpu;"
        "print(*numba_cpu.compile_all()[0])"
    )

    def said():
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=300,
        )
        return [float(number) for number in done.stdout.split()]

    assert said() == pytest.approx([0.7615942, reference.LOG_ZERO])
    source = (folder / file).read_text()
    changed = source.replace("np.float32(0.999999994)", "np.float32(0.5)").replace("-1e30", "-5e29")
    assert changed != source
    (folder / file).write_text(changed)
    if file == "numba_math.py":
        assert said()[0] < 0.6
    else:
        assert said()[1] == pytest.approx(-5e29)


def test_preparing_them_leaves_torch_as_many_threads_as_it_had():
    pytest.importorskip("numba", reason="Numba is not there")
    code = "import torch; from core import kernels; torch.set_num_threads(3); kernels.prepare();"
    done = subprocess.run(
        [sys.executable, "-c", code + "print(torch.get_num_threads())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout == "3\n", done.stderr
