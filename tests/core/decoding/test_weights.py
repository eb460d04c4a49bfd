import pytest

from core.config import ConfigError, DecodingConfig
from core.corpus.example import Example
from core.decoding.rerank import Judged
from core.decoding.weights import Weighed, weighed
from core.metrics.bleu import BleuCounts
from core.metrics.slots.errors import SlotErrors
from core.metrics.task import Task
from core.records import Ending, Hypothesis, Progress

MR = "name[Aromi], food[French]"
REFERENCE = "Aromi serves French food by the sea."
SHORT, FULL = "Aromi is a place by the sea.", REFERENCE


def text(said, score, reading, errors):
    return Judged(Hypothesis(said, Ending.END, score, score, reading, 1.0), errors)


JUDGED = {MR: (text(SHORT, -1.0, -30.0, 1), text(FULL, -1.1, -3.0, 0))}
TASK = Task.of("places", [Example(MR, REFERENCE)])
CONFIG = DecodingConfig(rerank=True)


def run(lambdas, slot_weights):
    records = list(weighed(TASK, JUDGED, CONFIG, lambdas, slot_weights))
    assert sum(isinstance(record, Progress) for record in records) == len(records) // 2
    return [record for record in records if isinstance(record, Weighed)]


def test_every_pair_of_weights_has_its_figures():
    found = run([0.0, 1.0], [0.0, 10.0])
    weights = [(one.reconstruction_weight, one.slot_weight) for one in found]
    assert weights == [(0, 0), (0, 10), (1, 0), (1, 10)]
    short = BleuCounts()
    short.add([SHORT], [[REFERENCE]])
    assert [one.bleu for one in found] == pytest.approx([short.score(), 1, 1, 1])
    assert [one.slot_errors.rate for one in found] == [0.5, 0, 0, 0]


def test_weights_out_of_range():
    with pytest.raises(ConfigError, match="reconstruction_weight must be"):
        run([-1.0], [0.0])


@pytest.mark.parametrize(
    ("bleu", "missing", "beaten"),
    [(0.5, 2, False), (0.6, 2, True), (0.5, 1, True), (0.6, 3, False), (0.4, 1, False)],
)
def test_better_is_better_in_one_figure_and_worse_in_none(bleu, missing, beaten):
    own = Weighed(0, 0, 0.5, SlotErrors(10, missing=2))
    assert own.beaten_by(Weighed(0, 0, bleu, SlotErrors(10, missing=missing))) is beaten
