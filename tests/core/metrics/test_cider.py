import math

import pytest
from finishing import result

from core.metrics.cider import cider


def test_a_copy_of_the_only_reference_has_ten():
    references = [["a b c d"], ["e f g h"]]
    scores = result(cider(["a b c d", "e f g h"], references))
    assert scores.sentences == pytest.approx((10, 10))
    assert scores.corpus == pytest.approx(10)


def test_by_hand():
    # Words alone match: each of a and b is in one of two sets, and half of either vector.
    score = result(cider(["a b", "x"], [["b a"], ["y"]])).sentences[0]
    assert score == pytest.approx(10 / 4)


def test_another_length_is_penalised():
    # "a b c d" against "a b c d e": every order's cosine, times exp(-1 / 72).
    score = result(cider(["a b c d", "x"], [["a b c d e"], ["y"]])).sentences[0]
    cosines = [math.sqrt(n / (n + 1)) for n in (4, 3, 2, 1)]
    assert score == pytest.approx(10 * sum(cosines) / 4 * math.exp(-1 / 72))


def test_what_is_in_every_set_counts_for_nothing():
    assert result(cider(["a", "a"], [["a"], ["a"]])).corpus == 0


def test_own_sentences_have_the_official_figure(own):
    assert round(result(cider(*own)).corpus, 4) == 3.6408


@pytest.mark.slow
def test_e2e_systems_have_their_official_figures(official, segments):
    for entry, hypotheses, references in official:
        scores = result(cider(hypotheses, references))
        assert scores.corpus == pytest.approx(entry["CIDEr"], abs=1e-6), entry["id"]
        if entry["id"] in segments:
            assert scores.sentences == pytest.approx(segments[entry["id"]]["CIDEr"], abs=1e-6)
