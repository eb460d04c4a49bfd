import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.config import DecodingConfig
from core.decoding import rerank
from core.decoding.rerank import Judged
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.findings import find
from core.records import Ending, Hypothesis

MR = "123456"
"""With its end 7 characters: (5 + 7) / 6 = 2."""
SOME = DecodingConfig(rerank=True, reconstruction_weight=0.5, slot_weight=3.0)


def text(name, score, reading, errors, ending=Ending.END):
    return Judged(Hypothesis(name, ending, -99.0, score, reading, 1.0), errors)


def names(texts, **changes):
    ranked = rerank.ranked(MR, texts, dataclasses.replace(SOME, **changes))
    return [hypothesis.text for hypothesis in ranked]


THREE = [text("a", -0.9, -8, 0), text("b", -1, -4, 1), text("c", -1.2, -6, 0)]


@pytest.mark.parametrize(
    ("weight", "slot_weight", "penalty", "expected"),
    [
        (0, 0, 1, [-0.9, -1, -1.2]),
        (0.5, 0, 1, [-2.9, -2, -2.7]),
        (0, 3, 1, [-0.9, -2.5, -1.2]),
        (0.5, 3, 1, [-2.9, -3.5, -2.7]),
        (0.5, 3, 0, [-4.9, -6, -4.2]),
        (0.5, 3, 2, [-0.9 - 1, -1 - 1.25, -1.2 - 0.75]),
    ],
)
def test_scores_worked_out_by_hand(weight, slot_weight, penalty, expected):
    config = dataclasses.replace(
        SOME, reconstruction_weight=weight, slot_weight=slot_weight, length_penalty=penalty
    )
    assert [rerank.score(MR, each, config) for each in THREE] == pytest.approx(expected)
    ranked = rerank.ranked(MR, THREE, config)
    assert [h.score for h in ranked] == pytest.approx(sorted(expected, reverse=True))


def test_weights_change_the_order():
    assert names(THREE, reconstruction_weight=0, slot_weight=0) == ["a", "b", "c"]
    assert names(THREE, slot_weight=0) == ["b", "c", "a"]
    assert names(THREE) == ["c", "a", "b"]


def test_what_was_cut_off_comes_last_and_equals_stay():
    texts = [
        text("cut", -0.1, -1, 0, Ending.LENGTH),
        text("one", -2, -1, 0),
        text("two", -2, -1, 0),
    ]
    assert names(texts) == ["one", "two", "cut"]


def test_slots_alone_need_no_reading():
    texts = [text("a", -0.9, None, 1), text("b", -1, None, 0)]
    assert names(texts, reconstruction_weight=0) == ["b", "a"]


numbers = st.floats(-100, 0)


@given(st.lists(st.tuples(numbers, numbers, st.integers(0, 5)), min_size=1, max_size=8))
def test_without_weights_nothing_moves(rows):
    """Texts in the beam's order keep it, and their scores to the last bit."""
    ordered = sorted(rows, key=lambda row: -row[0])
    texts = [text(str(i), *row) for i, row in enumerate(ordered)]
    config = dataclasses.replace(SOME, reconstruction_weight=0, slot_weight=0)
    found = rerank.ranked(MR, texts, config)
    assert [h.text for h in found] == [str(i) for i in range(len(rows))]
    assert [h.score for h in found] == [row[0] for row in ordered]


@given(
    st.lists(st.tuples(numbers, numbers, st.integers(0, 5)), min_size=2, max_size=8),
    st.floats(0, 5),
)
def test_the_best_by_more_weight_is_read_back_no_worse(rows, weight):
    texts = [text(str(i), score, reading, 0) for i, (score, reading, _) in enumerate(rows)]
    best = [
        rerank.ranked(MR, texts, dataclasses.replace(SOME, reconstruction_weight=w))[0]
        for w in (weight, weight + 1, weight + 10)
    ]
    readings = [h.reconstruction_log_probability for h in best]
    assert all(after >= before - 1e-9 for before, after in pairwise(readings))


@pytest.mark.parametrize(
    ("mr", "said", "share"),
    [
        ("name[Aromi], food[French]", "Aromi serves French food.", 1),
        ("name[Aromi], food[French]", "Aromi is a place.", 0.5),
        ("name[Aromi], food[French]", "Aromi serves Italian food.", 0.5),
        ("name[Aromi], food[French], dogs[none]", "Aromi is a place.", 0.5),
        ("dogs[none]", "It is a place.", 1),
    ],
)
def test_coverage_is_the_share_of_slots_said(mr, said, share):
    assert rerank.coverage(find(MeaningRepresentation.parse(mr), said)) == share
