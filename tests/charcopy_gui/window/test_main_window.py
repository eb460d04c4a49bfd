import threading
import time

import pytest
from fake_generation import MODEL, loader, sentence_for, writer
from fake_training import write_card
from patience import AT_ONCE
from PySide6.QtCore import QCoreApplication, QPoint, Qt, QThread
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QMenu, QSplitter
from window_driver import (
    MR,
    answer,
    button,
    click,
    has_plots,
    named,
    open_cell,
    shown_text,
    shown_window,
    wait_for_characters,
    wait_until_idle,
)

from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.frame.memory import Places
from charcopy_gui.frame.shortcuts import ShortcutsDialog
from charcopy_gui.links.model_list import models
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.settings import Settings
from charcopy_gui.workers.loading import load_model
from charcopy_gui.workers.requests import LoadedModel, ModelReady
from core import model_card
from core.records import DeviceInfo

CTRL = Qt.KeyboardModifier.ControlModifier

pytestmark = pytest.mark.usefixtures("own_folders")


def status(window):
    return window.page.findChild(QLabel, "status").text()


def test_the_first_start_writes_the_example(qtbot):
    with shown_window(qtbot, settings=Settings()) as window:
        wait_until_idle(qtbot, window)
        assert shown_text(window).startswith("Zizzi Blue is a cheap French pub")
        assert {label.text() for label in window.findChildren(QLabel)} >= {"toy", "CPU, 1 thread"}


def test_the_last_table_comes_back(qtbot):
    with shown_window(qtbot, settings=Settings(mr="name[Wok On], food[Thai]")) as window:
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for("name[Wok On], food[Thai]")
        assert not window.page.mr.model.history.canUndo()


def test_plots_are_drawn_on_the_main_thread(qtbot, monkeypatch):
    threads = set()
    from charcopy_gui.plots.trace_view import TraceView

    append = TraceView.append

    def noting(self, steps):
        threads.add(QThread.currentThread())
        append(self, steps)

    monkeypatch.setattr(TraceView, "append", noting)
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        assert threads == {QCoreApplication.instance().thread()}


@pytest.mark.parametrize("way", ["ctrl+return", "f5", "button", "menu"])
def test_what_stands_in_an_open_cell_is_used(qtbot, way):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, 1)
        editor.selectAll()
        qtbot.keyClicks(editor, "Wok On")
        with qtbot.waitSignal(window.generation.ended):
            if way == "ctrl+return":
                qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            elif way == "f5":
                qtbot.keyClick(editor, Qt.Key.Key_F5)
            elif way == "button":
                click(qtbot, button(window.page, "Run"))
            else:
                window._menus.run.trigger()
        wait_until_idle(qtbot, window)
        assert shown_text(window).startswith("Wok On is a")
        assert window.page.mr.table.viewport().findChildren(QLineEdit) == []


def test_escape_stops_at_once_and_marks_the_text(qtbot):
    with shown_window(qtbot, writer(hold=threading.Event())) as window:
        wait_for_characters(qtbot, window)
        began = time.perf_counter()
        qtbot.keyClick(window.page.mr.table, Qt.Key.Key_Escape)
        assert window.page.activity is Activity.STOPPING
        assert not button(window.page, "Run").isEnabled()
        qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE)
        assert time.perf_counter() - began < AT_ONCE
        assert sentence_for(MR).startswith(shown_text(window))
        assert 0 < len(shown_text(window)) < len(sentence_for(MR))
        assert "unfinished" in status(window)
        assert "stopped" in window.page.output.reading._sentence.toPlainText()
        assert button(window.page, "Run").isEnabled()


def test_run_and_stop_are_the_visible_pages(qtbot):
    with shown_window(qtbot, writer(hold=threading.Event())) as window:
        wait_for_characters(qtbot, window)
        assert not window._menus.run.isEnabled()
        assert window._menus.stop.isEnabled()
        window.show_page(PAGES.index("Data"))
        assert not window._menus.run.isEnabled()
        assert not window._menus.stop.isEnabled()
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert window.page.activity is Activity.WRITING, "nobody sees what would stop"
        window.show_page(PAGES.index("Train"))
        assert window._menus.run.isEnabled()
        assert not window._menus.stop.isEnabled()
        window.show_page(PAGES.index("Generate"))
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert window.page.activity is Activity.STOPPING
        assert not window._menus.stop.isEnabled()
        wait_until_idle(qtbot, window)


def action_of(window, title):
    """The one command of the menus with this title."""
    menus = window.menuBar().findChildren(QMenu)
    found = [a for m in menus for a in m.actions() if a.text().replace("&", "") == title]
    assert len(found) == 1, title
    return found[0]


ON_THE_TABLE = (
    *("Copy slots as line", "Paste slots", "Add slot", "Remove slots"),
    *("Move slots up", "Move slots down"),
)


def test_what_acts_on_the_table_does_so_only_where_it_is_seen(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.page.mr.set_text("name[Wok On]")
        for page in PAGES:
            window.show_page(PAGES.index(page))
            seen = page == "Generate"
            enabled = [action_of(window, title).isEnabled() for title in ON_THE_TABLE]
            assert enabled == [seen] * len(ON_THE_TABLE), page
            for title in ("Previous character", "Next character"):
                assert action_of(window, title).isEnabled() is (page in ("Generate", "Read back"))
            assert action_of(window, "Undo Take slots" if seen else "Undo").isEnabled() is seen
        qtbot.keyClick(window, Qt.Key.Key_A, CTRL | Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert window.page.mr.text() == "name[Wok On]"
        window.show_page(PAGES.index("Generate"))
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert window.page.mr.text() == MR


def test_run_pressed_twice_is_one_run(qtbot):
    runs = []

    def counting(request, cancel):
        runs.append(request.run)
        yield from writer(hold=threading.Event())(request, cancel)

    with shown_window(qtbot, counting) as window:
        wait_for_characters(qtbot, window)
        runs.clear()
        window.page.stop()
        qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE)
        run = button(window.page, "Run")
        click(qtbot, run)
        click(qtbot, run)
        qtbot.keyClick(window, Qt.Key.Key_F5)
        qtbot.waitUntil(lambda: len(runs) == 1)
        wait_for_characters(qtbot, window)
        window.page.stop()
        qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE)
        assert len(runs) == 1


def test_a_writer_that_breaks_is_reported_and_the_next_run_works(qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) or True
    )
    broken = [True]

    def write(request, cancel):
        for record in writer()(request, cancel):
            yield record
            if broken and getattr(record, "index", 0) == 5:
                raise RuntimeError("a gate fell off")

    with shown_window(qtbot, write) as window:
        wait_until_idle(qtbot, window)
        assert "a gate fell off" in status(window)
        assert shown_text(window) == sentence_for(MR)[:6]
        dialog = window.findChild(FailureDialog)
        assert dialog.isVisible()
        assert not dialog.isModal()
        assert "a gate fell off" in dialog.text()
        assert "RuntimeError" in dialog.detailedText()
        paths.log_file().touch()
        answer(qtbot, dialog, "Open the log")
        assert opened == [str(paths.log_file())]
        assert dialog.isVisible()
        answer(qtbot, dialog, "Close")
        broken.clear()
        click(qtbot, button(window.page, "Run"))
        qtbot.waitUntil(lambda: shown_text(window) == sentence_for(MR))
        wait_until_idle(qtbot, window)
        assert status(window) == ""


def test_cuda_asked_for_in_vain_is_said_where_it_is_seen(qtbot):
    with shown_window(qtbot, settings=Settings(mr=MR, device="cuda")) as window:
        wait_until_idle(qtbot, window)
        texts = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
        assert "CUDA is not available" in texts
        assert "torch finds no usable NVIDIA GPU, so the CPU is used." in texts


def test_another_device_is_loaded_and_remembered(qtbot, tmp_path):
    places = Places(tmp_path / "settings.toml")
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        window.page.runs.device_requested.emit("cuda")
        assert window.page.activity is Activity.LOADING
        wait_until_idle(qtbot, window)
        assert settings_file.load(tmp_path / "settings.toml")[0] == Settings(mr=MR, device="cuda")


def test_without_a_model_the_window_says_what_to_do(qtbot):
    with shown_window(qtbot, model=None) as window:
        qtbot.waitUntil(lambda: has_plots(window))
        qtbot.waitUntil(lambda: "No model is in use" in status(window))
        assert window.page.activity is Activity.IDLE


def test_a_foreign_file_is_refused_and_the_model_stays(qtbot, tmp_path):
    foreign = tmp_path / "foreign.safetensors"
    foreign.write_bytes(b"nothing of ours, but long enough")
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window._menus.model_chosen.emit(foreign)
        assert "foreign.safetensors is not a CharCopy checkpoint" in status(window)
        click(qtbot, button(window.page, "Run"))
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for(MR)


def load_by_card(path, device, cancel):
    """The model of arithmetic under the card that a file carries."""
    del device, cancel
    ready = ModelReady(model_card.read(path), DeviceInfo("cpu", "CPU, 1 thread"))
    yield LoadedModel(ready, writer())


def test_a_model_is_named_by_its_card_from_the_first_on(qtbot, tmp_path):
    path = write_card(tmp_path / "a run" / "best.safetensors")
    with shown_window(qtbot, load=load_by_card, model=path) as window:
        model = named(window, "Model")
        assert model.text() == "a run/best"
        wait_until_idle(qtbot, window)
        assert model.text() == "a run/best"
        window._menus.model_chosen.emit(write_card(tmp_path / "other.safetensors"))
        assert model.text() == "other"
        wait_until_idle(qtbot, window)


def load_and_name(path, device, cancel):
    """A model that writes its own name."""
    (loaded,) = load_by_card(path, device, cancel)
    yield LoadedModel(loaded.ready, writer(text=lambda mr: f"{path.stem}: {sentence_for(mr)}"))


def test_another_model_writes_the_table_anew(qtbot, tmp_path):
    first, other = (write_card(tmp_path / f"{name}.safetensors") for name in ("first", "other"))
    with shown_window(qtbot, load=load_and_name, model=first) as window:
        wait_until_idle(qtbot, window)
        assert shown_text(window) == f"first: {sentence_for(MR)}"
        window.page.mr.set_text("name[Wok On], food[Thai]")
        window._menus.model_chosen.emit(other)
        assert window.page.activity is Activity.LOADING
        wait_until_idle(qtbot, window)
        assert shown_text(window) == f"other: {sentence_for('name[Wok On], food[Thai]')}"
        assert status(window) == ""


def test_another_model_is_only_loaded_where_the_line_cannot_be_read(qtbot, tmp_path):
    first, other = (write_card(tmp_path / f"{name}.safetensors") for name in ("first", "other"))
    with shown_window(qtbot, load=load_and_name, model=first) as window:
        wait_until_idle(qtbot, window)
        line = window.page.findChild(QLineEdit, "line")
        qtbot.keyClick(line, Qt.Key.Key_End)
        qtbot.keyClick(line, Qt.Key.Key_Backspace)
        window._menus.model_chosen.emit(other)
        wait_until_idle(qtbot, window)
        assert shown_text(window).startswith("first: ")
        assert named(window, "Model").text() == "other"
        assert status(window) == ""


def test_a_foreign_corpus_in_a_tooltip_is_plain_text(qtbot, tmp_path):
    path = write_card(tmp_path / "toy.safetensors", corpus="<b>toys</b>")
    with shown_window(qtbot, load=load_by_card, model=path) as window:
        tip = QTextDocument()
        tip.setHtml(named(window, "Model").toolTip())
        assert tip.toPlainText() == "EDA_CS, trained on <b>toys</b>"
        wait_until_idle(qtbot, window)


def test_the_menu_of_models_does_not_grow(qtbot, tmp_path):
    write_card(tmp_path / "models" / "toy.safetensors")
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        for _ in range(3):
            window._models.refresh()
        assert [action.text() for action in window._menus._model_group.actions()] == ["toy"]


def test_models_that_cannot_be_read_are_not_listed(tmp_path):
    write_card(paths.runs_folder() / "1" / "best.safetensors")
    write_card(paths.runs_folder() / "2" / "best.safetensors")
    (paths.runs_folder() / "3").mkdir()
    (paths.runs_folder() / "3" / "best.safetensors").touch()
    write_card(paths.runs_folder() / "0" / "last.safetensors")
    write_card(tmp_path / "models" / "own.safetensors")
    assert [name for name, _ in models()] == ["own", "2/best", "1/best", "0/last"]


def test_pages_are_chosen_by_click_and_by_shortcut(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        pages = window.findChild(QListWidget, "navigation")
        at = pages.visualItemRect(pages.item(3)).center()
        qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert window.pages.visible is window.pages.evaluate
        qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
        assert window.pages.visible is window.page
        assert pages.currentRow() == 0


def test_the_theme_is_chosen_and_remembered(qtbot, tmp_path):
    places = Places(tmp_path / "settings.toml")
    with shown_window(qtbot, settings=Settings(mr=MR, theme="light"), places=places) as window:
        wait_until_idle(qtbot, window)
        corner = window.page.mapTo(window, QPoint(4, window.page.height() - 4))
        assert window.grab().toImage().pixelColor(corner).lightness() > 240
        window._menus.theme_chosen.emit("dark")
        assert window.grab().toImage().pixelColor(corner).lightness() < 40
        assert settings_file.load(tmp_path / "settings.toml")[0].theme == "dark"


def test_walking_along_the_text_by_keyboard(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        step = window.page.instrument.stepping.step
        qtbot.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        assert window.page.instrument.stepping.step == step + 1
        qtbot.keyClick(window.page.output.reading.focusProxy(), Qt.Key.Key_Left)
        assert window.page.instrument.stepping.step == step


def test_shortcuts_are_listed_under_help(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_F1)
        window._menus._show_shortcuts()
        (dialog,) = window.findChildren(ShortcutsDialog)
        said = dialog.accessibleDescription()
        for words in ("Run: Ctrl+Return or Ctrl+Enter or F5", "Stop: Esc", "Train: Ctrl+3",
                      "Undo: Ctrl+Z", "Rename: F2"):  # fmt: skip
            assert words in said.splitlines()
        labels = [w for w in dialog.findChildren(QLabel) if w.text() in ("Ctrl+3", "Ctrl+Z", "F2")]
        assert len({label.mapTo(dialog, label.rect().topLeft()).x() for label in labels}) == 1
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert window.isVisible()


def test_the_window_is_small_enough_and_splitters_come_back(qtbot, tmp_path):
    places = Places(geometry=tmp_path / "geometry.ini")
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        window.resize(1024, 640)
        assert (window.width(), window.height()) == (1024, 640)
        splitter = window.page.findChild(QSplitter, "generate")
        splitter.setSizes([440, 400])
        sizes = splitter.sizes()
        window.close()
    with shown_window(qtbot, places=places) as window:
        assert window.page.findChild(QSplitter, "generate").sizes() == sizes
        wait_until_idle(qtbot, window)


def test_splitters_of_a_page_made_later_come_back_and_are_kept_unmade(qtbot, tmp_path):
    places = Places(geometry=tmp_path / "geometry.ini")
    with shown_window(qtbot, places=places) as window:
        window.resize(1024, 640)
        window.show_page(PAGES.index("Train"))
        splitter = window.pages.train.findChild(QSplitter, "train")
        splitter.setSizes([400, 480])
        sizes = splitter.sizes()
        window.close()
    closed_at_once(qtbot, places)
    with shown_window(qtbot, places=places) as window:
        window.show_page(PAGES.index("Train"))
        assert window.pages.train.findChild(QSplitter, "train").sizes() == sizes
        window.close()


def closed_at_once(qtbot, places):
    """A window that was closed before it had all its pages."""
    with shown_window(qtbot, places=places) as window:
        window.close()
        assert len(window.pages.made) == 1


def test_a_real_checkpoint_that_is_not_there_fails_with_its_name(qtbot, tmp_path):
    gone = tmp_path / "gone.safetensors"
    with shown_window(qtbot, load=load_model, model=gone) as window:
        qtbot.waitUntil(lambda: has_plots(window))
        qtbot.waitUntil(lambda: "gone.safetensors" in status(window))
        wait_until_idle(qtbot, window)


def test_a_model_is_used_by_its_path(qtbot):
    seen = []

    def load(path, device, cancel):
        seen.append((path, device))
        return loader()(path, device, cancel)

    with shown_window(qtbot, load=load) as window:
        wait_until_idle(qtbot, window)
        assert seen == [(MODEL, "auto")]
