import json

import pytest
import safetensors.torch
import torch

from core.alphabet import Alphabet
from core.batching import Batch
from core.config import ModelConfig, TrainingConfig
from core.network.model import EdaCs
from core.records import Phase
from core.runs import RunError, RunFolder
from core.training import state
from core.training.state import Position

ALPHABET = Alphabet(tuple("abc"))
CONFIG = ModelConfig(hidden_size=4, attention_size=3, embedding_size=2, dropout=0.4)
POSITION = Position(epoch=3, batch=2, step=17, provenance={"corpus": "x"}, cuts=2)


def learner(seed, config=CONFIG):
    model = EdaCs.seeded(config, ALPHABET, seed)
    return model, torch.optim.Adam(model.parameters(), 0.05)


def learn(model, adam, phase=Phase.TABLE_TO_TEXT):
    batch = Batch.of([("ab", "ca"), ("c", "b")], ALPHABET)
    adam.zero_grad()
    loss = model.teacher_forced(batch, phase).loss(batch)
    loss.backward()
    adam.step()
    return loss.item()


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", TrainingConfig())


@pytest.fixture
def saved(folder):
    model, adam = learner(1)
    learn(model, adam)
    learn(model, adam)
    state.save(folder, model, adam, POSITION)
    return model, adam


def test_what_goes_on_is_the_same_to_the_bit(folder, saved):
    """Weights, moments, dropout: both learn on, in a phase that has parameters not yet used."""
    model, adam = saved
    again, adam_again = learner(2)
    learn(again, adam_again, Phase.TEXT_TO_TABLE)  # what was there before is replaced
    assert state.restore(folder, again, adam_again) == POSITION
    for phase in (Phase.TABLE_TO_TEXT, Phase.TEXT_TO_TABLE, Phase.TABLE_TO_TEXT):
        assert learn(model, adam, phase) == learn(again, adam_again, phase)
    for one, other in zip(model.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_run_of_another_kind_of_device_goes_on(folder, saved):
    """A GPU's generator has a state of 16 bytes; dropout differs by step, and not by chance."""
    tensors = safetensors.torch.load_file(folder.state)
    with safetensors.safe_open(folder.state, "pt") as file:
        metadata = file.metadata()
    tensors["generator"] = torch.zeros(16, dtype=torch.uint8)
    losses = []
    for step in (17, 17, 18):
        metadata["charcopy_state"] = json.dumps(
            {**json.loads(metadata["charcopy_state"]), "step": step}
        )
        safetensors.torch.save_file(tensors, folder.state, metadata)
        again, adam = learner(1)
        assert state.restore(folder, again, adam).step == step
        assert torch.equal(again.output.weight, saved[0].output.weight)
        losses.append(learn(again, adam))
    assert losses[0] == losses[1] != losses[2]
    assert "on another kind of device" in folder.log.read_text(encoding="utf-8")


def test_moments_of_unused_parameters_stay_absent(folder, saved):
    again, adam = learner(2)
    state.restore(folder, again, adam)
    without = {n for n, p in again.named_parameters() if p not in adam.state}
    assert "text_gru.backwards.0.hidden" in without
    assert "output.weight" not in without
    assert adam.state[again.output.weight]["step"].item() == 2


def test_nothing_is_pickled(folder, saved):
    with safetensors.safe_open(folder.state, "pt") as file:
        assert json.loads(file.metadata()["charcopy_state"])["step"] == 17


def damaged(how, path):
    content = path.read_bytes()
    if how == "truncated":
        path.write_bytes(content[: len(content) // 2])
    elif how == "garbage":
        path.write_bytes(b"\x80\x04garbage" * 20)
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "gone":
        path.unlink()
    elif how == "nothing of ours":
        safetensors.torch.save_file({"x": torch.zeros(1)}, path)
    else:
        with safetensors.safe_open(path, "pt") as file:
            metadata = file.metadata()
        tensors = safetensors.torch.load_file(path)
        if how == "no weights":
            del tensors["model.output.bias"]
        elif how == "no generator":
            del tensors["generator"]
        elif how == "bad position":
            metadata["charcopy_state"] = '{"epoch": 1, "moon": 2}'
        elif how == "moments of nobody":
            tensors["adam.exp_avg.moon"] = torch.zeros(1)
        safetensors.torch.save_file(tensors, path, metadata)


@pytest.mark.parametrize(
    "how",
    ["truncated", "garbage", "empty", "gone", "nothing of ours", "no weights", "no generator",
     "bad position", "moments of nobody"],
)  # fmt: skip
def test_what_cannot_be_resumed_from(folder, saved, how):
    damaged(how, folder.state)
    with pytest.raises(RunError, match=r"state\.safetensors cannot be resumed from"):
        state.restore(folder, *learner(2))


def test_another_size_cannot_be_resumed(folder, saved):
    larger = ModelConfig(hidden_size=5, attention_size=3, embedding_size=2)
    with pytest.raises(RunError, match="cannot be resumed from"):
        state.restore(folder, *learner(2, larger))
