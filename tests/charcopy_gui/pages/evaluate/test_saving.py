import codecs
import csv

import pytest
from fake_evaluation import MRS, TASK, TEXTS, report, result
from PySide6.QtWidgets import QFileDialog
from window_driver import named

from charcopy_gui.pages.evaluate.sample_dialog import SampleDialog
from core.metrics.task import Protocol, Task


def save(qtbot, area, title, path):
    (action,) = [a for a in area.save.menu().actions() if a.text().replace("&", "") == title]
    action.trigger()
    if title.startswith("A sample"):
        dialog = area.save.findChild(SampleDialog)
        box = named(dialog, "Texts in the sample")
        box.setFocus()
        box.selectAll()
        qtbot.keyClicks(box, "2")
        dialog._choose()
    dialog = area.save.findChild(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.close()


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Figures as CSV…", "system,corpus,protocol,BLEU"),
        ("Figures as Markdown…", "| toy (greedy, full) | toys |"),
        ("Figures as LaTeX…", r"\begin{tabular}"),
        ("Texts with what was found in them…", "area[riverside] missing"),
        ("Texts alone, one per line…", "Ashmoth Inn is a family friendly pub in the city centre."),
    ],
)
def test_what_is_saved_is_there(qtbot, area, tmp_path, title, words):
    area.add(result(report()))
    path = tmp_path / "Café 東京.csv"
    with qtbot.waitSignal(area.saved) as said:
        save(qtbot, area, title, path)
    assert said.args == [f"Saved as {path}."]
    assert words in path.read_text(encoding="utf-8")


def test_texts_alone_are_saved_as_they_were_written(qtbot, area, tmp_path):
    task = Task(TASK.corpus, MRS, TASK.references, Protocol.PAPER)
    area.add(result(report(task=task)))
    save(qtbot, area, "Texts alone, one per line…", tmp_path / "texts.txt")
    assert tuple((tmp_path / "texts.txt").read_text(encoding="utf-8").splitlines()) == TEXTS


@pytest.mark.parametrize(
    "title", ["Texts with what was found in them…", "A sample to find errors in by hand…"]
)
def test_spreadsheets_know_the_encoding_by_its_mark(qtbot, area, tmp_path, title):
    area.add(result(report()))
    save(qtbot, area, title, tmp_path / "texts.csv")
    assert (tmp_path / "texts.csv").read_bytes().startswith(codecs.BOM_UTF8)


def test_a_sample_has_as_many_texts_as_were_asked_for(qtbot, area, tmp_path):
    area.add(result(report()))
    path = tmp_path / "sample.csv"
    save(qtbot, area, "A sample to find errors in by hand…", path)
    with path.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert len(found) == 2
    assert {"fluent", "note"} <= found[0].keys()


def test_a_place_that_cannot_be_written_to_is_said(qtbot, area, tmp_path):
    area.add(result(report()))
    path = tmp_path / "no folder" / "figures.csv"
    with qtbot.waitSignal(area.failed) as said:
        save(qtbot, area, "Figures as CSV…", path)
    assert said.args[0].startswith(f"{path} could not be written: No such file")


def test_figures_of_a_stopped_evaluation_say_so(qtbot, area, tmp_path):
    area.add(result(report(), expected=630))
    save(qtbot, area, "Figures as CSV…", tmp_path / "figures.csv")
    said = f"toy (greedy, full, stopped after {len(TEXTS)} of 630 texts)"
    with (tmp_path / "figures.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.DictReader(file))["system"] == said
