from charcopy_gui.pages.generate.slot_marks import Column, MarkKind, marks_of
from core.meaning_representation import Slot


def test_slots_as_they_should_be_bear_no_marks():
    assert marks_of([Slot("name", "Aa"), Slot("food", "b")], frozenset("Aabdefmno")) == {}


def test_what_cannot_be_written_is_worse_than_what_is_odd():
    marks = marks_of([Slot("name", "a"), Slot("name", ""), Slot("food", "b]c")], None)
    assert {place: mark.kind for place, mark in marks.items()} == {
        (1, Column.NAME): MarkKind.ODD,
        (1, Column.VALUE): MarkKind.ODD,
        (2, Column.VALUE): MarkKind.REFUSED,
    }


def test_characters_outside_the_alphabet_are_named_once_each():
    (mark,) = marks_of([Slot("a", "bññé")], frozenset("ab")).values()
    assert mark.kind is MarkKind.UNTRAINED
    assert mark.sentence.startswith("Never trained: ñ é. They can only be copied")
    assert marks_of([Slot("a", "bñ")], None) == {}
