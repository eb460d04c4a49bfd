import pytest

from charcopy_gui.pages.generate.badge import Standing, badges_of
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.findings import find

MR = "name[Old Brindle], food[French], priceRange[cheap], near[Café Orrin], dogs[no]"
CLOSED = "name[Old Brindle], food[French], priceRange[cheap]"


def badges(text, *, finished=True, mr=MR):
    found = find(MeaningRepresentation.parse(mr), text)
    return badges_of(found, text, finished=finished)


def standings(text, **options):
    return {badge.name: badge.standing for badge in badges(text, **options)}


def test_each_slot_has_its_word():
    text = "Old Brindle is an inexpensive French place near Cafe Orin."
    assert standings(text) == {
        "name": Standing.VERBATIM,
        "food": Standing.VERBATIM,
        "priceRange": Standing.OTHER_WORDS,
        "near": Standing.NEAR_COPY,
        "dogs": Standing.UNCHECKED,
    }
    assert standings("It is expensive.", mr=CLOSED) == {
        "name": Standing.MISSING,
        "food": Standing.MISSING,
        "priceRange": Standing.WRONG,
    }


def test_badges_say_where_the_text_says_it():
    text = "Old Brindle is an inexpensive French place near Cafe Orin."
    by_name = {badge.name: badge for badge in badges(text)}
    said = {name: [text[a:b] for a, b in badge.spans] for name, badge in by_name.items()}
    assert said["name"] == ["Old Brindle"]
    assert said["priceRange"] == ["inexpensive"]
    assert said["near"] == ["Cafe Orin"]
    assert by_name["near"].sentence == "near[Café Orrin]: almost verbatim, 2 characters differ"
    assert [badge.row for badge in badges(text)] == [0, 1, 2, 3, 4]


def test_a_name_that_goes_on_is_not_the_tables():
    text = "Old Brindle Manor is an inexpensive French place."
    badge = badges(text)[0]
    assert badge.standing is Standing.LONGER
    assert badge.sentence == "name[Old Brindle]: in a longer name, “Old Brindle Manor”"
    assert [text[a:b] for a, b in badge.spans] == ["Old Brindle Manor"]


def test_values_too_many_are_flagged():
    invented, repeated = badges("Old Brindle is a cheap French pub. It is cheap.", mr=CLOSED)[3:]
    assert (invented.standing, invented.title, invented.row) == (
        Standing.INVENTED,
        "eatType: pub",
        None,
    )
    assert repeated.standing is Standing.REPEATED
    assert repeated.sentence == "priceRange[cheap]: repeated"


def test_nothing_is_missing_while_the_text_is_unfinished():
    for text in ("", "Old Brin", "Old Brindle is"):
        found = standings(text, finished=False)
        assert Standing.MISSING not in found.values()
        assert found["food"] is Standing.NOT_YET
    assert standings("Old Brindle", finished=False)["name"] is Standing.VERBATIM


@pytest.mark.parametrize(
    ("text", "slot"),
    [("Old Brindl", "name"), ("It has a high price", "priceRange")],
)
def test_the_last_word_may_turn_out_to_be_another(text, slot):
    assert standings(text, finished=False, mr=CLOSED)[slot] is Standing.NOT_YET
    assert standings(text, mr=CLOSED)[slot] in (Standing.NEAR_COPY, Standing.WRONG)


def test_what_is_invented_at_the_very_end_is_not_flagged_yet():
    assert len(badges("Old Brindle is a pub", finished=False, mr=CLOSED)) == 3
    assert len(badges("Old Brindle is a pub ", finished=False, mr=CLOSED)) == 4
