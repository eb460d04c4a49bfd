import pytest
from finishing import result
from hypothesis import given
from hypothesis import strategies as st

from core.metrics.rouge import rouge_l

WORDS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=9)


def longest_common(one, other):
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            longer = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else longer
    return table[-1][-1]


def test_by_hand():
    # "the pub is" of 4 and 5 words: precision 3/4, recall 3/5.
    score = result(rouge_l(["the pub is cheap"], [["the old pub is dear"]])).corpus
    assert score == pytest.approx(2.44 * 0.75 * 0.6 / (0.6 + 1.44 * 0.75))


def test_precision_and_recall_may_come_from_different_references():
    assert result(rouge_l(["a b c"], [["a b c d e f", "a"]])).corpus == 1


@given(WORDS, WORDS)
def test_it_is_the_plain_table(one, other):
    common = longest_common(one, other)
    precision, recall = common / len(one), common / len(other)
    expected = 2.44 * precision * recall / (recall + 1.44 * precision) if common else 0
    assert result(rouge_l([" ".join(one)], [[" ".join(other)]])).corpus == pytest.approx(expected)


def test_texts_without_words_are_worth_nothing():
    assert result(rouge_l(["", "a"], [["a"], ["..."]])).sentences == (0, 0)


def test_own_sentences_have_the_official_figure(own):
    assert round(result(rouge_l(*own)).corpus, 4) == 0.6821


@pytest.mark.slow
def test_e2e_systems_have_their_official_figures(official, segments):
    for entry, hypotheses, references in official:
        scores = result(rouge_l(hypotheses, references))
        assert scores.corpus == pytest.approx(entry["ROUGE_L"], abs=1e-6), entry["id"]
        if entry["id"] in segments:
            expected = segments[entry["id"]]["ROUGE_L"]
            assert scores.sentences == pytest.approx(expected, abs=1e-6)
