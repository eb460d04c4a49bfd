from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from charcopy_gui.pages.parts.flow_layout import FlowLayout


def a_box():
    label = QLabel()
    label.setFixedSize(100, 20)
    return label


def test_as_many_stand_in_a_line_as_there_is_room_for(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = FlowLayout(widget)
    boxes = [a_box() for _ in range(5)]
    for box in boxes:
        layout.addWidget(box)
    assert layout.minimumSize() == QSize(100, 20)
    assert layout.heightForWidth(1000) == 20
    assert layout.heightForWidth(206) == layout.heightForWidth(311) == 72
    assert layout.heightForWidth(10) == 5 * 26 - 6
    widget.resize(206, 72)
    widget.show()
    assert [(box.x(), box.y()) for box in boxes] == [
        (0, 0), (106, 0), (0, 26), (106, 26), (0, 52),
    ]  # fmt: skip
    boxes[0].hide()
    assert layout.heightForWidth(206) == 46


def test_it_gives_back_what_is_taken_out(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = FlowLayout(widget)
    one = a_box()
    layout.addWidget(one)
    assert layout.count() == 1
    assert layout.itemAt(1) is None
    assert layout.takeAt(0).widget() is one
    assert layout.takeAt(0) is None
    assert layout.heightForWidth(100) == 0


def test_what_grows_takes_what_its_line_has_left(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = FlowLayout(widget)
    growing, fixed = QWidget(), a_box()
    growing.setMinimumWidth(50)
    growing.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    layout.addWidget(growing)
    layout.addWidget(fixed)
    widget.resize(206, 20)
    widget.show()
    assert (growing.width(), fixed.x()) == (100, 106)
    widget.resize(120, 46)
    assert (growing.width(), fixed.y() > growing.y()) == (120, True)
