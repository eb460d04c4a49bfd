import csv
import dataclasses
import io

import pytest

from core.corpus.example import Example
from core.metrics import exports, meteor, scoring
from core.metrics.task import Task


@pytest.fixture
def report(monkeypatch):
    monkeypatch.setattr(meteor, "problem", lambda: "METEOR needs Java.")
    task = Task.of(
        "a|b & c_d",
        [
            Example("name[Hunan Fifth Ave.], food[French]", 'It is "Hunan Fifth Ave.", French.'),
            Example("name[B], area[riverside]", "B is by the river."),
            Example("name[C], dogs[none]", "C has no dogs."),
        ],
    )
    texts = ["Hunan Fith Ave. is cheap.", "B is by the river, or not.", "C has no dogs."]
    *_, found = scoring.score(task, texts, "50% mine")
    return found


def rows(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def test_csv_has_figures_in_full(report):
    head, row, again = rows(exports.to_csv([report, report]))
    assert head == ["system", "corpus", "protocol", *exports.COLUMNS]
    assert row == again
    assert row[:3] == ["50% mine", "a|b & c_d", "full"]
    values = dict(zip(head, row, strict=True))
    assert float(values["BLEU"]) == report.figures.bleu
    assert (values["METEOR"], values["SER"], values["n"]) == ("", "0.4", "3")


def test_markdown_is_rounded_and_escaped(report):
    head, line, row = exports.to_markdown([report]).splitlines()
    assert head.split(" | ")[:3] == ["| System", "Corpus", "BLEU"]
    assert line.count("|") == head.count("|") == 11
    assert row.startswith("| 50% mine | a\\|b & c_d | 0.")
    assert row.endswith(" | 40.00% | 66.67% | 3 |")
    assert f" {report.figures.rouge_l:.4f} " in row


def test_latex_is_escaped(report):
    text = exports.to_latex([report])
    assert text.startswith("\\begin{tabular}{llrrrrrrrr}\n\\hline\nSystem & Corpus & BLEU")
    assert "\n50\\% mine & a|b \\& c\\_d & " in text
    assert " & – & " in text
    assert text.endswith(" & 40.00\\% & 66.67\\% & 3 \\\\\n\\hline\n\\end{tabular}\n")


def test_texts_carry_what_was_found(report):
    head, *found = rows(exports.texts_to_csv(report))
    first, second, third = (dict(zip(head, row, strict=True)) for row in found)
    assert first["mr"] == "name[Hunan Fifth Ave.], food[French]"
    assert first["reference"] == 'It is "Hunan Fifth Ave.", French.'
    assert first["slots"] == "name[Hunan Fifth Ave.] copied with 1 wrong; food[French] missing"
    assert first["invented"] == "priceRange[cheap]"
    assert second["slots"] == "area[riverside] in other words"
    assert third["slots"] == "dogs[none] not checked"
    assert float(second["BLEU"]) == report.texts[1].figures.bleu


def test_said_again_is_told(report):
    findings = report.texts[0].findings
    again = dataclasses.replace(findings, repeated=findings.invented)
    assert exports.extras_told(again) == "priceRange[cheap]; priceRange[cheap] again"
