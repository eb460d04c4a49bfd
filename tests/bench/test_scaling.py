import json
import subprocess
import sys

import pytest

from core.config import ModelConfig
from tests.bench.scaling import Size, cutting, slope, step_times

TINY = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4)


def test_a_batch_has_the_size_asked_for():
    pairs = Size(S=7, T=5, B=10).pairs()
    assert [(len(source), len(text)) for source, text in pairs] == [(7, 5)] * 10
    assert len({source for source, _ in pairs}) == 3  # four texts to an MR
    assert len({text for _, text in pairs}) == 10


@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.0])
def test_the_slope_is_the_exponent(exponent):
    times = {size: 0.3 * size**exponent for size in (10, 20, 50)}
    assert slope(times) == pytest.approx(exponent)


def test_a_step_of_every_size_is_timed():
    times = step_times(TINY, "T", (3, 6))
    assert set(times) == {3, 6}
    assert all(seconds > 0 for seconds in times.values())


def test_cutting_is_timed():
    assert 0 < cutting(80) < 1000


def test_the_peak_grows_with_what_a_step_needs():
    """In a process of its own: a peak never falls again."""
    pytest.importorskip("resource")
    code = (
        "import json; from tests.bench.scaling import *;"
        "from core import kernels; kernels._chosen[:] = [None];"
        f"print(json.dumps(peak_of_a_step({TINY!r}, Size(T=300, B=64))))"
    )
    said = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout
    found = json.loads(said)
    assert 50 < found["before"] < found["after"] < 8000
