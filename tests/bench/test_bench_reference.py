import pytest
import torch

from core.alphabet import Alphabet
from core.batching import Batch
from core.config import ModelConfig
from core.network.model import EdaCs
from core.records import Phase
from tests.bench.reference import ReferenceNetwork, Side


def copied(model, config):
    """The frozen network with the weights of ours."""
    frozen = ReferenceNetwork(config, len(model.alphabet)).eval()
    for name in ("annotation", "character", "state"):
        getattr(frozen, name).load_state_dict(getattr(model.attention, name).state_dict())
    frozen.output.load_state_dict(model.output.state_dict())
    frozen.embedding.load_state_dict(model.embedding.state_dict())
    switch = model.switch
    parts = (switch.character.weight, switch.state.weight, switch.context.weight)
    with torch.no_grad():
        frozen.energy.weight.copy_(model.attention.energy[None])
        frozen.switch.weight.copy_(torch.cat([*parts, switch.previous.view(1, 1)], 1))
        frozen.switch.bias.copy_(switch.character.bias)
    put(frozen.table, model.table_gru)
    put(frozen.text, model.text_gru)
    return frozen


def put(side: Side, gru):
    forwards, backwards = gru.forwards[0], gru.backwards[0]
    unread = torch.zeros_like(forwards.context)
    weights = {}
    for suffix, cell, context in (
        ("", forwards, forwards.context),
        ("_reverse", backwards, unread),
    ):
        weights |= {
            f"weight_ih_l0{suffix}": torch.cat([context, cell.input], 1),
            f"weight_hh_l0{suffix}": cell.hidden,
            f"bias_ih_l0{suffix}": cell.input_bias,
            f"bias_hh_l0{suffix}": cell.hidden_bias,
        }
    side.encoder.load_state_dict(weights)
    side.cell.load_state_dict(
        {name[:-3]: value for name, value in weights.items() if name.endswith("_l0")}
    )


@pytest.mark.parametrize("phase", Phase)
def test_the_frozen_network_computes_the_same(phase):
    config = ModelConfig(hidden_size=8, attention_size=6, embedding_size=5, dropout=0.0)
    model = EdaCs.seeded(config, Alphabet.from_texts([]), seed=1).eval()
    pairs = [("name[Ab 東]", "Ab 東 x"), ("a[b]", "longer text here"), ("a[b]", "q")]
    batch = Batch.of(pairs, model.alphabet)
    outputs = model.teacher_forced(batch, phase)
    loss, likeliest = copied(model, config).loss(batch, phase)
    torch.testing.assert_close(loss, outputs.loss(batch))
    assert torch.equal(likeliest, outputs.likeliest())
