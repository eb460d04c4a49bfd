from charcopy_gui.pages.network_words import sizes
from core.config import ModelConfig


def test_sizes_are_said_in_words():
    config = ModelConfig(layers=2, hidden_size=256, attention_size=128, embedding_size=32)
    assert sizes(config) == "2 layers of 256, attention 128, embedding 32"
    assert sizes(ModelConfig(layers=1)).startswith("1 layer of ")
