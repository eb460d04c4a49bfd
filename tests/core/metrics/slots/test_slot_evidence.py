import pytest

from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.evidence import Evidence, Said, evidence
from core.metrics.slots.findings import read_mr


def said(line, sentence):
    slots = read_mr(line).slots
    found = evidence(slots, sentence)
    return {slot.name: one.said for slot, one in zip(slots, found, strict=True)}


def one(line, sentence):
    (found,) = evidence(MeaningRepresentation.parse(line).slots, sentence)
    return found


SENTENCE = "Vroo & Xanthe 1887 is a Thai pub with a poor customer rating."


def test_what_is_not_in_the_sentence_is_not_said():
    line = "name[Vroo & Xanthe 1887], eatType[pub], food[Thai], customer rating[low]"
    invented = f"{line}, familyFriendly[yes], near[Burger King]"
    assert said(invented, SENTENCE) == {
        "name": Said.YES,
        "eatType": Said.YES,
        "food": Said.YES,
        "customer rating": Said.YES,
        "familyFriendly": Said.NO,
        "near": Said.NO,
    }


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("customer rating[low]", Evidence(Said.YES, "poor customer rating")),
        ("customer rating[high]", Evidence(Said.OTHERWISE, "poor customer rating")),
        ("name[Vroo & Xante 1887]", Evidence(Said.ALMOST, "Vroo & Xanthe 1887")),
        ("name[vroo & xanthe 1887]", Evidence(Said.YES, "Vroo & Xanthe 1887")),
        ("food[Peruvian]", Evidence(Said.NO)),
        ("area[riverside]", Evidence(Said.NO)),
    ],
)
def test_the_sentences_own_words(line, found):
    assert one(line, SENTENCE) == found


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("dogs_allowed[none]", "The Carl Hotel is in Cole Valley."),
        ("kids_allowed[yes]", "The Otter is a pub."),
        ("price[inexpensive]", "I want a cheap hotel."),
        ("near[dont_care]", "The Carl Hotel is near anything."),
        ("open[until 7 pm]", "It closes at 7 pm."),
        ("[goodbye]", "See you."),
        ("area[]", "The Otter is a pub."),
    ],
)
def test_what_can_be_said_in_words_that_nobody_knows_is_not_accused(line, sentence):
    assert [found.said for found in evidence(read_mr(line).slots, sentence)] == [Said.UNKNOWN]


@pytest.mark.parametrize("line", ["type[hotel]", "meal[dinner]", "price_range[moderate]"])
def test_another_form_of_a_word_is_the_same_word(line):
    sentence = "There are hotels with good dinners that are moderately priced."
    assert one(line, sentence).said is Said.YES


@pytest.mark.parametrize("line", ["address[72 Quill Street]", "phone[4157725000]"])
def test_names_and_numbers_are_said_in_no_other_words_in_any_corpus(line):
    assert one(line, "The Carl Hotel is in Cole Valley.").said is Said.NO


def test_a_name_that_was_read_wrongly_takes_no_other_slots_words():
    line = "name[The Zucy's Retired Surfers], eatType[coffee shop]"
    sentence = "The coffee shop Lucy's Retired Surfers is not for families."
    assert said(line, sentence) == {"name": Said.ALMOST, "eatType": Said.YES}


def test_words_in_a_name_say_nothing_of_the_place():
    sentence = "Raja Indian Cuisine is a pub."
    assert said("name[Raja Indian Cuisine], food[Indian]", sentence)["food"] is Said.NO


def test_a_part_of_another_value_is_not_said_by_itself():
    line = "name[Zizzi Blue], near[Blue], food[Thai]"
    assert said(line, "Zizzi Blue serves Thai food.")["near"] is Said.NO
    assert said(line, "Zizzi Blue serves Thai food near Blue.")["near"] is Said.YES
    assert said("name[Thai Two], food[Thai]", "Thai Two is a pub.")["food"] is Said.NO
    assert said("near[Blue]", "Zizzi Blue serves Thai food.")["near"] is Said.YES


def test_a_name_that_the_sentence_goes_on_with_is_almost_said():
    mr = MeaningRepresentation.parse("name[Zizzi], food[Thai]")
    found = evidence(mr.slots, "Zizzi Blue serves Thai food.")
    assert found == (Evidence(Said.ALMOST, "Zizzi Blue"), Evidence(Said.YES))


def test_no_slots_and_slots_twice():
    assert evidence((), SENTENCE) == ()
    twice = evidence(read_mr("food[Thai], food[French], food[Thai]").slots, SENTENCE)
    assert [found.said for found in twice] == [Said.YES, Said.NO, Said.YES]


def test_references_of_other_corpora_are_hardly_ever_doubted(shared_data):
    """What people wrote for a table says it: only a few of them wrote something else."""
    from core.corpus import formats

    for name in ("hotel", "restaurant"):
        examples = formats.read(shared_data / "data" / name / "dev.csv").examples
        found = [
            one
            for example in examples
            for one in evidence(read_mr(example.mr).slots, example.reference)
        ]
        doubted = sum(one.said.is_doubtful for one in found)
        assert doubted <= 0.01 * len(found)
