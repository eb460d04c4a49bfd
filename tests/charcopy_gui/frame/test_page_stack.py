import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from charcopy_gui.frame.page_stack import PageStack
from charcopy_gui.pages.page import Page


@pytest.fixture
def made():
    return []


@pytest.fixture
def stack(qtbot, made):
    def maker(number):
        def make():
            made.append(number)
            return Page()

        return make

    stack = PageStack([maker(number) for number in range(3)])
    qtbot.addWidget(stack)
    return stack


def test_no_page_is_made_before_it_is_needed(stack, made):
    assert made == []
    assert stack.made == ()


def test_a_page_is_made_when_it_is_first_shown_and_only_then(stack, made):
    stack.show_page(1)
    assert made == [1]
    assert stack.visible is stack.page(1)
    stack.show_page(2)
    stack.show_page(1)
    assert made == [1, 2]
    assert stack.visible is stack.page(1)


def test_the_others_are_made_one_by_one_and_the_visible_one_stays(stack, made):
    stack.show_page(1)
    seen = stack.visible
    assert stack.make_next()
    assert made == [1, 0]
    assert stack.make_next()
    assert not stack.make_next()
    assert made == [1, 0, 2]
    assert stack.visible is seen


def test_a_page_says_where_the_keyboard_is_when_it_is_first_seen(qtbot):
    def maker():
        page = Page()
        fields = [QLineEdit(page), QLineEdit(page)]
        fields[1].setFocus()
        return page

    whole = QWidget()
    beside, stack = QLineEdit(whole), PageStack([maker, maker], whole)
    qtbot.addWidget(whole)
    stack.show_page(0)
    with qtbot.waitExposed(whole):
        whole.show()
    first, second = (page.findChildren(QLineEdit) for page in (stack.page(0), stack.page(1)))
    first[0].setFocus()
    stack.show_page(1)
    assert QApplication.focusWidget() is second[1]
    stack.show_page(0)
    assert QApplication.focusWidget() is first[0]
    beside.setFocus()
    stack.show_page(1)
    assert QApplication.focusWidget() is beside


def test_a_page_is_reported_once(stack):
    reported = []
    stack.page_made.connect(reported.append)
    stack.show_page(2)
    stack.show_page(2)
    assert reported == [stack.page(2)]
