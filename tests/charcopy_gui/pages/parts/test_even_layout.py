from PySide6.QtWidgets import QLabel, QWidget

from charcopy_gui.pages.parts.even_layout import EvenLayout


def test_columns_are_of_one_width_and_half_as_many_where_they_do_not_fit(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = EvenLayout(4, widget)
    boxes = [QLabel() for _ in range(4)]
    for box in boxes:
        box.setMinimumSize(60, 20)
        layout.addWidget(box)
    assert layout.minimumSize().width() == 60
    assert [layout.heightForWidth(width) for width in (264, 263, 127)] == [20, 48, 104]
    widget.resize(408, 20)
    widget.show()
    assert [(box.x(), box.width()) for box in boxes] == [(0, 96), (104, 96), (208, 96), (312, 96)]
    widget.resize(208, 48)
    assert [(box.x(), box.y()) for box in boxes] == [(0, 0), (108, 0), (0, 28), (108, 28)]


def test_where_one_width_will_not_do_each_column_has_what_it_needs(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = EvenLayout(2, widget)
    boxes = [QLabel() for _ in range(2)]
    for box, width in zip(boxes, (40, 120), strict=True):
        box.setMinimumSize(width, 20)
        layout.addWidget(box)
    assert [layout.heightForWidth(width) for width in (168, 167)] == [20, 48]
    widget.resize(188, 20)
    widget.show()
    assert [(box.x(), box.width()) for box in boxes] == [(0, 50), (58, 130)]
