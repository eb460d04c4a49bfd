import json
import math
from pathlib import Path

import pytest

from core.metrics.bleu import BleuCounts, sentence_bleu

DATA = Path(__file__).parents[2] / "data"


def lines(path):
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def blocks(path):
    text = path.read_text(encoding="utf-8").strip("\n")
    return [block.split("\n") for block in text.split("\n\n")]


def bleu_of(hypotheses, references):
    counts = BleuCounts()
    counts.add(hypotheses, references)
    return counts.score()


def test_by_hand():
    # 5 tokens: 4 of 5 words, 3 of 4 pairs, 2 of 3 triples and 1 of 2 fours match; equal lengths.
    expected = (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** (1 / 4)
    assert bleu_of(["a b c d x"], [["a b c d e"]]) == pytest.approx(expected)


def test_short_hypotheses_are_penalised():
    expected = math.exp(1 - 8 / 4)
    assert bleu_of(["a b c d"], [["a b c d e f g h"]]) == pytest.approx(expected)


def test_case_does_not_count_and_punctuation_is_a_token():
    assert bleu_of(["The pub, near here."], [["the Pub , near here ."]]) == 1


def test_the_number_of_references_may_vary():
    hypotheses = ["a b c d e", "f g h i j"]
    references = [["x", "a b c d e"], ["f g h i j"]]
    assert bleu_of(hypotheses, references) == 1


def test_nothing_in_common():
    assert bleu_of([""], [["a b c d"]]) == 0


def test_own_sentences_have_the_official_figure():
    bleu = bleu_of(lines(DATA / "own_hyp.txt"), blocks(DATA / "own_ref.txt"))
    assert round(bleu, 4) == 0.5229


def test_parts_add_up_to_the_whole():
    counts = BleuCounts()
    hypotheses, references = lines(DATA / "own_hyp.txt"), blocks(DATA / "own_ref.txt")
    for start in range(0, 20, 7):
        counts.add(hypotheses[start : start + 7], references[start : start + 7])
    assert counts.score() == bleu_of(hypotheses, references)


def test_sentences_have_figures_of_their_own():
    # The second has two tokens: both words and the pair match.
    assert sentence_bleu(["a b c d x", "A b"], [["a b c d e"], ["x", "a b"]]) == pytest.approx(
        [bleu_of(["a b c d x"], [["a b c d e"]]), 1]
    )


@pytest.mark.slow
def test_e2e_systems_have_their_official_figures(shared_data):
    folder = shared_data / "reference" / "metrics"
    entries = json.loads((folder / "reference_scores.json").read_text())["entries"]
    present = [entry for entry in entries if (folder / entry["hyp"]).exists()]
    assert len(present) >= 9
    for entry in present:
        bleu = bleu_of(lines(folder / entry["hyp"]), blocks(folder / entry["ref"]))
        assert round(bleu, 4) == entry["BLEU_perl"], entry["id"]


@pytest.mark.parametrize(
    ("hypotheses", "references", "sentence"),
    [
        ([], [], "BLEU needs at least one hypothesis."),
        (["a"], [["a"], ["b"]], "There are 1 hypotheses, but references for 2."),
        (["a", "b"], [["a"], []], "Hypothesis 2 has no reference."),
    ],
)
def test_bad_input(hypotheses, references, sentence):
    with pytest.raises(ValueError, match=r"reference|hypothesis") as caught:
        bleu_of(hypotheses, references)
    assert str(caught.value) == sentence
