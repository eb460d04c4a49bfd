import logging
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest
import torch

from core import kernels
from core.cancellation import Cancelled


@pytest.fixture(autouse=True)
def unprepared(monkeypatch, tmp_path):
    """Nothing chosen yet, and an empty cache."""
    monkeypatch.setattr(kernels, "_chosen", [])
    monkeypatch.setattr(kernels, "_marker", lambda: tmp_path / "ready")


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


def test_changed_sources_are_compiled_anew(monkeypatch, tmp_path):
    pytest.importorskip("numba", reason="Numba is not there")
    monkeypatch.undo()
    for name in ("numba_cpu.py", "numba_math.py", "reference.py"):
        (tmp_path / name).write_text("once")
    monkeypatch.setattr(kernels, "__file__", str(tmp_path / "__init__.py"))
    first = kernels._marker()
    (tmp_path / "reference.py").write_text("twice")
    assert kernels._marker() == first
    (tmp_path / "numba_math.py").write_text("twice")
    assert kernels._marker() != first


def test_preparing_them_leaves_torch_as_many_threads_as_it_had():
    pytest.importorskip("numba", reason="Numba is not there")
    code = "import torch; from core import kernels; torch.set_num_threads(3); kernels.prepare();"
    done = subprocess.run(
        [sys.executable, "-c", code + "print(torch.get_num_threads())"],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout == "3\n", done.stderr
