import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter

from charcopy_gui.pages.generate.completion import Completions
from charcopy_gui.pages.generate.line_completion import LineCompletion, Place, place
from charcopy_gui.pages.generate.shared_line import SharedLine
from charcopy_gui.pages.generate.vocabulary import Vocabulary

WORDS = Vocabulary("Toy", {"name": (), "food": ("French", "Thai"), "area": ("East",)})


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Place(None, 0, "")),
        ("na", Place(None, 0, "na")),
        ("name[Wo", Place("name", 5, "Wo")),
        ("name[Wok], fo", Place(None, 11, "fo")),
        ("name[Wok], food[", Place("food", 16, "")),
        ("name[a, b [c], d], x", Place(None, 19, "x")),
        ("name[a, [b], c", Place("name", 5, "a, [b], c")),
        ("name[a]] x", Place(None, 9, "x")),
    ],
)
def test_what_is_typed_is_found(line, expected):
    assert place(line, len(line)) == expected
    assert place(f"{line}], rest[of it]", len(line)) == expected


class Driver:
    def __init__(self, qtbot):
        self.qtbot = qtbot
        self.line = SharedLine()
        qtbot.addWidget(self.line)
        self.completion = LineCompletion(self.line, Completions((WORDS,)))
        self.completed = []
        self.completion.completed.connect(self.completed.append)
        with qtbot.waitActive(self.line):
            self.line.show()
        self.line.setFocus()

    def type(self, text):
        self.qtbot.keyClicks(self.line, text)

    @property
    def popup(self):
        return self.line.findChild(QCompleter).popup()

    def choose(self):
        self.qtbot.keyClick(self.popup, Qt.Key.Key_Down)
        self.qtbot.keyClick(self.popup, Qt.Key.Key_Return)


@pytest.fixture
def driver(qtbot):
    return Driver(qtbot)


def test_names_and_values_are_completed_with_their_brackets(driver):
    driver.type("fo")
    driver.choose()
    assert driver.line.text() == "food["
    driver.type("tha")
    driver.choose()
    assert driver.line.text() == "food[Thai]"
    assert driver.completed == ["food[", "food[Thai]"]
    assert driver.line.cursorPosition() == len("food[Thai]")


def test_a_bracket_that_stands_there_is_not_put_twice(driver):
    driver.line.setText("food[], area[East]")
    driver.line.setCursorPosition(5)
    driver.type("fr")
    driver.choose()
    assert driver.line.text() == "food[French], area[East]"


def test_characters_that_qt_counts_twice_are_counted_once(driver):
    driver.line.setText("name[🙃🙂], ")
    driver.line.end(False)
    driver.type("fo")
    driver.choose()
    driver.type("tha")
    driver.choose()
    assert driver.line.text() == "name[🙃🙂], food[Thai]"
    driver.type(", ")
    assert driver.line.text() == "name[🙃🙂], food[Thai], "


def test_nothing_is_offered_within_a_word_or_where_nothing_is_known(driver):
    driver.line.setText("food[ench]")
    driver.line.setCursorPosition(5)
    driver.type("Fr")
    assert not driver.popup.isVisible()
    driver.line.setText("name[]")
    driver.line.setCursorPosition(5)
    driver.type("Wok")
    assert not driver.popup.isVisible()


def test_escape_closes_the_list_and_leaves_the_line(driver):
    driver.type("fo")
    assert driver.popup.isVisible()
    driver.qtbot.keyClick(driver.popup, Qt.Key.Key_Escape)
    assert not driver.popup.isVisible()
    assert driver.line.text() == "fo"
