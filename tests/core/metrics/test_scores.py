import pytest

from core.metrics.cider import cider
from core.metrics.meteor import meteor
from core.metrics.nist import nist
from core.metrics.rouge import rouge_l


@pytest.mark.parametrize(
    ("hypotheses", "references", "sentence"),
    [
        ([], [], "{} needs at least one hypothesis."),
        (["a"], [["a"], ["b"]], "There are 1 hypotheses, but references for 2."),
        (["a", "b"], [["a"], []], "Hypothesis 2 has no reference."),
    ],
)
@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("NIST", nist),
        ("ROUGE-L", rouge_l),
        ("CIDEr", cider),
        ("METEOR", meteor),
    ],
)
def test_bad_input(name, metric, hypotheses, references, sentence):
    with pytest.raises(ValueError, match=r"reference|hypothesis") as caught:
        next(metric(hypotheses, references))
    assert str(caught.value) == sentence.format(name)
