import logging
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest
import torch

from core import kernels
from core.cancellation import Cancelled
from core.kernels import reference
from core.records import Progress
from core.runs import lock

ROOT = Path(__file__).parents[3]
SOURCES = ["reference.py", *sorted(p.name for p in (ROOT / "core" / "kernels").glob("numba_*.py"))]
COMPILED = shutil.ignore_patterns("__pycache__")
settle_cache = kernels._settle_cache
LONG = 120
"""Seconds, on a day on which the computer has much else to do."""


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


def test_the_first_time_is_told_before_it_takes_its_time(monkeypatch, tmp_path):
    monkeypatch.setattr(kernels, "_COMPILE", "raise SystemError('not in this test')")
    first = next(kernels.preparing())
    assert "one-time" in first.message
    (tmp_path / "ready").touch()
    assert next(kernels.preparing()) == Progress(0, None, "kernels", "preparing the kernels")


def test_a_compilation_ends_with_the_program_that_asked_for_it(tmp_path):
    """Even one that is killed, and can ask for nothing more."""
    held = tmp_path / "held"
    working = (
        "import time; from pathlib import Path; from core.runs import lock\n"
        f"with lock.held(Path({str(held)!r})):\n"
        "    print('working', flush=True)\n"
        "    time.sleep(600)"
    )
    code = (
        f"import sys; from core import kernels\nkernels._COMPILE = {working!r}\nkernels.prepare()"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
    )
    try:
        assert wait_for(lambda: lock.is_held(held))
    finally:
        program.kill()
        program.wait()
    assert wait_for(lambda: not lock.is_held(held))


def wait_for(what):
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        if what():
            return True
        time.sleep(0.05)
    return False


def test_who_waits_for_another_compilation_can_be_cancelled():
    cancel = Event()
    cancel.set()
    with kernels._lock, pytest.raises(Cancelled):
        kernels.prepare(cancel)


@pytest.mark.parametrize("file", SOURCES)
def test_each_of_its_sources_has_a_say_in_where_the_cache_lies(tmp_path, monkeypatch, file):
    numba = pytest.importorskip("numba", reason="Numba is not there")
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "kernels"
    shutil.copytree(ROOT / "core" / "kernels", folder, ignore=COMPILED)
    monkeypatch.setattr(kernels, "_SOURCES", folder)
    before = settle_cache()
    assert settle_cache() == before
    with (folder / file).open("a") as source:
        source.write("# other\n")
    assert settle_cache() != before


def test_changed_sources_are_compiled_anew(tmp_path):
    """Numba alone would take the old tanh from its cache."""
    pytest.importorskip("numba", reason="Numba is not there")
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=COMPILED)
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
    source = (folder / "numba_math.py").read_text()
    changed = source.replace("np.float32(0.999999994)", "np.float32(0.5)")
    assert changed != source
    (folder / "numba_math.py").write_text(changed)
    assert said()[0] < 0.6


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
