import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.alphabet import Alphabet
from core.config import ModelConfig, TrainingConfig
from core.estimates import BatchSize, of_run, peak_bytes, weights
from core.network.model import EdaCs

sizes = st.integers(1, 12)


models = st.builds(ModelConfig, *[st.booleans()] * 5, st.integers(1, 3), sizes, sizes, sizes)


@given(models, st.text(max_size=9))
def test_weights_are_counted_as_the_network_has_them(model, text):
    alphabet = Alphabet.from_texts([text])
    network = EdaCs(model, alphabet)
    expected = sum(parameter.numel() for parameter in network.parameters())
    assert weights(model, len(alphabet)) == expected


@pytest.mark.parametrize(
    ("layers", "hidden", "rows", "lengths", "megabytes"),
    [
        (1, 128, 64, (100, 150), 288),
        (1, 256, 64, (100, 150), 553),
        (2, 256, 64, (100, 150), 674),
        (4, 256, 16, (200, 400), 855),
        (1, 64, 16, (80, 100), 26),
    ],
)
def test_memory_against_what_processes_took(layers, hidden, rows, lengths, megabytes):
    """Peaks of real processes after two steps, less what they had before their model."""
    model = ModelConfig(layers=layers, hidden_size=hidden, attention_size=hidden // 2, dropout=0.1)
    batch = BatchSize(rows, rows // 4, lengths[0] + 2, lengths[1] + 1)
    assert peak_bytes(model, 98, batch) / 1e6 == pytest.approx(megabytes, rel=0.2)


@pytest.mark.parametrize(
    ("model", "rows", "scored", "megabytes"),
    [
        (ModelConfig(hidden_size=96, attention_size=64),
         BatchSize(16, 5, 127, 159), BatchSize(63, 25, 118, 126), 179),
        (ModelConfig(layers=2, hidden_size=256, attention_size=128, coverage=True),
         BatchSize(30, 13, 116, 138), BatchSize(64, 53, 97, 99), 714),
        (ModelConfig(hidden_size=128, attention_size=64),
         BatchSize(32, 12, 119, 130), BatchSize(40, 17, 113, 129), 163),
        (ModelConfig(hidden_size=32, attention_size=32, embedding_size=16),
         BatchSize(61, 23, 128, 150), BatchSize(63, 25, 118, 126), 120),
        (ModelConfig(layers=2, hidden_size=16, attention_size=16),
         BatchSize(61, 23, 128, 150), BatchSize(63, 25, 126, 129), 132),
        (ModelConfig(hidden_size=16, attention_size=16),
         BatchSize(30, 13, 116, 138), BatchSize(64, 53, 71, 72), 53),
        (ModelConfig(layers=2, hidden_size=256, attention_size=128, coverage=True),
         BatchSize(63, 26, 160, 264), BatchSize(64, 24, 163, 254), 1848),
        (ModelConfig(layers=4, hidden_size=256, attention_size=128),
         BatchSize(16, 5, 154, 155), BatchSize(64, 17, 163, 197), 1040),
        (ModelConfig(hidden_size=16, attention_size=16),
         BatchSize(8, 3, 99, 118), BatchSize(63, 25, 126, 129), 81),
    ],
)  # fmt: skip
def test_memory_against_what_whole_runs_took(model, rows, scored, megabytes):
    """Quick look on the demo corpus and fine-tune now on Hotel in the window; others without.

    Those are short runs, small networks on demo and Hotel, hours of E2E, and six steps of E2E with
    four layers. Each up to the end of its first evaluation.
    """
    found = of_run(TrainingConfig(model), steps_per_epoch=1, seconds_per_epoch=1.0,
                   evaluation_seconds=1.0, alphabet=98, largest=rows, scored=scored)  # fmt: skip
    assert megabytes * 1e6 == pytest.approx(found.peak_bytes, rel=0.3)


def test_evaluations_count_by_hand():
    batch = BatchSize(4, 1, 10, 20)
    config = TrainingConfig(epochs=3, evaluate_every=4)
    found = of_run(config, steps_per_epoch=10, seconds_per_epoch=20.0, evaluation_seconds=5.0,
                   alphabet=50, largest=batch, scored=batch)  # fmt: skip
    assert (found.steps, found.seconds) == (30, 3 * 20 + 8 * 5)
    each_epoch = dataclasses.replace(config, evaluate_every=0)
    found = of_run(each_epoch, steps_per_epoch=10, seconds_per_epoch=20.0, evaluation_seconds=5.0,
                   alphabet=50, largest=batch, scored=batch, measured=7)  # fmt: skip
    assert (found.seconds, found.peak_bytes) == (3 * 20 + 3 * 5, 7)


def test_scoring_large_batches_can_take_more_than_training_on_small_ones():
    model = ModelConfig(hidden_size=64)
    small, large = BatchSize(8, 2, 100, 100), BatchSize(64, 16, 100, 100)
    assert peak_bytes(model, 90, small, large) > 2 * peak_bytes(model, 90, small)
    assert peak_bytes(model, 90, large, small) == peak_bytes(model, 90, large)
