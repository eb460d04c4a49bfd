import dataclasses

import pytest
import safetensors.torch
import torch

from core import checkpoint, model_card
from core.alphabet import Alphabet
from core.checkpoint import CheckpointError
from core.config import VARIANTS, DecodingConfig, ModelConfig
from core.decoding.steps import steps
from core.model_card import ModelCard, Provenance
from core.network.model import EdaCs
from core.records import GenerationFinished, Phase

ALPHABET = Alphabet(tuple("ab£東[]"))
CONFIG = ModelConfig(layers=2, hidden_size=4, attention_size=3, embedding_size=2, coverage=True)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tiny.safetensors"


def saved(path, config=CONFIG, alphabet=ALPHABET):
    model = EdaCs.seeded(config, alphabet, 5)
    card = ModelCard("tiny", path, config, alphabet, Provenance("demo", steps=3, dev_bleu=0.5))
    checkpoint.save(card, model)
    return card, model


def rewritten(path, change):
    """The file with other tensors, its card kept."""
    with safetensors.safe_open(path, "pt") as file:
        metadata = file.metadata()
    tensors = safetensors.torch.load_file(path)
    change(tensors)
    safetensors.torch.save_file(tensors, path, metadata)


def text(model):
    config = DecodingConfig(max_length=8)
    last = list(steps(model, "a[東京]", Phase.TABLE_TO_TEXT, config))[-1]
    assert isinstance(last, GenerationFinished)
    return last.text, last.log_probability


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("coverage", [True, False])
@pytest.mark.parametrize("attend", [True, False])
def test_round_trip(path, variant, coverage, attend):
    config = dataclasses.replace(CONFIG, coverage=coverage, attend_last_character=attend)
    card, model = saved(path, config.with_variant(variant))
    loaded = checkpoint.load(path)
    assert loaded.card == card
    again = loaded.model()
    assert not again.training
    assert again.name == "tiny"
    assert again.config == card.config
    assert again.alphabet == ALPHABET
    own, theirs = model.state_dict(), again.state_dict()
    assert own.keys() == theirs.keys()
    assert all(torch.equal(own[name], theirs[name]) for name in own)
    assert text(again) == text(model.eval())


def test_it_is_a_safetensors_file_and_others_can_read_it(path):
    card, model = saved(path)
    tensors = safetensors.torch.load_file(path)
    assert tensors.keys() == model.state_dict().keys()
    assert model_card.read(path) == card


def test_the_model_owns_its_weights(path):
    saved(path)
    loaded = checkpoint.load(path)
    one, other = loaded.model(), loaded.model()
    with torch.no_grad():
        one.output.bias.add_(1)
    assert not torch.equal(one.output.bias, other.output.bias)
    assert torch.equal(other.output.bias, loaded.weights["output.bias"])


def test_saving_does_not_change_the_model(path):
    _, model = saved(path)
    model.train()
    checkpoint.save(ModelCard("tiny", path, CONFIG, ALPHABET), model)
    assert model.training
    assert all(p.requires_grad for p in model.parameters())


@pytest.mark.parametrize("share", [0, 0.001, 0.1, 0.5, 0.999])
def test_a_truncated_file(path, share):
    saved(path)
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(CheckpointError, match=r"tiny\.safetensors"):
        checkpoint.load(path)


def test_bytes_too_many(path):
    saved(path)
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint.load(path)


@pytest.mark.parametrize("content", [b"", b"garbage" * 99, b"\xff" * 64])
def test_garbage(path, content):
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="no CharCopy checkpoint"):
        checkpoint.load(path)


class Bomb:
    """Unpickling this would make the file `exploded`."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


@pytest.mark.parametrize("suffix", [".safetensors", ".pt", ".pkl"])
def test_nothing_is_ever_unpickled(tmp_path, suffix):
    path, exploded = tmp_path / f"evil{suffix}", tmp_path / "exploded"
    torch.save({"model": Bomb(exploded)}, path)
    with pytest.raises(CheckpointError, match="no CharCopy checkpoint"):
        checkpoint.load(path)
    assert not exploded.exists()


def test_what_is_not_there(path):
    with pytest.raises(CheckpointError, match="cannot be read"):
        checkpoint.load(path)


def missing(tensors):
    del tensors["output.bias"]


def surplus(tensors):
    tensors["moon"] = torch.zeros(2)


def misshapen(tensors):
    tensors["attention.energy"] = torch.zeros(7)


def whole_numbers(tensors):
    tensors["output.bias"] = torch.zeros(10, dtype=torch.int32)


def not_a_number(tensors):
    tensors["output.weight"][1, 1] = torch.nan


def infinite(tensors):
    tensors["output.weight"][1, 1] = torch.inf


def too_large(tensors):
    """Finite in double precision, and infinite in the network's own."""
    tensors["output.weight"] = tensors["output.weight"].double()
    tensors["output.weight"][1, 1] = 1e300


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (missing, "output.bias is missing"),
        (surplus, "moon has no place"),
        (misshapen, r"attention.energy has the shape \(7,\), not \(3,\)"),
        (whole_numbers, "output.bias holds torch.int32"),
        (not_a_number, "output.weight holds values that are not numbers"),
        (infinite, "output.weight holds values that are not numbers"),
        (too_large, "output.weight holds values that are not numbers"),
    ],
)
def test_weights_that_do_not_fit(path, change, says):
    saved(path)
    rewritten(path, change)
    with pytest.raises(CheckpointError, match=says):
        checkpoint.load(path).model()


def test_every_misfit_is_named(path):
    saved(path)
    for change in (missing, surplus, misshapen):
        rewritten(path, change)
    with pytest.raises(CheckpointError, match=r"tiny.*missing.*(shape.*moon|moon.*shape)"):
        checkpoint.load(path).model()


def test_another_alphabet_than_the_weights(path):
    _, model = saved(path)
    card = ModelCard("tiny", path, CONFIG, Alphabet(tuple("ab")))
    checkpoint.save(card, model)
    with pytest.raises(CheckpointError, match=r"embedding.weight has the shape \(10, 2\), not"):
        checkpoint.load(path).model()


def test_half_precision_weights_are_read(path):
    _, model = saved(path)
    rewritten(path, lambda t: t.update({n: v.half() for n, v in t.items()}))
    again = checkpoint.load(path).model()
    assert again.output.weight.dtype == torch.float32
    torch.testing.assert_close(again.output.weight, model.output.weight, atol=1e-3, rtol=1e-3)


def test_a_checkpoint_that_was_there_stays_whole(path, monkeypatch):
    saved(path)
    before = path.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        saved(path, dataclasses.replace(CONFIG, hidden_size=5))
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]
