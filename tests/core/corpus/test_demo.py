import re
import string
from statistics import mean

import pytest

from core.corpus.demo import corpus
from core.corpus.example import group_by_mr
from core.corpus.formats import read
from core.meaning_representation import MeaningRepresentation


@pytest.fixture(scope="module")
def demo():
    return corpus()


def values(examples, name):
    tables = [MeaningRepresentation.parse(mr) for mr in group_by_mr(examples)]
    return [slot.value for table in tables for slot in table.slots if slot.name == name]


def test_the_seed_decides():
    assert corpus(3) == corpus(3)
    assert corpus(3) != corpus(4)


def test_sizes(demo):
    assert demo.name == "demo"
    assert demo.licence == "MIT"
    assert 1900 <= len(demo.train) <= 2100
    assert 180 <= len(demo.dev) <= 220
    for split in (demo.train, demo.dev):
        assert {len(refs) for refs in group_by_mr(split).values()} == {1, 2, 3, 4}


def test_dev_needs_copying(demo):
    train_names, dev_names = values(demo.train, "name"), values(demo.dev, "name")
    assert len(set(train_names)) == len(train_names) > 500
    assert not set(train_names) & set(dev_names)
    for character in "'&éü0123456789":
        assert any(character in name for name in train_names)


def test_every_letter_occurs(demo):
    text = "".join(example.mr + example.reference for example in demo.train)
    assert set(string.ascii_letters + string.digits) <= set(text)
    assert {c for example in demo.dev for c in example.mr + example.reference} <= set(text)


def test_tables_are_regular(demo):
    for mr in group_by_mr(demo.train + demo.dev):
        table = MeaningRepresentation.parse(mr)
        assert table.validate() == ()
        assert table.slots[0].name == "name"
        assert 2 <= len(table.slots) <= 6


def test_every_slot_but_the_name_is_sometimes_absent(demo):
    count = len(group_by_mr(demo.train))
    for name in ("kind", "town", "near", "price", "open", "forChildren"):
        assert 0.2 < len(values(demo.train, name)) / count < 0.9


def test_references_say_the_open_values(demo):
    for example in demo.train + demo.dev:
        for slot in MeaningRepresentation.parse(example.mr).slots:
            if slot.name in ("name", "kind", "town", "near") or slot.value.startswith("£"):
                assert slot.value in example.reference


def test_references_are_regular_sentences(demo):
    assert 40 <= mean(len(example.reference) for example in demo.train) <= 110
    for example in demo.train + demo.dev:
        text = example.reference
        assert len(text) <= 200
        assert re.fullmatch(r"[A-Z].*[^ .,]\.", text)
        assert not re.search(r"  | ,|,,|\.\.|[{}]", text)
        assert not re.search(r"\ba [aeiou]|\ban [^aeiou]", text)


def test_nothing_is_taken_from_e2e(demo, shared_data):
    e2e = read(shared_data / "data" / "e2e" / "trainset.csv").examples
    assert not {x.reference for x in e2e} & {x.reference for x in demo.train}
    for name in ("name", "near"):
        assert not set(values(e2e, name)) & set(values(demo.train + demo.dev, name))
