import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.pages.read_back.slots_read import (
    Fate,
    LineRead,
    SlotRead,
    as_text,
    oddity,
    place_of,
    slots_read,
    summary,
    table_line,
)
from core.meaning_representation import MeaningRepresentation, Slot
from core.records import Ending

ORIGINAL = MeaningRepresentation.parse("name[Otter], food[French], area[riverside]")


def line_of(line, ended):
    return LineRead(line, Ending.END if ended else None)


def fates(rows):
    return [(row.name, row.shown_value, row.fate) for row in rows]


def test_every_slot_of_the_original_is_kept_changed_or_lost_and_others_are_invented():
    rows = slots_read(line_of("near[Quill], food[Thai], name[Otter]", True), ORIGINAL)
    assert fates(rows) == [
        ("name", "Otter", Fate.KEPT),
        ("food", "French → Thai", Fate.CHANGED),
        ("area", "riverside", Fate.LOST),
        ("near", "Quill", Fate.INVENTED),
    ]
    assert summary(rows) == "1 kept, 1 changed, 1 lost, 1 invented"
    assert as_text(rows).splitlines() == [
        "kept: name: Otter",
        "changed: food: French → Thai",
        "lost: area: riverside",
        "invented: near: Quill",
    ]


def test_nothing_is_lost_while_the_line_grows():
    rows = slots_read(line_of("name[Otter], fo", False), ORIGINAL)
    assert [row.fate for row in rows] == [Fate.KEPT, Fate.AWAITED, Fate.AWAITED]


def test_the_slot_that_is_being_written_is_judged_when_it_is_closed():
    assert fates(slots_read(line_of("name[Otter], food[Fre", False), ORIGINAL))[1] == (
        "food",
        "Fre",
        Fate.GROWING,
    )
    assert fates(slots_read(line_of("name[Otter], food[Fre", True), ORIGINAL))[1] == (
        "food",
        "French → Fre",
        Fate.CHANGED,
    )


def test_without_an_original_slots_are_only_read():
    rows = slots_read(line_of("name[Otter], food[Fre", False))
    assert [row.fate for row in rows] == [Fate.READ, Fate.GROWING]
    assert summary(rows) == ""
    assert as_text(slots_read(line_of("name[Otter]", True))) == "name: Otter"


def test_of_equal_slots_as_many_are_kept_as_were_read():
    twice = MeaningRepresentation.parse("food[Thai], food[Thai]")
    assert [row.fate for row in slots_read(line_of("food[Thai]", True), twice)] == [
        Fate.KEPT,
        Fate.LOST,
    ]
    rows = slots_read(line_of("food[Thai], food[French]", True), twice)
    assert [row.fate for row in rows] == [Fate.KEPT, Fate.CHANGED]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("name[Otter] food[Thai]", "not well formed"),
        ("name[Otter", "never closed"),
        ("An otter is a pub.", "No slot can be recognised"),
        ("", "No slot can be recognised"),
    ],
)
def test_what_does_not_parse_is_said(line, words):
    assert words in oddity(line)


def test_a_regular_line_is_not_odd():
    assert oddity("name[Otter], food[Thai]") == ""


def test_an_irregular_line_is_made_regular_for_the_table():
    assert table_line("name[Otter] food[Thai]") == "name[Otter], food[Thai]"
    assert table_line("name[Otter") == "name[Otter]"
    assert table_line("no slots") is None
    assert table_line("") is None


SENTENCE = "Otter is a French pub by the river."


def test_what_is_said_against_a_slot_stands_beside_what_became_of_it():
    read = LineRead("name[Otter], food[Thai], near[Quill]", Ending.END, SENTENCE)
    rows = slots_read(read, ORIGINAL)
    assert [row.standing for row in rows] == [
        "kept",
        "changed, different",
        "lost",
        "invented, not said",
    ]
    assert summary(rows) == (
        "1 kept, 1 changed, 1 lost, 1 invented. 2 of 3 slots read are not what the sentence says."
    )
    alone = slots_read(read)
    assert [row.standing for row in alone] == ["said", "different", "not said"]
    assert as_text(alone).splitlines() == [
        "name: Otter",
        "different: food: Thai",
        "not said: near: Quill",
    ]


def test_a_slot_that_is_being_written_is_not_judged_yet():
    rows = slots_read(LineRead("name[Otter], near[Qu", None, SENTENCE))
    assert [row.standing for row in rows] == ["said", "being written"]
    assert summary(rows) == ""


def test_a_slots_probability_is_that_of_its_characters():
    line = "name[Otter], area[x]"
    logs = tuple(-0.1 if at < 11 else -0.5 for at in range(len(line)))
    rows = slots_read(LineRead(line, Ending.END, SENTENCE, logs))
    assert [row.probability for row in rows] == pytest.approx([math.exp(-1.1), math.exp(-3.5)])
    cut = slots_read(LineRead(line, Ending.END, SENTENCE, logs[:15]))
    assert cut[1].probability is None


names = st.sampled_from(["name", "food", "area", "near"])
slots = st.builds(Slot, names, st.sampled_from(["Otter", "French", "Thai"]))
tables = st.lists(slots, max_size=6).map(lambda found: MeaningRepresentation(tuple(found)))


@given(tables, tables)
def test_fates_are_the_difference_of_the_two_tables(original, read):
    rows = slots_read(line_of(read.linearise(), True), original)
    difference = original.diff(read)

    def those(fate):
        return [row for row in rows if row.fate is fate]

    lost = Counter(Slot(row.name, row.value) for row in those(Fate.LOST))
    assert lost == Counter(difference.missing)
    assert {(row.name, row.was, row.value) for row in those(Fate.CHANGED)} == {
        (was.name, was.value, now.value) for was, now in difference.changed
    }
    assert len(those(Fate.CHANGED)) == len(difference.changed)
    assert [Slot(row.name, row.value) for row in those(Fate.INVENTED)] == list(difference.added)
    assert len(those(Fate.KEPT)) == len(original.slots) - len(difference.missing) - len(
        difference.changed
    )


@given(st.text(alphabet="ab[], "), st.booleans())
def test_any_line_is_read_as_far_as_it_goes(line, ended):
    rows = slots_read(line_of(line, ended), ORIGINAL)
    assert all(isinstance(row, SlotRead) for row in rows)
    assert len(rows) >= len(ORIGINAL.slots)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [("name", "A", "name[A]"), ("food", "", "food[]"), ("near", "B", "near[B"), ("area", "x", "")],
)
def test_a_rows_place_in_the_line(name, value, says):
    line = "name[A], food[], name[A], near[B"
    place = place_of(SlotRead(name, value), line)
    assert line[place.start : place.stop] == says
    assert not place_of(SlotRead("name", "A", Fate.LOST), line)
