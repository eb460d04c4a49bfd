import pytest
from PySide6.QtGui import QImage

from charcopy_gui.appearance.theme import DARK
from charcopy_gui.pages.models.notes_view import NotesView


@pytest.fixture
def view(qtbot):
    view = NotesView()
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    return view


@pytest.fixture
def show(view, tmp_path):
    def show(text):
        path = tmp_path / "Café 東京.md"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        view.show_file(path)
        view.grab()
        return view.toPlainText()

    return show


def test_markdown_is_shown(view, show):
    assert show("# Title\n\nSome **bold** text.\n\n- one\n- two\n") == (
        "Title\nSome bold text.\none\ntwo"
    )
    view.set_theme(DARK)
    assert view.toPlainText().startswith("Title\nSome bold")


def test_a_tables_titles_are_not_broken(view, show):
    view.resize(300, 400)
    show("|split|decoding|what it says of it|\n|---|---|---|\n|dev|greedy|many words here|\n")
    block = view.document().find("decoding").block()
    assert block.layout().lineCount() == 1
    long = "x" * 200
    show(f"|split|decoding|\n|---|---|\n|dev|{long}|\n")
    assert view.document().find(long).block().layout().lineCount() > 1


def test_no_notes_are_said(view, tmp_path):
    view.show_file(tmp_path / "none.md")
    assert view.toPlainText() == "There are no notes beside this model's file."
    view.show_file(None)
    assert view.toPlainText() == ""


def test_html_is_text(show):
    assert show("<b>x</b> <script>y</script>\n\n<img src=z>") == (
        "<b>x</b> <script>y</script>\n<img src=z>"
    )


def test_links_lead_nowhere(view, show):
    show("[a link](https://example.invalid/) and <https://example.invalid/>")
    whole = [view.anchorAt(view.cursorRect().center())]
    for place in range(len(view.toPlainText())):
        cursor = view.textCursor()
        cursor.setPosition(place)
        whole.append(view.anchorAt(view.cursorRect(cursor).center()))
    assert set(whole) == {""}


@pytest.mark.parametrize("prefix", ["", "file://"])
def test_pictures_are_not_looked_for(view, show, tmp_path, prefix):
    picture = QImage(50, 50, QImage.Format.Format_RGB32)
    picture.fill(0xFF00FF)
    assert picture.save(str(tmp_path / "p.png"))
    show(f"A ![picture]({prefix}{tmp_path / 'p.png'}) and ![](https://example.invalid/p.png) ![]()")
    drawn = view.grab().toImage()
    colours = {drawn.pixel(x, y) & 0xFFFFFF for x in range(0, 500, 5) for y in range(0, 400, 5)}
    assert 0xFF00FF not in colours


@pytest.mark.parametrize(
    "text",
    [b"\xff\xfe\x00 # x", ">" * 50_000, "- " * 20_000, "|a" * 9_000, "#" * 999,
     "|".join("a" * 5_000) + "\n" + "|".join("-" * 5_000),
     "\x00\u202e" * 99, "\n".join(">" * n + " x" for n in range(200)), "![[" * 5_000],
)  # fmt: skip
def test_whatever_stands_in_the_notes_nothing_breaks(show, text):
    show(text)


def test_an_empty_header_of_a_table_is_left_out(show):
    assert "variant" in show("| | |\n|---|---|\n| variant | EDA |\n")[:12]
