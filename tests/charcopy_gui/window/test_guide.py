"""The guide is true: links and pictures are there, commands are understood, controls exist."""

import re
import shlex
from pathlib import Path

import pytest
from every_page import every_page, show
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QTabBar,
    QTextBrowser,
)
from window_driver import named, shown_window, wait_until_idle

from charcopy_gui.appearance.text_size import set_text_size
from charcopy_gui.appearance.theme import DARK, LIGHT, palette
from charcopy_gui.page_names import PAGE_KEYS, PAGES
from charcopy_gui.storage import paths
from charcopy_gui.window.guide import Guide, chapters
from core import command_line

pytestmark = pytest.mark.usefixtures("own_folders")
ROOT = Path(__file__).parents[3]
GUIDE = paths.guide()
TEXTS = [ROOT / "README.md", *(path for _, path in chapters(GUIDE))]
each = pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)


def without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)


def links(text: str) -> list[str]:
    found = re.findall(r"\]\(([^)\s]+)\)", without_code(text))
    found += re.findall(r"(?:src|srcset)=\"([^\"]+)\"", text)
    return [link for link in found if "://" not in link]


def anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@each
def test_links_and_pictures_lead_somewhere(path):
    for link in links(path.read_text(encoding="utf-8")):
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        assert target.is_file(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


def test_no_picture_is_there_for_nothing():
    found = {link for path in TEXTS for link in links(path.read_text(encoding="utf-8"))}
    shown = {Path(link).name for link in found if link.endswith(".png")}
    there = {path.name for path in (GUIDE / "pictures").iterdir()}
    assert there == shown | {f"{Path(name).stem.removesuffix('-dark')}-dark.png" for name in shown}


def test_pictures_are_small_and_can_be_read():
    for picture in (GUIDE / "pictures").glob("*.png"):
        assert picture.stat().st_size < 200_000, picture.name
        assert QImage(str(picture)).width() > 600, picture.name


def commands(text: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [line for line in lines if re.match(r"(?:\S+/)?python main.py|charcopy", line)]


@each
def test_commands_are_understood(path):
    for line in commands(path.read_text(encoding="utf-8")):
        words = shlex.split(line)
        words = words[words.index("main.py") + 1 :] if "main.py" in words else words[1:]
        command_line.parser(PAGE_KEYS).parse_args(command_line.with_command(words))


def test_there_are_commands():
    found = [line for path in TEXTS for line in commands(path.read_text(encoding="utf-8"))]
    assert len(found) > 40
    parsed = {shlex.split(line)[2] for line in found if len(shlex.split(line)) > 2}
    every = command_line.parser(PAGE_KEYS)._subparsers._group_actions[0].choices
    assert parsed >= set(every)


def bold(text: str) -> set[str]:
    """What the guide writes as a control's name; whole sentences in bold end with a full stop."""
    found = re.findall(r"\*\*([^*]+)\*\*", without_code(text))
    return {words for words in found if not words.endswith(".") and not words.endswith("?")}


ABOUT_PLOTS = re.compile(r"Blue|Orange|A |Letters")


def test_controls_that_are_named_exist(qtbot, tmp_path):
    wanted = {words for path in TEXTS[1:] for words in bold(path.read_text(encoding="utf-8"))}
    wanted = {words for words in wanted if not ABOUT_PLOTS.match(words)}
    assert len(wanted) > 60
    with every_page(qtbot, tmp_path / "models") as window:
        for index in range(len(PAGES)):
            show(qtbot, window, index)
        missing = wanted - said(window) - set(PAGES)
        assert not missing


def said(window) -> set[str]:
    """All words on buttons, labels, tabs, lists and menus of the window."""
    words: set[str] = set()
    for widget in window.findChildren(QAbstractButton):
        words |= {widget.text(), widget.accessibleName()}
    words |= {label.text() for label in window.findChildren(QLabel)}
    for tabs in window.findChildren(QTabBar):
        words |= {tabs.tabText(index) for index in range(tabs.count())}
    for box in window.findChildren(QComboBox):
        words |= {box.itemText(index) for index in range(box.count())}
    for menu in window.findChildren(QMenu):
        words |= {part for a in menu.actions() for part in (a.text(), a.iconText())}
    return {one.replace("&", "") for one in words}


@pytest.mark.parametrize(
    "line", ["corpora", "models", "train --preset quick-look --corpus demo --estimate"]
)
def test_cheap_commands_of_the_guide_run(line, capsys):
    import main

    assert main.main(line.split()) == 0
    assert capsys.readouterr().out


# The window of the guide.


def test_the_guide_opens_once_from_the_menu(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
        (action,) = [a for a in window._menus._help.actions() if a.text() == "&Guide"]
        action.trigger()
        (guide,) = window.findChildren(Guide)
        assert guide.isVisible()
        guide.close()
        qtbot.waitUntil(lambda: not window.findChildren(Guide))
        action.trigger()
        assert len(window.findChildren(Guide)) == 1


@pytest.fixture
def guide(qtbot):
    guide = Guide()
    guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(guide)
    with qtbot.waitExposed(guide):
        guide.show()
    return guide


def titles(guide: Guide) -> list[str]:
    entries = guide.findChild(QListWidget)
    items = [entries.item(row) for row in range(entries.count())]
    return [item.text() for item in items if not item.isHidden()]


def test_it_begins_with_the_first_steps_and_has_every_chapter(guide):
    assert titles(guide)[0] == "First steps"
    assert len(titles(guide)) == len(list(GUIDE.glob("*.md")))
    assert "Change something" in guide.findChild(QTextBrowser).toPlainText()


def test_a_link_leads_to_a_chapter_and_the_list_follows(guide):
    view, entries = guide.findChild(QTextBrowser), guide.findChild(QListWidget)
    view.setSource(view.source().resolved("04-what-ifs.md"))
    assert entries.currentItem().text() == "What-ifs"
    assert "branch" in view.toPlainText()


def test_arrows_walk_along_the_chapters(qtbot, guide):
    entries = guide.findChild(QListWidget)
    qtbot.keyClick(entries, Qt.Key.Key_Down)
    assert guide.findChild(QTextBrowser).toPlainText().startswith(titles(guide)[1])


def test_pictures_are_as_wide_as_the_text(guide):
    view = guide.findChild(QTextBrowser)
    name = view.source().resolved("pictures/generate.png")
    shown = view.loadResource(2, name)
    assert 600 < shown.width() / shown.devicePixelRatio() <= 740


def test_a_picture_takes_no_more_room_than_it_needs(guide):
    view = guide.findChild(QTextBrowser)
    block = view.document().begin()
    while block.text() != "\ufffc":
        block = block.next()
    width, height = QImage(str(GUIDE / "pictures" / "generate.png")).size().toTuple()
    room = view.document().documentLayout().blockBoundingRect(block).height()
    assert room == pytest.approx(height * 740 / width, abs=20)


@pytest.mark.parametrize("percent", [100, 200])
def test_titles_are_read_whole(qtbot, percent):
    set_text_size(percent)
    try:
        guide = Guide()
        guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(guide)
        guide.show()
        entries = guide.findChild(QListWidget)
        assert entries.sizeHintForColumn(0) <= entries.viewport().width()
    finally:
        set_text_size(100)


def test_pictures_follow_the_theme(guide):
    view = guide.findChild(QTextBrowser)
    kind, name = QTextDocument.ResourceType.ImageResource.value, QUrl("pictures/generate.png")
    for theme in (LIGHT, DARK, LIGHT):
        guide.setPalette(palette(theme))
        view.document().pageCount()  # It is laid out, and so its pictures are read.
        corner = view.document().resource(kind, name).pixelColor(400, 400)
        assert (corner.lightness() < 128) is theme.dark


def test_words_are_searched_for(qtbot, guide):
    search, view = named(guide, "Search the guide"), guide.findChild(QTextBrowser)
    assert isinstance(search, QLineEdit)
    qtbot.keyClicks(search, "CHARCOPY_DATA")
    assert titles(guide) == ["Data: corpora, and your own"]
    qtbot.keyClick(search, Qt.Key.Key_Return)
    assert view.textCursor().selectedText() == "CHARCOPY_DATA"
    search.clear()
    assert len(titles(guide)) > 10
