import pytest

from core import checkpoint
from core.alphabet import Alphabet
from core.config import ModelConfig
from core.model_card import ModelCard
from core.network.model import EdaCs
from core.provenance import Provenance

SIZES = {"hidden_size": 8, "attention_size": 4, "embedding_size": 4}


@pytest.fixture
def model(tmp_path):
    network = EdaCs.seeded(ModelConfig(**SIZES), Alphabet.from_texts(["é"]), seed=1)
    path = tmp_path / "small.safetensors"
    provenance = Provenance("a corpus", dev_bleu=0.5)
    card = ModelCard("small", path, network.config, network.alphabet, provenance)
    checkpoint.save(card, network)
    return str(path)
