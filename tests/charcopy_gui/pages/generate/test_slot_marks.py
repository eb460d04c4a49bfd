from charcopy_gui.pages.generate.slot_marks import Column, MarkKind, Trained, marks_of
from core.meaning_representation import Slot


def test_slots_as_they_should_be_bear_no_marks():
    trained = Trained(frozenset("Aabdefmno"), names=frozenset(("name", "food")))
    assert marks_of([Slot("name", "Aa"), Slot("food", "b")], trained) == {}
    assert marks_of([Slot("title", "東"), Slot("food", "b")], Trained()) == {}


def test_what_cannot_be_written_is_worse_than_what_is_odd():
    marks = marks_of([Slot("name", "a"), Slot("name", ""), Slot("food", "b]c")], Trained())
    assert {place: mark.kind for place, mark in marks.items()} == {
        (1, Column.NAME): MarkKind.ODD,
        (1, Column.VALUE): MarkKind.ODD,
        (2, Column.VALUE): MarkKind.REFUSED,
    }


def test_characters_outside_the_alphabet_are_named_once_each():
    (mark,) = marks_of([Slot("a", "bññé")], Trained(frozenset("ab"))).values()
    assert mark == (MarkKind.UNTRAINED, "Never trained: ñ é. They can only be copied.")


def test_a_model_that_does_not_copy_cannot_write_them_at_all():
    (mark,) = marks_of([Slot("a", "ñ")], Trained(frozenset("a"), copies=False)).values()
    assert mark.sentence == "Never trained: ñ. This model cannot write it."


def test_what_cannot_be_seen_is_named_by_its_number():
    (mark,) = marks_of([Slot("a", "\u0301\u200b\u00a0")], Trained(frozenset("a"))).values()
    assert mark.sentence.startswith("Never trained: ◌\u0301 U+200B U+00A0.")


def test_of_many_characters_some_are_named():
    value = "".join(map(chr, range(0x4E00, 0x4E00 + 30)))
    (mark,) = marks_of([Slot("a", value)], Trained(frozenset("a"))).values()
    assert "and 18 more." in mark.sentence


def test_slots_that_the_models_corpus_lacks_are_marked():
    trained = Trained(names=frozenset(("name",)), corpus="E2E")
    marks = marks_of([Slot("name", "x"), Slot("title", "Dune")], trained)
    assert marks == {
        (1, Column.NAME): (
            MarkKind.UNKNOWN,
            "New to this model: it learnt from E2E, which has no slot of this name.",
        ),
    }


def test_a_cell_says_all_that_is_odd_and_looks_like_the_worst_of_it():
    marks = marks_of([Slot("a", "ñ]")], Trained(frozenset("a]")))
    mark = marks[0, Column.VALUE]
    assert mark.kind is MarkKind.REFUSED
    assert "does not open" in mark.sentence
    assert "Never trained: ñ." in mark.sentence
