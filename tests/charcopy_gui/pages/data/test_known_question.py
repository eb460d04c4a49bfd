"""A file of a known corpus that leaves something open is asked about, once."""

import pytest
from data_driver import choose, listed, named, pick, press, said, shown_page, shown_rows
from data_driver import wait_until_read as read

from charcopy_gui.frame.memory import Places
from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.evaluate.corpus_choice import CorpusChoice
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core.corpus import catalog
from core.corpus.formats import Choices
from core.corpus.own import OwnFile

KNOWN = (catalog.DEMO, catalog.HOTEL)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A Hotel that somebody has written anew: in two files something is open."""
    monkeypatch.delenv("CHARCOPY_DATA", raising=False)
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: tmp_path / "downloads")
    hotel = tmp_path / "corpora" / "hotel"
    hotel.mkdir(parents=True)
    (hotel / "train.csv").write_text("mr,x,y\nname[A],One.,Two.\n", encoding="utf-8")
    (hotel / "dev.csv").write_bytes("mr;ref\nname[Thé];Thé.\n".encode("latin-1"))
    return hotel.parent


def answer(qtbot, page, name, words):
    panel = page.importing
    press(qtbot, page, "Answer")
    assert panel.isVisible()
    qtbot.waitUntil(lambda: named(panel, name).isVisible())
    pick(qtbot, panel, name, words)
    qtbot.waitUntil(named(panel, "Import this file").isEnabled)
    press(qtbot, panel, "Import this file")
    read(qtbot, page)


def test_what_is_open_is_asked_file_by_file_and_remembered(qtbot, folder, tmp_path):
    places, asked = Places(tmp_path / "settings.toml"), Settings(corpora=str(folder))
    with shown_page(qtbot, KNOWN, asked, places) as page:
        choose(qtbot, page, "Hotel")
        read(qtbot, page)
        assert "Which column" in said(page, "What went wrong")
        assert named(page, "Corpora").hasFocus(), "nobody is interrupted"
        press(qtbot, page, "Answer")
        assert said(page.importing, "File to import") == "How train.csv of Hotel is read"
        assert named(page.importing, "Import this file").text() == "Read it this way"
        press(qtbot, page, "Cancel the import")
        assert "Which column" in said(page, "What went wrong")
        answer(qtbot, page, "Reference", "y")
        assert "is not UTF-8 text" in said(page, "What went wrong")
        answer(qtbot, page, "Encoding", "latin-1")
        assert said(page, "What went wrong") == ""
        assert shown_rows(page) == [("name[A]", "Two."), ("name[Thé]", "Thé.")]
        assert listed(page) == ["Demo corpus", "Hotel"], "they are no files of one's own"
        assert named(page, "Use for training").isVisible()
    kept = settings_file.load(places.settings)[0]
    with shown_page(qtbot, KNOWN, kept) as page:
        choose(qtbot, page, "Hotel")
        read(qtbot, page)
        assert len(shown_rows(page)) == 2
        press(qtbot, page, "Read differently")
        read(qtbot, page)
        answer(qtbot, page, "Reference", "x")
        assert "is not UTF-8 text" in said(page, "What went wrong"), "that was forgotten, too"


def test_files_of_known_corpora_are_not_offered_as_ones_own(qtbot, folder):
    part = OwnFile(folder / "hotel" / "train.csv", Choices(reference="x"), "hotel")
    catalogue = Catalogue(KNOWN, (part,), folder)
    assert catalogue.imported == ()
    assert catalogue.answers == {part.path: part.choices}
    choice = CorpusChoice()
    qtbot.addWidget(choice)
    choice.set_catalogue(catalogue)
    box = named(choice, "Corpus to evaluate on")
    assert [box.itemText(place) for place in range(box.count())] == [
        "Demo corpus",
        "Hotel",
        "Another file",
    ]
