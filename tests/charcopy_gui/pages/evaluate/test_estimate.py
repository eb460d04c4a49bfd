import pytest

from charcopy_gui.pages.evaluate.estimate import Estimate
from core.records import Progress


def writing(done):
    return Progress(done, 100, "MRs", "writing texts")


def test_nothing_is_foretold_at_first():
    estimate = Estimate(writes=True)
    assert estimate.add(writing(0), 10.0) == "Writing texts, 0 of 100"
    assert estimate.share == 0


def test_the_rest_takes_as_long_as_what_was_and_scoring_comes_after():
    estimate = Estimate(writes=True)
    estimate.add(writing(0), 10.0)
    words = estimate.add(writing(25), 30.0)
    assert words == "Writing texts, 25 of 100 · about 1 min left, then they are scored"
    assert estimate.share == pytest.approx(0.225)


def test_scoring_is_the_last_tenth_where_a_model_writes():
    estimate = Estimate(writes=True)
    estimate.add(Progress(0, 100, "texts", "BLEU"), 0.0)
    assert estimate.share == pytest.approx(0.9)
    estimate.add(Progress(50, 100, "texts", "METEOR"), 1.0)
    assert estimate.share == pytest.approx(0.9 + 0.1 * 5.5 / 6)


def test_scoring_is_all_where_texts_are_there():
    estimate = Estimate(writes=False)
    words = estimate.add(Progress(0, None, "texts", "CIDEr"), 0.0)
    assert words == "Scoring: CIDEr"
    assert estimate.share == pytest.approx(3 / 6)


def test_every_metric_has_a_pace_of_its_own():
    estimate = Estimate(writes=False)
    estimate.add(Progress(0, 100, "texts", "BLEU"), 0.0)
    estimate.add(Progress(90, 100, "texts", "BLEU"), 100.0)
    estimate.add(Progress(0, 100, "texts", "METEOR"), 110.0)
    words = estimate.add(Progress(50, 100, "texts", "METEOR"), 120.0)
    assert words == "Scoring: METEOR, 50 of 100 · about 10 s left"


def test_work_without_a_count_is_named():
    estimate = Estimate(writes=True)
    words = estimate.add(Progress(0, None, "kernels", "preparing the kernels"), 0.0)
    assert words == "Preparing the kernels"
