import pytest
import torch
from counting import CountingEvent
from hypothesis import given, settings
from hypothesis import strategies as st

from core.alphabet import EOS, Alphabet
from core.batching import Batch
from core.cancellation import Cancelled
from core.config import DecodingConfig, ModelConfig
from core.decoding import greedy
from core.decoding.steps import steps
from core.network.model import EdaCs
from core.records import Ending, GenerationFinished, Phase

ALPHABET = Alphabet(tuple("abcdefnm[], é"))
SOURCES = ["name[Caf 東京]", "", "a", "near[bed], name[東]", "a", "name[" + "abcde" * 6 + "]"]
LONGEST = 25


def network(copy=True, seed=4):
    """In float64, so that two characters are not as good as equally likely."""
    config = ModelConfig(copy=copy, layers=2, hidden_size=8, attention_size=6, embedding_size=5,
                         coverage=True)  # fmt: skip
    model = EdaCs.seeded(config, ALPHABET, seed).double()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
        model.output.bias[EOS] += 1.5  # so that texts end, at different lengths
    return model.eval()


def one_by_one(model, phase, longest=LONGEST):
    config = DecodingConfig(max_length=longest)
    finished = [list(steps(model, source, phase, config))[-1] for source in SOURCES]
    assert all(isinstance(record, GenerationFinished) for record in finished)
    return finished


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("copy", [True, False])
def test_many_at_once_equal_one_by_one(copy, phase):
    model = network(copy)
    texts = greedy.decode(model, SOURCES, phase, LONGEST)
    assert texts == [record.text for record in one_by_one(model, phase)]


def test_rows_that_finish_early_change_nothing():
    """The test above means something: texts end at different steps, and one never does."""
    endings = one_by_one(network(), Phase.TABLE_TO_TEXT)
    assert len({len(record.text) for record in endings}) > 3
    assert {record.ending for record in endings} == {Ending.END, Ending.LENGTH}


@settings(max_examples=15, deadline=None)
@given(st.lists(st.text("ab[]東é", max_size=8), min_size=1, max_size=5), st.integers(1, 8))
def test_the_order_and_number_of_sources_does_not_matter(sources, longest):
    model = network()
    texts = greedy.decode(model, sources, Phase.TABLE_TO_TEXT, longest)
    backwards = greedy.decode(model, sources[::-1], Phase.TABLE_TO_TEXT, longest)
    assert texts == backwards[::-1]
    assert all(len(text) <= longest for text in texts)


def test_each_character_is_the_likeliest_after_those_before():
    model = network()
    for source, text in zip(
        SOURCES, greedy.decode(model, SOURCES, Phase.TABLE_TO_TEXT, LONGEST), strict=True
    ):
        batch = Batch.of([(source, text)], ALPHABET)
        with torch.no_grad():
            likeliest = model.teacher_forced(batch, Phase.TABLE_TO_TEXT).likeliest()
        count = min(len(text) + 1, LONGEST)
        assert likeliest[0, :count].tolist() == batch.targets[0, :count].tolist()


@pytest.mark.parametrize("after", [0, 10, 37 + 3])
def test_cancelled_within_a_character(after):
    """37 positions to read, then a look at every character written."""
    cancel = CountingEvent(after)
    with pytest.raises(Cancelled):
        greedy.decode(network(), SOURCES, Phase.TABLE_TO_TEXT, LONGEST, cancel)
    assert cancel.looks == after + 1


def test_nothing_of_it_stays_behind():
    greedy.decode(network(), ["a"], Phase.TABLE_TO_TEXT, 3)
    assert torch.is_grad_enabled()
    assert not torch.is_inference_mode_enabled()
