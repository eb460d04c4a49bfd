import errno

import pytest
from data_driver import choose, listed, named, pick, press, said, shown_page, wait_until_read
from fake_site import site
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from charcopy_gui.frame.memory import Places
from charcopy_gui.pages.parts.task_bar import TaskBar
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core.corpus import catalog
from core.records import Progress

TRAIN, DEV = "name[A],One.\n" * 30_000, "name[B],Two.\n"


@pytest.fixture(autouse=True)
def downloads(tmp_path, monkeypatch):
    monkeypatch.delenv("CHARCOPY_DATA", raising=False)
    folder = tmp_path / "Café 東京"
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: folder)
    return folder


@pytest.fixture
def server():
    with site() as found:
        yield found


def ended(qtbot, page):
    qtbot.waitUntil(lambda: not named(page.view.header, "Cancel").isVisible())


def state(page, title):
    entries = named(page, "Corpora")
    return entries.item(listed(page).index(title)).text().partition("\n")[2]


def test_nothing_is_asked_of_the_network_before_download_is_pressed(qtbot, server, downloads):
    toys = server.corpus(train=TRAIN, dev=DEV)
    with shown_page(qtbot, (catalog.DEMO, toys)) as page:
        choose(qtbot, page, "Toys")
        assert "Not on this computer; it comes from 127.0.0.1, checked by checksum." in said(
            page, "Where it is"
        )
        assert said(page, "Licence and citation") == "Licence: CC0. Us."
        assert state(page, "Toys").startswith("not downloaded")
        assert server.asked == []
        assert not downloads.exists()
        press(qtbot, page, "Download")
        qtbot.waitUntil(lambda: page.view.browse.model.rowCount() == 30_001)
        assert sorted(server.asked) == ["/dev.csv", "/train.csv"]
        assert "every checksum matches" in said(page, "What was done")
        assert state(page, "Toys").startswith("here")
        assert said(page, "What went wrong") == ""


def test_a_checksum_that_was_not_known_is_shown(qtbot, server):
    toys = server.corpus(pinned=False, train=TRAIN, dev=DEV)
    with shown_page(qtbot, (toys,)) as page:
        press(qtbot, page, "Download")
        qtbot.waitUntil(lambda: "train.csv: sha256 " in said(page, "What was done"))


def test_a_download_is_cancelled_and_begun_again(qtbot, server, downloads):
    toys = server.corpus(train=TRAIN, dev=DEV)
    server.hold.clear()
    with shown_page(qtbot, (catalog.DEMO, toys)) as page:
        choose(qtbot, page, "Toys")
        press(qtbot, page, "Download")
        qtbot.waitUntil(lambda: "Downloading" in said(page.view.header, "Progress in words"))
        assert not named(page, "Download").isEnabled()
        assert page.can_stop
        choose(qtbot, page, "Demo corpus")
        wait_until_read(qtbot, page)
        assert not named(page.view.header, "Cancel").isVisible(), "it is another corpus'"
        assert state(page, "Toys").startswith("downloading")
        choose(qtbot, page, "Toys")
        press(qtbot, page.view.header, "Cancel")
        ended(qtbot, page)
        assert said(page, "What was done") == "Stopped; nothing has changed."
        assert not (downloads / "toys").exists()
        server.hold.set()
        press(qtbot, page, "Download")
        qtbot.waitUntil(lambda: page.view.browse.model.rowCount() == 30_001)


def break_off(server, _):
    server.half = True


def lose(server, _):
    server.files.clear()


def falsify(server, _):
    server.files["/dev.csv"] = b"name[X],Three.\n"


def fill_disk(_, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("core.corpus.fetch.write_atomically", full)


def hang_up(server, _):
    server.server.shutdown()
    server.server.server_close()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (break_off, "The download from 127.0.0.1 broke off; try again."),
        (lose, "is no longer there: 127.0.0.1 answers 404."),
        (falsify, "is not the dev.csv that is known; it was not kept. Its sha256 is"),
        (fill_disk, "The disk is full"),
        (hang_up, "127.0.0.1 cannot be reached. Is this computer connected to the network?"),
    ],
    ids=["broken off", "gone", "checksum", "disk", "offline"],
)
def test_each_failure_has_its_own_sentence(qtbot, server, monkeypatch, spoil, sentence):
    toys = server.corpus(train=TRAIN, dev=DEV)
    spoil(server, monkeypatch)
    with shown_page(qtbot, (toys,)) as page:
        press(qtbot, page, "Download")
        qtbot.waitUntil(lambda: sentence in said(page, "What went wrong"))
        ended(qtbot, page)
        assert named(page, "Download").isEnabled(), "it can be tried again"


def test_a_folder_that_is_pointed_at_is_looked_into_and_remembered(qtbot, tmp_path):
    folder = tmp_path / "мои данные"
    (folder / "hotel").mkdir(parents=True)
    (folder / "hotel" / "train.csv").write_text("name[A],One.\n", encoding="utf-8")
    places = Places(tmp_path / "settings.toml")
    with shown_page(qtbot, (catalog.DEMO, catalog.HOTEL), places=places) as page:
        choose(qtbot, page, "Hotel")
        assert named(page, "Nothing to show").isVisible()
        press(qtbot, page, "Folder")
        dialog = page.findChild(QFileDialog)
        dialog.fileSelected.emit(str(folder))
        dialog.close()
        qtbot.waitUntil(lambda: page.view.browse.model.rowCount() == 1)
        assert state(page, "Hotel").startswith("without dev and test")
        assert named(page, "Folder of corpora").text() == f"Looks in {folder} first."
        assert not named(page, "Use for training").isVisible(), "there is nothing to choose by"
        assert settings_file.load(places.settings)[0].corpora == str(folder)
        press(qtbot, page, "Forget the folder")
        qtbot.waitUntil(named(page, "Nothing to show").isVisible)
        assert state(page, "Hotel").startswith("not downloaded")
        assert state(page, "Hotel").endswith("licence not stated")
        assert said(page, "Folder of corpora") == ""
        assert not named(page, "Forget the folder").isVisible()
    assert settings_file.load(places.settings)[0].corpora == ""
    assert (folder / "hotel" / "train.csv").exists()


def e2e(folder):
    """A tiny E2E."""
    (folder / "e2e").mkdir(parents=True)
    for split, name in (("trainset", "Aromi"), ("devset", "Cotto"), ("testset_w_refs", "Strada")):
        row = f'"name[{name}], food[French], near[Clare Hall]",{name} is French.'
        path = folder / "e2e" / f"{split}.csv"
        path.write_text(f"mr,ref\n{row}\n", encoding="utf-8")


def test_e2e_plus_is_built_from_small_lists(qtbot, tmp_path, downloads):
    names, foods = tmp_path / "names.txt", tmp_path / "foods.txt"
    names.write_text("\n".join(f"Inn {letter}" for letter in "ABCDEFGHIJ"), encoding="utf-8")
    foods.write_text("Abkhazian\nBasque\nCretan\nDanish\n", encoding="utf-8")
    known = (catalog.DEMO, catalog.E2E_PLUS)
    with shown_page(qtbot, known, Settings(corpora=str(tmp_path))) as page:
        choose(qtbot, page, "E2E+")
        press(qtbot, page, "Build E2E+")
        panel = page.building
        assert named(panel, "Folder").text() == str(downloads / "e2e_plus")
        press(qtbot, panel, "Build")
        assert said(panel, "Why E2E+ cannot be built").startswith("Download E2E first")
        e2e(tmp_path)
        press(qtbot, panel, "Build")
        assert said(panel, "Why E2E+ cannot be built").startswith("Download Entree's names first")
        for name, path in (("List of names", names), ("List of foods", foods)):
            qtbot.keyClicks(named(panel, name), str(path))
        seed = named(panel, "Seed")
        seed.setFocus()
        seed.selectAll()
        qtbot.keyClicks(seed, "7")
        press(qtbot, panel, "Build")
        qtbot.waitUntil(lambda: page.view.browse.model.rowCount() == 3)
        assert page.view.isVisible()
        assert said(page, "What was done").startswith("Wrote trainset.csv, devset.csv, testset.csv")
        assert state(page, "E2E+").startswith("here")
        pick(qtbot, page, "Split", "train")
        qtbot.waitUntil(lambda: page.view.browse.model.rowCount() == 1)
        assert "Inn " in page.view.browse.model.row(0).example.reference
        assert named(page, "Use for training").isVisible()


def test_the_authors_folder_is_offered_to_build_in_unless_another_was_typed(
    qtbot, tmp_path, downloads, monkeypatch
):
    with shown_page(qtbot, (catalog.E2E_PLUS,), Settings(corpora=str(tmp_path))) as page:
        press(qtbot, page, "Build E2E+")
        folder = named(page.building, "Folder")
        assert folder.text() == str(downloads / "e2e_plus")
        press(qtbot, page, "Back")
        authors = tmp_path / "e2e_plus"
        monkeypatch.setattr("core.corpus.e2e_plus._authors", lambda place: place == authors)
        press(qtbot, page, "Build E2E+")
        assert folder.text() == str(authors)
        qtbot.keyClicks(folder, "/mine")
        press(qtbot, page, "Back")
        press(qtbot, page, "Build E2E+")
        assert folder.text() == str(authors) + "/mine"


def test_a_list_that_is_too_short_says_so_and_leaves_no_file(qtbot, tmp_path, downloads):
    e2e(tmp_path)
    names = tmp_path / "names.txt"
    names.write_text("Inn A\n", encoding="utf-8")
    with shown_page(qtbot, (catalog.E2E_PLUS,), Settings(corpora=str(tmp_path))) as page:
        press(qtbot, page, "Build E2E+")
        panel = page.building
        qtbot.keyClicks(named(panel, "List of names"), str(names))
        press(qtbot, panel, "Build")
        qtbot.waitUntil(lambda: "6 values are needed" in said(panel, "Why E2E+ cannot be built"))
        assert not list(downloads.rglob("*.csv"))
        qtbot.waitUntil(named(panel, "Build").isEnabled)
        qtbot.mouseClick(named(panel, "Back"), Qt.MouseButton.LeftButton)
        assert page.view.isVisible()


def test_how_long_a_download_still_takes_is_said(qtbot):
    now = iter((0.0, 1.0, 2.0))
    bar = TaskBar(clock=lambda: next(now))
    qtbot.addWidget(bar)
    bar.begin("Waiting for an answer")
    for megabytes, words in (
        (0, "Downloading a.csv"),
        (3, "Downloading a.csv: 3.0 of 63.0 MB · about 20 s left"),
        (63, "Downloading a.csv: 63.0 of 63.0 MB · about 0 s left"),
    ):
        done = megabytes * 1_000_000
        bar.show_progress(Progress(done, 63_000_000, "bytes", "Downloading a.csv"))
        assert named(bar, "Progress in words").text() == words
