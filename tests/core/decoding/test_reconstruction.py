import math

import pytest
import torch
from counting import CountingEvent
from decoding_network import ALPHABET, network
from torch.overrides import TorchFunctionMode

from core.batching import Batch
from core.cancellation import Cancelled
from core.config import ConfigError, DecodingConfig
from core.decoding import reconstruction
from core.decoding.distribution import DistributionError
from core.decoding.steps import steps
from core.records import END_LABEL, CharacterStep, Phase

BACK = Phase.TEXT_TO_TABLE
PAIRS = [
    ("Caf 東京 bad", "name[Caf 東京]"),
    ("a bar", "near[bed]"),
    ("", "a"),
    ("rabc" * 12, "name[a], near[b]"),
    ("a", ""),
]


def stepwise(model, text, mr):
    """The same by writing the table step by step."""
    names = [*mr, END_LABEL]
    records = steps(model, text, BACK, DecodingConfig(), forced=dict(enumerate(names)))
    found = [record for record in records if isinstance(record, CharacterStep)]
    assert [step.character for step in found] == names
    return math.fsum(step.log_probability for step in found)


@pytest.mark.parametrize("at_once", [1, 2, 64])
def test_it_is_the_sum_over_a_table_written_step_by_step(monkeypatch, at_once):
    monkeypatch.setattr(reconstruction, "_AT_ONCE", at_once)
    model = network()
    found = reconstruction.log_probabilities(model, PAIRS)
    assert found == pytest.approx([stepwise(model, *pair) for pair in PAIRS], abs=1e-9)


@pytest.mark.parametrize("copy", [True, False])
def test_what_cannot_be_written_counts_as_hardly_likely(copy):
    """Neither text nor alphabet has 東 and 京; to leave them out of a text does not pay."""
    model = network(copy=copy)
    mr = "name[東京 a]"
    (found,) = reconstruction.log_probabilities(model, [("a bed", mr)])
    batch = Batch.of([("a bed", mr)], ALPHABET)
    with torch.no_grad():
        said = model.teacher_forced(batch, BACK).log_probability_of(batch.targets)
    writable = float(said[batch.mask].clamp(min=reconstruction.LEAST).sum())
    assert math.exp(reconstruction.LEAST) == pytest.approx(2**-126)
    assert found == pytest.approx(writable + 2 * reconstruction.LEAST, abs=1e-9)


def test_without_copying_what_only_the_text_has_cannot_be_written():
    model = network(copy=False)
    known, unknown = reconstruction.log_probabilities(model, [("東", "a[b]"), ("東", "a[東]")])
    assert known > reconstruction.LEAST > unknown


class SinglePrecision(TorchFunctionMode):
    """As on a device without double precision, until a tensor is taken to the CPU."""

    def __init__(self):
        super().__init__()
        self.taken = []

    def __torch_function__(self, function, types, given=(), named=None):
        if function is torch.Tensor.double and not any(given[0] is each for each in self.taken):
            msg = "The device has no double precision."
            raise TypeError(msg)
        found = function(*given, **(named or {}))
        if function is torch.Tensor.cpu:
            self.taken.append(found)
        return found


def test_double_precision_is_only_asked_of_the_cpu():
    model = network()
    with SinglePrecision():
        found = reconstruction.log_probabilities(model, PAIRS)
    assert found == reconstruction.log_probabilities(model, PAIRS)


def test_nothing_to_read():
    assert reconstruction.log_probabilities(network(), []) == []


def test_a_model_without_exchange_says_why():
    sentence = (
        r"^tiny was trained without exchanging its GRUs, so it cannot read a sentence back\.$"
    )
    with pytest.raises(ConfigError, match=sentence):
        reconstruction.log_probabilities(network(exchange=False), PAIRS)


def test_weights_that_are_no_numbers_are_told_of():
    model = network()
    with torch.no_grad():
        model.table_gru.decoding_weights()[0].fill_(math.nan)
    with pytest.raises(DistributionError, match="of the text for 'a bed'; its weights"):
        reconstruction.log_probabilities(model, [("a bed", "near[bed]")])


def test_it_stops_in_the_middle():
    with pytest.raises(Cancelled):
        reconstruction.log_probabilities(network(), PAIRS, CountingEvent(30))
