from core.corpus.formats import read
from core.corpus.lenient import doublets, slots
from core.meaning_representation import MeaningRepresentation, ParseError, Slot


def test_irregular_text_gives_the_slots_that_can_be_made_out():
    assert slots("near[mission bay],ack[], [dontcare] food[a[b], near[x") == (
        Slot("near", "mission bay"),
        Slot("ack", ""),
        Slot("", "dontcare"),
        Slot("food", "a[b], near[x"),
    )
    assert slots("no slots here") == ()


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
