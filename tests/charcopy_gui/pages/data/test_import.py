import pytest
from data_driver import (
    choose,
    drop,
    listed,
    named,
    pick,
    press,
    said,
    shown_page,
    shown_rows,
    wait_until_read,
)
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from charcopy_gui.frame.memory import Places
from charcopy_gui.storage import settings_file

EXPECTED = [("name[Café Sicilia], food[Thé]", "Le Café Sicilia a du thé.")]


def text(delimiter):
    return f'mr{delimiter}ref\n"{EXPECTED[0][0]}"{delimiter}{EXPECTED[0][1]}\n'


def write(folder, content, name="mine.csv"):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(content)
    return path


def begin(qtbot, page, path):
    drop(page, path)
    panel = page.importing
    assert panel.isVisible()
    qtbot.waitUntil(lambda: said(panel, "What was detected") != "Looking at it…")
    return panel


def finish(qtbot, page):
    button = named(page.importing, "Import this file")
    qtbot.waitUntil(button.isEnabled)
    press(qtbot, page.importing, "Import this file")
    wait_until_read(qtbot, page)


def test_a_file_without_a_row_is_not_imported(qtbot, tmp_path):
    path = write(tmp_path, b"mr,ref\n")
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, path)
        assert said(panel, "What was detected").startswith("It has no rows")
        assert not named(panel, "Import this file").isEnabled()


@pytest.mark.parametrize(
    "content",
    [
        text(";").encode(),
        text(",").encode("utf-8-sig"),
        text("\t").encode("utf-16"),
        text(";").encode("utf-8-sig"),
    ],
    ids=["semicolon", "mark", "utf-16", "semicolon and mark"],
)
def test_what_is_certain_is_not_asked(qtbot, tmp_path, content):
    path = write(tmp_path / "Café 東京", content)
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, path)
        assert said(panel, "What was detected").startswith("The format was detected")
        finish(qtbot, page)
        assert shown_rows(page) == EXPECTED
        assert listed(page)[-2:] == ["Your files", "mine.csv"]
        assert said(page, "Corpus") == "mine.csv"


def test_an_encoding_that_is_not_certain_is_asked(qtbot, tmp_path):
    path = write(tmp_path / "Café 東京", text(";").encode("latin-1"))
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, path)
        assert "is not UTF-8 text" in said(panel, "Question about the encoding")
        readings = named(panel, "What it says in each encoding")
        assert readings.hasFocus(), "the question has the cursor"
        assert named(panel, "Encoding").currentIndex() == -1, "nothing is answered by itself"
        assert not named(panel, "Import this file").isEnabled()
        pick(qtbot, panel, "Encoding", "latin-1")
        qtbot.waitUntil(lambda: said(panel, "Question about the encoding") == "")
        finish(qtbot, page)
        assert shown_rows(page) == EXPECTED


def test_an_encoding_is_chosen_by_how_it_reads(qtbot, tmp_path):
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, text(";").encode("cp1252")))
        readings = named(panel, "What it says in each encoding")
        shown = [readings.item(row).text() for row in range(readings.count())]
        assert shown == [
            "Café Sicilia\ncp1252: Western European",
            "Cafй Sicilia\ncp1251: Cyrillic",
        ]
        place = readings.visualItemRect(readings.item(0)).center()
        qtbot.mouseClick(readings.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.waitUntil(lambda: not readings.isVisible())
        assert named(panel, "Encoding").currentText().startswith("cp1252")
        assert said(panel, "What was detected").startswith("Check the result")
        finish(qtbot, page)
        assert shown_rows(page) == EXPECTED


def test_a_column_that_is_not_certain_is_asked_and_the_rows_follow(qtbot, tmp_path):
    content = b"id,table,one,two\n7,name[A],A is one.,A is also two.\n"
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, content))
        assert "Which column" in said(panel, "Question about the reference")
        pick(qtbot, panel, "Reference", "one")
        finish(qtbot, page)
        assert shown_rows(page) == [("name[A]", "A is one.")]


def test_what_was_found_out_can_be_changed(qtbot, tmp_path):
    content = b"mr|ref\nname[A]|One; two.\n"
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, content))
        pick(qtbot, panel, "First line", "Is a row")
        preview = named(panel, "First rows")
        qtbot.waitUntil(lambda: preview.rowCount() == 2)
        pick(qtbot, panel, "First line", "Names")
        qtbot.waitUntil(lambda: preview.rowCount() == 1)
        assert preview.item(0, 2).text() == "name[A]"
        assert preview.horizontalHeaderItem(3).text() == "ref (reference)"


def test_columns_that_seem_to_be_slots_are_ticked_and_shown_as_they_will_be_read(qtbot, tmp_path):
    content = b"id,name,food,text\n1,Aromi,Thai,Aromi is Thai.\n2,Zizzi,,Zizzi is there.\n"
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, content))
        assert "seem to be slots" in said(panel, "Question about the meaning representation")
        assert ticked(panel) == ["name", "food"]
        first = "Meaning representation of the first row"
        assert said(panel, first) == "name[Aromi], food[Thai]"
        assert said(panel, "Text of the first row") == "Aromi is Thai."
        finish(qtbot, page)
        expected = [
            ("name[Aromi], food[Thai]", "Aromi is Thai."),
            ("name[Zizzi]", "Zizzi is there."),
        ]
        assert shown_rows(page) == expected


def ticked(panel):
    columns = named(panel, "Columns that are slots")
    items = [columns.item(row) for row in range(columns.count())]
    return [item.text() for item in items if item.checkState() is Qt.CheckState.Checked]


def test_a_slot_can_be_left_out(qtbot, tmp_path):
    content = b"name,food,text\nAromi,Thai,Aromi is Thai.\n"
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, b"a," + content.replace(b"\n", b"\nx,", 1)))
        columns = named(panel, "Columns that are slots")
        columns.setFocus()
        columns.setCurrentRow([columns.item(i).text() for i in range(3)].index("a"))
        qtbot.keyClick(columns, Qt.Key.Key_Space)
        first = "Meaning representation of the first row"
        qtbot.waitUntil(lambda: said(panel, first) == "name[Aromi], food[Thai]")
        assert said(panel, "Question about the meaning representation") == ""


def test_the_next_file_is_not_asked_for_its_slots(qtbot, tmp_path):
    slots = write(tmp_path, b"name,food,text\nAromi,Thai,Aromi is Thai.\n", "slots.csv")
    with shown_page(qtbot) as page:
        begin(qtbot, page, slots)
        panel = begin(qtbot, page, write(tmp_path, text(",").encode()))
        qtbot.waitUntil(lambda: panel.form.choices is not None)
        assert not named(panel, "Columns that are slots").isVisible()
        assert named(panel, "Meaning representation").currentText() == "mr"


def test_tables_without_texts_can_be_imported(qtbot, tmp_path):
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, b"mr,ref\nname[A],One.\n"))
        pick(qtbot, panel, "Reference", "No texts")
        finish(qtbot, page)
        assert shown_rows(page) == [("name[A]", "")]


def test_that_there_are_no_texts_is_remembered_when_it_is_read_again(qtbot, tmp_path):
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, b"mr,ref\nname[A],One.\n"))
        pick(qtbot, panel, "Reference", "No texts")
        finish(qtbot, page)
        press(qtbot, page, "Read differently")
        qtbot.waitUntil(lambda: panel.isVisible() and panel.form.choices is not None)
        assert named(panel, "Reference").currentText().startswith("No texts")
        pick(qtbot, panel, "Quotation marks", "None")
        finish(qtbot, page)
        assert shown_rows(page) == [("name[A]", "")]


def test_texts_ask_for_the_file_of_their_tables(qtbot, tmp_path):
    mrs = write(tmp_path, b"name[A]\nname[B]\n", "mrs.txt")
    path = write(tmp_path, b"A is a place.\nB is a place, too.\n", "texts.txt")
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, path)
        field = named(panel, "File of meaning representations")
        assert field.isVisible()
        qtbot.keyClicks(field, str(mrs))
        finish(qtbot, page)
        assert shown_rows(page) == [("name[A]", "A is a place."), ("name[B]", "B is a place, too.")]


def test_an_empty_file_says_so_and_can_be_left(qtbot, tmp_path):
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, b""))
        assert said(panel, "Why it cannot be read this way") == "mine.csv is empty."
        assert not named(panel, "Import this file").isEnabled()
        assert page.can_stop
        page.stop()
        assert not panel.isVisible()
        assert listed(page) == ["Demo corpus"]


def test_a_file_is_chosen_in_a_dialog_and_read_again_another_way(qtbot, tmp_path):
    path = write(tmp_path, b"mr,x,y\nname[A],One.,Two.\n")
    with shown_page(qtbot) as page:
        press(qtbot, page, "Import")
        dialog = page.findChild(QFileDialog)
        assert dialog.isVisible()
        dialog.fileSelected.emit(str(path))
        dialog.close()
        pick_reference(qtbot, page, "x")
        assert shown_rows(page) == [("name[A]", "One.")]
        press(qtbot, page, "Read differently")
        pick_reference(qtbot, page, "y")
        assert shown_rows(page) == [("name[A]", "Two.")]
        assert listed(page) == ["Demo corpus", "Your files", "mine.csv"]
        press(qtbot, page, "Remove")
        assert listed(page) == ["Demo corpus"]
        assert path.exists()


def pick_reference(qtbot, page, name):
    panel = page.importing
    qtbot.waitUntil(lambda: panel.isVisible() and panel.form.isVisible())
    pick(qtbot, panel, "Reference", name)
    qtbot.waitUntil(lambda: panel.form.choices is not None)
    qtbot.waitUntil(lambda: panel.form.choices.reference == name)
    finish(qtbot, page)


def test_files_and_answers_are_there_at_the_next_start(qtbot, tmp_path):
    places = Places(tmp_path / "settings.toml")
    path = write(tmp_path / "Café 東京", text(";").encode("latin-1"))
    with shown_page(qtbot, places=places) as page:
        panel = begin(qtbot, page, path)
        pick(qtbot, panel, "Encoding", "latin-1")
        finish(qtbot, page)
    kept, notice = settings_file.load(places.settings)
    assert notice == ""
    with shown_page(qtbot, settings=kept) as page:
        choose(qtbot, page, "mine.csv")
        wait_until_read(qtbot, page)
        assert shown_rows(page) == EXPECTED


def test_rows_that_could_not_be_read_are_reported_with_line_and_reason(qtbot, tmp_path):
    content = b"mr,ref\nname[A],One.\nonly one field\nname[B], Two. \n,Three.\n"
    with shown_page(qtbot) as page:
        panel = begin(qtbot, page, write(tmp_path, content))
        first = "the first, line 3: The row has 1 field, the header 2."
        left_out = f"2 of 4 rows cannot be read and are left out; {first}"
        assert said(panel, "Rows left out") == left_out
        finish(qtbot, page)
        words = f"2 rows were left out, of 4; {first} The report lists them all."
        assert said(page, "What could not be read") == words
        page.view._tabs.setCurrentIndex(2)
        report = page.view.report
        assert "1 field had space around the text" in said(report, "What was changed")
        table = named(report, "Rows left out").model()
        rows = [[table.index(r, c).data() for c in range(3)] for r in range(table.rowCount())]
        assert [row[:2] for row in rows] == [["mine.csv", "3"], ["mine.csv", "5"]]
        assert rows[0][2] == "The row has 1 field, the header 2."
        assert rows[1][2] == "The meaning representation is empty."
