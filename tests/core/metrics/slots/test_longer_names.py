import pytest

from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.errors import SlotErrors
from core.metrics.slots.findings import find
from core.metrics.slots.longer_names import longer_names

PUB = "name[Qwyx], eatType[pub], food[French], near[Old Brindle]"


def longer(mr, text):
    """By slot, the longer names."""
    found = find(MeaningRepresentation.parse(mr), text)
    spans = zip(found.slots, longer_names(found, text), strict=True)
    return {slot.name: [text[a:b] for a, b in around] for slot, around in spans if around}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Qwyx Seven is a French pub near Old Brindle.", {"name": ["Qwyx Seven"]}),
        ("Qwyx-Seven is a French pub near Old Brindle.", {"name": ["Qwyx-Seven"]}),
        ("The Golden Qwyx Pub is near Old Brindle.", {"name": ["Golden Qwyx"]}),
        ("Qwyx is near Old Brindle Manor House.", {"near": ["Old Brindle Manor House"]}),
        ("Qwyx Seven is French. Qwyx Seven is a pub.", {"name": ["Qwyx Seven"] * 2}),
    ],
)
def test_a_name_that_the_text_goes_on_with_is_another(text, names):
    assert longer(PUB, text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Qwyx is a French pub near Old Brindle.",
        "There is a French pub near Old Brindle called Qwyx.",
        "The Qwyx French Pub is near Old Brindle.",  # What other slots say.
        "Qwyx Family Friendly Restaurant is near Old Brindle.",  # What any slot says.
        "Qwyx Is near Old Brindle. Qwyx.",
        "Near Old Brindle. Qwyx. Visit Qwyx in town.",  # A sentence's first word.
        "Qwyx Seven is a pub. Qwyx is French.",  # It stands by itself as well.
        "Qwyx seven.",
        "",
    ],
)
def test_a_name_by_itself_is_no_longer_one(text):
    assert longer(PUB, text) == {}


def test_a_name_may_stand_in_another_slots_alone():
    mr = "name[Qwyx], near[Qwyx Seven]"
    assert longer(mr, "A pub near Qwyx Seven.") == {"name": ["Qwyx Seven"]}
    assert longer(mr, "Qwyx is near Qwyx Seven.") == {}


def test_values_that_are_no_names_go_on_in_any_word():
    assert longer("food[Thai], name[bricolage]", "Thai Cuisine at bricolage Brooklyn") == {}


def test_figures_count_it_as_copied():
    text = "Qwyx Seven is a French pub near Old Brindle."
    found = find(MeaningRepresentation.parse(PUB), text)
    errors = SlotErrors.of(found, text)
    assert (errors.exact_copies, errors.rate) == (2, 0)


def test_what_people_wrote_names_hardly_ever_so(shared_data):
    from core.corpus import formats

    examples = formats.read(shared_data / "data/e2e/devset.csv").examples
    found = [bool(longer(example.mr, example.reference)) for example in examples]
    assert sum(found) <= len(found) / 1000
