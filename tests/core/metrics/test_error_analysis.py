import csv
import io

import pytest

from core.corpus.example import Example
from core.metrics import meteor, scoring
from core.metrics.error_analysis import MARKS, spreadsheet
from core.metrics.task import Task


@pytest.fixture
def report(monkeypatch):
    monkeypatch.setattr(meteor, "problem", lambda: "METEOR needs Java.")
    references = ["one", "two", "three", "four"]
    examples = [Example(f"name[{n}]", text) for n in range(20) for text in references[: n % 4 + 1]]
    task = Task.of("numbers", examples)
    *_, found = scoring.score(task, [f"{n} is here" for n in range(20)], "system")
    return found


def rows(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def test_a_sample_leaves_room_for_marks(report):
    head, *found = rows(spreadsheet(report, count=5))
    assert tuple(head[-len(MARKS) :]) == MARKS
    assert len(found) == 5
    for row in found:
        number = int(row[0]) - 1
        assert row[1:3] == [f"name[{number}]", f"{number} is here"]
        assert row[3:6] == ["one", "two", "three"][: number % 4 + 1] + [""] * (2 - number % 4)
        assert row[-len(MARKS) :] == [""] * len(MARKS)
    assert found == sorted(found, key=lambda row: int(row[0]))


def test_the_seed_decides_on_the_sample(report):
    one, same, other = (spreadsheet(report, 5, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_a_small_set_is_taken_whole(report):
    assert len(rows(spreadsheet(report, count=500))) == 21


def test_a_sample_of_none(report):
    with pytest.raises(ValueError, match="A sample needs at least one text, not 0"):
        spreadsheet(report, count=0)
