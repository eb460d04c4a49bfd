from PySide6.QtWidgets import QLabel, QLineEdit

from charcopy_gui.pages.corpora.question_row import QuestionRow


def test_a_question_is_seen_while_there_is_one_and_the_cursor_goes_to_its_answer(qtbot):
    field = QLineEdit()
    row = QuestionRow("Encoding", field)
    qtbot.addWidget(row)
    row.show()
    (question,) = [x for x in row.findChildren(QLabel) if x.accessibleName()]
    assert not row.asks
    assert not question.isVisible()
    row.ask("Which of these reads right?")
    assert row.asks
    assert question.isVisible()
    row.focus_answer()
    assert row.focusWidget() is field
    row.ask("")
    assert not question.isVisible()
