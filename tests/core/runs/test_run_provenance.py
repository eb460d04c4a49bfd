import pytest

from core.config import TrainingConfig
from core.runs import RunError, RunFolder, provenance
from core.runs.provenance import RunProvenance, Sitting

SITTING = Sitting("2026-01-02T03:04:05+00:00", 0, "cpu", 2, "0.1.0", "abc", "2", "0", "2", "3", "x")
MADE_FROM = RunProvenance("demo", "MIT", "ü", "0f", 9, 2, 1)


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", TrainingConfig())


def test_two_sittings_come_back(folder):
    made_from = MADE_FROM.begun(SITTING).ended_at(7, "2026-01-02T04:00:00+00:00").begun(SITTING)
    provenance.write(folder, made_from)
    found = provenance.read(folder)
    assert found == made_from
    assert (found.started, found.ended) == (SITTING.started, "")
    assert found.sittings[0].last_step == 7


def test_a_run_that_has_not_begun():
    assert (MADE_FROM.started, MADE_FROM.ended) == ("", "")


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"sittings": [1]}', '{"sittings": []}'])
def test_what_is_damaged_is_named(folder, content):
    if content is not None:
        folder.provenance.write_text(content)
    with pytest.raises(RunError, match=r"provenance\.json cannot be read"):
        provenance.read(folder)
