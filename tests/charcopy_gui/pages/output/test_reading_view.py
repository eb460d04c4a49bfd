import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication
from trace_records import finished, source, steps

from charcopy_gui.appearance.theme import DARK, LIGHT, tint
from charcopy_gui.pages.output.reading_view import EMPTY, ReadingView
from charcopy_gui.pages.output.sentence import Sentence
from core.records import END_LABEL, Ending


@pytest.fixture
def view(qtbot) -> ReadingView:
    made = ReadingView()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(500, 200)
    with qtbot.waitExposed(made):
        made.show()
    made.start(source())
    return made


def sentence(view) -> Sentence:
    return view.findChild(Sentence)


def shown(view) -> str:
    return sentence(view).toPlainText()


def image(view):
    return sentence(view).viewport().grab().toImage()


def corner(view, index):
    """The colour at a character's upper left, where no letter is."""
    box = sentence(view).boxes()[index]
    return image(view).pixelColor(box.left() + 1, box.top() + 1)


def send(view, kind, index, button=Qt.MouseButton.NoButton):
    viewport = sentence(view).viewport()
    where = QPointF(sentence(view).boxes()[index].center())
    place = viewport.mapToGlobal(where)
    event = QMouseEvent(kind, where, place, button, button, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, event)


def test_characters_are_written_at_the_end(view):
    view.append(steps("The "))
    view.append(steps(["e", "n", "d", END_LABEL]))
    assert view.text() == shown(view) == "The end"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_each_character_has_the_tint_of_its_p_gen(view, theme):
    p_gens = (0.0, 0.4, 0.6, 1.0)
    view.append(steps("mmmm", p_gen=lambda i: p_gens[i]))
    view.set_theme(theme)
    assert [corner(view, i) for i in range(4)] == [tint(theme, p) for p in p_gens]


def test_where_copying_leads_there_is_an_underline_too(view):
    view.append(steps("mm", p_gen=lambda i: (0.4, 0.6)[i]))
    shot = image(view)
    for index, underlined in enumerate((True, False)):
        box = sentence(view).boxes()[index]
        found = shot.pixelColor(box.center().x(), box.bottom())
        assert (found == LIGHT.copied_line) is underlined


def test_without_a_copy_switch_nothing_is_tinted(view):
    view.append(steps("mm", p_gen=lambda _: None))
    assert corner(view, 0) == LIGHT.background


def test_growing_by_chunks_equals_all_at_once(view):
    made = steps("The Zizzi Blue is a cheap pub near Crowne Plaza. " * 3, p_gen=lambda i: i % 5 / 4)
    view.append(made)
    whole, boxes = image(view), list(sentence(view).boxes())
    view.start(source())
    for start in range(0, len(made), 4):
        view.append(made[start : start + 4])
        sentence(view).boxes()
    assert sentence(view).boxes() == boxes
    assert image(view) == whole


@pytest.mark.parametrize(
    ("ending", "mark"),
    [(Ending.STOPPED, "… stopped"), (Ending.LENGTH, "… length limit"), (Ending.END, "")],
)
def test_an_unfinished_sentence_is_marked_and_the_mark_is_not_its_text(view, ending, mark):
    view.append(steps("The en"))
    view.finish(finished("The en", ending))
    assert mark in shown(view)
    assert (shown(view) == "The en") is (not mark)
    assert view.text() == "The en"
    sentence(view).selectAll()
    assert sentence(view).createMimeDataFromSelection().text() == "The en"


def test_clear_says_what_will_be_here(view):
    view.append(steps("abc"))
    view.set_step(1)
    view.clear()
    assert view.text() == shown(view) == ""
    assert sentence(view).placeholderText() == EMPTY
    assert sentence(view).boxes() == []


def test_text_is_never_markup(view):
    view.append(steps("<b>x</b> &amp;"))
    assert shown(view) == "<b>x</b> &amp;"


def test_any_script_is_kept_and_every_character_has_a_box(view):
    odd = "שלום e\u0301 日本 😀 abc"
    view.append(steps(odd))
    assert view.text() == shown(view) == odd
    assert len(sentence(view).boxes()) == len(odd)
    assert all(box.width() > 0 for box in sentence(view).boxes())


def test_what_would_change_the_document_is_shown_as_something_else(view):
    view.append(steps("a\nb\ufdd0c\u2029d"))
    assert sentence(view).document().blockCount() == 1
    assert view.text() == "a\nb\ufdd0c\u2029d"
    sentence(view).selectAll()
    assert sentence(view).createMimeDataFromSelection().text() == "a\nb\ufdd0c\u2029d"


def test_pointing_tells_the_step_and_leaving_tells_none(view):
    view.append(steps("mmmm"))
    told = []
    view.step_hovered.connect(told.append)
    for index in (0, 2, 2, 3):
        send(view, QEvent.Type.MouseMove, index)
    QApplication.sendEvent(sentence(view), QEvent(QEvent.Type.Leave))
    assert told == [0, 2, 3, -1]


def test_a_click_chooses_the_step_under_it(view, qtbot):
    view.append(steps("mmmm"))
    left = Qt.MouseButton.LeftButton
    with qtbot.waitSignal(view.step_clicked) as told:
        send(view, QEvent.Type.MouseButtonPress, 2, left)
        send(view, QEvent.Type.MouseButtonRelease, 2, left)
    assert told.args == [2]


def test_the_keyboard_walks_through_the_steps(view, qtbot):
    view.append(steps("mmmm"))
    told = []
    view.step_clicked.connect(told.append)
    view.step_clicked.connect(view.set_step)
    keys = (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End)
    for key in keys:
        qtbot.keyClick(sentence(view), key)
    assert told == [3, 0, 0, 1, 3]


def test_the_chosen_step_is_outlined(view):
    view.append(steps("mmmm"))
    before = image(view)
    view.set_step(1)
    box = sentence(view).boxes()[1]
    assert image(view).pixelColor(box.left() - 1, box.center().y()) == LIGHT.accent
    view.set_step(None)
    assert image(view) == before


def test_a_place_is_framed_on_every_line_until_a_step_elsewhere_is_chosen(view):
    view.append(steps("m" * 200))
    view.set_step(0)
    before = image(view)
    view.set_step(3)
    view.point_out(range(3, 150))
    framed = image(view)
    boxes = sentence(view).boxes()
    lines = {box.top() for box in boxes[3:150]}
    assert len(lines) > 1
    for top in lines:
        left = min((b for b in boxes[3:150] if b.top() == top), key=lambda b: b.left())
        beside = left.left() - 2, left.center().y()
        assert framed.pixelColor(*beside) != before.pixelColor(*beside)
    assert framed != before
    view.set_step(60)
    assert sentence(view)._place == range(3, 150), "it stays while one walks within it"
    view.set_step(0)
    assert image(view) == before
    view.point_out(range(2, 5))
    view.start(None)
    view.append(steps("mm"))
    assert sentence(view)._place == range(0), "another text has other places"


def test_copy_takes_the_whole_text_unless_some_is_selected(view, qtbot):
    view.append(steps("whole text"))
    qtbot.keyClick(sentence(view), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "whole text"
    cursor = sentence(view).textCursor()
    cursor.setPosition(6)
    cursor.setPosition(10, cursor.MoveMode.KeepAnchor)
    sentence(view).setTextCursor(cursor)
    qtbot.keyClick(sentence(view), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "text"


def test_the_view_follows_until_someone_scrolls(view):
    scroll = sentence(view).verticalScrollBar()
    view.append(steps("many words " * 60))
    assert scroll.value() == scroll.maximum() > 0
    scroll.setValue(0)
    view.append(steps("more words " * 10))
    view.set_step(600)
    assert scroll.value() == 0
    view.finish(finished(""))
    view.set_step(600)
    assert scroll.value() > 0


def test_the_end_character_has_a_place_of_its_own(view):
    view.append(steps(["a", "b", END_LABEL]))
    boxes = sentence(view).boxes()
    assert boxes[2].left() == boxes[1].right() + 1
    assert boxes[2].width() > 0
