import threading

import pytest
from data_driver import choose, drop, listed, named, press, said, shown_page, wait_until_read
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QToolButton

from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.storage.settings import Settings
from core.corpus import catalog, own_plus
from core.corpus.formats import read

ROWS = (
    "mr;ref\n"
    "name[Café A], food[Thai];The Café A is Thai.\n"
    "name[Café A], food[Thai];The Café A has noodles.\n"
    "name[Bee], food[Thai];Spicy.\n"
)
WHY = "Why the plus version cannot be built"


@pytest.fixture(autouse=True)
def _no_downloads(tmp_path, monkeypatch):
    monkeypatch.delenv("CHARCOPY_DATA", raising=False)
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: tmp_path / "downloads")


def imported(qtbot, page, folder, name="mine.csv"):
    """Import a file of one's own, and open the panel for it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(ROWS, encoding="utf-8")
    drop(page, folder / name)
    qtbot.waitUntil(named(page.importing, "Import this file").isEnabled)
    press(qtbot, page.importing, "Import this file")
    wait_until_read(qtbot, page)
    press(qtbot, page, "Plus version")
    return page.plus


def fields(panel, kind=QPlainTextEdit, name="New values"):
    return [w for w in panel.findChildren(kind) if w.accessibleName() == name and w.isVisible()]


def test_a_plus_version_of_ones_own_is_built_and_opened(qtbot, tmp_path):
    folder, new = tmp_path / "東京", tmp_path / "new.txt"
    new.write_text("Ñandú\n\nOtter\n", encoding="utf-8")
    with shown_page(qtbot) as page:
        panel = imported(qtbot, page, folder)
        assert said(panel, "Corpus to build from") == "Plus version of mine.csv"
        assert named(panel, "Folder for the plus version").text() == str(folder)
        assert named(panel, "Slot to replace").currentText() == "name (2 values)"
        (values,) = fields(panel)
        assert values.hasFocus()
        press(qtbot, panel, "Values from a file")
        dialog = panel.findChild(QFileDialog)
        dialog.fileSelected.emit(str(new))
        dialog.close()
        assert values.toPlainText() == "Ñandú\nOtter"
        assert said(panel, "Number of new values") == "2 new"
        press(qtbot, panel, "Add a slot")
        assert not named(panel, "Add a slot").isEnabled(), "there are no more"
        qtbot.waitUntil(lambda: len(fields(panel)) == 2)
        (_, values) = fields(panel)
        qtbot.keyClicks(values, "Welsh")
        press(qtbot, panel, "Build the plus version")
        qtbot.waitUntil(page.view.isVisible)
        wait_until_read(qtbot, page)
        assert listed(page)[-3:] == ["Your files", "mine.csv", "mine-plus.csv"]
        assert said(page, "Corpus") == "mine-plus.csv"
        assert said(page, "What was done") == (
            "Wrote mine-plus.csv. 1 of 3 rows have new values, 1 some of them, 1 none: their texts"
            " do not have the old ones word for word. name: 2 replaced, 1 kept, not being in the"
            " text word for word. food: 1 replaced, 2 kept, not being in the text word for word."
        )
        assert page.view.browse.model.rowCount() == 3
    made = [example.mr for example in read(folder / "mine-plus.csv").examples]
    assert made[1:] in (
        ["name[Ñandú], food[Thai]", "name[Bee], food[Thai]"],
        ["name[Otter], food[Thai]", "name[Bee], food[Thai]"],
    )


def test_what_is_missing_is_said_and_what_was_typed_stays(qtbot, tmp_path):
    with shown_page(qtbot) as page:
        panel = imported(qtbot, page, tmp_path)
        press(qtbot, panel, "Build the plus version")
        assert said(panel, WHY) == "Give new values for name, one per line."
        (values,) = fields(panel)
        qtbot.keyClicks(values, "Ot[ter")
        assert said(panel, WHY) == "", "it is being mended"
        press(qtbot, panel, "Build the plus version")
        assert said(panel, WHY).startswith("The list for name, line 1 is not a value")
        values.setPlainText("Otter")
        press(qtbot, panel, "Add a slot")
        qtbot.waitUntil(lambda: len(fields(panel)) == 2)
        fields(panel)[1].setPlainText("Welsh")
        (_, box) = fields(panel, ElidedBox, "Slot to replace")
        box.setFocus()
        qtbot.keyClick(box, Qt.Key.Key_Home)
        press(qtbot, panel, "Build the plus version")
        assert said(panel, WHY) == "The slot name is there twice: choose another, or remove it."
        (_, leave) = fields(panel, QToolButton, "Remove this slot")
        qtbot.mouseClick(leave, Qt.MouseButton.LeftButton)
        assert len(fields(panel)) == 1
        press(qtbot, panel, "Back to the corpus")
        assert page.view.isVisible()
        press(qtbot, page, "Plus version")
        assert fields(panel)[0].toPlainText() == "Otter"
        (tmp_path / "mine-plus.csv").write_text("mine")
        press(qtbot, panel, "Build the plus version")
        qtbot.waitUntil(lambda: "holds a mine-plus.csv already" in said(panel, WHY))
        qtbot.waitUntil(named(panel, "Build the plus version").isEnabled)
        assert (tmp_path / "mine-plus.csv").read_text() == "mine"


def test_a_file_that_is_no_list_says_why(qtbot, tmp_path):
    path = tmp_path / "bad.txt"
    path.write_bytes("Café".encode("latin-1"))
    with shown_page(qtbot) as page:
        panel = imported(qtbot, page, tmp_path)
        press(qtbot, panel, "Values from a file")
        dialog = panel.findChild(QFileDialog)
        dialog.fileSelected.emit(str(path))
        dialog.close()
        assert said(panel, WHY).startswith("bad.txt is not utf-8 text")


def test_a_build_is_cancelled_and_leaves_no_file(qtbot, tmp_path, monkeypatch):
    held, write = threading.Event(), own_plus.made_files.write

    def slowly(made, cancel):
        work = write(made, cancel)
        yield next(work)
        held.wait(60)
        return (yield from work)

    monkeypatch.setattr(own_plus.made_files, "write", slowly)
    hotel = tmp_path / "corpora" / "hotel"
    hotel.mkdir(parents=True)
    for split in ("train", "dev"):
        (hotel / f"{split}.csv").write_text("name[A],A is there.\n", encoding="utf-8")
    asked = Settings(corpora=str(hotel.parent))
    with shown_page(qtbot, (catalog.DEMO, catalog.HOTEL), asked) as page:
        choose(qtbot, page, "Hotel")
        wait_until_read(qtbot, page)
        press(qtbot, page, "Plus version")
        panel = page.plus
        out = tmp_path / "downloads" / "hotel-plus"
        assert named(panel, "Folder for the plus version").text() == str(out)
        fields(panel)[0].setPlainText("X\nY")
        press(qtbot, panel, "Build the plus version")
        qtbot.waitUntil(lambda: "Wrote hotel-plus-train.csv" in said(panel, "Progress in words"))
        assert "downloading" not in state(page), "Hotel itself is here"
        assert not named(panel, "Build the plus version").isEnabled()
        assert page.can_stop
        page.stop()
        held.set()
        qtbot.waitUntil(named(panel, "Build the plus version").isEnabled)
        assert list(out.iterdir()) == []
        press(qtbot, panel, "Build the plus version")
        qtbot.waitUntil(page.view.isVisible)
        wait_until_read(qtbot, page)
        assert listed(page)[-2:] == ["hotel-plus-train.csv", "hotel-plus-dev.csv"]
        assert said(page, "Corpus") == "hotel-plus-train.csv"


def state(page):
    entries = named(page, "Corpora")
    return "\n".join(entries.item(row).text() for row in range(entries.count()))


def test_what_cannot_be_read_has_no_plus_version(qtbot, tmp_path):
    with shown_page(qtbot) as page:
        panel = imported(qtbot, page, tmp_path)
        press(qtbot, panel, "Back to the corpus")
        (tmp_path / "mine.csv").write_bytes(b"\x00")
        choose(qtbot, page, "Demo corpus")
        wait_until_read(qtbot, page)
        choose(qtbot, page, "mine.csv")
        wait_until_read(qtbot, page)
        assert said(page, "What went wrong")
        assert not named(page, "Plus version").isEnabled()
