from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.pages.parts.title_row import TitleRow


def a_row(qtbot, width):
    outside = QWidget()
    qtbot.addWidget(outside)
    row = TitleRow("Corpus")
    row.title.setText("E2E")
    for words in ("Use for training", "Plus version", "Remove"):
        row.add(QPushButton(words))
    column = QVBoxLayout(outside)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(row)
    column.addStretch(1)
    outside.resize(width, 400)
    outside.show()
    return outside, row, row.findChildren(QPushButton)


def places(row, buttons):
    return [button.mapTo(row, button.rect().topLeft()) for button in buttons]


def test_buttons_stand_beside_the_title_where_there_is_room(qtbot):
    _outside, row, buttons = a_row(qtbot, 900)
    last = buttons[-1]
    qtbot.waitUntil(lambda: places(row, buttons)[-1].x() + last.width() == row.width())
    assert {place.y() for place in places(row, buttons)} == {0}
    assert places(row, buttons)[0].x() > row.title.fontMetrics().horizontalAdvance("E2E")


def test_buttons_stand_in_lines_under_the_title_where_there_is_little(qtbot):
    _outside, row, buttons = a_row(qtbot, 160)
    qtbot.waitUntil(lambda: places(row, buttons)[0].y() >= row.title.geometry().bottom())
    lowest = buttons[-1]
    qtbot.waitUntil(lambda: places(row, buttons)[-1].y() + lowest.height() <= row.height())
    assert len({place.y() for place in places(row, buttons)}) > 1
    for place, button in zip(places(row, buttons), buttons, strict=True):
        assert place.x() + button.width() <= row.width()


def test_another_title_or_fewer_buttons_make_room(qtbot):
    _outside, row, buttons = a_row(qtbot, 500)
    qtbot.waitUntil(lambda: places(row, buttons)[0].y() < row.title.geometry().bottom())
    row.title.setText("A very long name of a corpus that needs all of this room")
    qtbot.waitUntil(lambda: places(row, buttons)[0].y() >= row.title.geometry().bottom())
    row.title.setText("E2E")
    qtbot.waitUntil(lambda: places(row, buttons)[0].y() < row.title.geometry().bottom())


def test_words_stand_at_the_height_of_the_buttons_words(qtbot):
    row = TitleRow("Title")
    qtbot.addWidget(row)
    words, button = QLabel("in use"), QPushButton("Use")
    row.title.setText("A name")
    row.add(words)
    row.add(button)
    row.resize(600, 60)
    row.show()
    assert abs(words.geometry().center().y() - button.geometry().center().y()) <= 1
    assert words.height() < button.height()
