import json
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.config import TrainingConfig
from core.runs import RunFolder, curves

numbers = st.floats(-1e9, 1e9, allow_nan=False) | st.floats(0, 1e-6)


def point(step, back=0.5, loss=1.25):
    return {
        "run": 1, "step": step, "epoch": step // 10, "table_to_text": loss, "text_to_table": back,
        "gradient_norm": 2.5, "examples_per_second": 80.0, "seconds": step / 4,
        "learning_rate": 1e-3 / step if step else 0.0, "memory": 10**9,
    }  # fmt: skip


def scores(step, bleu=0.5):
    return {"run": 1, "step": step, "epoch": 1, "table_to_text": 1.0, "text_to_table": None,
            "bleu": bleu, "is_best": True}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", TrainingConfig())


def test_columns_of_steps_and_evaluations(folder):
    for line in (point(1), point(2, None), scores(2, 0.25), point(3, 1e-7, 12), scores(3)):
        folder.append(folder.metrics, line)
    found = curves.read(folder)
    assert found.step.tolist() == [1, 2, 3]
    assert found.table_to_text.tolist() == [1.25, 1.25, 12]
    np.testing.assert_array_equal(found.text_to_table, [0.5, np.nan, 1e-7])
    assert found.seconds.tolist() == [0.25, 0.5, 0.75]
    assert found.dev_step.tolist() == [2, 3]
    assert found.dev_bleu.tolist() == [0.25, 0.5]
    assert np.isnan(found.dev_text_to_table).all()


def test_lines_of_before_have_no_learning_rate_and_no_memory(folder):
    old = {name: value for name, value in point(1).items() if name not in curves._LATER}
    folder.append(folder.metrics, old)
    folder.append(folder.metrics, point(2))
    found = curves.read(folder)
    assert found.step.tolist() == [1, 2]
    np.testing.assert_array_equal(found.learning_rate, [np.nan, 5e-4])
    np.testing.assert_array_equal(found.memory, [np.nan, 1e9])


@given(st.lists(st.tuples(numbers, st.none() | numbers)))
def test_every_number_comes_back_to_the_bit(tmp_path_factory, pairs):
    folder = RunFolder(tmp_path_factory.mktemp("run"))
    folder.metrics.write_text(
        "".join(json.dumps(point(i, back, loss)) + "\n" for i, (loss, back) in enumerate(pairs))
    )
    found = curves.read(folder)
    assert found.table_to_text.tolist() == [loss for loss, _ in pairs]
    expected = [np.nan if back is None else back for _, back in pairs]
    np.testing.assert_array_equal(found.text_to_table, np.array(expected, float))


def test_nothing_was_trained(folder):
    found = curves.read(folder)
    assert len(found.step) == len(found.dev_bleu) == 0


@pytest.mark.parametrize(
    "damage",
    [b'{"run": 1, "st', b"\xff\xfe\n", b"[1, 2]\n", b'{"run": 1}\n', b'{"bleu": "high"}\n'],
)
def test_damaged_lines_are_left_out(folder, damage):
    folder.append(folder.metrics, point(1))
    with folder.metrics.open("ab") as file:
        file.write(damage)
    if damage.endswith(b"\n"):
        folder.append(folder.metrics, point(2))
    found = curves.read(folder)
    assert found.step.tolist() == ([1, 2] if damage.endswith(b"\n") else [1])
    assert found.gradient_norm.tolist() == [2.5] * len(found.step)


def test_another_order_of_names_is_read_too(folder):
    folder.append(folder.metrics, dict(reversed(point(7).items())))
    found = curves.read(folder)
    assert (found.step.tolist(), found.table_to_text.tolist()) == ([7], [1.25])


def test_many_steps_are_read_in_less_time_than_json_takes(folder):
    with folder.metrics.open("w") as file:
        file.writelines(json.dumps(point(i, i / 7, i / 3)) + "\n" for i in range(20_000))
    ours = theirs = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        found = curves.read(folder)
        ours = min(ours, time.perf_counter() - began)
        began = time.perf_counter()
        lines = list(folder.lines(folder.metrics))
        theirs = min(theirs, time.perf_counter() - began)
    assert found.step[-1] == lines[-1]["step"] == 19_999
    assert ours < theirs
