import math

import pytest
from finishing import result

from core.metrics.nist import nist


def test_by_hand():
    # Four words of references, each once: a word says log2(4) = 2 bits; what follows a word is
    # certain, so that longer n-grams say log2(1) = 0 bits.
    assert result(nist(["a b c d"], [["a b c d"]])).corpus == pytest.approx(2)
    assert result(nist(["a b x y"], [["a b c d"]])).corpus == pytest.approx(1)


def test_short_texts_are_penalised():
    # Two thirds of the reference's length are worth half.
    assert result(nist(["a b"], [["a b c"]])).corpus == pytest.approx(math.log2(3) / 2)


def test_words_that_are_in_all_texts_say_little():
    references = [["a b"], ["a c"], ["a d"]]
    common, rare = (
        result(nist([text, "x", "x"], references)).sentences[0] for text in ("a x", "x b")
    )
    assert common < rare


def test_an_empty_text_is_worth_nothing():
    assert result(nist(["", "a"], [["a b"], ["a"]])).sentences[0] == 0


def test_own_sentences_have_the_official_figure(own):
    assert round(result(nist(*own)).corpus, 4) == 6.6323


@pytest.mark.slow
def test_e2e_systems_have_their_official_figures(official):
    for entry, hypotheses, references in official:
        assert round(result(nist(hypotheses, references)).corpus, 4) == entry["NIST_perl"], entry[
            "id"
        ]
