import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.pages.generate import dice, vocabulary
from charcopy_gui.pages.generate.vocabulary import Vocabulary
from core.meaning_representation import MeaningRepresentation

ALL = st.sampled_from([*vocabulary.BUILT_IN, None, Vocabulary("Tiny", {"a": ("1",)})])


@given(ALL, st.integers())
def test_what_is_rolled_can_be_written_and_has_nothing_odd(known, seed):
    mr = dice.roll(known, random.Random(seed))
    assert mr.slots
    assert MeaningRepresentation.parse(mr.linearise()) == mr
    assert mr.validate() == ()


@given(st.integers())
def test_slots_of_e2e_have_values_of_e2e_and_new_names(seed):
    mr = dice.roll(vocabulary.E2E, random.Random(seed))
    names = [slot.name for slot in mr.slots]
    assert names[0] == "name"
    assert 3 <= len(names) <= 8
    assert names == [name for name in vocabulary.E2E.values if name in names]
    for slot in mr.slots:
        if slot.name not in ("name", "near"):
            assert slot.value in vocabulary.E2E.values[slot.name]


@pytest.mark.parametrize("known", [vocabulary.DEMO, None])
def test_without_a_corpus_it_is_a_place_of_the_demo(known):
    mr = dice.roll(known, random.Random(1))
    assert {slot.name for slot in mr.slots} <= vocabulary.DEMO.values.keys()


def test_slots_without_a_known_value_are_left_out():
    known = Vocabulary("Own", {"dish": ("soup",), "name": (), "cook": ("Ann", "Bo")})
    mr = dice.roll(known, random.Random(1))
    assert {slot.name for slot in mr.slots} <= {"dish", "cook"}
    assert len({dice.roll(vocabulary.E2E, random.Random(seed)) for seed in range(9)}) == 9
