import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.pages.generate.slot_text import columns_of, json_of, line_of, slots_of_text
from core.meaning_representation import Slot

SLOTS = (Slot("name", "Zizzi Blue"), Slot("food", "French"))
NAMES = st.text(min_size=1).map(str.strip).filter(bool)
ANY_SLOTS = st.lists(st.builds(Slot, NAMES, st.text()), min_size=1).map(tuple)


def test_slots_are_copied_as_a_line_even_where_it_cannot_be_read_back():
    assert line_of(SLOTS) == "name[Zizzi Blue], food[French]"
    assert line_of([Slot("", "a]b")]) == "[a]b]"


@pytest.mark.parametrize(
    "text",
    [
        "name[Zizzi Blue], food[French]",
        "  name[Zizzi Blue], food[French]\n",
        "name[Zizzi Blue],\n food[French]",
        '"name[Zizzi Blue], food[French]"',
        "name\tZizzi Blue\nfood\tFrench",
        "name \tZizzi Blue\r\n\r\n food\t French\r\n",
        "name\tZizzi Blue\t\nfood\tFrench\t",
        "\ufeffname,Zizzi Blue\r\nfood,French\r\n",
        'name;"Zizzi Blue"\n"food";French',
        '{"name": "Zizzi Blue", "food": "French"}',
        '[["name", "Zizzi Blue"], ["food", "French"]]',
        '[{"name": "name", "value": "Zizzi Blue"}, {"name": "food", "value": "French"}]',
        '[{"slot": "name", "value": "Zizzi Blue"}, {"slot": "food", "value": "French"}]',
        '[{"name": "Zizzi Blue"}, {"food": "French"}]',
    ],
)
def test_a_line_two_columns_and_json_can_be_pasted(text):
    assert slots_of_text(text) == SLOTS


def test_values_keep_commas_brackets_and_quotation_marks():
    slots = (Slot("name", 'Wok, "On" [East]'), Slot("near", '"The" Café'), Slot("a", ""))
    for text in (line_of(slots), columns_of(slots), json_of(slots)):
        assert slots_of_text(text) == slots
    assert slots_of_text('name,"Wok, ""On"" [East]"\nnear,x') == (slots[0], Slot("near", "x"))


def test_quotation_marks_in_a_column_are_part_of_it_where_nothing_needs_them():
    assert slots_of_text('name\t"The Eagle"') == (Slot("name", '"The Eagle"'),)
    assert slots_of_text('name\t"two\nlines"') == (Slot("name", "two\nlines"),)


def test_json_keeps_numbers_as_they_are_written_and_names_that_stand_twice():
    text = '{"a": 5.0, "b": true, "c": null, "a": 12345678901234567890}'
    assert slots_of_text(text) == (
        Slot("a", "5.0"),
        Slot("b", "true"),
        Slot("c", ""),
        Slot("a", "12345678901234567890"),
    )


@pytest.mark.parametrize(
    "text", [r'{"name": "a\ud83d"}', r'[["name", "a\ud83d"]]', r'"name[a\ud83d]"']
)
def test_half_a_character_that_json_escapes_is_replaced_for_no_file_could_hold_it(text):
    assert slots_of_text(text) == (Slot("name", "a\ufffd"),)


def test_a_character_that_json_escapes_in_two_halves_is_one():
    assert slots_of_text(r'{"\ud83c\udf74": "\ud83d\ude00"}') == (Slot("🍴", "😀"),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "words",
        "a\tb\tc",
        "name[x",
        "Hello, world",
        "One, two.\nThree, four.",
        '{"a": {"b": "c"}}',
        '["name", "food"]',
        "{}",
        "[" * 100_000,
        '"words"',
    ],
)
def test_other_texts_hold_no_slots(text):
    assert slots_of_text(text) == ()


@given(st.text())
def test_any_text_can_be_pasted_and_be_a_value(text):
    assert all(isinstance(slot, Slot) for slot in slots_of_text(text))
    assert slots_of_text(json.dumps({"name": text})) == (Slot("name", text),)


@given(st.text(alphabet='[]{}",;:\t\r\n a'))
def test_any_marks_can_be_pasted_and_be_a_value(text):
    assert all(isinstance(slot, Slot) for slot in slots_of_text(text))
    doubled = text.replace('"', '""')
    pasted = slots_of_text(f'name\t"{doubled}"\nfood\t"Thai"')
    assert pasted == (Slot("name", text), Slot("food", "Thai"))


@given(ANY_SLOTS)
def test_json_comes_back_as_it_was(slots):
    assert slots_of_text(json_of(slots)) == slots


@given(ANY_SLOTS)
def test_columns_come_back_as_they_were(slots):
    text = columns_of(slots)
    if not text.lstrip().startswith(("{", "[", '"')):  # Which could be JSON.
        assert slots_of_text(text) == slots


@pytest.mark.parametrize(
    "text",
    [
        "Slot\tValue\nname\tThe Eagle\nfood\tFrench\n",
        "slot name\tvalues\r\nname\tThe Eagle\r\nfood\tFrench",
        "attribute,value\nname,The Eagle\nfood,French\n",
        '"Slot";"Value"\n"name";"The Eagle"\n"food";"French"',
        '"name"\t"The Eagle"\n"food"\t"French"\n',
        'name\t"The Eagle"\nfood\t"French"\n',
        '"Slot"\t"Value"\n"name"\t"The Eagle"\n"food"\t"French"\n',
    ],
)
def test_headings_and_the_quotation_marks_of_a_whole_column_are_no_slots(text):
    assert slots_of_text(text) == (Slot("name", "The Eagle"), Slot("food", "French"))


def test_one_row_that_reads_like_a_heading_is_a_slot():
    assert slots_of_text("name\tvalue") == (Slot("name", "value"),)


def test_quotation_marks_that_not_all_cells_have_are_a_values_own():
    text = 'name\t"The Eagle"\nfood\tFrench'
    assert slots_of_text(text)[0] == Slot("name", '"The Eagle"')
