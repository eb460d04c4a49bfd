import pytest

from core.corpus import catalog, demo, slot_names
from core.metrics.slots.findings import read_mr


@pytest.mark.parametrize("corpus", [c for c in catalog.CATALOG if c.is_corpus])
def test_the_slots_of_every_known_corpus_are_known_by_its_title(corpus):
    known = slot_names.of_corpus(corpus.title)
    assert known is not None
    assert "name" in known


def test_what_was_made_from_a_corpus_has_its_slots():
    assert slot_names.of_corpus("E2E, cleaned") == slot_names.of_corpus("E2E")


def test_a_corpus_of_ones_own_is_not_known():
    assert slot_names.of_corpus("towns.csv") is None
    assert slot_names.of_corpus("") is None


def test_the_demo_corpus_has_no_others():
    known = slot_names.of_corpus("demo")
    names = {slot.name for e in demo.corpus().dev for slot in read_mr(e.mr).slots}
    assert {slot_names.told(name) for name in names} <= known


def test_spellings_of_one_name():
    names = ("dogs_allowed", "dogsallowed", "Dogs-Allowed", "dogs allowed")
    assert {slot_names.told(name) for name in names} == {"dogsallowed"}
    assert "dogsallowed" in slot_names.of_corpus("Hotel")


def test_slots_are_named_that_one_corpus_has_and_another_lacks():
    missing = slot_names.missing("E2E", "Demo corpus")
    assert missing == ("kind", "town", "price", "open", "forChildren")
    assert slot_names.missing("E2E", "E2E cleaned") == ()
    assert slot_names.missing("E2E", "towns.csv") == slot_names.missing("", "E2E") == ()
