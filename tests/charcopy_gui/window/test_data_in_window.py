"""The Data page in the window: rows go to Generate, corpora to Train, both are remembered."""

import pytest
from data_driver import choose, drop, named, pick, press, said, wait_until_read
from fake_training import trainer
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from window_driver import TINY, shown_window, wait_for_end, wait_until_idle

from charcopy_gui.frame.memory import Places
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings, TrainingChoices

pytestmark = pytest.mark.usefixtures("own_folders")

HOTEL = '"name[Tin Otter], area[quay]",The Tin Otter is on the quay.\n' * 3


@pytest.fixture(autouse=True)
def corpora(tmp_path, monkeypatch):
    """A folder with a hotel corpus, and no downloads."""
    monkeypatch.delenv("CHARCOPY_DATA", raising=False)
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: tmp_path / "downloads")
    folder = tmp_path / "corpora"
    (folder / "hotel").mkdir(parents=True)
    for split in ("train", "dev"):
        (folder / "hotel" / f"{split}.csv").write_text(HOTEL, encoding="utf-8")
    return folder


def open_data_page(qtbot, window):
    wait_until_idle(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.visible is window.pages.data
    wait_until_read(qtbot, window.pages.data)
    return window.pages.data


def recorder(requests):
    def train(request, control, run):
        requests.append(request)
        yield from trainer()(request, control, run)

    return train


def test_a_row_goes_to_generate_and_is_written_about(qtbot, corpora):
    with shown_window(qtbot, settings=Settings(corpora=str(corpora))) as window:
        page = open_data_page(qtbot, window)
        choose(qtbot, page, "Hotel")
        wait_until_read(qtbot, page)
        table = named(page, "Rows")
        table.setFocus()
        table.selectRow(0)
        qtbot.keyClick(table, Qt.Key.Key_Return)
        assert window.pages.visible is window.page
        assert window.page.mr.text() == "name[Tin Otter], area[quay]"
        wait_until_idle(qtbot, window)


@pytest.mark.parametrize("name", ["data", "evaluate"])
def test_an_irregular_table_is_opened_as_far_as_it_can_be_made_out(qtbot, name):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        page = getattr(window.pages, name)
        page.generate_requested.emit("near[bay],ack[] food[Thai]", None)
        assert window.page.mr.text() == "near[bay], ack[], food[Thai]"
        wait_until_idle(qtbot, window)
        page.generate_requested.emit("only words", None)
        assert window.page.mr.text() == "near[bay], ack[], food[Thai]"
        (notice,) = window.findChildren(QMessageBox)
        assert "No slot can be recognised in 'only words'." in notice.text()
        notice.close()


def test_a_known_corpus_is_used_for_training(qtbot, corpora, tmp_path):
    requests = []
    places = Places(tmp_path / "settings.toml")
    asked = Settings(corpora=str(corpora), training=TrainingChoices(config=TINY))
    with shown_window(qtbot, settings=asked, places=places, train=recorder(requests)) as window:
        page = open_data_page(qtbot, window)
        choose(qtbot, page, "Hotel")
        wait_until_read(qtbot, page)
        press(qtbot, page, "Use for training")
        assert window.pages.visible is window.pages.train
        assert named(window.pages.train, "Corpus").currentText() == "Hotel"
        press(qtbot, window.pages.train, "Start")
        wait_for_end(qtbot, window)
    assert (requests[0].known, requests[0].files, requests[0].corpora) == ("hotel", None, corpora)
    kept = settings_file.load(places.settings)[0]
    assert (kept.training.corpus, kept.training.dev) == ("hotel", "")
    with shown_window(qtbot, settings=kept) as window:
        assert window.pages.train.form.checked().corpus == "hotel"
    (corpora / "hotel" / "dev.csv").unlink()
    with shown_window(qtbot, settings=kept) as window:
        window.show_page(2)
        assert window.pages.train.form.checked() is None
        reason = "Hotel (not downloaded): the Data page fetches it."
        assert said(window.pages.train, "Why Start waits") == reason


def name_files(qtbot, form, train, dev):
    """Give files of one's own to train on and to choose by."""
    pick(qtbot, form, "Corpus", "Files of your own")
    qtbot.keyClicks(named(form, "File to train on"), str(train))
    qtbot.keyClicks(named(form, "File to measure progress on"), str(dev))


def test_a_files_question_is_answered_where_it_is_chosen_for_training(qtbot, tmp_path):
    requests = []
    train, dev = tmp_path / "cafe.csv", tmp_path / "dev.csv"
    train.write_bytes("mr;x;y\nname[Thé];Un thé.;Autre.\n".encode("latin-1"))
    dev.write_text("mr,ref\nname[A],One.\n", encoding="utf-8")
    places = Places(tmp_path / "settings.toml")
    asked = Settings(training=TrainingChoices(config=TINY))
    with shown_window(qtbot, settings=asked, places=places, train=recorder(requests)) as window:
        wait_until_idle(qtbot, window)
        window.show_page(2)
        form = window.pages.train.form
        name_files(qtbot, form, train, dev)
        encoding = "Question about the encoding"
        qtbot.waitUntil(lambda: "is not UTF-8 text" in said(form.corpus._files[0], encoding))
        wanted = "cafe.csv leaves a question open"
        qtbot.waitUntil(lambda: wanted in said(window.pages.train, "Why Start waits"))
        assert not window.pages.train.can_run
        pick(qtbot, form.corpus._files[0], "Encoding", "latin-1")
        pick_when_asked(qtbot, form.corpus._files[0], "Reference", "x")
        qtbot.waitUntil(lambda: form.checked() is not None)
        press(qtbot, window.pages.train, "Start")
        wait_for_end(qtbot, window)
        read = requests[0].readings[0]
        assert (read.encoding, read.delimiter, read.reference) == ("latin-1", ";", "x")
        assert requests[0].readings[1] is None, "it was certain"
        assert [own.path for own in window.pages.data._chosen.catalogue.own] == [train]
    kept = settings_file.load(places.settings)[0]
    with shown_window(qtbot, settings=kept, train=recorder(requests)) as window:
        window.show_page(2)
        press(qtbot, window.pages.train, "Start")
        wait_for_end(qtbot, window)
        assert requests[1].readings[0] == read, "nobody is asked twice"


def test_slots_that_are_columns_are_shown_and_taken_for_training(qtbot, tmp_path):
    requests = []
    train, dev = tmp_path / "slots.csv", tmp_path / "dev.csv"
    train.write_text("name,food,text\nAromi,Thai,Aromi is Thai.\n", encoding="utf-8")
    dev.write_text("mr,ref\nname[A],One.\n", encoding="utf-8")
    asked = Settings(training=TrainingChoices(config=TINY))
    with shown_window(qtbot, settings=asked, train=recorder(requests)) as window:
        wait_until_idle(qtbot, window)
        window.show_page(2)
        form = window.pages.train.form
        name_files(qtbot, form, train, dev)
        question = "Question about the meaning representation"
        qtbot.waitUntil(lambda: "seem to be slots" in said(form.corpus._files[0], question))
        qtbot.waitUntil(lambda: form.checked() is not None)
        press(qtbot, window.pages.train, "Start")
        wait_for_end(qtbot, window)
        read = requests[0].readings[0]
        assert (read.mr, read.reference) == (("name", "food"), "text")


def pick_when_asked(qtbot, parent, name, words):
    qtbot.waitUntil(lambda: named(parent, name).isVisible())
    pick(qtbot, parent, name, words)


def test_a_file_of_ones_own_is_used_for_training_once_there_is_one_to_choose_by(qtbot, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("mr,ref\nname[A],One.\n", encoding="utf-8")
    with shown_window(qtbot) as window:
        page = open_data_page(qtbot, window)
        drop(page, path)
        qtbot.waitUntil(named(page.importing, "Import this file").isEnabled)
        press(qtbot, page, "Import this file")
        wait_until_read(qtbot, page)
        press(qtbot, page, "Use for training")
        assert window.pages.visible is window.pages.train
        assert named(window.pages.train, "File to train on").text() == str(path)
        qtbot.waitUntil(named(window.pages.train, "File to measure progress on").hasFocus)


def test_escape_leaves_a_question(qtbot, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("mr,ref\nname[A],One.\n", encoding="utf-8")
    with shown_window(qtbot) as window:
        page = open_data_page(qtbot, window)
        drop(page, path)
        assert page.importing.isVisible()
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert page.view.isVisible()
