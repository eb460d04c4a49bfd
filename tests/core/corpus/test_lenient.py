import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.corpus.formats import read
from core.corpus.lenient import doublets, regular, slots
from core.meaning_representation import MeaningRepresentation, ParseError, Slot


def test_irregular_text_gives_the_slots_that_can_be_made_out():
    assert slots("near[mission bay],ack[], [dontcare] food[a[b], near[x") == (
        Slot("near", "mission bay"),
        Slot("ack", ""),
        Slot("", "dontcare"),
        Slot("food", "a[b], near[x"),
    )
    assert slots("no slots here") == ()


@given(st.text(st.sampled_from("ab[], "), max_size=12))
def test_what_is_made_regular_can_be_read_and_regular_text_stays(text):
    try:
        made = regular(text)
    except ValueError:
        return
    parsed = MeaningRepresentation.parse(made)
    try:
        assert parsed == MeaningRepresentation.parse(text)
        assert made == text
    except ParseError:
        assert parsed.slots == slots(text)


def test_words_without_a_slot_cannot_be_made_regular():
    with pytest.raises(ValueError, match=r"^No slot can be recognised in 'only words'\.$"):
        regular("only words")


def test_doublets_are_names_that_look_alike():
    names = ["pricerange", "price_range", "priceRange", "name", "near"]
    assert doublets(names) == (("priceRange", "price_range", "pricerange"),)


def test_regular_text_is_read_as_ever(shared_data):
    for name in ("hotel", "restaurant"):
        for example in read(shared_data / "data" / name / "train.csv").examples:
            try:
                expected = MeaningRepresentation.parse(example.mr).slots
            except ParseError:
                continue
            assert slots(example.mr) == expected
