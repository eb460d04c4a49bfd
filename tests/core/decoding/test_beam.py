import dataclasses
import itertools
import math
import pickle

import numpy as np
import pytest
import torch
from counting import CountingEvent
from hypothesis import given, settings
from hypothesis import strategies as st

from core import kernels
from core.alphabet import EOS, Alphabet
from core.batching import Batch
from core.cancellation import Cancelled
from core.config import DecodingConfig, ModelConfig, Strategy
from core.decoding import beam, greedy
from core.decoding.distribution import DistributionError
from core.decoding.steps import steps
from core.network.model import EdaCs
from core.records import END_LABEL, CharacterStep, Ending, Phase

ALPHABET = Alphabet(tuple("abcdefnm[], é"))
SOURCES = ["name[Caf 東京]", "", "a", "near[bed], name[東]", "a", "name[" + "abcde" * 6 + "]"]
FORWARD = Phase.TABLE_TO_TEXT
PLAIN = DecodingConfig(Strategy.BEAM, max_length=20, beam_width=3, length_penalty=0.6)


def network(alphabet=ALPHABET, seed=4, end=1.5, **changes):
    """In float64, so that two characters are not as good as equally likely."""
    config = ModelConfig(layers=2, hidden_size=8, attention_size=6, embedding_size=5, coverage=True)
    model = EdaCs.seeded(dataclasses.replace(config, **changes), alphabet, seed).double()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
        model.output.bias[EOS] += end  # so that texts end, at different lengths
    return model.eval()


def search(model=None, sources=SOURCES, phase=FORWARD, config=PLAIN, **changes):
    names = {field.name for field in dataclasses.fields(DecodingConfig)}
    settings = {name: changes.pop(name) for name in names & changes.keys()}
    config = dataclasses.replace(config, **settings)
    return beam.search(model or network(), sources, phase, config, **changes)


def texts(found):
    return [[(h.text, h.ending) for h in hypotheses] for hypotheses in found]


def numbers(found):
    return np.array([(h.log_probability, h.score) for each in found for h in each])


def forced(model, source, hypothesis, phase=FORWARD):
    """The log-probability of a hypothesis by teacher forcing."""
    batch = Batch.of([(source, hypothesis.text)], model.alphabet)
    with torch.no_grad():
        steps = model.teacher_forced(batch, phase).log_probability_of(batch.targets)[0]
    return float(steps.sum() if hypothesis.ending is Ending.END else steps[:-1].sum())


# Exhaustive search

TINY = Alphabet(("a", "[", "]"))


def everything(model, source, longest, penalty):
    """Every text of up to `longest` characters, the end included, best first."""
    characters = [*"a[]", *dict.fromkeys(c for c in source if c not in "a[]")]
    written = [
        "".join(text)
        for length in range(longest + 1)
        for text in itertools.product(characters, repeat=length)
    ]
    batch = Batch.of([(source, text) for text in written], model.alphabet)
    with torch.no_grad():
        said = model.teacher_forced(batch, FORWARD).log_probability_of(batch.targets)
    found = []
    for text, row in zip(written, said, strict=True):
        cut = len(text) == longest
        length = len(text) + (not cut)
        total = float(row[:length].sum())
        ending = Ending.LENGTH if cut else Ending.END
        found.append((ending, text, total, total / ((5 + length) / 6) ** penalty))
    return sorted(found, key=lambda each: (each[0] is Ending.LENGTH, -each[3]))


@pytest.mark.parametrize("penalty", [0.0, 0.6, 3.0])
@pytest.mark.parametrize(("source", "longest"), [("a[東]", 4), ("a[a]", 5), ("東京b", 3)])
def test_a_beam_of_everything_is_exhaustive_search(source, longest, penalty):
    model = network(TINY, seed=11)
    expected = everything(model, source, longest, penalty)
    config = DecodingConfig(beam_width=len(expected), length_penalty=penalty, max_length=longest)
    (found,) = beam.search(model, [source], FORWARD, config)
    assert [(h.ending, h.text) for h in found] == [each[:2] for each in expected]
    by_hand = np.array([each[2:] for each in expected])
    np.testing.assert_allclose(numbers([found]), by_hand, rtol=0, atol=1e-9)
    assert sum(math.exp(h.log_probability) for h in found) == pytest.approx(1)


@pytest.mark.parametrize("best", [1, 2, 5])
@pytest.mark.parametrize("penalty", [0.0, 1.0, 3.0])
def test_nothing_that_could_win_is_given_up(best, penalty):
    """Ending early gives what a search to the bitter end gives: the first of the exhaustive one."""
    model = network(TINY, seed=11)
    for source in ("a", "a]", "[東"):
        everyone = everything(model, source, 5, penalty)
        config = DecodingConfig(beam_width=1000, length_penalty=penalty, max_length=5)
        (found,) = beam.search(model, [source], FORWARD, config, best=best)
        assert [(h.ending, h.text) for h in found] == [each[:2] for each in everyone[:best]]


def test_it_ends_early_once_nothing_can_win():
    """Almost certain to end at once: without a length penalty nothing longer can be as likely."""
    model = network(end=40.0)
    cancel = CountingEvent()
    search(model, ["a"], max_length=500, length_penalty=0.0, best=1, cancel=cancel)
    assert cancel.looks <= 3 * 2 + 2  # two layers read three positions


@pytest.mark.parametrize(("width", "characters"), [(1, 1), (2, 4), (3, 4)])
def test_it_ends_when_twice_its_width_of_texts_have_ended(width, characters):
    """With this length penalty all could still win, but of each text the end is the likeliest."""
    cancel = CountingEvent()
    (found,) = search(network(end=40.0), ["a"], max_length=500, length_penalty=8.0,
                      beam_width=width, cancel=cancel)  # fmt: skip
    assert len(found) == width
    assert cancel.looks == 3 * 2 + characters


# Other ways to the same texts


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("longest", [1, 5, 25])
def test_a_beam_of_one_is_greedy(copy, phase, longest):
    model = network(copy=copy)
    found = search(model, phase=phase, beam_width=1, max_length=longest)
    assert [h.text for (h,) in found] == greedy.decode(model, SOURCES, phase, longest)


def test_a_beam_of_one_is_greedy_even_where_two_are_equally_likely():
    model = network(copy=False)
    with torch.no_grad():
        model.output.weight.zero_()
        model.output.bias.zero_()
    found = search(model, beam_width=1, max_length=6)
    assert [h.text for (h,) in found] == greedy.decode(model, SOURCES, FORWARD, 6)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("width", [2, 5])
@pytest.mark.parametrize("best", [None, 1])
def test_many_sources_at_once_equal_one_by_one(phase, width, best):
    model = network()
    together = search(model, phase=phase, beam_width=width, best=best)
    apart = [search(model, [source], phase, beam_width=width, best=best)[0] for source in SOURCES]
    assert texts(together) == texts(apart)
    np.testing.assert_allclose(numbers(together), numbers(apart), rtol=0, atol=1e-9)
    assert {len(each) for each in together} == {best or width}


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.text("ab[]東é", max_size=8), min_size=1, max_size=4),
    st.integers(1, 8),
    st.integers(1, 6),
    st.sampled_from([0.0, 0.6, 2.0]),
)
def test_log_probabilities_are_those_of_teacher_forcing(sources, longest, width, penalty):
    model = network()
    found = search(model, sources, max_length=longest, beam_width=width, length_penalty=penalty)
    for source, hypotheses in zip(sources, found, strict=True):
        ended = [h.ending is Ending.END for h in hypotheses]
        assert ended == sorted(ended, reverse=True)
        assert len({(h.text, h.ending) for h in hypotheses}) == len(hypotheses) <= width
        for part in (True, False):
            scores = [h.score for h in hypotheses if (h.ending is Ending.END) is part]
            assert scores == sorted(scores, reverse=True)
        for hypothesis in hypotheses:
            assert hypothesis.log_probability == pytest.approx(
                forced(model, source, hypothesis), abs=1e-9
            )
            length = len(hypothesis.text) + (hypothesis.ending is Ending.END)
            assert length <= longest
            assert hypothesis.score == pytest.approx(
                hypothesis.log_probability / ((5 + length) / 6) ** penalty
            )


@pytest.mark.usefixtures("compiled_kernels")
@pytest.mark.parametrize("prepared", [True, False])
def test_in_single_precision_the_sums_stay_exact(monkeypatch, prepared):
    if prepared:
        monkeypatch.setattr(kernels, "_chosen", [])
        kernels.prepare()
    model = network(end=-60.0).float()  # never ends
    (found,) = search(model, [SOURCES[0]], max_length=120, trace=True)
    assert found[0].ending is Ending.LENGTH
    for hypothesis in found:
        total = math.fsum(step.log_probability for step in hypothesis.steps)
        assert hypothesis.log_probability == pytest.approx(total, abs=1e-5)
        assert total == pytest.approx(forced(model.double(), SOURCES[0], hypothesis), abs=1e-3)


def test_it_finds_what_greedy_misses():
    """The mean over sources of the best log-probability grows with the width."""
    model = network()
    means = [
        np.mean([each[0].log_probability for each in search(model, beam_width=w, best=1,
                                                            length_penalty=0.0)])
        for w in (1, 3, 10)
    ]  # fmt: skip
    assert means[0] < means[1] <= means[2]


# Traces


@pytest.mark.parametrize("copy", [True, False])
def test_traces_are_those_of_forcing_the_same_characters(copy):
    model = network(copy=copy)
    found = search(model, trace=True, run=3)
    for source, hypotheses in zip(SOURCES, found, strict=True):
        for branch, hypothesis in enumerate(hypotheses):
            names = [step.character for step in hypothesis.steps]
            end = [END_LABEL] if hypothesis.ending is Ending.END else []
            assert names == [*hypothesis.text, *end]
            config = dataclasses.replace(PLAIN, strategy=Strategy.GREEDY, max_length=len(names))
            forcing = dict(enumerate(names))
            records = list(steps(model, source, FORWARD, config, forced=forcing))
            expected = [r for r in records if isinstance(r, CharacterStep)]
            for step, other in zip(hypothesis.steps, expected, strict=True):
                same(step, dataclasses.replace(other, run=3, branch=branch, forced=False))


def same(step, other):
    for name in ("run", "branch", "index", "character", "forced"):
        assert getattr(step, name) == getattr(other, name)
    assert step.log_probability == pytest.approx(other.log_probability, abs=1e-9)
    assert step.entropy == pytest.approx(other.entropy, abs=1e-9)
    assert step.p_gen == (other.p_gen and pytest.approx(other.p_gen, abs=1e-9))
    for name in ("alignment", "copy_alignment"):
        ours, theirs = (getattr(each, name) for each in (step, other))
        if theirs is None:
            assert ours is None
        else:
            # Whatever longer source stood beside it: nothing of its padding is here.
            np.testing.assert_allclose(ours, theirs, atol=1e-6)
    for ours, theirs in zip(step.candidates, other.candidates, strict=True):
        assert ours.character == theirs.character
        assert ours.probability == pytest.approx(theirs.probability, abs=1e-9)
        assert ours.copied == pytest.approx(theirs.copied, abs=1e-9)


def test_without_a_trace_there_is_none_and_records_can_be_pickled():
    assert all(h.steps == () for each in search() for h in each)
    (found,) = search(sources=SOURCES[:1], trace=True)
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert repr(again) == repr(found)
    for step in found[0].steps:
        assert step.alignment.flags.owndata


# Stopping, and what cannot be done


@pytest.mark.parametrize("after", [0, 10, 37 * 2 + 3])
def test_cancelled_within_a_character(after):
    """Two layers read 37 positions, then there is a look at every character written."""
    cancel = CountingEvent(after)
    with pytest.raises(Cancelled):
        search(cancel=cancel)
    assert cancel.looks == after + 1


def test_no_source():
    with pytest.raises(ValueError, match=r"^A batch needs at least one source\.$"):
        search(sources=[])


def test_weights_that_are_no_numbers_are_told_of():
    model = network()
    with torch.no_grad():
        model.output.weight[EOS, 0] = math.nan
    sentence = r"^The network gives no numbers for character 1 of the text for 'a'; its weights "
    with pytest.raises(DistributionError, match=sentence):
        search(model, ["a"])


def test_nothing_of_it_stays_behind():
    search(sources=["a"], max_length=3)
    assert torch.is_grad_enabled()
    assert not torch.is_inference_mode_enabled()
