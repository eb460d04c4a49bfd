import pytest

from core.metrics.slots.family import mentions


def values(text):
    return [value for value, _, _ in mentions(text)]


@pytest.mark.parametrize(
    "text",
    [
        "it is family friendly",
        "children are welcome",
        "a great place to bring the kids",
        "families with small children",
        "for adults and children alike",
        "children and adults love it",
        "fun for all ages",
        "not only is it cheap, it welcomes families",
        "prices are not high, and it is kid friendly",
        "it is not cheap but family friendly",
    ],
)
def test_yes(text):
    assert set(values(text)) == {"yes"}


@pytest.mark.parametrize(
    "text",
    [
        "it is not family friendly",
        "it isn't a child friendly place",
        "non family friendly",
        "no kids",
        "adults only",
        "an adult establishment",
        "kids are not allowed",
        "unsuitable for children",
        "it does not allow families with small children",
        "a child free pub",
    ],
)
def test_no(text):
    assert values(text) == ["no"]


def test_a_denial_belongs_to_the_mention():
    text = "it is not family friendly"
    assert [text[a:b] for _, a, b in mentions(text)] == ["not family friendly"]


def test_other_friends_are_no_family():
    assert values("the staff are friendly and not rude") == []
