from core.config import ModelConfig, TrainingConfig
from core.corpus import demo
from core.corpus.example import Corpus
from core.runs import RunFolder
from tests.bench.fine_tune_now import measured


def test_what_a_training_took_and_what_came_of_it(tmp_path):
    whole = demo.corpus()
    corpus = Corpus("demo", whole.train[:12], whole.dev[:3])
    model = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4)
    config = TrainingConfig(model, epochs=2, batch_size=4, device="cpu", threads=1)
    found = measured(corpus, config, None, RunFolder.create(tmp_path / "run", config))
    assert found["steps"] == 6
    assert found["examples_per_second"] > 0
    assert 0 <= found["dev_bleu"] <= 1
    assert found["text_to_table"] > 0
    assert found["steps"] * 4 / found["examples_per_second"] < found["seconds"] * 1.5
