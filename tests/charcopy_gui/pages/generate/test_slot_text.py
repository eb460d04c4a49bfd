import pytest
from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.pages.generate.slot_text import line_of, slots_of_text
from core.meaning_representation import Slot

SLOTS = (Slot("name", "Zizzi Blue"), Slot("food", "French"))


def test_slots_are_copied_as_a_line_even_where_it_cannot_be_read_back():
    assert line_of(SLOTS) == "name[Zizzi Blue], food[French]"
    assert line_of([Slot("", "a]b")]) == "[a]b]"


@pytest.mark.parametrize(
    "text",
    [
        "name[Zizzi Blue], food[French]",
        "  name[Zizzi Blue], food[French]\n",
        "name\tZizzi Blue\nfood\tFrench",
        "name \tZizzi Blue\r\n\r\n food\t French\r\n",
    ],
)
def test_a_line_or_two_columns_can_be_pasted(text):
    assert slots_of_text(text) == SLOTS


@pytest.mark.parametrize("text", ["", "words", "a\tb\tc", "name[x"])
def test_other_texts_hold_no_slots(text):
    assert slots_of_text(text) == ()


@given(st.text())
def test_any_text_can_be_pasted(text):
    assert all(isinstance(slot, Slot) for slot in slots_of_text(text))
