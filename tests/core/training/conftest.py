"""A corpus of a few short texts, and a run on it."""

import dataclasses

import pytest

from core import kernels
from core.config import ModelConfig, TrainingConfig
from core.corpus.example import Corpus, Example
from core.records import TrainingPoint
from core.runs import RunFolder
from core.training.trainer import train

TINY = TrainingConfig(
    model=ModelConfig(hidden_size=8, attention_size=6, embedding_size=5, dropout=0.2),
    epochs=2,
    batch_size=3,
    references_per_source=2,
    learning_rate=0.01,
    device="cpu",
    threads=1,
)
MRS = {
    "name[Ada]": ("Ada is here.", "Here is Ada."),
    "name[Bo]": ("Bo is here.",),
    "name[Café]": ("Café is there.", "There is Café."),
    "name[Di], near[Bo]": ("Di is near Bo.", "Near Bo is Di.", "Di sits by Bo."),
}


def corpus_of(mrs, dev=("name[Ada]", "name[Café]")):
    examples = {mr: tuple(Example(mr, text) for text in texts) for mr, texts in mrs.items()}
    everything = tuple(example for group in examples.values() for example in group)
    return Corpus("tiny", everything, tuple(e for mr in dev for e in examples[mr]), "CC0", "us")


class Runs:
    """Makes runs in folders of one test."""

    def __init__(self, path):
        self.path = path
        self.corpus = corpus_of(MRS)
        self.config = TINY

    def folder(self, name="run", config=TINY):
        return RunFolder.create(self.path / name, config)

    def train(self, name="run", *, model=None, corpus=None, start_from=None, control=None,
              **changes):  # fmt: skip
        """Records of a whole run, and its folder."""
        config = dataclasses.replace(TINY, **changes)
        if model:
            config = dataclasses.replace(config, model=dataclasses.replace(TINY.model, **model))
        folder = self.folder(name, config)
        records = train(corpus or self.corpus, config, folder, start_from=start_from,
                        control=control)  # fmt: skip
        return list(records), folder

    def resume(self, folder, control=None, **options):
        config = folder.training_config()
        return list(train(self.corpus, config, folder, resume=True, control=control, **options))


@pytest.fixture(autouse=True)
def _plain_torch(monkeypatch):
    """Nothing is compiled for runs of a second; tests of the compiled kernels ask for them."""
    monkeypatch.setattr(kernels, "_chosen", [None])


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path)


@pytest.fixture
def losses():
    """The two losses of every step among records, or among the lines of metrics.jsonl."""

    def of(records):
        points = [r for r in records if isinstance(r, TrainingPoint)]
        return [(p.step, p.table_to_text, p.text_to_table) for p in points]

    return of
