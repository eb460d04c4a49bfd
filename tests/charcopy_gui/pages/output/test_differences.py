import pytest
from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.pages.output.differences import compare, differing

TEXTS = st.lists(st.sampled_from(["a", "pub", "cheap", "chap", " ", ".", "Zizzi"])).map("".join)


def test_the_human_text_with_most_words_in_common_is_nearest():
    found = compare(
        "The Otter is a pub.", ["A cafe by the river is Quill.", "The Otter is a French pub."]
    )
    assert found.nearest == 1
    assert not any(part.differs for part in found.text)
    assert [part.text for part in found.reference if part.differs] == ["French"]


def test_words_of_one_text_alone_are_marked_without_the_space_before():
    found = compare("The Otter is a cheap pub", ["The Otter is a French pub near Quill"])
    assert [part.text for part in found.text if part.differs] == ["cheap"]
    assert [part.text for part in found.reference if part.differs] == ["French", "near Quill"]


def test_capitals_and_marks_count():
    found = compare("the Otter!", ["The Otter."])
    assert [part.text for part in found.text if part.differs] == ["the", "!"]


def test_nothing_differs_in_an_equal_text():
    found = compare("Quill, by the river.", ["Quill, by the river."])
    assert not any(part.differs for part in (*found.text, *found.reference))


def test_an_empty_text_lacks_everything():
    found = compare("", ["Quill is a pub."])
    assert found.text == ()
    assert "".join(part.text for part in found.reference) == "Quill is a pub."


def test_without_references_there_is_nothing_to_compare_with():
    with pytest.raises(ValueError, match="nothing to compare"):
        compare("Quill", [])


@given(st.text(max_size=60), st.lists(st.text(max_size=60), min_size=1, max_size=4))
def test_no_character_is_lost_or_added(text, references):
    found = compare(text, references)
    assert "".join(part.text for part in found.text) == text
    assert "".join(part.text for part in found.reference) == references[found.nearest]


@given(st.text(max_size=60))
def test_a_text_does_not_differ_from_itself(text):
    assert not any(part.differs for part in compare(text, [text]).text)


# To the character.


def marked(text, other):
    return "".join(c if i in differing(text, other) else "_" for i, c in enumerate(text))


def test_of_two_words_the_letters_that_they_begin_and_end_with_alike_do_not_differ():
    assert marked("a cheap pub", "a chap pub") == "____e______"
    assert marked("Zizzy is", "Zizzi is") == "____y___"


def test_words_that_are_new_are_marked_whole_without_the_space_before():
    assert marked("It is near here.", "It is here.") == "______near______"
    assert marked("It is here.", "It is near here.") == "___________"


def test_letters_that_two_words_share_by_chance_mean_nothing():
    assert marked("located near", "a cheap pub near") == "located_____"


@given(TEXTS, TEXTS)
def test_what_is_not_marked_is_in_the_other_text_in_that_order(text, other):
    found = differing(text, other)
    assert found <= set(range(len(text)))
    kept = iter(other)
    assert all(c in kept for i, c in enumerate(text) if i not in found and not c.isspace())


@given(TEXTS)
def test_no_character_of_a_text_differs_from_itself(text):
    assert differing(text, text) == frozenset()
