import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.corpus.formats import encodings
from core.corpus.formats.choices import CorpusError

TEXT = "mr,ref\nname[Café 東京],Müller’s £5 café.\n"
MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@pytest.mark.parametrize("encoding", MARKS)
def test_a_byte_order_mark_settles_it_and_is_dropped(encoding):
    data = MARKS[encoding] + TEXT.encode(encoding)
    assert encodings.guess(data, "x") == (encoding, None)
    found = encodings.decode(data, encoding, "x")
    assert (found.text, found.byte_order_mark, found.damaged) == (TEXT, True, False)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_encodings_that_drop_the_mark_themselves(encoding):
    found = encodings.decode(TEXT.encode(encoding), encoding, "x")
    assert (found.text, found.byte_order_mark) == (TEXT, True)


def test_utf8_needs_no_mark():
    assert encodings.guess(TEXT.encode(), "x") == ("utf-8", None)
    assert encodings.decode(TEXT.encode(), "utf-8", "x").byte_order_mark is False


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_likely_but_a_question(encoding):
    found, doubt = encodings.guess("mr,ref\na[x],Text.\n".encode(encoding), "set.csv")
    assert (found, doubt.options[0]) == (encoding, encoding)
    assert "says 'mr,ref a[x],Text.'" in doubt.sentence or "mr,ref" in doubt.sentence


def test_one_byte_for_a_letter_is_a_question_with_an_excerpt():
    data = ("plain\n" * 50 + "it serves crème brûlée there\n").encode("cp1252")
    found, doubt = encodings.guess(data, "set.csv")
    assert found == "cp1252"
    assert "crème brûlée" in doubt.sentence
    assert {"cp1252", "latin-1", "utf-8"} <= set(doubt.options)
    assert "utf-16-le" not in encodings.guess(data + b"x", "x")[1].options or len(data) % 2


def test_readings_show_whole_words_where_encodings_differ():
    data = "mr;ref\nname[Café Sicilia];Une crème.\n".encode("cp1252")
    doubt = encodings.guess(data, "x")[1]
    assert dict(doubt.readings) == {
        "cp1252": "Café Sicilia … Une crème.",
        "cp1250": "Café Sicilia … Une crčme.",
        "cp1251": "Cafй Sicilia … Une crиme.",
    }, "latin-1 says the same as cp1252"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("cp1251", "Кафе"), ("shift_jis", "喫茶店"), ("gb18030", "茶馆"), ("cp1250", "łąka")],
)
def test_a_reading_in_the_encoding_of_the_file_is_right(encoding, text):
    doubt = encodings.guess(f"mr,ref\na[{text}],So {text}.\n".encode(encoding), "x")[1]
    assert text in dict(doubt.readings)[encoding]


def test_every_option_can_be_read():
    data = b"caf\xe9 \x81\x8d\n"
    for option in encodings.guess(data, "x")[1].options:
        encodings.decode(data, option, "x")


def test_utf8_with_little_damage_stays_utf8():
    data = TEXT.encode() * 3 + b"bad \xe9 here\n"
    assert encodings.guess(data, "x") == ("utf-8", None)
    found = encodings.decode(data, "utf-8", "x")
    assert found.damaged
    assert encodings.LOST in found.text


def test_damage_can_be_refused_with_its_line():
    data = TEXT.encode() + b"bad \xe9 here\n"
    assert encodings.decode(TEXT.encode(), "utf-8", "x", sound=True).text == TEXT
    for encoding in ("utf-8", "utf-8-sig"):
        with pytest.raises(CorpusError, match=rf"x is not {encoding} text: line 3 holds a byte"):
            encodings.decode(data, encoding, "x", sound=True)


@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [
        ("ascii", "x.csv is not ascii text: line 2 holds a byte that cannot be decoded."),
        ("utf-16", "x.csv is not utf-16 text: line 1 holds a byte that cannot be decoded."),
        ("klingon", "There is no text encoding 'klingon'."),
        ("hex", "There is no text encoding 'hex'."),
        ("a\0b", "There is no text encoding 'a\\x00b'."),
    ],
)
def test_a_wrong_encoding_is_refused(encoding, sentence):
    with pytest.raises(CorpusError) as refused:
        encodings.decode(b"ab\n\xe9", encoding, "x.csv") if encoding != "utf-16" else (
            encodings.decode(b"abc", encoding, "x.csv")
        )
    assert str(refused.value) == sentence


@given(st.binary(max_size=80))
def test_any_bytes_have_a_guess_that_can_be_read(data):
    encoding, doubt = encodings.guess(data, "x")
    if doubt is not None:
        assert encoding == doubt.options[0]
        encodings.decode(data, encoding, "x")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_what_was_written_as_utf8_is_read(text):
    assert encodings.decode(text.encode(), "utf-8", "x").text == text.removeprefix("\ufeff")
