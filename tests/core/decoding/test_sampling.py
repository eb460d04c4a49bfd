import dataclasses
import math

import numpy as np
import pytest
import torch
from counting import CountingEvent
from decoding_network import ALPHABET, SOURCES, network

from core.batching import Batch, Sources
from core.cancellation import Cancelled
from core.config import DecodingConfig
from core.decoding import beam, sampling
from core.decoding.steps import steps
from core.records import END_LABEL, CharacterStep, Ending, Phase

FORWARD = Phase.TABLE_TO_TEXT
CONFIG = DecodingConfig(max_length=20, samples=3, seed=5)


def over(sources=SOURCES, model=None, config=CONFIG, **options):
    model = model or network()
    memory = model.encode(Sources.of(sources, model.alphabet), FORWARD)
    return sampling.over(model, memory, config, **options)


@pytest.mark.parametrize(
    ("changes", "point", "expected"),
    [
        ({}, 0.49, 2),
        ({}, 0.51, 0),
        ({}, 0.79, 0),
        ({}, 0.81, 1),
        ({}, 0.999999, 1),
        # Squares of the shares, 0.25, 0.09 and 0.04, add up to 0.38.
        ({"temperature": 0.5}, 0.25 / 0.38 - 0.01, 2),
        ({"temperature": 0.5}, 0.25 / 0.38 + 0.01, 0),
        ({"temperature": 0.5}, 0.34 / 0.38 + 0.01, 1),
        # The first two hold 0.8 of it, the first alone 0.5.
        ({"top_p": 0.7}, 0.5 / 0.8 - 0.01, 2),
        ({"top_p": 0.7}, 0.5 / 0.8 + 0.01, 0),
        ({"top_p": 0.7}, 0.999999, 0),
        ({"top_p": 0.4}, 0.999999, 2),
    ],
)
def test_draws_worked_out_by_hand(changes, point, expected):
    config = DecodingConfig(**{"temperature": 1.0} | changes)
    found = np.array([[0.3, 0.2, 0.5, 0.0], [1.0, 0.0, 0.0, 0.0]])
    assert sampling.drawn(found, np.array([point, point]), config).tolist() == [expected, 0]


def test_a_source_is_sampled_alike_whatever_stands_beside_it():
    together = over()
    apart = [own for source in SOURCES for own in over([source])]
    assert [[h.text for h in own] for own in together] == [[h.text for h in own] for own in apart]
    assert len({h.text for own in together for h in own}) > len(SOURCES)


def test_seeds_and_samples_differ_and_repeat():
    assert over() == over()
    assert over() != over(config=dataclasses.replace(CONFIG, seed=6))
    more = over(config=dataclasses.replace(CONFIG, samples=5))
    assert [own[:3] for own in more] == over()


def test_a_cold_sample_is_greedy():
    cold = dataclasses.replace(CONFIG, temperature=1e-6)
    found = over(config=cold)
    greedy = beam.search(network(), SOURCES, FORWARD, dataclasses.replace(cold, beam_width=1))
    assert [{h.text for h in own} for own in found] == [{own[0].text} for own in greedy]


def test_log_probabilities_are_those_of_teacher_forcing():
    model = network()
    endings = set()
    for source, own in zip(SOURCES, over(model=model), strict=True):
        for drawn in own:
            batch = Batch.of([(source, drawn.text)], ALPHABET)
            with torch.no_grad():
                said = model.teacher_forced(batch, FORWARD).log_probability_of(batch.targets)[0]
            ended = drawn.ending is Ending.END
            length = len(drawn.text) + ended
            assert length <= CONFIG.max_length
            assert drawn.log_probability == pytest.approx(float(said[:length].sum()), abs=1e-9)
            assert drawn.score == pytest.approx(drawn.log_probability / ((5 + length) / 6))
            endings.add(drawn.ending)
    assert endings == {Ending.END, Ending.LENGTH}


def test_traces_are_those_of_forcing_the_same_characters():
    model = network()
    for source, own in zip(SOURCES, over(model=model, trace=True, run=2), strict=True):
        for branch, drawn in enumerate(own):
            names = [step.character for step in drawn.steps]
            assert names == [*drawn.text, *[END_LABEL] * (drawn.ending is Ending.END)]
            config = DecodingConfig(max_length=len(names))
            records = steps(model, source, FORWARD, config, forced=dict(enumerate(names)))
            expected = [record for record in records if isinstance(record, CharacterStep)]
            for step, other in zip(drawn.steps, expected, strict=True):
                assert (step.run, step.branch, step.index) == (2, branch, other.index)
                assert not step.forced
                assert step.log_probability == pytest.approx(other.log_probability, abs=1e-9)
                np.testing.assert_allclose(step.alignment, other.alignment, atol=1e-6)
            total = math.fsum(step.log_probability for step in drawn.steps)
            assert drawn.log_probability == pytest.approx(total, abs=1e-9)


def test_it_stops_within_a_character():
    model = network()
    memory = model.encode(Sources.of(SOURCES, model.alphabet), FORWARD)
    cancel = CountingEvent(3)
    with pytest.raises(Cancelled):
        sampling.over(model, memory, CONFIG, cancel=cancel)
    assert cancel.looks == 4
