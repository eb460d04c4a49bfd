import pytest

from core.config import ModelConfig, TrainingConfig, presets
from core.corpus import catalog


@pytest.mark.parametrize("preset", presets.PRESETS, ids=lambda preset: preset.name)
def test_a_preset_is_whole(preset):
    assert presets.find(preset.name) is preset
    assert preset.title
    assert preset.sentence.endswith(".")
    assert catalog.find(preset.corpus).is_corpus
    assert TrainingConfig.from_toml(preset.config.to_toml()) == preset.config
    assert preset.config.device == "auto"
    assert preset.config.threads == 0


def test_the_papers_sizes():
    paper = presets.PAPER.config
    assert paper.model == ModelConfig(
        layers=4, hidden_size=256, attention_size=128, embedding_size=16, dropout=0.2
    )
    assert (paper.batch_size, paper.learning_rate, paper.epochs) == (16, 1e-4, 100)
    assert paper.model.variant == "EDA_CS"


def test_no_such_preset():
    assert presets.find("afternoon") is None
