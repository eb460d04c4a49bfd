import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.metrics.slots.mentions import ACCEPTED, mentions, plain
from core.metrics.slots.wordings import SAME, WORDINGS


def said(text):
    return {(m.slot, m.value): text[m.start : m.end] for m in mentions(plain(text))}


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("It is a Pub.", "eatType", "pub"),
        ("a public house", "eatType", "pub"),
        ("the coffee-shop", "eatType", "coffee shop"),
        ("an eatery", "eatType", "restaurant"),
        ("serves sushi", "food", "Japanese"),
        ("Fast-food", "food", "Fast food"),
        ("British meals", "food", "English"),
        ("for under £20", "priceRange", "less than £20"),
        ("less than L20", "priceRange", "less than £20"),
        ("20 pounds or less", "priceRange", "less than £20"),
        ("costs L20-25", "priceRange", "£20-25"),
        ("between £20 and £25", "priceRange", "£20-25"),
        ("20 to 25 pounds", "priceRange", "£20-25"),
        ("£30 and up", "priceRange", "more than £30"),
        ("over 30 euros", "priceRange", "more than £30"),
        ("low-priced food", "priceRange", "cheap"),
        ("prices are low", "priceRange", "cheap"),
        ("moderately priced", "priceRange", "moderate"),
        ("a mid-range place", "priceRange", "moderate"),
        ("the price range is high", "priceRange", "high"),
        ("expensive", "priceRange", "high"),
        ("1 out of 5", "customer rating", "low"),
        ("one star", "customer rating", "low"),
        ("poorly rated", "customer rating", "low"),
        ("rated 3 out of 5 stars", "customer rating", "average"),
        ("ratings are average", "customer rating", "average"),
        ("highly recommended", "customer rating", "high"),
        ("a customer rating of 5", "customer rating", "high"),
        ("five-star", "customer rating", "high"),
        ("by the river", "area", "riverside"),
        ("centre of the city", "area", "city centre"),
        ("downtown", "area", "city centre"),
        ("kid-friendly", "familyFriendly", "yes"),
        ("adults only", "familyFriendly", "no"),
    ],
)
def test_wordings(text, slot, value):
    found = said(text)
    assert list(found) == [(slot, value)], found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # An adjective belongs to the noun after it.
        ("a high price range and an average customer rating", {"high", "average"}),
        ("an average customer rating and a price range of less than £20",
         {"average", "less than £20"}),
        ("a low customer rating, moderate prices", {"low", "moderate"}),
        # The price is said once, and so is the rating.
        ("an average price of more than £30", {"more than £30"}),
        ("rated 1 out of 5 stars", {"low"}),
    ],
)  # fmt: skip
def test_price_and_rating_are_kept_apart(text, values):
    assert {value for _, value in said(text)} == values


@pytest.mark.parametrize(
    "text", ["public", "barn", "innings", "capacity", "centring", "cheapskate", "120-250", "£300"]
)
def test_parts_of_words_say_nothing(text):
    assert said(text) == {}


@pytest.mark.parametrize("where", ["outside the city centre", "north of the city centre"])
def test_somewhere_else_is_no_city_centre(where):
    assert said(f"It lies {where}.") == {}


def test_every_value_that_is_accepted_can_be_said():
    for slot, values in SAME.items():
        for accepted in values.values():
            assert set(accepted) <= WORDINGS[slot].keys()
    assert ACCEPTED["priceRange"]["£20 25"] == {"£20-25", "moderate"}


@given(st.text(max_size=60))
def test_plain_text_is_as_long(text):
    assert len(plain(text)) == len(text)


@given(st.text(alphabet="cheap pub not kids £20-5 city rated İ", max_size=60))
def test_positions_lie_in_the_text(text):
    for mention in mentions(plain(text)):
        assert 0 <= mention.start < mention.end <= len(text)
