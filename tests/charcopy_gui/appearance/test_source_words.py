import numpy as np
import pytest
from trace_records import source, steps

from charcopy_gui.appearance.source_words import (
    attended,
    describe_step,
    slot_bands,
    why_written,
    word_bands,
)
from core.records import END_LABEL, START_LABEL, SourceView

STARTED = source()
ROWS = len(STARTED.source.characters)


def test_a_text_has_no_bands():
    text = source([]).source
    assert slot_bands(text) == []
    assert attended(text, np.array([0, 1], np.float32)) == END_LABEL


def test_the_words_of_a_sentence_stand_in_their_places():
    sentence = SourceView((START_LABEL, *"Aa  is near", END_LABEL), (), frozenset())
    assert word_bands(sentence) == [("Aa", 1, 3), ("is", 5, 7), ("near", 8, 12)]


def test_a_slots_band_reaches_to_the_next_slot():
    assert slot_bands(STARTED.source) == [("name", 1, 14), ("near", 14, 22)]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (0, START_LABEL),
        (2, "'a' in name"),
        (6, "'Z' in name"),
        (11, "']' in name"),
        (12, "',' after name"),
        (13, "' ' after name"),
        (19, "'A' in near"),
        (22, END_LABEL),
    ],
)
def test_attention_in_words(row, words):
    alignment = np.full(ROWS, 0.01, np.float32)
    alignment[row] = 0.9
    assert attended(STARTED.source, alignment) == words


def test_a_step_in_words():
    made = steps("n", p_gen=lambda _: 0.03, row=lambda _: 20)[0]
    assert describe_step(made, STARTED.source) == "step 1: 'n', p_gen 0.03, attends to 'a' in near"
    last = steps([END_LABEL], p_gen=lambda _: None, row=lambda _: 0)[0]
    assert describe_step(last, STARTED.source) == "step 1: ⟨end⟩, attends to ⟨start⟩"


def test_a_step_in_one_sentence_with_what_copying_would_give_whatever_was_written():
    made = steps("n", p_gen=lambda _: 0.98, row=lambda _: 5)[0]
    words = "Wrote 'n': p_gen 0.98, looking at '[' in name; copying would give 'Z'."
    assert why_written(made, STARTED.source) == words
    without = steps("n", p_gen=lambda _: None, row=lambda _: 5)[0]
    assert why_written(without, STARTED.source) == "Wrote 'n', looking at '[' in name."
