"""An evaluation in the window as a person meets it, by mouse and keyboard."""

import threading

import pytest
from fake_evaluation import MRS, evaluator
from fake_training import write_card
from patience import LONG_SECONDS
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from window_driver import MR, answer, click, named, shown_text, shown_window, wait_until_idle

from charcopy_gui.frame.memory import Places
from charcopy_gui.pages.evaluate.bar import Status
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.settings import EvaluationChoices, Settings
from charcopy_gui.workers.evaluation import evaluate
from core import model_card
from core.corpus import demo
from core.metrics import exports

pytestmark = pytest.mark.usefixtures("own_folders")


def open_page(qtbot, window):
    wait_until_idle(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.visible is window.pages.evaluate
    return window.pages.evaluate


def wait_for_end(qtbot, page):
    qtbot.waitUntil(lambda: not page.bar.status.busy)


def with_model(tmp_path):
    path = write_card(tmp_path / "models" / "toy.safetensors")
    return Settings(mr=MR, evaluation=EvaluationChoices(model=str(path)))


def test_a_system_is_evaluated_and_its_worst_text_opened_in_generate(qtbot, tmp_path):
    chosen = with_model(tmp_path)
    places = Places(tmp_path / "settings.toml")
    with shown_window(qtbot, settings=chosen, places=places) as window:
        page = open_page(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        wait_for_end(qtbot, page)
        assert page.bar.status is Status.FINISHED
        page.results._tabs.setCurrentIndex(1)
        click(qtbot, named(page, "Open in Generate"))
        assert window.pages.visible is window.page
        assert window.page.mr.text() == MRS[1]
        qtbot.waitUntil(lambda: shown_text(window).startswith("Wok 7"))
    kept, _ = settings_file.load(tmp_path / "settings.toml")
    assert kept.evaluation == chosen.evaluation


def test_escape_stops_and_what_was_written_is_scored(qtbot, tmp_path):
    held = threading.Event()
    with shown_window(
        qtbot, settings=with_model(tmp_path), evaluate=evaluator(hold=held)
    ) as window:
        page = open_page(qtbot, window)
        click(qtbot, named(page, "Start"))
        words = named(page, "Progress in words")
        qtbot.waitUntil(lambda: words.text().startswith("Writing texts, 2 of 4"))
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        wait_for_end(qtbot, page)
        assert page.bar.status is Status.STOPPED
        assert words.text() == "Stopped; the 2 of 4 texts that were finished are scored."


def test_closing_while_evaluating_asks_once(qtbot, tmp_path):
    with shown_window(
        qtbot, settings=with_model(tmp_path), evaluate=evaluator(hold=threading.Event())
    ) as window:
        page = open_page(qtbot, window)
        click(qtbot, named(page, "Start"))
        window.close()
        assert window.isVisible()
        (question,) = window.findChildren(QMessageBox)
        assert "A system is being evaluated" in question.text()
        answer(qtbot, question, "Close")
        assert not window.isVisible()


def test_the_shipped_model_is_evaluated_on_a_handful_of_the_demo_corpus(qtbot, tmp_path):
    path = tmp_path / "few.csv"
    pairs = [(example.mr, example.reference) for example in demo.corpus().dev[:4]]
    path.write_text(exports.rows_to_csv(("mr", "ref"), pairs), encoding="utf-8", newline="")
    model = str(model_card.find(model_card.DEFAULT))
    choices = EvaluationChoices(model=model, corpus=str(path), split="", device="cpu")
    chosen = Settings(mr=MR, evaluation=choices)
    write_card(tmp_path / "models" / "toy.safetensors")
    with shown_window(qtbot, settings=chosen, evaluate=evaluate) as window:
        page = open_page(qtbot, window)
        page.set_models([("e2e-first", model_card.find(model_card.DEFAULT))])
        page.form.set_choices(choices)
        click(qtbot, named(page, "Start"))
        # The kernels may have to be compiled first.
        qtbot.waitUntil(lambda: not page.bar.status.busy, timeout=1000 * LONG_SECONDS)
        assert page.bar.status is Status.FINISHED
        table = page.results.figures.table
        title, how, day = table.horizontalHeaderItem(0).text().split("\n")
        assert (title, how) == (model_card.DEFAULT, "greedy, full")
        assert day.startswith("20")
        assert page.results.examples.model.rowCount() >= 1


def test_start_and_stop_of_the_menu_are_this_pages(qtbot, tmp_path):
    with shown_window(
        qtbot, settings=with_model(tmp_path), evaluate=evaluator(hold=threading.Event())
    ) as window:
        page = open_page(qtbot, window)
        assert window._menus.run.isEnabled()
        assert not window._menus.stop.isEnabled()
        click(qtbot, named(page, "Start"))
        assert not window._menus.run.isEnabled()
        assert window._menus.stop.isEnabled()
        primary = [b for b in page.findChildren(QPushButton) if b.property("primary")]
        assert [b.text() for b in primary] == ["Start"]
        window._menus.stop.trigger()
        window._menus.stop.trigger()
        wait_for_end(qtbot, page)


def test_figures_are_there_again_after_a_restart_with_their_day(qtbot, tmp_path):
    settings = with_model(tmp_path)
    folder = paths.evaluations_folder()
    with shown_window(qtbot, settings=settings) as window:
        page = open_page(qtbot, window)
        page.run()
        wait_for_end(qtbot, page)
        qtbot.waitUntil(lambda: len(list(folder.glob("*.json"))) == 1)
        before = figures_shown(page)
    with shown_window(qtbot, settings=settings) as window:
        page = open_page(qtbot, window)
        qtbot.waitUntil(lambda: page.results is not None)
        assert figures_shown(page) == before
        (result,) = page.results.figures.shown
        words = named(page, "Progress in words").text()
        assert words == f"Evaluated on {result.day}: 4 texts of toy on toys."
        page.results._tabs.setCurrentIndex(1)
        click(qtbot, named(page, "Open in Generate"))
        assert window.page.mr.text() == MRS[1]
        window.show_page(3)
        page.results._tabs.setCurrentIndex(0)
        page.results.figures.table.setCurrentCell(0, 0)
        click(qtbot, named(page, "Remove column"))
        qtbot.waitUntil(lambda: not list(folder.iterdir()))


def figures_shown(page):
    table = page.results.figures.table
    heads = [table.horizontalHeaderItem(c).text() for c in range(table.columnCount())]
    rows = range(table.rowCount())
    return heads, [[table.item(row, c).text() for c in range(len(heads))] for row in rows]
