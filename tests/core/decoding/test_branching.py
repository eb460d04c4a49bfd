import dataclasses
import threading

import numpy as np
import pytest
from counting import CountingEvent
from trace_network import (
    BEAM,
    FORWARD,
    PLAIN,
    SAMPLED,
    SOURCE,
    WHAT_IFS,
    network,
    take,
    written,
)

from core.config import DecodingConfig
from core.decoding import branching, texts
from core.decoding.branching import PrefixStates
from core.decoding.steps import WhatIfError
from core.generation_tree import GenerationTree
from core.network.model import EdaCs
from core.records import (
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    HypothesesFound,
    Phase,
    SearchProgress,
    WhatIf,
)


@pytest.fixture
def counted(monkeypatch):
    """How many steps the network took."""
    taken = []
    step = EdaCs.decode_step

    def counting(self, *arguments, **options):
        taken.append(1)
        return step(self, *arguments, **options)

    monkeypatch.setattr(EdaCs, "decode_step", counting)
    return taken


def begun(config=PLAIN, model=None):
    """A model, the states that it kept, and the tree of its text."""
    model, states = model or network(), PrefixStates()
    records = list(texts.write(model, SOURCE, FORWARD, config, run=1, prefixes=states))
    view = next(r.source for r in records if isinstance(r, GenerationStarted))
    tree = GenerationTree(1, view, FORWARD, config, "tiny")
    take(tree, records)
    return model, states, tree


def branch(model, states, tree, what_if, **options):
    request = tree.plan(what_if)
    asked = model, SOURCE, FORWARD, tree.config, request, states
    records = list(branching.branch(*asked, **options))
    take(tree, records)
    return records


def assert_equal(records, others):
    assert len(records) == len(others)
    for a, b in zip(records, others, strict=True):
        for field in dataclasses.fields(a):
            if field.name != "seconds":
                np.testing.assert_array_equal(getattr(a, field.name), getattr(b, field.name))


def test_a_branch_brings_its_own_steps_only_and_costs_no_others(counted):
    model, states, tree = begun()
    counted.clear()
    records = branch(model, states, tree, WhatIf(0, 7, character="東"))
    assert isinstance(records[0], GenerationStarted)
    assert isinstance(records[-1], GenerationFinished)
    steps = records[1:-1]
    assert [(s.branch, s.index) for s in steps] == [(1, index) for index in range(7, 12)]
    assert (steps[0].character, steps[0].forced, steps[1].forced) == ("東", True, False)
    assert len(counted) == 5
    assert records[-1].text == tree.text(0)[:7] + tree.text(1)[7:]
    total = sum(step.log_probability for step in tree.steps(1))
    assert records[-1].log_probability == pytest.approx(total)


def test_the_fork_is_heard_after_a_single_step(counted):
    model, states, tree = begun()
    request = tree.plan(WhatIf(0, 9, character="b"))
    counted.clear()
    records = branching.branch(model, SOURCE, FORWARD, PLAIN, request, states)
    assert isinstance(next(records), GenerationStarted)
    assert next(records).index == 9
    assert len(counted) == 1


@pytest.mark.parametrize("variant", ["EDA_C", "EDA_CS"])
@pytest.mark.parametrize("config", [PLAIN, SAMPLED])
@pytest.mark.parametrize("coverage", [False, True])
def test_without_the_states_the_same_is_written_again(variant, config, coverage):
    model = network(variant, coverage=coverage)
    _, states, tree = begun(config, model)
    for what_if in WHAT_IFS:
        request = tree.plan(what_if)
        asked = model, SOURCE, FORWARD, config, request
        forked = list(branching.branch(*asked, states))
        again = list(branching.branch(*asked, PrefixStates()))
        assert_equal(forked, again)
        take(tree, forked)


def test_states_that_were_made_again_serve_the_next_what_if(counted):
    model, _, tree = begun()
    states = PrefixStates()
    branch(model, states, tree, WhatIf(0, 7, character="b"))
    counted.clear()
    branch(model, states, tree, WhatIf(0, 4, character="b"))
    assert len(counted) == PLAIN.max_length - 4
    counted.clear()
    branch(model, states, tree, WhatIf(1, 9, p_gen=0.0))
    assert len(counted) == PLAIN.max_length - 9


def test_pins_of_the_beginning_are_kept_when_it_is_written_again():
    model, states, tree = begun()
    branch(model, states, tree, WhatIf(0, 2, p_gen=0.0))
    branch(model, states, tree, WhatIf(1, 4, position=3))
    request = tree.plan(WhatIf(2, 6, character="a"))
    assert (request.p_gen_pins, request.attention_pins) == ({2: 0.0}, {4: 3})
    asked = model, SOURCE, FORWARD, PLAIN, request
    forked = list(branching.branch(*asked, states))
    assert_equal(forked, list(branching.branch(*asked, PrefixStates())))


def test_a_hypothesis_goes_on_with_the_likeliest_character():
    model, states, tree = begun(BEAM)
    assert len(states) == 0
    request = tree.plan(WhatIf(1, 3, character="b"))
    records = list(branching.branch(model, SOURCE, FORWARD, BEAM, request, states))
    take(tree, records)
    assert tree.text(request.branch)[:4] == tree.text(1)[:3] + "b"
    forced = dict(enumerate(tree.text(1)[:3] + "b"))
    greedy = texts.steps(model, SOURCE, FORWARD, PLAIN, forced=forced)
    assert list(greedy)[-1].text == records[-1].text


@pytest.mark.parametrize(
    ("what_if", "match"),
    [
        (WhatIf(0, 3, character="ж"), "'ж'.*neither be generated nor copied"),
        (WhatIf(0, 3, position=99), "position from 0 to"),
        (WhatIf(0, 3, p_gen=1.5), "between 0 and 1"),
    ],
)
def test_what_cannot_be_is_said(what_if, match):
    model, states, tree = begun()
    with pytest.raises(WhatIfError, match=match):
        branch(model, states, tree, what_if)


def test_a_branch_is_stopped_within_a_character_also_on_the_way_to_it():
    model, states, tree = begun()
    records = branch(model, states, tree, WhatIf(0, 2, character="b"), cancel=CountingEvent(3))
    assert records[-1].ending is Ending.STOPPED
    assert 0 < len([r for r in records if isinstance(r, CharacterStep)]) < 4
    stopped = branch(
        model, PrefixStates(), tree, WhatIf(0, 9, character="b"), cancel=CountingEvent(3)
    )
    assert [type(r) for r in stopped] == [GenerationStarted, GenerationFinished]
    assert stopped[-1].ending is Ending.STOPPED


def test_the_oldest_states_make_room(monkeypatch):
    monkeypatch.setattr(branching, "MOST_STATES", 5)
    _, states, _ = begun()
    assert list(states) == [(0, index) for index in range(7, 12)]


# Texts of every strategy.


def test_beam_search_brings_its_hypotheses_once_and_every_text_as_a_branch():
    records = list(texts.write(network(), SOURCE, FORWARD, BEAM, run=4))
    begun, *others = [r for r in records if not isinstance(r, SearchProgress)]
    first = others.pop(0)
    assert isinstance(begun, GenerationStarted)
    assert isinstance(first, HypothesesFound)
    assert len(first.hypotheses) == 3
    assert all(hypothesis.steps == () for hypothesis in first.hypotheses)
    kinds = [type(record) for record in others if not isinstance(record, CharacterStep)]
    assert kinds == [GenerationFinished, *[GenerationStarted, GenerationFinished] * 2]
    assert {record.run for record in records} == {4}
    ends = [record for record in others if isinstance(record, GenerationFinished)]
    assert [end.branch for end in ends] == [0, 1, 2]
    assert [end.text for end in ends] == [h.text for h in first.hypotheses]
    for end in ends:
        steps = [r for r in others if isinstance(r, CharacterStep) and r.branch == end.branch]
        assert sum(step.log_probability for step in steps) == pytest.approx(end.log_probability)


def test_a_search_that_is_stopped_brings_what_it_has_and_says_that_it_was_stopped():
    event, records = threading.Event(), []
    for record in texts.write(network(), SOURCE, FORWARD, BEAM, cancel=event):
        records.append(record)
        if sum(isinstance(r, SearchProgress) for r in records) == 2:
            event.set()
    (found,) = (record for record in records if isinstance(record, HypothesesFound))
    assert not found.complete
    ends = [record for record in records if isinstance(record, GenerationFinished)]
    assert [end.text for end in ends] == [h.text for h in found.hypotheses]
    assert Ending.STOPPED in {end.ending for end in ends}
    whole = texts.write(network(), SOURCE, FORWARD, BEAM)
    assert next(record for record in whole if isinstance(record, HypothesesFound)).complete


def test_reranked_texts_have_both_scores():
    config = dataclasses.replace(BEAM, rerank=True)
    records = texts.write(network(), SOURCE, FORWARD, config)
    found = next(record for record in records if isinstance(record, HypothesesFound))
    assert all(h.reconstruction_log_probability is not None for h in found.hypotheses)


def test_one_text_is_written_as_steps_writes_it():
    for phase, source in ((FORWARD, SOURCE), (Phase.TEXT_TO_TABLE, "a bad cafe")):
        records = list(texts.write(network(), source, phase, PLAIN))
        assert_equal(records, list(texts.steps(network(), source, phase, PLAIN)))


def test_written_again_by_another_model_of_the_same_weights():
    tree = written(what_ifs=WHAT_IFS)
    request = tree.request(3)
    records = list(
        branching.branch(network(), SOURCE, FORWARD, DecodingConfig(max_length=12), request, {})
    )
    assert records[-1].text == tree.text(3)
