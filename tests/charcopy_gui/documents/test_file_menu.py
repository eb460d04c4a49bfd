"""Saving, exporting and opening in the window, as people do it."""

import csv
import io
import json
import threading

import pytest
from documents_driver import choose, command, saved
from fake_generation import MODEL, loader, sentence_for, writer
from fake_training import write_card
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QMessageBox
from window_driver import MR, click, named, shown_text, shown_window, wait_until_idle

from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.page_names import PAGES
from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import Settings
from charcopy_gui.workers.requests import LoadedModel, ModelReady
from core import files, model_card, trace_files
from core.records import DeviceInfo, Progress, WhatIf
from core.session import reading

pytestmark = pytest.mark.usefixtures("own_folders")

OTHER_MR = "name[Wok On], food[Thai]"
HERE = "a" * 64


def branch_out(qtbot, window, index=6, character="X"):
    """A what-if on the text that is shown."""
    tree = window.page.tree
    request = tree.plan(WhatIf(0, index, character=character))
    window.page.instrument.show_branch(tree, request.branch, index)
    window.page.branch_requested.emit(request)
    wait_until_idle(qtbot, window)
    return request.branch


def drop(window, *places):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) for p in places])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    entering = QDragEnterEvent(QPointF(5, 5).toPoint(), copy, data, left, none)
    QApplication.sendEvent(window, entering)
    if entering.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), copy, data, left, none))
    return entering.isAccepted()


@pytest.fixture
def kept(qtbot, tmp_path):
    """A session with a branch, made by the model of arithmetic in another window."""
    path = tmp_path / "kept.charcopy"
    settings = Settings(mr=OTHER_MR)
    with shown_window(qtbot, load=loader(sha256=HERE), settings=settings) as window:
        wait_until_idle(qtbot, window)
        branch_out(qtbot, window)
        saved(qtbot, window, "Save session…", path)
    return path


def wait_for_session(qtbot, window):
    qtbot.waitUntil(lambda: "kept.charcopy" in window.windowTitle())
    wait_until_idle(qtbot, window)


def assert_shown(window):
    whole = sentence_for(OTHER_MR)
    assert window.page.mr.text() == OTHER_MR
    assert shown_text(window) == whole[:6] + "X" + whole[7:]
    assert [branch.id for branch in window.page.tree] == [0, 1]
    assert window.page.instrument.branch == 1


# Saving.


def test_a_session_is_saved_with_its_branches_and_named_in_the_title(qtbot, tmp_path):
    path = tmp_path / "mine.charcopy"
    with shown_window(qtbot, load=loader(sha256=HERE)) as window:
        wait_until_idle(qtbot, window)
        branch_out(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        suggested = choose(qtbot, window, path)
        assert suggested.startswith("Zizzi ")
        assert "  " not in suggested
        qtbot.waitUntil(lambda: window.windowTitle() == "mine.charcopy – CharCopy")
        session = reading.read(path)
        assert (session.mr, session.model, session.model_sha256) == (MR, "toy", HERE)
        assert session.tree.text(1) == window.page.tree.text(1)
        assert (session.branch, session.step) == (1, window.page.instrument.stepping.step)
        window.page.run()
        wait_until_idle(qtbot, window)
        assert window.windowTitle() == "CharCopy"


def test_the_title_names_the_session_of_the_text_that_is_shown_and_of_no_other(qtbot, tmp_path):
    path = tmp_path / "first.charcopy"
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        command(window, "Save session…").trigger()
        window.page.mr.set_text(OTHER_MR)
        window.page.run()
        wait_until_idle(qtbot, window)
        choose(qtbot, window, path)
        qtbot.waitUntil(lambda: path.exists() and not window._documents.saving.busy)
        assert window.windowTitle() == "CharCopy"
        window.page.mr.model.history.undo()
        assert shown_text(window) == sentence_for(MR)
        assert window.windowTitle() == "first.charcopy – CharCopy"


def test_traces_are_exported(qtbot, tmp_path):
    with shown_window(qtbot, load=loader(sha256=HERE)) as window:
        wait_until_idle(qtbot, window)
        name = saved(qtbot, window, "Trace as JSON…", tmp_path / "t.json")
        assert name.endswith(".json")
        content = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
        assert content["branches"][0]["text"] == sentence_for(MR)
        assert content["model"] == {"name": "toy", "sha256": HERE}
        saved(qtbot, window, "Trace as CSV…", tmp_path / "t.csv")
        text = (tmp_path / "t.csv").read_text(encoding="utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert "".join(row["character"] for row in rows[:-1]) == sentence_for(MR)
        assert window.windowTitle() == "CharCopy"


def test_plots_are_exported_in_the_theme_in_use(qtbot, tmp_path):
    with shown_window(qtbot, settings=Settings(mr=MR, theme="dark")) as window:
        wait_until_idle(qtbot, window)
        saved(qtbot, window, "Plots as PNG…", tmp_path / "t.png")
        image = QImage(str(tmp_path / "t.png"))
        assert image.width() > 2 * 7 * len(sentence_for(MR))
        assert image.pixelColor(1, 1).lightness() < 60
        said = named(window.page.output, "Status").text
        qtbot.waitUntil(lambda: said() == f"Saved as t.png in {tmp_path.name}.")
        saved(qtbot, window, "Plots as SVG…", tmp_path / "t.svg")
        assert QSvgRenderer(str(tmp_path / "t.svg")).isValid()


def test_files_are_written_one_after_another_and_none_is_lost(qtbot, tmp_path, monkeypatch):
    go_on = threading.Event()
    encoded = trace_files.encoded

    def slowly(*arguments):
        assert go_on.wait(60)
        return encoded(*arguments)

    monkeypatch.setattr(trace_files, "encoded", slowly)
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        for name in ("1.json", "2.json", "3.json"):
            command(window, "Trace as JSON…").trigger()
            choose(qtbot, window, tmp_path / name)
        go_on.set()
        qtbot.waitUntil(lambda: len(list(tmp_path.glob("?.json"))) == 3)
        qtbot.waitUntil(lambda: not window._documents.saving.busy)


def test_what_cannot_be_written_is_said_and_the_old_file_stays(qtbot, tmp_path):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        command(window, "Save session…").trigger()
        choose(qtbot, window, tmp_path / "no folder" / "a.charcopy")
        qtbot.waitUntil(lambda: window.findChild(FailureDialog) is not None)
        assert "No such file or directory" in window.findChild(FailureDialog).text()
        window.findChild(FailureDialog).close()


def test_nothing_can_be_saved_where_there_is_no_text_to_be_seen(qtbot):
    titles = ("Save session…", "Export", "Trace as JSON…", "Plots as SVG…")
    with shown_window(qtbot, model=None) as window:
        wait_until_idle(qtbot, window)
        assert not any(command(window, title).isEnabled() for title in titles)
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        assert all(command(window, title).isEnabled() for title in titles)
        window.show_page(PAGES.index("Train"))
        assert not any(command(window, title).isEnabled() for title in titles)


# Opening.


def test_a_session_is_opened_by_the_menu_and_shown_as_it_was(qtbot, kept):
    with shown_window(qtbot, load=loader(sha256=HERE)) as window:
        wait_until_idle(qtbot, window)
        window.show_page(PAGES.index("Data"))
        command(window, "Open…").trigger()
        choose(qtbot, window, kept)
        wait_for_session(qtbot, window)
        assert window.pages.visible is window.page
        assert_shown(window)
        assert window.findChild(QMessageBox) is None, "the model is the same"


def test_a_text_of_an_earlier_table_is_said_to_be_one_before_and_after(qtbot, tmp_path):
    path = tmp_path / "kept.charcopy"
    with shown_window(qtbot, settings=Settings(mr=OTHER_MR)) as window:
        wait_until_idle(qtbot, window)
        window.page.mr.set_text("name[Old Brindle], food[French]")
        saved(qtbot, window, "Save session…", path)
        assert "has changed" in named(window, "Status").text()
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        command(window, "Open…").trigger()
        choose(qtbot, window, path)
        wait_for_session(qtbot, window)
        assert window.page.mr.text() == "name[Old Brindle], food[French]"
        assert shown_text(window) == sentence_for(OTHER_MR)
        assert window.page.about.line == OTHER_MR
        assert "has changed" in named(window, "Status").text()


def test_what_ifs_go_on_from_an_opened_session(qtbot, kept):
    with shown_window(qtbot, load=loader(sha256=HERE)) as window:
        wait_until_idle(qtbot, window)
        branch_out(qtbot, window)
        window.open_file(kept)
        wait_for_session(qtbot, window)
        branch = branch_out(qtbot, window, 9, "Y")
        assert branch == 2
        whole = sentence_for(OTHER_MR)
        assert window.page.tree.text(2) == whole[:9] + "Y" + whole[10:]


def test_a_session_is_opened_by_a_drop(qtbot, kept):
    with shown_window(qtbot, load=loader(sha256=HERE)) as window:
        wait_until_idle(qtbot, window)
        assert not drop(window, kept, kept)
        assert not drop(window, kept.with_suffix(".txt"))
        assert drop(window, kept)
        wait_for_session(qtbot, window)
        assert_shown(window)


def test_a_model_that_is_dropped_writes_the_table_anew(qtbot, tmp_path):
    path = write_card(tmp_path / "other.safetensors")
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        assert drop(window, path)
        wait_until_idle(qtbot, window)
        assert named(window._navigation, "Model").text() == "toy", (
            "of the card that the loader gives"
        )
        assert window._link.model == path


def test_a_session_replaces_a_text_that_is_being_written(qtbot, kept):
    hold = threading.Event()
    with shown_window(qtbot, load=loader(writer(hold=hold), HERE)) as window:
        qtbot.waitUntil(lambda: len(shown_text(window)) >= 5)
        window.open_file(kept)
        wait_for_session(qtbot, window)
        assert_shown(window)


def by_card(path, device, cancel):
    """The model of arithmetic, under the name and the checksum of its file."""
    ready = ModelReady(model_card.read(path), DeviceInfo("cpu", "CPU"), files.sha256(path))
    return [LoadedModel(ready, writer())]


@pytest.mark.parametrize("name", ["toy", "quite another"])
def test_another_model_than_the_sessions_is_said_and_does_the_what_ifs(qtbot, kept, tmp_path, name):
    model = write_card(tmp_path / f"{name}.safetensors")
    with shown_window(qtbot, load=by_card, model=model) as window:
        wait_until_idle(qtbot, window)
        window.open_file(kept)
        wait_for_session(qtbot, window)
        assert_shown(window)
        (box,) = window.findChildren(QMessageBox)
        assert "model" in box.text()
        assert ("another model named toy" if name == "toy" else "the model toy") in box.text()
        assert f"written by {name}" in box.text()
        box.close()
        assert branch_out(qtbot, window, 9, "Y") == 2


def test_the_sessions_model_is_used_where_it_is_here(qtbot, tmp_path):
    mine = write_card(paths.model_folders()[0] / "mine.safetensors")
    other = write_card(tmp_path / "other.safetensors", corpus="other toys")
    path = tmp_path / "kept.charcopy"
    with shown_window(qtbot, load=by_card, model=mine, settings=Settings(mr=OTHER_MR)) as window:
        wait_until_idle(qtbot, window)
        window.page.tree.model = "mine"
        branch_out(qtbot, window)
        saved(qtbot, window, "Save session…", path)
    with shown_window(qtbot, load=by_card, model=other) as window:
        wait_until_idle(qtbot, window)
        window.open_file(path)
        wait_for_session(qtbot, window)
        assert window._link.model == mine
        assert named(window._navigation, "Model").text() == "mine"
        assert window.findChild(QMessageBox) is None
        assert_shown(window)


def test_a_text_that_undo_brings_back_is_saved_with_the_model_that_wrote_it(qtbot, tmp_path):
    mine = write_card(tmp_path / "mine.safetensors")
    other = write_card(tmp_path / "other.safetensors", corpus="other toys")
    path = tmp_path / "kept.charcopy"
    with shown_window(qtbot, load=by_card, model=mine) as window:
        wait_until_idle(qtbot, window)
        window.page.instrument.stepping.go_to(3)
        click(qtbot, named(window.page.instrument.step_panel, "o"))
        wait_until_idle(qtbot, window)
        window.open_file(other)
        wait_until_idle(qtbot, window)
        saved(qtbot, window, "Save session…", path)
        assert reading.read(path).model_sha256 == files.sha256(other)
        path.unlink()
        window.page.mr.model.history.undo()
        assert len(window.page.tree) == 2
        saved(qtbot, window, "Save session…", path)
        assert reading.read(path).model_sha256 == files.sha256(mine)


def test_without_any_model_a_session_is_shown_all_the_same(qtbot, kept):
    with shown_window(qtbot, model=None) as window:
        wait_until_idle(qtbot, window)
        window.open_file(kept)
        wait_for_session(qtbot, window)
        assert_shown(window)
        (box,) = window.findChildren(QMessageBox)
        assert "no model here can continue it" in box.text()
        box.close()


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"nonsense", "is not a session of CharCopy"), (None, "cannot be read: No such file")],
)
def test_a_file_that_is_no_session_is_refused_and_what_is_seen_stays(
    qtbot, tmp_path, content, words
):
    path = tmp_path / "bad.charcopy"
    if content is not None:
        path.write_bytes(content)
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.open_file(path)
        qtbot.waitUntil(lambda: window.findChild(FailureDialog) is not None)
        assert words in window.findChild(FailureDialog).text()
        assert shown_text(window) == sentence_for(MR)
        window.findChild(FailureDialog).close()


def test_another_kind_of_file_is_refused(qtbot, tmp_path):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.open_file(tmp_path / "a.txt")
        assert "neither a session" in window.findChild(FailureDialog).text()
        window.findChild(FailureDialog).close()


def test_of_a_trace_it_is_said_that_a_session_opens_again(qtbot, tmp_path):
    path = tmp_path / "evening.json"
    path.write_text("{}")
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        assert drop(window, path)
        dialog = window.findChild(FailureDialog)
        assert "evening.json is not a session: traces are exported" in dialog.text()
        assert "(.charcopy), which File, Save session writes" in dialog.text()
        assert "Open the log" not in [button.text() for button in dialog.buttons()]
        dialog.close()
        assert shown_text(window) == sentence_for(MR)


def test_a_session_named_at_the_start_is_all_that_is_shown(qtbot, kept):
    runs = []

    def write(request, cancel):
        runs.append(request)
        return writer()(request, cancel)

    with shown_window(qtbot, load=loader(write, HERE), first_file=kept) as window:
        wait_for_session(qtbot, window)
        assert_shown(window)
        assert runs == []


def test_a_bad_session_named_at_the_start_leaves_the_table_to_be_written_for(qtbot, tmp_path):
    with shown_window(qtbot, first_file=tmp_path / "gone.charcopy") as window:
        qtbot.waitUntil(lambda: window.findChild(FailureDialog) is not None)
        wait_until_idle(qtbot, window)
        qtbot.waitUntil(lambda: shown_text(window) == sentence_for(MR))
        window.findChild(FailureDialog).close()
        wait_until_idle(qtbot, window)


def test_the_loading_of_a_model_is_seen_under_its_name(qtbot):
    seen, go_on = threading.Event(), threading.Event()

    def load(path, device, cancel):
        yield Progress(1, 4, "parts")
        seen.set()
        assert go_on.wait(60)
        yield from loader()(path, device, cancel)

    with shown_window(qtbot, load=load, model=MODEL) as window:
        device = named(window._navigation, "Device")
        qtbot.waitUntil(lambda: device.text() == "loading, 25%")
        go_on.set()
        wait_until_idle(qtbot, window)
        assert device.text() == "CPU, 1 thread"
