import pytest

from core.corpus import value_lists
from core.corpus.formats import CorpusError


def test_values_stand_one_a_line_in_any_letters():
    assert value_lists.parse("Café\r\n\n  東京 \rA, B\n", "List") == ("Café", "東京", "A, B")


def test_there_may_be_none():
    assert value_lists.parse(" \n", "List") == ()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("One\nTwo]\n", "names.txt, line 2 is not a value: its brackets do not match."),
        ("One\r\n\r\nTh[ree", "names.txt, line 3 is not a value: its brackets do not match."),
        ("One\nT\0wo\n", r"names.txt is not a list of words: line 2 holds '\x00'."),
        ("One\x0b\x0c\u2028]\n", "names.txt, line 1 is not a value: its brackets do not match."),
    ],
)
def test_a_list_with_a_line_that_is_no_value_is_refused(tmp_path, content, sentence):
    names = tmp_path / "names.txt"
    names.write_bytes(content.encode())
    with pytest.raises(CorpusError) as refused:
        value_lists.read(names)
    assert str(refused.value) == sentence


def test_brackets_in_pairs_are_a_value(tmp_path):
    names = tmp_path / "names.txt"
    names.write_text("One [first]\n", encoding="utf-8")
    assert value_lists.read(names) == ("One [first]",)
