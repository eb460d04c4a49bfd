from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.pages.output.differing import differing

TEXTS = st.lists(st.sampled_from(["a", "pub", "cheap", "chap", " ", ".", "Zizzi"])).map("".join)


def marked(text, other):
    return "".join(c if i in differing(text, other) else "_" for i, c in enumerate(text))


def test_of_two_words_the_letters_that_they_begin_and_end_with_alike_do_not_differ():
    assert marked("a cheap pub", "a chap pub") == "____e______"
    assert marked("Zizzy is", "Zizzi is") == "____y___"


def test_words_that_are_new_are_marked_whole():
    assert marked("It is near here.", "It is here.") == "______near _____"
    assert marked("It is here.", "It is near here.") == "___________"


def test_letters_that_two_words_share_by_chance_mean_nothing():
    assert marked("located near", "a cheap pub near") == "located_____"


@given(TEXTS, TEXTS)
def test_what_is_not_marked_is_in_the_other_text_in_that_order(text, other):
    found = differing(text, other)
    assert found <= set(range(len(text)))
    kept = iter(other)
    assert all(c in kept for i, c in enumerate(text) if i not in found)


@given(TEXTS)
def test_a_text_does_not_differ_from_itself(text):
    assert differing(text, text) == frozenset()
