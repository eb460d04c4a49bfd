import pytest

from charcopy_gui.pages.generate import vocabulary
from core.corpus import demo
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.mentions import ACCEPTED, plain


@pytest.mark.parametrize(
    ("corpus", "known"),
    [
        ("E2E and E2E+", vocabulary.E2E),
        ("E2E+", vocabulary.E2E),
        ("E2E cleaned", vocabulary.E2E),
        ("e2e-plus", vocabulary.E2E),
        ("demo", vocabulary.DEMO),
        ("Demo corpus", vocabulary.DEMO),
        ("RNNLG hotel", vocabulary.HOTEL),
        ("Restaurant", vocabulary.RESTAURANT),
        ("restaurants.csv", None),
        ("", None),
    ],
)
def test_corpora_are_known_by_a_word_of_their_name(corpus, known):
    assert vocabulary.of_corpus(corpus) is known


def test_all_closed_values_of_e2e_are_there():
    for name, values in ACCEPTED.items():
        assert {plain(value) for value in vocabulary.E2E.values[name]} == set(values)


def test_all_slots_of_the_demo_corpus_are_there():
    mrs = (MeaningRepresentation.parse(example.mr) for example in demo.corpus().train)
    assert {slot.name for mr in mrs for slot in mr.slots} == set(vocabulary.DEMO.values)
