import time

import pytest

from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.findings import SlotFinder, SlotState, find, open_values, read_mr

MR = MeaningRepresentation.parse(
    "name[Zizzi Blue], eatType[pub], food[French], priceRange[less than £20], "
    "customer rating[3 out of 5], area[riverside], familyFriendly[no], near[Café Rouge]"
)
TEXT = (
    "Zizzi Blue is a French pub by the river near Café Rouge. It is cheap, rated 3 out of 5 and "
    "not kid-friendly."
)


def states(mr, text):
    return {slot.name: slot.state for slot in find(read_mr(mr), text).slots}


def test_every_slot_has_its_state_and_place():
    found = find(MR, TEXT)
    assert found.errors == 0
    shown = {slot.name: (slot.state, [TEXT[a:b] for a, b in slot.spans]) for slot in found.slots}
    assert shown == {
        "name": (SlotState.VERBATIM, ["Zizzi Blue"]),
        "eatType": (SlotState.VERBATIM, ["pub"]),
        "food": (SlotState.VERBATIM, ["French"]),
        "priceRange": (SlotState.OTHER_WORDS, ["cheap"]),
        "customer rating": (SlotState.VERBATIM, ["rated 3 out of 5"]),
        "area": (SlotState.OTHER_WORDS, ["river"]),
        "familyFriendly": (SlotState.OTHER_WORDS, ["not kid-friendly"]),
        "near": (SlotState.VERBATIM, ["Café Rouge"]),
    }


def test_pounds_and_accents_may_be_written_in_ascii():
    mr = "priceRange[less than L20], near[Cafe Rouge]"
    text = "It is near Cafe Rouge and costs less than L20."
    assert set(states(mr, text).values()) == {SlotState.VERBATIM}
    # In the same set of characters, that is; a name in other characters is no exact copy.
    assert states("near[Café Rouge]", text)["near"] is SlotState.NEAR_COPY


def test_missing_wrong_and_invented():
    found = find(read_mr("name[A Nice Place], food[French], area[riverside]"),
                 "A Nice Place serves Italian food and is cheap.")  # fmt: skip
    assert [slot.state for slot in found.slots] == [
        SlotState.VERBATIM, SlotState.WRONG, SlotState.MISSING,
    ]  # fmt: skip
    assert [(extra.name, extra.value) for extra in found.invented] == [("priceRange", "cheap")]
    assert found.errors == 3


def test_a_second_value_is_invented_when_the_first_is_right():
    found = find(read_mr("food[French]"), "It serves French and Italian food.")
    assert [slot.state for slot in found.slots] == [SlotState.VERBATIM]
    assert [extra.value for extra in found.invented] == ["Italian"]


def test_a_value_is_verbatim_in_whole_words_alone():
    assert states("customer rating[high]", "highly rated")["customer rating"] is (
        SlotState.OTHER_WORDS
    )
    assert states("familyFriendly[no]", "no kids")["familyFriendly"] is SlotState.OTHER_WORDS


def test_a_name_says_nothing_of_other_slots():
    found = find(read_mr("name[The Indian Pub], near[Raja Indian Cuisine], eatType[coffee shop]"),
                 "The Indian Pub is a coffee shop near Raja Indian Cuisine.")  # fmt: skip
    assert found.errors == 0


def test_whatever_it_is_it_may_be_called_a_restaurant():
    assert find(read_mr("name[Aromi]"), "Aromi is a restaurant.").errors == 0
    assert find(read_mr("eatType[pub]"), "The pub is a fine restaurant.").errors == 0
    assert states("eatType[pub]", "It is a restaurant.")["eatType"] is SlotState.WRONG


def test_said_again_in_the_same_words():
    text = "A French place in the riverside area in the riverside area, with French food."
    found = find(read_mr("area[riverside], food[French]"), text)
    assert [(extra.name, len(extra.spans)) for extra in found.repeated] == [("area", 1)]


def test_open_values_must_be_copied():
    mr = "name[Hunan Fifth Ave.], food[Zimbabwean]"
    assert states(mr, "Hunan Fifth Ave. serves Zimbabwean food.") == {
        "name": SlotState.VERBATIM, "food": SlotState.VERBATIM,
    }  # fmt: skip
    found = find(read_mr(mr), "Hunan Fith Ave. serves food.")
    assert [(slot.state, slot.distance, slot.is_open) for slot in found.slots] == [
        (SlotState.NEAR_COPY, 1, True), (SlotState.MISSING, 0, True),
    ]  # fmt: skip
    assert states(mr, "Hunan Fifth Ave. is Italian.")["food"] is SlotState.WRONG
    assert states("name[Cotto]", "Cottons is a pub.")["name"] is not SlotState.VERBATIM


def test_other_corpora_have_no_invented_values_and_slots_without_words():
    mr = "name[carl hotel], price_range[cheap], dogs_allowed[none], kids_allowed[yes]"
    found = find(read_mr(mr), "the carl hotel is cheap and a pub.")
    assert [slot.state for slot in found.slots] == [
        SlotState.VERBATIM, SlotState.VERBATIM, SlotState.UNCHECKED, SlotState.UNCHECKED,
    ]  # fmt: skip
    assert found.invented == ()


def test_irregular_tables_are_read_as_far_as_possible():
    mr = read_mr("name[carl hotel],area[nob hill] phone[12")
    assert [(slot.name, slot.value) for slot in mr.slots][:2] == [
        ("name", "carl hotel"), ("area", "nob hill"),
    ]  # fmt: skip
    assert open_values("name[A B], food[French], dogs[yes]") == ("A B",)


def test_a_growing_text_is_looked_at_in_no_time():
    finder = SlotFinder(MR)
    start = time.perf_counter()
    for end in range(len(TEXT) + 1):
        found = finder.find(TEXT[:end])
    assert (time.perf_counter() - start) / len(TEXT) < 0.01
    assert found == find(MR, TEXT)


@pytest.mark.parametrize("text", ["", " ", "<b>", "İİİ £ L5", "\0"])
def test_any_text_can_be_looked_at(text):
    found = find(MR, text)
    assert found.count(SlotState.MISSING) == len(MR.slots)


def test_a_value_in_other_letters_is_not_verbatim():
    assert states("food[Chinese]", "It serves Chinese food.")["food"] is SlotState.VERBATIM
    assert states("food[Chinese]", "It serves chinese food.")["food"] is SlotState.OTHER_WORDS


def test_slots_of_another_corpus_are_not_said_again():
    text = "Halwick's is for adults only and is for adults only."
    assert find(read_mr("name[Halwick's], town[Goldholme]"), text).repeated == ()
    (again,) = find(read_mr("name[Halwick's], area[riverside]"), text).repeated
    assert again.name == "familyFriendly"
