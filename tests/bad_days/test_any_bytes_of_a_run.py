"""Any bytes in any file of a run's folder: it is described, or refused as a run, in one sentence.

Readers of tables, corpora, checkpoints, sessions and settings are fuzzed beside their own tests.
"""

import contextlib
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.config import TrainingConfig
from core.corpus import value_lists
from core.corpus.formats import CorpusError
from core.runs import (
    RunError,
    RunFolder,
    RunState,
    curves,
    listing,
    position,
    provenance,
    samples,
    source,
    status,
)
from core.runs.source import CorpusSource

NAMES = (
    "config.toml", "status.json", "provenance.json", "corpus.json", "folds.json", "metrics.jsonl",
    "samples.jsonl", "state.safetensors", "best.safetensors", "last.safetensors",
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["state", "step", "known", "files", "sittings", "folds", "bleu"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
CONTENTS = st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode() + b"\n")
FEW = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def run(tmp_path):
    """A run that was begun, and lies in a folder of runs."""
    folder = RunFolder.create(tmp_path / "runs" / "one", TrainingConfig())
    source.keep(folder, CorpusSource("demo"))
    status.write(folder, RunState.STOPPED)
    return folder


@contextlib.contextmanager
def refused_in_a_sentence(kind, word=""):
    """Nothing else is raised within, and that says what it is about, on one line."""
    said = []
    try:
        yield
    except kind as error:
        said.append(str(error))
    assert all("\n" not in sentence and word in sentence for sentence in said)


@FEW
@given(name=st.sampled_from(NAMES), content=CONTENTS)
def test_it_is_listed_or_passed_over(run, name, content):
    path = run.path / name
    before = path.read_bytes() if path.exists() else None
    path.write_bytes(content)
    try:
        for each in listing.runs_in(run.path.parent):
            assert each.name == "one"
        for read in (provenance.read, source.find, curves.read, position.read, status.read):
            with refused_in_a_sentence(RunError):
                read(run)
        with refused_in_a_sentence(RunError, "samples"):
            samples.read(run)
    finally:
        path.unlink()
        if before is not None:
            path.write_bytes(before)


@FEW
@given(content=st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_any_bytes_are_a_list_of_values_or_refused(tmp_path, content):
    path = tmp_path / "values.txt"
    path.write_bytes(content)
    with refused_in_a_sentence(CorpusError, "values.txt"):
        assert all(value == value.strip() != "" for value in value_lists.read(path))
