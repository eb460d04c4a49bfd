import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.alphabet import EOS, PAD, SOS, SPECIALS, UNKNOWN, Alphabet

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
small = Alphabet(("a", "b", "0"))


def test_the_specials_come_first():
    assert (PAD, SOS, EOS, UNKNOWN) == (0, 1, 2, 3)
    assert SPECIALS == 4


def test_indices_follow_the_characters():
    assert [small.index(c) for c in "ab0"] == [4, 5, 6]
    assert len(small) == 7


def test_outside_is_unknown():
    assert small.index("c") == UNKNOWN
    assert "a" in small
    assert "c" not in small


def test_the_digit_zero_is_not_padding():
    alphabet = Alphabet.from_texts([])
    # The 17th printable ASCII character: 4 specials, then 0x20 to 0x2F.
    assert alphabet.index("0") == 4 + 16
    assert alphabet.extended_by("0").encode("0") == [SOS, 20, EOS]


def test_from_texts_is_printable_ascii_and_what_else_occurs():
    alphabet = Alphabet.from_texts(["Café £5", "é\n"])
    assert "".join(alphabet.characters[:95]) == "".join(map(chr, range(32, 127)))
    assert alphabet.characters[95:] == ("\n", "£", "é")
    assert len(alphabet) == 4 + 95 + 3


@pytest.mark.parametrize("characters", [("a", "bc"), ("",)])
def test_only_single_characters(characters):
    with pytest.raises(ValueError, match="single characters"):
        Alphabet(characters)


def test_no_character_twice():
    with pytest.raises(ValueError, match="twice"):
        Alphabet(("a", "b", "a"))


def test_many_extra_characters_take_no_longer_each():
    """Looking each one up among all others would take minutes."""
    source = "".join(map(chr, range(0x20000, 0x2FFFF)))
    extended = small.extended_by(source)
    began = time.process_time()
    assert extended.encode(source) == [SOS, *range(7, 7 + len(source)), EOS]
    assert time.process_time() - began < 5


def test_the_extension_counts_from_v():
    extended = small.extended_by("a東b京東")
    assert extended.extra == ("東", "京")
    assert extended.encode("東a京") == [SOS, 7, 4, 8, EOS]
    assert [extended.character(i) for i in (7, 8)] == ["東", "京"]


def test_each_source_has_its_own_extension():
    assert small.extended_by("東").id("東") == small.extended_by("é").id("é") == 7


def test_a_target_character_that_nobody_knows():
    extended = small.extended_by("東")
    assert extended.encode("a京") == [SOS, 4, UNKNOWN, EOS]


def test_decoding_stops_at_the_first_end():
    extended = small.extended_by("東")
    assert extended.decode([SOS, 4, PAD, 7, UNKNOWN, 6, EOS, 5, EOS]) == "a東0"
    assert extended.decode([4, 5]) == "ab"


@given(texts, texts)
def test_a_source_comes_back_whatever_the_alphabet(known, source):
    extended = Alphabet.from_texts([known]).extended_by(source)
    ids = extended.encode(source)
    assert extended.decode(ids) == source
    assert (ids[0], ids[-1], len(ids)) == (SOS, EOS, len(source) + 2)
    assert not {PAD, SOS, EOS, UNKNOWN} & set(ids[1:-1])


def test_alphabets_are_compared_by_their_characters_and_picklable():
    alphabet = Alphabet.from_texts(["é"])
    again = pickle.loads(pickle.dumps(alphabet))  # noqa: S301
    assert again == alphabet == Alphabet.from_texts(["éa"])
    assert again.index("é") == alphabet.index("é")
