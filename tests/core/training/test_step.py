"""One step against the naive reference, and what a cancelled one leaves behind."""

import copy
import dataclasses
from threading import Event

import pytest
import torch
from counting import CountingEvent

from core.alphabet import Alphabet
from core.batching import Batch
from core.cancellation import Cancelled
from core.config import BackwardInput, ModelConfig, Optimizer, TrainingConfig
from core.network.model import EdaCs
from core.records import Phase
from core.training.step import NotANumberError, Stepper, optimizer_for
from tests.core.network.reference_network import of_model

ALPHABET = Alphabet(tuple("abc[]"))
CONFIG = TrainingConfig(
    model=ModelConfig(hidden_size=3, attention_size=4, embedding_size=3, dropout=0, coverage=True),
    learning_rate=0.05, clip=0.2, coverage_weight=0.7,
)  # fmt: skip
RATE = CONFIG.learning_rate
PAIRS = [("a[b]", "cab"), ("c東", "東a"), ("a[b]", "b")]


def network(config=CONFIG.model):
    model = EdaCs.seeded(config, ALPHABET, 4).double()
    generator = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.7)
    return model


def stepper(model, config=CONFIG, cancel=None):
    return Stepper(model, optimizer_for(model, config), config, cancel or Event())


class NaiveAdam:
    """Kingma and Ba's formulas, after clipping the norm of the gradient."""

    def __init__(self, leaves):
        self.leaves = leaves
        self.first, self.second, self.count = {}, {}, {}

    def step(self, loss, rate, clip):
        gradients = torch.autograd.grad(loss, list(self.leaves.values()), allow_unused=True)
        used = {n: g for n, g in zip(self.leaves, gradients, strict=True) if g is not None}
        norm = sum((g**2).sum() for g in used.values()) ** 0.5
        for name, gradient in used.items():
            g = gradient * min(1.0, clip / norm.item())
            t = self.count[name] = self.count.get(name, 0) + 1
            self.first[name] = 0.9 * self.first.get(name, 0) + 0.1 * g
            self.second[name] = 0.999 * self.second.get(name, 0) + 0.001 * g**2
            mean = self.first[name] / (1 - 0.9**t)
            spread = (self.second[name] / (1 - 0.999**t)).sqrt()
            with torch.no_grad():
                self.leaves[name] -= rate * mean / (spread + 1e-8)
        return norm.item()


@pytest.mark.parametrize("exchange", [True, False])
def test_two_steps_equal_the_references(exchange):
    config = dataclasses.replace(CONFIG, model=dataclasses.replace(CONFIG.model, exchange=exchange))
    model = network(config.model)
    reference, leaves = of_model(model)
    adam, ours = NaiveAdam(leaves), stepper(model, config)
    for epoch in range(2):
        rate = 0.05 * 0.9**epoch
        result = ours.step(PAIRS, epoch + 1, rate)
        forward, overlap = reference.losses(PAIRS, True)
        written = [reference.likeliest(source, target, True) for source, target in PAIRS]
        norms = [adam.step(forward + 0.7 * overlap, rate, 0.2)]
        assert result.table_to_text == pytest.approx(forward.item(), abs=1e-7)
        if exchange:
            back = [(text, source) for text, (source, _) in zip(written, PAIRS, strict=True)]
            loss, overlap = reference.losses(back, False)
            norms.append(adam.step(loss + 0.7 * overlap, rate, 0.2))
            assert result.text_to_table == pytest.approx(loss.item(), abs=1e-7)
        else:
            assert result.text_to_table is None
        assert min(norms) > 0.2  # so clipping was put to the test
        assert result.gradient_norm == pytest.approx(max(norms), rel=1e-5)
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(parameter.data, leaves[name].data, rtol=0, atol=1e-5, msg=name)


def test_a_second_phase_comes_every_so_many_steps():
    """In between, a step is that of a network without exchange, and a cancelled one is undone."""
    config = dataclasses.replace(CONFIG, backward_every=3)
    model = network()
    reference, leaves = of_model(model)
    adam, ours = NaiveAdam(leaves), stepper(model, config)
    for number in range(1, 7):
        result = ours.step(PAIRS, number, 0.01)
        written = [reference.likeliest(source, target, True) for source, target in PAIRS]
        loss, overlap = reference.losses(PAIRS, True)
        adam.step(loss + 0.7 * overlap, 0.01, 0.2)
        assert (result.text_to_table is not None) is (number in (3, 6))
        if result.text_to_table is not None:
            back = [(text, source) for text, (source, _) in zip(written, PAIRS, strict=True)]
            loss, overlap = reference.losses(back, False)
            adam.step(loss + 0.7 * overlap, 0.01, 0.2)
            assert result.text_to_table == pytest.approx(loss.item(), abs=1e-6)
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(parameter.data, leaves[name].data, rtol=0, atol=1e-5, msg=name)


def test_a_cut_off_prediction_ends_where_its_own_target_does():
    """What the network says beyond a row's end is its batch-mates' doing, and is not read."""
    model = network()
    alone = Batch.of(PAIRS[2:], ALPHABET)
    together = Batch.of([*PAIRS[:2], ("a[b]", "b" * 30), PAIRS[2]], ALPHABET)
    texts = []
    for batch in (alone, together):
        with torch.no_grad():
            predicted = model.teacher_forced(batch, Phase.TABLE_TO_TEXT).likeliest()
        back = batch.reconstruction(predicted)
        texts.append(back.sources.texts[back.groups[-1]])
    assert texts[0] == texts[1]
    assert len(texts[0]) <= len("b") + 1


@pytest.mark.parametrize("how", BackwardInput)
def test_what_the_second_phase_reads(how, monkeypatch):
    read = []
    encode = EdaCs.encode

    def noted(self, sources, phase, cancel=None):
        read.append((phase, sources.texts, torch.is_inference_mode_enabled()))
        return encode(self, sources, phase, cancel)

    monkeypatch.setattr(EdaCs, "encode", noted)
    config = dataclasses.replace(CONFIG, backward_input=how)
    stepper(network(), config).step(PAIRS, 1, RATE)
    phases = [(phase, inference) for phase, _, inference in read]
    second = read[-1][1]
    assert phases[0] == (Phase.TABLE_TO_TEXT, False)
    assert phases[-1] == (Phase.TEXT_TO_TABLE, False)
    if how is BackwardInput.REFERENCE:
        assert second == ("cab", "東a", "b")
    if how is BackwardInput.FREE_RUNNING:
        assert phases[1] == (Phase.TABLE_TO_TEXT, True)
        assert len(second) <= 2  # one text a distinct source
    assert len(read) == (3 if how is BackwardInput.FREE_RUNNING else 2)


def test_free_running_writes_without_dropout():
    model = network(dataclasses.replace(CONFIG.model, dropout=0.5))
    config = dataclasses.replace(
        CONFIG, model=model.config, backward_input=BackwardInput.FREE_RUNNING
    )
    states = []
    forward = model.dropout.forward
    model.dropout.forward = lambda v: (states.append(model.dropout.training), forward(v))[1]
    stepper(model, config).step(PAIRS, 1, RATE)
    assert {True, False} <= set(states)
    assert model.training


def everything(model, adam):
    moments = [t for state in adam.state.values() for t in state.values()]
    generator = model.dropout.generator.get_state()
    return copy.deepcopy([*model.state_dict().values(), *moments, generator])


@pytest.mark.parametrize(("exchange", "every"), [(True, 1), (True, 2), (False, 1)])
@pytest.mark.parametrize("share", [0.1, 0.4, 0.6, 0.8, 0.99])
@pytest.mark.parametrize("steps_before", [0, 1])
def test_a_cancelled_step_is_as_if_it_had_not_begun(share, steps_before, exchange, every):
    """Also in the second phase, when the first one's update has been made already."""
    config = dataclasses.replace(
        CONFIG,
        model=dataclasses.replace(CONFIG.model, dropout=0.3, exchange=exchange),
        backward_input=BackwardInput.REFERENCE,
        backward_every=every,
    )
    counting = CountingEvent()
    stepper(network(config.model), config, counting).step(PAIRS, 1, RATE)
    # S + T to read and write, there and back; in the second phase the same, T-1 and S-1 swapped.
    phases = 2 if exchange and every == 1 else 1
    assert counting.looks == phases * 2 * (6 + 4)

    model, cancel = network(config.model), CountingEvent()
    trained = stepper(model, config, cancel)
    for number in range(steps_before):
        trained.step(PAIRS, number + 1, RATE)
    before = everything(model, trained.optimizer)
    cancel.after, cancel.looks = int(share * counting.looks), 0
    with pytest.raises(Cancelled):
        trained.step(PAIRS, 9, 0.03)
    assert cancel.looks == cancel.after + 1
    after = everything(model, trained.optimizer)
    assert len(before) == len(after)
    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))


@pytest.mark.parametrize("exchange", [True, False])
def test_weights_that_no_phase_uses_stay(exchange):
    """Adam would move them on a gradient of zero; EDA_C never reads with text_gru."""
    model = network(dataclasses.replace(CONFIG.model, exchange=exchange, layers=2))
    config = dataclasses.replace(CONFIG, model=model.config)
    before = copy.deepcopy(model.state_dict())
    trained = stepper(model, config)
    for number in range(2):
        trained.step(PAIRS, number + 1, RATE)
    same = {n for n, v in model.state_dict().items() if torch.equal(v, before[n])}
    kinds = ("input", "hidden", "input_bias", "hidden_bias")
    unused = {f"text_gru.backwards.{layer}.{kind}" for layer in (0, 1) for kind in kinds}
    unused |= {"text_gru.forwards.1.backward_input", "text_gru.backwards.1.backward_input",
               "table_gru.forwards.0.context"}  # fmt: skip
    assert same == (set() if exchange else unused)


@pytest.mark.parametrize("where", ["embedding.weight", "table_gru.forwards.0.context"])
def test_what_is_no_number_is_named_and_not_learned_from(where):
    """The second of the two weights takes part in the second phase alone."""
    model = network()
    with torch.no_grad():
        model.get_parameter(where)[..., 0] = torch.nan
    with pytest.raises(NotANumberError, match="step 17") as caught:
        stepper(model).step(PAIRS, 17, RATE)
    assert caught.value.step == 17
    assert not model.output.weight.isnan().any()


def test_a_loss_beyond_all_measure_is_no_number_either():
    """A switch that only generates, and a character that only copying could write."""
    model = network()
    with torch.no_grad():
        model.output.bias.fill_(1e30)
        model.output.bias[4] = -1e30
    with pytest.raises(NotANumberError):
        stepper(model).step(PAIRS, 17, RATE)


@pytest.mark.parametrize("kind", Optimizer)
def test_the_optimiser_learns_at_the_rate_that_is_asked_for(kind):
    config = dataclasses.replace(CONFIG, optimizer=kind, weight_decay=0.25)
    trained = stepper(network(), config)
    trained.step(PAIRS, 1, 0.0125)
    assert trained.optimizer.param_groups[0]["lr"] == 0.0125
    assert trained.optimizer.param_groups[0]["weight_decay"] == (
        0.25 if kind is Optimizer.ADAMW else 0
    )


def test_adamw_shrinks_weights_besides():
    """Its step is Adam's, taken from weights that are smaller by rate times decay."""
    found = {}
    for kind in Optimizer:
        config = dataclasses.replace(
            CONFIG,
            model=dataclasses.replace(CONFIG.model, exchange=False),
            optimizer=kind,
            weight_decay=0.5,
        )
        model = network(config.model)
        before = model.output.weight.detach().clone()
        stepper(model, config).step(PAIRS, 1, 0.05)
        found[kind] = model.output.weight.detach().clone()
    shrunk = found[Optimizer.ADAM] - 0.05 * 0.5 * before
    torch.testing.assert_close(found[Optimizer.ADAMW], shrunk, rtol=0, atol=1e-12)
