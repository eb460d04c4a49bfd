"""Reports that are written and read again."""

import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cancellation import Cancelled
from core.metrics import report_file, scoring
from core.metrics.report_file import ReportFileError
from core.metrics.task import Protocol, Task

MRS = ("name[Tin Otter], food[French], near[Café Orrin]", "name[Wok 7], priceRange[£20-25]")
REFERENCES = (("Tin Otter is French, near Café Orrin.", "A French one."), ("Wok 7 costs £20-25.",))
TEXTS = ["Tin Otter is a Japanese pub.", "Wok 7 costs £20-25."]


def scored(texts=TEXTS, protocol=Protocol.FULL):
    task = Task("toys", MRS, REFERENCES, protocol)
    *_, report = scoring.score(task, list(texts), "<b>toy</b>", with_meteor=False)
    return report


@pytest.mark.parametrize("protocol", Protocol)
def test_a_report_comes_back_as_it_was(protocol):
    report = scored(protocol=protocol)
    again = report_file.from_plain(json.loads(json.dumps(report_file.to_plain(report))))
    assert again == report
    assert again.figures.slot_errors.wrong == 1, "what slots say is found anew"


@given(st.lists(st.text(), min_size=2, max_size=2))
def test_any_text_comes_back(texts):
    report = scored(texts)
    assert report_file.from_plain(json.loads(json.dumps(report_file.to_plain(report)))) == report


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.update(system=3), "'system' is not a text"),
        (lambda t: t.update(texts=None), "'texts' is not a list"),
        (lambda t: t.update(protocol="mine"), "'mine' is not a protocol"),
        (lambda t: t["figures"].update(bleu=None), "'bleu' is not a figure"),
        (lambda t: t["texts"][0].update(references=[1]), "'references' are not texts"),
        (lambda t: t["texts"].append("x"), "a table is missing"),
    ],
)
def test_what_is_no_report_is_refused(change, says):
    table = report_file.to_plain(scored())
    change(table)
    with pytest.raises(ReportFileError, match=says):
        report_file.from_plain(table)


def test_reading_is_given_up():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        report_file.from_plain(report_file.to_plain(scored()), cancel)
