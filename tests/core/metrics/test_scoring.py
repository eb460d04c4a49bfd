import json

import pytest
from counting import CountingEvent

from core.cancellation import Cancelled
from core.corpus.example import Example
from core.metrics import meteor, scoring
from core.metrics.report import Report
from core.metrics.task import Protocol, Task
from core.records import Progress

TASK = Task.of(
    "places",
    [
        Example("name[Aromi], food[French]", "Aromi serves French food."),
        Example("name[Aromi], food[French]", "There is French food at Aromi."),
        Example("name[The Mill], priceRange[£20-25]", "The Mill costs £20-25."),
    ],
)


@pytest.fixture(autouse=True)
def _no_meteor(monkeypatch):
    monkeypatch.setattr(meteor, "problem", lambda: "METEOR needs Java.")


def scored(task, texts):
    *records, report = scoring.score(task, texts, "system")
    assert all(isinstance(record, Progress) for record in records)
    assert isinstance(report, Report)
    return report


def test_everything_is_in_the_report():
    report = scored(TASK, ["Aromi serves French food.", "The Mill is cheap."])
    assert (report.system, report.corpus, report.protocol) == ("system", "places", Protocol.FULL)
    figures = report.to_mapping()
    assert list(figures) == [
        "BLEU", "NIST", "METEOR", "ROUGE_L", "CIDEr", "SER", "exact_copy", "n",
    ]  # fmt: skip
    assert (figures["n"], figures["SER"], figures["exact_copy"]) == (2, 0.25, 1)
    assert (figures["METEOR"], report.meteor_problem) == (None, "METEOR needs Java.")
    good, bad = report.texts
    assert good.references == TASK.references[0]
    assert (good.figures.rouge_l, good.figures.bleu) == (1, pytest.approx(1))
    assert bad.figures.rouge_l < 1
    assert (good.findings.errors, bad.findings.errors) == (0, 1)
    assert report.worst_first == (bad, good)


def test_the_papers_protocol_scores_ascii():
    examples = [Example("name[Café A], priceRange[£20-25]", "Café A costs £20-25.")] * 2
    task = Task.of("places", examples, Protocol.PAPER)
    report = scored(task, ["Café A costs £20-25."])
    one = report.texts[0]
    assert (one.mr, one.text) == ("name[Cafe A], priceRange[L20-25]", "Cafe A costs L20-25.")
    assert (one.source, one.written) == (examples[0].mr, "Café A costs £20-25.")
    assert report.figures.bleu == pytest.approx(1)
    assert (report.figures.slot_errors.rate, report.to_mapping()["exact_copy"]) == (0, 1)


def test_meteor_stands_in_the_report_where_it_can_be_had(monkeypatch):
    def answer(hypotheses, references, cancel):
        yield Progress(0, 2, "texts", "METEOR")
        return scoring.Scores(0.5, (0.25, 0.75))

    monkeypatch.setattr(meteor, "meteor", answer)
    report = scored(TASK, ["Aromi.", "The Mill."])
    assert (report.figures.meteor, report.meteor_problem) == (0.5, "")
    assert [one.figures.meteor for one in report.texts] == [0.25, 0.75]


def test_meteor_can_be_left_out_and_that_is_said(monkeypatch):
    monkeypatch.setattr(meteor, "meteor", None)
    *_, report = scoring.score(TASK, ["Aromi.", "The Mill."], "system", with_meteor=False)
    assert report.figures.meteor is None
    assert report.meteor_problem == "METEOR was left out, since it takes long."


def test_a_model_may_write_nothing():
    report = scored(TASK, ["", ""])
    assert (report.figures.bleu, report.figures.rouge_l, report.figures.cider) == (0, 0, 0)
    assert report.figures.slot_errors.rate == 1


@pytest.mark.parametrize("after", range(7))
def test_it_can_be_cancelled_everywhere(after):
    with pytest.raises(Cancelled):
        list(scoring.score(TASK, ["a", "b"], "system", CountingEvent(after)))


def test_texts_and_tables_must_agree_in_number():
    with pytest.raises(ValueError, match="There are 1 hypotheses, but references for 2"):
        list(scoring.score(TASK, ["a"], "system"))


def test_figures_can_be_written_as_json():
    assert json.loads(json.dumps(scored(TASK, ["a", "b"]).to_mapping()))["n"] == 2
