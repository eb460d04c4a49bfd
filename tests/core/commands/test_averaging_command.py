import shutil
from pathlib import Path

import pytest
import torch

from core import checkpoint, model_card
from core.command_line import parser
from core.commands import averaging
from core.commands.errors import UsageError


def average(*arguments):
    averaging.run(parser(("generate",)).parse_args(["models", "average", *map(str, arguments)]))


@pytest.fixture
def changed(model, tmp_path):
    """The same model with three times the weights."""
    loaded = checkpoint.load(Path(model))
    network = loaded.model()
    with torch.no_grad():
        for weight in network.parameters():
            weight *= 3
    card = loaded.card
    path = tmp_path / "changed.safetensors"
    checkpoint.save(model_card.ModelCard("changed", path, card.config, card.alphabet), network)
    return path


def test_weights_are_the_mean(model, changed, tmp_path, capsys):
    out = tmp_path / "mean.safetensors"
    average(out, changed, model)
    assert capsys.readouterr().out == f"Wrote {out}: the mean of 2 models.\n"
    before, mean = checkpoint.load(Path(model)).weights, checkpoint.load(out).weights
    for name, weight in before.items():
        torch.testing.assert_close(mean[name], 2 * weight)
    card = model_card.read(out)
    assert card.name == "mean"
    assert card.provenance.corpus == model_card.read(Path(model)).provenance.corpus
    assert card.provenance.dev_bleu is None


def test_a_model_is_not_written_over(model):
    before = Path(model).read_bytes()
    with pytest.raises(UsageError, match="one of the models themselves"):
        average(model, model)
    assert Path(model).read_bytes() == before


def test_models_that_differ_have_no_mean(model, tmp_path):
    shipped = model_card.find(model_card.DEFAULT)
    other = tmp_path / "other.safetensors"
    shutil.copy(shipped, other)
    with pytest.raises(UsageError, match="differ in switches, sizes or alphabet"):
        average(tmp_path / "mean.safetensors", model, other)


def test_the_outcome_needs_a_models_name(model, tmp_path):
    with pytest.raises(UsageError, match=r"must end in \.safetensors"):
        average(tmp_path / "mean.pt", model)
    with pytest.raises(UsageError, match="There is no folder"):
        average(tmp_path / "none" / "mean.safetensors", model)
