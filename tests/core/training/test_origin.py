import dataclasses

import torch

from core.corpus.example import Example
from core.runs import provenance
from core.training import origin


def test_a_run_knows_where_it_comes_from(runs):
    _, folder = runs.train(epochs=1, seed=5)
    found = provenance.read(folder)
    assert (found.corpus, found.licence, found.seed) == ("tiny", "CC0", 5)
    assert (found.train_rows, found.dev_rows) == (8, 4)
    assert found.corpus_digest == origin.digest(runs.corpus)
    (sitting,) = found.sittings
    assert (sitting.first_step, sitting.last_step, sitting.device) == (0, 3, "cpu")
    assert sitting.torch == torch.__version__
    assert sitting.threads == 1
    assert sitting.started <= sitting.ended
    assert len(sitting.source) == 16


def test_digests_tell_corpora_apart(runs):
    more = (*runs.corpus.train, Example("a", "b"))
    other = dataclasses.replace(runs.corpus, train=more)
    assert origin.digest(other) != origin.digest(runs.corpus)
    assert origin.digest(dataclasses.replace(runs.corpus, name="x")) == origin.digest(runs.corpus)
