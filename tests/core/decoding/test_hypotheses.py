import dataclasses
import threading

import pytest
from counting import CountingEvent
from decoding_network import SOURCES, network

from core.cancellation import Cancelled
from core.config import ConfigError, DecodingConfig, Strategy
from core.decoding import beam, hypotheses, reconstruction, sampling
from core.records import END_LABEL, Ending, Phase, SearchProgress, SearchStage

FORWARD = Phase.TABLE_TO_TEXT
BEAM = DecodingConfig(Strategy.BEAM, max_length=20, beam_width=3)
RERANK = dataclasses.replace(BEAM, rerank=True, slot_weight=2.0)


def found(config=RERANK, model=None, sources=SOURCES, phase=FORWARD, **options):
    return hypotheses.found(model or network(), sources, phase, config, **options)


def test_without_reranking_it_is_the_beam():
    assert found(BEAM) == beam.search(network(), SOURCES, FORWARD, BEAM)
    assert found(BEAM, best=1) == beam.search(network(), SOURCES, FORWARD, BEAM, best=1)


def test_with_no_weights_the_order_is_the_beams():
    config = dataclasses.replace(RERANK, reconstruction_weight=0.0, slot_weight=0.0)
    plain = [
        [
            dataclasses.replace(h, reconstruction_log_probability=None, slot_coverage=None)
            for h in own
        ]
        for own in found(config)
    ]
    assert plain == [list(own) for own in beam.search(network(), SOURCES, FORWARD, BEAM)]


@pytest.mark.parametrize("samples", [0, 4])
def test_many_sources_at_once_equal_one_by_one(samples):
    config = dataclasses.replace(RERANK, samples=samples)
    together = found(config)
    for source, own in zip(SOURCES, together, strict=True):
        (alone,) = found(config, sources=[source])
        assert [h.text for h in own] == [h.text for h in alone]
        for name in ("score", "reconstruction_log_probability", "log_probability"):
            values = [[getattr(h, name) for h in each] for each in (own, alone)]
            assert values[0] == pytest.approx(values[1], abs=1e-9)
    assert found(config, best=1) == [own[:1] for own in together]


def test_both_scores_are_there_and_make_the_order():
    model = network()
    for source, own in zip(SOURCES, found(model=model), strict=True):
        readings = reconstruction.log_probabilities(model, [(h.text, source) for h in own])
        assert [h.reconstruction_log_probability for h in own] == pytest.approx(readings)
        assert all(0 <= h.slot_coverage <= 1 for h in own)
        ended = [h.score for h in own if h.ending is Ending.END]
        assert ended == sorted(ended, reverse=True)


def test_samples_join_the_beam_once():
    config = dataclasses.replace(RERANK, samples=6)
    model = network()
    memory = model.encode(sampling_sources(model), FORWARD)
    drawn = sampling.over(model, memory, config)
    for own, beams, others in zip(found(config, model), found(model=model), drawn, strict=True):
        expected = {(h.text, h.ending) for h in (*beams, *others)}
        assert len(own) == len(expected)
        assert {(h.text, h.ending) for h in own} == expected
    assert any(len(own) > 3 for own in found(config, model))


def sampling_sources(model):
    from core.batching import Sources

    return Sources.of(SOURCES, model.alphabet)


def test_traces_follow_the_new_order():
    config = dataclasses.replace(RERANK, samples=3)
    for own in found(config, trace=True, run=7):
        for branch, text in enumerate(own):
            names = [step.character for step in text.steps]
            assert names == [*text.text, *[END_LABEL] * (text.ending is Ending.END)]
            assert {(step.run, step.branch) for step in text.steps} == {(7, branch)}
            total = sum(step.log_probability for step in text.steps)
            assert text.log_probability == pytest.approx(total, abs=1e-9)


def test_a_model_without_exchange_ranks_by_slots_alone():
    model = network(exchange=False)
    sentence = r"so it cannot read a sentence back; with lambda 0 and a slot weight its texts are "
    with pytest.raises(ConfigError, match=sentence):
        found(model=model)
    config = dataclasses.replace(RERANK, reconstruction_weight=0.0)
    for own in found(config, model):
        assert all(h.reconstruction_log_probability is None for h in own)
        assert all(h.slot_coverage is not None for h in own)


def test_what_has_no_weight_is_not_read(monkeypatch):
    monkeypatch.setattr(reconstruction, "log_probabilities", None)
    config = dataclasses.replace(RERANK, reconstruction_weight=0.0)
    assert all(h.reconstruction_log_probability is None for own in found(config) for h in own)
    progress, texts = searched(config)
    assert {part.stage for part in progress} == {SearchStage.SEARCHING}
    assert all(h.slot_coverage is not None for h in texts)


def test_tables_are_not_reranked():
    with pytest.raises(ConfigError, match="Only sentences are reranked"):
        found(phase=Phase.TEXT_TO_TABLE)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.6, 0.99])
def test_it_stops_wherever_it_is(part):
    config = dataclasses.replace(RERANK, samples=3)
    whole = CountingEvent()
    found(config, cancel=whole)
    cancel = CountingEvent(int(part * whole.looks))
    with pytest.raises(Cancelled):
        found(config, cancel=cancel)
    assert cancel.looks == cancel.after + 1


# One source, as it goes on.


def searched(config=RERANK, source=SOURCES[0], **options):
    *progress, texts = hypotheses.searching(network(), source, FORWARD, config, **options)
    assert all(isinstance(part, SearchProgress) for part in progress)
    return progress, texts


@pytest.mark.parametrize("config", [BEAM, RERANK, dataclasses.replace(RERANK, samples=3)])
def test_a_search_that_is_watched_finds_the_same(config):
    _, texts = searched(config)
    (wanted,) = found(config, sources=SOURCES[:1], trace=True)
    assert [(h.text, h.score, h.slot_coverage) for h in texts] == [
        (h.text, h.score, h.slot_coverage) for h in wanted
    ]
    assert all(step.branch == place for place, h in enumerate(texts) for step in h.steps)


def test_a_search_says_what_would_win_and_what_it_is_at():
    progress, texts = searched(dataclasses.replace(RERANK, samples=3), run=5)
    assert {part.run for part in progress} == {5}
    (beams,) = beam.search(network(), SOURCES[:1], FORWARD, BEAM)
    *race, last, drawing, reading = progress
    assert {part.stage for part in race} == {SearchStage.SEARCHING}
    assert [drawing.stage, reading.stage] == [SearchStage.DRAWING, SearchStage.READING]
    assert [drawing.texts, reading.texts] == [3, len(texts)]
    assert {part.leading for part in (last, drawing, reading)} == {beams[0].text}
    assert len(race[0].leading) <= 1
    ended = [part.texts for part in (*race, last)]
    assert ended == sorted(ended)
    assert ended[-1] > 0


@pytest.mark.parametrize("count", [1, 3])
def test_a_search_that_is_stopped_keeps_what_was_found(count):
    whole, _ = searched(BEAM)
    event, progress = threading.Event(), []
    for part in hypotheses.searching(network(), SOURCES[0], FORWARD, BEAM, cancel=event):
        progress.append(part)
        if len(progress) == count:
            event.set()
    *progress, texts = progress
    assert progress == whole[:count]
    unfinished = [h for h in texts if h.ending is Ending.STOPPED]
    assert unfinished
    assert all(len(h.text) == len(h.steps) == count for h in unfinished)
    ended = [h for h in texts if h.ending is Ending.END]
    assert texts == (*ended, *unfinished)


def test_stopped_before_they_were_read_back_they_keep_the_beams_order():
    event = threading.Event()
    search = hypotheses.searching(network(), SOURCES[0], FORWARD, RERANK, cancel=event)
    for part in search:
        if isinstance(part, SearchProgress) and part.stage is SearchStage.READING:
            event.set()
    (beams,) = beam.search(network(), SOURCES[:1], FORWARD, BEAM)
    assert tuple(dataclasses.replace(h, steps=()) for h in part) == beams


def test_stopped_before_the_first_character_nothing_is_found():
    with pytest.raises(Cancelled):
        searched(BEAM, cancel=CountingEvent(3))
