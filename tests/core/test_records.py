import dataclasses
import pickle

import numpy as np
import pytest

from core.records import (
    Candidate,
    CharacterStep,
    DeviceInfo,
    DevScores,
    Ending,
    Failure,
    FailureKind,
    GenerationFinished,
    GenerationStarted,
    Hypothesis,
    Progress,
    Sample,
    SlotSpan,
    SourceView,
    TrainingPoint,
)


def row(*values):
    return np.array(values, dtype=np.float32)


SOURCE = SourceView(
    ("⟨start⟩", "a", "[", "東", "]", "⟨end⟩"), (SlotSpan(0, (1, 2), (3, 4)),), frozenset({3})
)
RECORDS = [
    SOURCE,
    GenerationStarted(1, 0, SOURCE, "demo"),
    CharacterStep(
        run=1, branch=0, index=0, character="東", forced=False, log_probability=-0.5, entropy=0.7,
        alignment=row(0, 0, 1, 0, 0, 0), copy_alignment=row(0, 0, 0, 1, 0, 0), p_gen=0.25,
        candidates=(Candidate("東", 0.6, 0.0, 0.6), Candidate("a", 0.4, 0.3, 0.1)),
    ),
    GenerationFinished(1, 0, "東", Ending.END, -0.5, 0.01),
    Hypothesis("東", Ending.LENGTH, -0.5, -0.5),
    Sample("a[東]", "東", row(0.25, 0.75).reshape(1, 2), row(0.5), row(0, 1).reshape(1, 2)),
    TrainingPoint(1, 7, 0, 2.5, None, 1.5, 100.0, 3.0, 1e-3, None),
    DevScores(1, 7, 0, 2.5, 3.5, 0.1, (Sample("a[b]", "b", row(1).reshape(1, 1), None),), True),
    Progress(3, None, "steps"),
    DeviceInfo("cpu", "CPU, 2 threads"),
    Failure(FailureKind.DISK, "The disk is full.", "Traceback"),
]  # fmt: skip
each = pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)


@each
def test_records_survive_pickling(record):
    again = pickle.loads(pickle.dumps(record))  # noqa: S301
    assert type(again) is type(record)
    # Records with arrays have no truth of ==, hence their text.
    assert repr(again) == repr(record)


@each
def test_records_are_frozen_and_slotted(record):
    name = dataclasses.fields(record)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(record, name, getattr(record, name))
    assert not hasattr(record, "__dict__")


def test_pickled_arrays_are_their_owners():
    step = next(record for record in RECORDS if isinstance(record, CharacterStep))
    again = pickle.loads(pickle.dumps(step))  # noqa: S301
    for before, after in (
        (step.alignment, again.alignment),
        (step.copy_alignment, again.copy_alignment),
    ):
        assert after.dtype == np.float32
        assert not np.shares_memory(before, after)
        assert np.array_equal(before, after)


def test_a_failure_keeps_its_traceback_out_of_its_text():
    assert "Traceback" not in repr(RECORDS[-1])
