import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.metrics.slots import near_copy

LETTERS = st.text(alphabet="abcA ", min_size=1, max_size=9)


def plain_distance(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b)))
    return row[-1]


@given(LETTERS, LETTERS)
def test_distance_is_that_of_the_plain_table(one, other):
    assert near_copy.edit_distance(one, other) == plain_distance(one, other)


def test_distance_to_nothing():
    assert near_copy.edit_distance("abc", "") == 3
    assert near_copy.edit_distance("", "ab") == 2


@pytest.mark.parametrize(
    ("value", "text", "copy", "distance"),
    [
        ("Hunan Fifth Ave.", "Near Hunan Fith Ave. there is a pub.", "Hunan Fith Ave.", 1),
        ("Crowne Plaza Hotel", "It is near the Crown Plaza Hotel.", "Crown Plaza Hotel", 1),
        ("The Golden Curry", "Try the golden curry.", "the golden curry", 3),
        ("Zizzi Blue", "Zizzi Blues is here", "Zizzi Blues", 1),
    ],
)
def test_near_copies(value, text, copy, distance):
    found = near_copy.find(value, text)
    assert found is not None
    assert (text[found.start : found.end], found.distance) == (copy, distance)


@pytest.mark.parametrize(
    ("value", "text"),
    [("Ranch", "a French pub"), ("Aromi", ""), ("A", "b"), ("The Mill", "The Punter is a pub.")],
)
def test_what_is_not_near(value, text):
    assert near_copy.find(value, text) is None


@given(st.text(alphabet="abcdef ", min_size=4, max_size=12), st.text(alphabet="xyz", max_size=5))
def test_a_value_among_other_words_is_found(value, other):
    value = value.strip() or "abcd"
    text = f"{other} {value} {other}"
    found = near_copy.find(value, text)
    assert found is not None
    assert found.distance == 0
    assert text[found.start : found.end] == value
