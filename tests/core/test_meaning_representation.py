import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.meaning_representation import (
    Difference,
    MeaningRepresentation,
    ParseError,
    Problem,
    ProblemKind,
    Slot,
    slot_spans,
)
from core.records import SlotSpan

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
markup = st.text(st.sampled_from("ab[], \n東é́🙂"), max_size=30)
slots = st.builds(Slot, texts | markup, texts | markup)
tables = st.builds(MeaningRepresentation, st.lists(slots, max_size=5).map(tuple))


def mr(*pairs):
    return MeaningRepresentation(tuple(Slot(*pair) for pair in pairs))


def kinds(table):
    return [(problem.slot, problem.kind) for problem in table.validate()]


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("", mr()),
        (" \n ", mr()),
        ("name[The Eagle], eatType[pub]", mr(("name", "The Eagle"), ("eatType", "pub"))),
        ("customer rating[5 out of 5]", mr(("customer rating", "5 out of 5"))),
        ("a[x, y[1], z], b[]", mr(("a", "x, y[1], z"), ("b", ""))),
        ("ack[], [dontcare]", mr(("ack", ""), ("", "dontcare"))),
        ("[]", mr(("", ""))),
        ("name[ Café 東京\r\n'&\" ]", mr(("name", " Café 東京\r\n'&\" "))),
    ],
)
def test_parse(text, table):
    assert MeaningRepresentation.parse(text) == table
    if text.strip():
        assert table.linearise() == text


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("name", 0, "A [ must follow the name 'name'"),
        ("a[x], bcd", 6, "A [ must follow the name 'bcd'"),
        ("a[x], ", 6, "A slot must follow"),
        ("name[x[y]", 4, "The value of the slot 'name' is never closed with ]"),
        ("a[x] b[y]", 4, "After ] a comma must follow, or nothing"),
        ("a[x]]", 4, "After ] a comma must follow, or nothing"),
        ("a, b[x]", 1, "A slot's name cannot hold the character ,"),
        ("ab]", 2, "A slot's name cannot hold the character ]"),
    ],
)
def test_a_parse_error_says_what_and_where(text, position, reason):
    with pytest.raises(ParseError) as caught:
        MeaningRepresentation.parse(text)
    assert (caught.value.position, caught.value.reason) == (position, reason)
    assert str(caught.value) == f"{reason} (at character {position + 1})."
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (str(again), again.position) == (str(caught.value), position)


def test_a_parse_error_quotes_long_names_in_part():
    with pytest.raises(ParseError) as caught:
        MeaningRepresentation.parse("x" * 10_000)
    assert len(str(caught.value)) < 120


def test_space_between_slots_is_free():
    table = mr(("a", " x "), ("b c", "y"))
    for text in ("a[ x ],b c[y]", "  a [ x ] ,\n b c[y]  "):
        assert MeaningRepresentation.parse(text) == table


@given(tables)
def test_what_is_writable_comes_back(table):
    if any(kind is ProblemKind.UNWRITABLE for _, kind in kinds(table)):
        with pytest.raises(ValueError, match=r"^Slot [1-9]"):
            table.linearise()
    else:
        assert MeaningRepresentation.parse(table.linearise()) == table


@given(st.lists(st.tuples(st.sampled_from(["", "a", "b c", "東"]), texts), max_size=4))
def test_values_without_brackets_are_writable(pairs):
    table = mr(*((name, value.replace("[", "(").replace("]", ")")) for name, value in pairs))
    assert MeaningRepresentation.parse(table.linearise()) == table


@given(texts | markup)
def test_a_text_that_parses_is_written_so_that_it_parses_again(text):
    try:
        table = MeaningRepresentation.parse(text)
    except ParseError as error:
        position = error.position
    else:
        position = 0
        assert MeaningRepresentation.parse(table.linearise()) == table
    assert 0 <= position <= len(text)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("na[me", "x", "its name holds the character ["),
        ("na,me", "x", "its name holds the character ,"),
        (" name", "x", "its name has space around it"),
        ("name", "x[", "its value opens a bracket that it does not close"),
        ("name", "x][y", "its value closes a bracket that it does not open"),
    ],
)
def test_an_unwritable_slot_is_named(name, value, reason):
    table = mr(("a", "b"), (name, value))
    sentence = f"Slot 2 ({name!r}) cannot be written: {reason}."
    assert table.validate() == (Problem(1, ProblemKind.UNWRITABLE, sentence),)
    with pytest.raises(ValueError, match="Slot 2") as caught:
        table.linearise()
    assert str(caught.value) == sentence


def test_marks_do_not_refuse():
    table = mr(("name", "A"), ("", "x"), ("near", " "), ("name", "A"), ("", "y"))
    assert kinds(table) == [
        (1, ProblemKind.NAMELESS),
        (2, ProblemKind.EMPTY_VALUE),
        (3, ProblemKind.DUPLICATE_NAME),
        (4, ProblemKind.NAMELESS),
    ]
    assert table.linearise() == "name[A], [x], near[ ], name[A], [y]"


def test_diff():
    wanted = mr(("name", "Heron"), ("near", "Bridge"), ("open", "daily"), ("open", "until 9"))
    read_back = mr(("open", "daily"), ("name", "Héron"), ("open", "until 8"), ("price", "free"))
    assert wanted.diff(read_back) == Difference(
        added=(Slot("price", "free"),),
        missing=(Slot("near", "Bridge"),),
        changed=(
            (Slot("name", "Heron"), Slot("name", "Héron")),
            (Slot("open", "until 9"), Slot("open", "until 8")),
        ),
    )


def test_diff_counts_repeated_slots():
    once, twice = mr(("a", "x")), mr(("a", "x"), ("a", "x"))
    assert once.diff(twice) == Difference((Slot("a", "x"),), (), ())
    assert twice.diff(once) == Difference((), (Slot("a", "x"),), ())


@given(tables, st.randoms(use_true_random=False))
def test_order_makes_no_difference(table, chance):
    shuffled = list(table.slots)
    chance.shuffle(shuffled)
    assert not table.diff(MeaningRepresentation(tuple(shuffled)))


def test_slot_spans_count_from_one():
    assert slot_spans("name[Heron], near[B]") == (
        SlotSpan(0, name=(1, 5), value=(6, 11)),
        SlotSpan(1, name=(14, 18), value=(19, 20)),
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("no slots, at all ]", []),
        ("a[x],b[y]", [("a", "x"), ("b", "y")]),
        ("ack[], [dontcare]", [("ack", ""), ("", "dontcare")]),
        (" a [x]  b c [y]!", [("a", "x"), ("b c", "y")]),
        ("oh, a[x]], b[y]", [("a", "x"), ("b", "y")]),
        ("a[x[1], z], b[half", [("a", "x[1], z"), ("b", "half")]),
        ("   [x]", [("", "x")]),
    ],
)
def test_slot_spans_of_irregular_text(text, found):
    assert [_said(text, span) for span in slot_spans(text)] == found


@given(texts | markup)
def test_slot_spans_stay_within_the_text(text):
    for number, span in enumerate(slot_spans(text)):
        assert span.slot == number
        assert 1 <= span.name[0] <= span.name[1] < span.value[0] <= span.value[1] <= len(text) + 1


@given(tables)
def test_slot_spans_agree_with_parse(table):
    if any(kind is ProblemKind.UNWRITABLE for _, kind in kinds(table)):
        return
    text = table.linearise()
    said = [_said(text, span) for span in slot_spans(text)]
    assert said == [(slot.name, slot.value) for slot in table.slots]


@pytest.mark.parametrize("value", ["x" * 500_000, "[" * 100_000, "[]" * 100_000, ", " * 200_000])
def test_long_values_take_linear_time(value):
    text = f"name[{value}], near[{value}]"
    start = time.perf_counter()
    slot_spans(text)
    try:
        table = MeaningRepresentation.parse(text)
    except ParseError:
        assert value[0] == "["
    else:
        assert table == mr(("name", value), ("near", value))
        assert table.linearise() == text
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize("name", ["hotel", "restaurant"])
def test_slot_spans_of_irregular_corpora(shared_data, name):
    text = (shared_data / "data" / name / "test.csv").read_text(encoding="utf-8")
    for row in text.splitlines():
        source = row.split('","')[0].removeprefix('"')
        assert len(slot_spans(source)) == source.count("[")


def _said(text, span):
    return text[span.name[0] - 1 : span.name[1] - 1], text[span.value[0] - 1 : span.value[1] - 1]
