import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.metrics.tokens import grouped_tokens, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What the Stanford tokenizer gives, less punctuation.
        ("The Copper Kettle is cheap.", "the copper kettle is cheap"),
        ("It's not family-friendly, isn't it?", "it 's not family-friendly is n't it"),
        (
            "less than £20, or £20-25 (riverside).",
            "less than # 20 or # 20-25 -lrb- riverside -rrb-",
        ),
        ("L20-25 or L30.99", "l20-25 or l30 .99"),
        ('You could try "The Last Stop".', "you could try the last stop"),
        ("Café Márquez d'or", "café márquez d'or"),
        ("Charley O's, O'Brien's", "charley o 's o'brien 's"),
        ("St. James, Fifth Ave.", "st. james fifth ave."),
        ("N.Y. and E.A.T serve food.", "n.y. and e.a.t serve food"),
        ("a low., riverside pub", "a low. riverside pub"),
        ("pub.The Phoenix", "pub.the phoenix"),
        ("fish&chips, B&B", "fish & chips b&b"),
        ("the kids' menu", "the kids menu"),
        ("Fish 'n' Chips", "fish 'n' chips"),
        ("we'll cannot couldn't", "we 'll can not could n't"),
        ("3/5 or 4.5, 1,234", "3/5 or 4.5 1,234"),
        ("low/moderate and/or kid/family-friendly", "low/moderate and/or kid/family-friendly"),
        ("more - or -- less ... well", "more or less well"),
        ("it’s a kids’ pub", "it 's a kids pub"),
        ("5-star-rated, non-family-friendly", "5-star-rated non-family-friendly"),
        ("", ""),
        ("...", ""),
    ],
)
def test_tokens_are_those_of_the_stanford_tokenizer(text, expected):
    assert " ".join(tokens([text])[0]) == expected


def test_what_follows_an_initial_decides_on_its_full_stop():
    assert tokens(["near Benito I. It is cheap."]) == [["near", "benito", "i", "it", "is", "cheap"]]
    assert tokens(["near J. Sung"]) == [["near", "j.", "sung"]]
    assert tokens(["near Avenue A.", "The Mill"]) == [["near", "avenue", "a"], ["the", "mill"]]
    assert tokens(["near Avenue A.", "Zizzi"]) == [["near", "avenue", "a."], ["zizzi"]]


def test_groups_keep_their_sizes():
    assert grouped_tokens([["A bed.", "c"], ["d"]]) == [[["a", "bed"], ["c"]], [["d"]]]


@given(st.lists(st.text(max_size=30), max_size=4))
def test_any_text_has_tokens(texts):
    found = tokens(texts)
    assert len(found) == len(texts)
    for own in found:
        assert all(token and not token.isspace() for token in own)
        assert not {",", ".", "?", "-"} & set(own)


def test_plain_words_are_their_own_tokens():
    words = ["cheap", "pub", "near", "river"]
    assert tokens([" ".join(words)]) == [words]
