import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cancellation import Cancelled
from core.corpus.browsing import Filter, Rows
from core.corpus.example import Example

EXAMPLES = {
    "train": (
        Example("name[Zizzi], area[riverside]", "Zizzi is by the RIVER."),
        Example("name[Cotto], area[riverside], area[city]", "Cotto is everywhere."),
        Example("name[Zizzi], area[riverside]", "By the river: Zizzi."),
    ),
    "dev": (Example("name[Straße", "Strasse."), Example("[dontcare], name[Cotto]", "Any.")),
}


def found(**wanted):
    rows = Rows.of(EXAMPLES)
    places = [place for portion in rows.found(Filter(**wanted)) for place in portion]
    return [(rows.rows[place].split, rows.rows[place].number) for place in places]


def test_without_a_filter_every_row_is_found_in_order():
    everything = [("train", 1), ("train", 2), ("train", 3), ("dev", 1), ("dev", 2)]
    assert found() == everything


def test_all_words_are_found_in_table_and_text_whatever_their_case_and_order():
    assert found(words="river") == [("train", 1), ("train", 2), ("train", 3)]
    assert found(words="the river") == [("train", 1), ("train", 3)]
    assert found(words="river  zizzi by") == [("train", 1), ("train", 3)]
    assert found(words="cotto zizzi") == []
    assert found(words="STRASSE") == [("dev", 1)]
    assert found(words="nowhere") == []


def test_rows_are_found_by_split_slot_and_value():
    assert found(split="dev") == [("dev", 1), ("dev", 2)]
    assert found(slot="area", value="city") == [("train", 2)]
    assert found(slot="name", value="Cotto", split="dev") == [("dev", 2)]
    assert found(slot="") == [("dev", 2)], "slots without a name can be asked for"
    assert found(slot="area", value="") == []


def test_values_are_counted_over_distinct_tables_the_commonest_first():
    values = Rows.of(EXAMPLES).values
    assert next(iter(values)) == "name"
    assert values["name"][0] == ("Cotto", 2)
    assert values["area"] == (("riverside", 2), ("city", 1))
    assert values[""] == (("dontcare", 1),)


def test_preparing_stops_when_it_is_told_to():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        Rows.of(EXAMPLES, cancel)


TEXTS = st.text(st.sampled_from("ab[], İß"), max_size=12)


@given(st.lists(st.builds(Example, TEXTS, TEXTS), max_size=20), TEXTS)
def test_what_is_found_is_what_holds_the_words(examples, words):
    rows = Rows.of({"": tuple(examples)})
    places = [place for portion in rows.found(Filter(words=words)) for place in portion]
    held = [
        place
        for place, example in enumerate(examples)
        if all(
            word in f"{example.mr}\n{example.reference}".casefold()
            for word in words.casefold().split()
        )
    ]
    assert places == held


def test_many_rows_come_in_portions():
    rows = Rows.of({"": tuple(Example(f"a[{i}]", "x") for i in range(5000))})
    portions = list(rows.found(Filter()))
    assert len(portions) > 1
    assert sum(map(len, portions)) == 5000
