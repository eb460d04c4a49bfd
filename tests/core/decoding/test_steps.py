import dataclasses
import math
import pickle
from collections import Counter

import numpy as np
import pytest
import torch
from counting import CountingEvent

from core.alphabet import EOS, Alphabet
from core.batching import Batch
from core.config import ConfigError, DecodingConfig, ModelConfig, Strategy
from core.decoding.distribution import DistributionError
from core.decoding.steps import WhatIfError, source_view, steps
from core.network.model import EdaCs
from core.records import (
    END_LABEL,
    START_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    Phase,
    SlotSpan,
)

ALPHABET = Alphabet(tuple("abcdefnm[], é"))
TINY = ModelConfig(hidden_size=8, attention_size=6, embedding_size=5, dropout=0.3)
SOURCE = "name[Caf 東京], near[bed]"
FORWARD = Phase.TABLE_TO_TEXT
PLAIN = DecodingConfig(max_length=12)
SAMPLED = dataclasses.replace(PLAIN, strategy=Strategy.SAMPLED)


def network(variant="EDA_CS", seed=2, **changes):
    """A network with large random weights, so that what it writes is not one letter."""
    config = dataclasses.replace(TINY, **changes).with_variant(variant)
    model = EdaCs.seeded(config, ALPHABET, seed)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
    model.name = "tiny"
    return model.eval()


def run(model=None, config=PLAIN, source=SOURCE, phase=FORWARD, **options):
    return list(steps(model or network(), source, phase, config, **options))


def characters(records):
    return [r for r in records if isinstance(r, CharacterStep)]


def text_of(records):
    return records[-1].text


# The contract


def test_records_come_in_order():
    records = run(run=4, branch=2)
    assert isinstance(records[0], GenerationStarted)
    assert isinstance(records[-1], GenerationFinished)
    assert [r.index for r in records[1:-1]] == list(range(len(records) - 2))
    assert all(isinstance(r, CharacterStep) for r in records[1:-1])
    assert {(r.run, r.branch) for r in records} == {(4, 2)}
    assert records[0].model == "tiny"
    assert records[0].source.characters == (START_LABEL, *SOURCE, END_LABEL)
    assert records[0].source.unknown == frozenset(
        i for i, c in enumerate(SOURCE, 1) if c in "C東京r"
    )


def test_slot_spans_count_the_start():
    view = source_view("name[ab], near[c]", ALPHABET, FORWARD)
    assert view.slot_spans == (
        SlotSpan(0, (1, 5), (6, 8)),
        SlotSpan(1, (11, 15), (16, 17)),
    )
    assert source_view("name[ab]", ALPHABET, Phase.TEXT_TO_TABLE).slot_spans == ()


def test_the_text_is_what_was_written():
    records = run()
    written = "".join(r.character for r in characters(records))
    assert text_of(records) == written.removesuffix(END_LABEL)
    assert records[-1].log_probability == pytest.approx(
        sum(r.log_probability for r in characters(records))
    )
    assert records[-1].seconds > 0


def test_arrays_are_owned_and_everything_can_be_pickled():
    records = run()
    size = len(SOURCE) + 2
    for step in characters(records):
        for array in (step.alignment, step.copy_alignment):
            assert array.dtype == np.float32
            assert array.shape == (size,)
            assert array.flags.owndata
            assert array.flags.writeable
            assert array.sum() == pytest.approx(1, abs=1e-5)
        assert type(step.p_gen) is type(step.log_probability) is type(step.entropy) is float
    again = pickle.loads(pickle.dumps(records))  # noqa: S301
    assert text_of(again) == text_of(records)
    assert np.array_equal(again[1].alignment, records[1].alignment)


def test_candidates_are_the_likeliest_and_their_shares_add_up():
    for step in characters(run(config=dataclasses.replace(PLAIN, candidates=5))):
        probabilities = [c.probability for c in step.candidates]
        assert len(probabilities) == 5
        assert probabilities == sorted(probabilities, reverse=True)
        for candidate in step.candidates:
            assert candidate.generated + candidate.copied == pytest.approx(candidate.probability)
        assert step.candidates[0].character == step.character
        assert math.exp(step.log_probability) == pytest.approx(probabilities[0], rel=1e-4)


def test_all_candidates_sum_to_one_and_give_the_entropy():
    many = dataclasses.replace(PLAIN, candidates=1000)
    for step in characters(run(config=many)):
        probabilities = [c.probability for c in step.candidates]
        names = [c.character for c in step.candidates]
        # 13 letters, four more of the source's own (C, 東, 京, r), and the end.
        assert len(set(names)) == len(names) <= 18
        assert "" not in names
        assert sum(probabilities) == pytest.approx(1, abs=1e-5)
        entropy = -sum(p * math.log(p) for p in probabilities)
        assert step.entropy == pytest.approx(entropy, abs=1e-4)
        generated = sum(c.generated for c in step.candidates)
        assert generated == pytest.approx(step.p_gen, abs=1e-5)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("variant", ["EDA_CS", "EDA_S"])
@pytest.mark.parametrize("shift", [True, False])
def test_decoding_equals_teacher_forcing_on_its_own_output(variant, phase, shift):
    model = network(variant, seed=7, layers=2, coverage=True, shift=shift).double()
    records = run(model, phase=phase)
    written = characters(records)
    batch = Batch.of([(SOURCE, text_of(records))], ALPHABET)
    with torch.no_grad():
        outputs = model.teacher_forced(batch, phase)
        log_p = outputs.log_probability_of(batch.targets)[0]
    for i, step in enumerate(written):
        assert step.log_probability == pytest.approx(log_p[i].item(), abs=1e-9)
        np.testing.assert_allclose(step.alignment, outputs.alignments[0, i], atol=1e-6)
        if variant == "EDA_S":
            assert step.p_gen is None
            assert step.copy_alignment is None
        else:
            np.testing.assert_allclose(step.copy_alignment, outputs.log_copy[0, i].exp(), atol=1e-6)
            assert step.p_gen == pytest.approx(torch.sigmoid(outputs.gate[0, i]).item())


def test_it_ends_by_length_or_by_the_end():
    records = run(config=dataclasses.replace(PLAIN, max_length=3), forced={2: "a"})
    assert records[-1].ending is Ending.LENGTH
    assert len(characters(records)) == 3
    records = run(forced={0: "b", 1: END_LABEL})
    assert records[-1].ending is Ending.END
    assert [r.character for r in characters(records)] == ["b", END_LABEL]
    assert text_of(records) == "b"
    # The end character counts: with room for one, it still fits.
    records = run(config=dataclasses.replace(PLAIN, max_length=1), forced={0: END_LABEL})
    assert records[-1].ending is Ending.END


def test_the_consumer_is_not_in_inference_mode():
    for _ in steps(network(), SOURCE, FORWARD, PLAIN):
        assert not torch.is_inference_mode_enabled()
        assert torch.is_grad_enabled()


# Copying


def test_characters_outside_the_alphabet_are_copied():
    """No 東 was ever trained: attending to ' ' copies it, as the shift has it."""
    source = "name[Café 東京]"
    order = {i: 5 + i for i in range(7)}  # position 5 is '[', so the copy begins with C
    records = run(
        source=source,
        p_gen_pins=dict.fromkeys(order, 0.0),
        attention_pins=order,
        config=dataclasses.replace(PLAIN, max_length=7),
    )
    assert text_of(records) == "Café 東京"
    for i, step in enumerate(characters(records)):
        assert step.alignment.argmax() == 5 + i
        assert step.copy_alignment.argmax() == 6 + i
        assert step.candidates[0].generated == 0
        assert step.log_probability == pytest.approx(0, abs=1e-6)


def test_the_first_character_is_copied_by_attending_to_the_start():
    records = run(source="東", p_gen_pins={0: 0.0}, attention_pins={0: 0})
    assert characters(records)[0].character == "東"


def test_a_model_without_copying_cannot_write_them():
    model = network("EDA_S")
    assert {s.p_gen for s in characters(run(model))} == {None}
    many = dataclasses.replace(PLAIN, candidates=1000)
    seen = {c.character for s in characters(run(model, many)) for c in s.candidates}
    assert not seen & set("C東京r")


# Pins and forced characters


@pytest.mark.parametrize("value", [0.0, 0.3, 1.0])
def test_a_pin_of_p_gen(value):
    many = dataclasses.replace(PLAIN, candidates=1000)
    free, pinned = characters(run(config=many)), characters(run(config=many, p_gen_pins={0: value}))
    assert pinned[0].p_gen == pytest.approx(value)
    assert np.array_equal(free[0].alignment, pinned[0].alignment)
    assert sum(c.generated for c in pinned[0].candidates) == pytest.approx(value, abs=1e-6)
    assert sum(c.copied for c in pinned[0].candidates) == pytest.approx(1 - value, abs=1e-6)
    by_hand = {c.character: c.generated / free[0].p_gen * value for c in free[0].candidates}
    for candidate in pinned[0].candidates:
        expected = by_hand.get(candidate.character, 0)
        assert candidate.generated == pytest.approx(expected, abs=1e-6)


def test_a_pin_is_what_the_next_p_gen_remembers():
    """Equation 8 reads the last p_gen: the logit changes by its weight times the difference."""
    model = network().double()
    one = characters(run(model, p_gen_pins={0: 0.9}, forced={0: "a"}))[1].p_gen
    two = characters(run(model, p_gen_pins={0: 0.1}, forced={0: "a"}))[1].p_gen
    weight = model.switch.previous.item()
    difference = math.log(one / (1 - one)) - math.log(two / (1 - two))
    assert difference == pytest.approx(0.8 * weight, rel=1e-6)


def test_a_pin_of_attention():
    records = characters(run(attention_pins={1: 3}))
    assert records[1].alignment.tolist() == [float(j == 3) for j in range(len(SOURCE) + 2)]
    assert records[1].copy_alignment.tolist() == [float(j == 4) for j in range(len(SOURCE) + 2)]
    assert records[0].alignment.max() < 1


def test_forced_characters_are_marked_and_read():
    free, forced = characters(run()), characters(run(forced={1: "東"}))
    assert [s.forced for s in forced[:3]] == [False, True, False]
    assert forced[1].character == "東"
    share = {c.character: c.probability for c in forced[1].candidates}
    assert math.exp(forced[1].log_probability) == pytest.approx(
        share.get("東", math.exp(forced[1].log_probability)), rel=1e-4
    )
    assert np.array_equal(free[1].alignment, forced[1].alignment)
    assert not np.array_equal(free[2].alignment, forced[2].alignment)


@pytest.mark.parametrize(
    "options",
    [
        {"forced": {0: "ß"}},
        {"forced": {0: "ab"}},
        {"forced": {0: ""}},
        {"p_gen_pins": {0: 1.1}},
        {"p_gen_pins": {0: -0.1}},
        {"p_gen_pins": {0: math.nan}},
        {"attention_pins": {0: -1}},
        {"attention_pins": {0: len(SOURCE) + 2}},
        {"attention_pins": {0: len(SOURCE) + 1}},  # nothing stands behind the end to copy
    ],
)
def test_what_cannot_be_done_is_refused(options):
    with pytest.raises(ValueError, match="step 1"):
        run(**options)


def test_without_the_shift_attention_cannot_go_to_the_start_which_is_never_copied():
    with pytest.raises(WhatIfError, match=rf"a position from 1 to {len(SOURCE) + 1}\.$"):
        run(network(shift=False), attention_pins={0: 0})
    for pin in (1, 5):
        (step, *_) = characters(run(network(shift=False), attention_pins={0: pin}))
        assert step.copy_alignment.tolist() == [float(j == pin) for j in range(len(SOURCE) + 2)]
    assert characters(run(network("EDA_S"), attention_pins={0: 0}))[0].alignment[0] == 1


def test_attention_may_go_to_the_end_without_the_shift():
    last = len(SOURCE) + 1
    for model in (network(shift=False), network("EDA_S")):
        assert characters(run(model, attention_pins={0: last}))[0].alignment[last] == 1


# Forks


def test_a_fork_equals_the_whole_run_with_the_character_forced():
    model = network(seed=7, layers=2, coverage=True).double()
    kept = {}
    main = run(model, prefixes=kept)
    assert {index for _, index in kept} == set(range(len(characters(main))))
    whole = run(model, forced={5: "e"})
    fork = run(model, start=kept[0, 5], forced={5: "e"}, branch=1, prefixes=kept)
    assert text_of(fork) == text_of(whole)
    assert fork[-1].log_probability == pytest.approx(whole[-1].log_probability)
    assert len(characters(fork)) == len(characters(whole)) - 5
    for ours, theirs in zip(characters(fork), characters(whole)[5:], strict=True):
        assert ours.index == theirs.index
        assert ours.branch == 1
        assert ours.character == theirs.character
        assert np.array_equal(ours.alignment, theirs.alignment)
        assert ours.p_gen == theirs.p_gen
    assert (1, 6) in kept
    # The prefix was not used up: forking once more gives the main run's own end.
    assert text_of(run(model, start=kept[0, 5])) == text_of(main)


# Sampling


def test_a_seed_gives_its_text():
    texts = [text_of(run(config=dataclasses.replace(SAMPLED, seed=s))) for s in (1, 1, 2, 3, 4)]
    assert texts[0] == texts[1]
    assert len(set(texts)) > 2


def test_a_cold_or_narrow_sample_is_greedy():
    greedy = text_of(run())
    for changes in ({"temperature": 1e-3}, {"temperature": 5e-324}, {"top_p": 1e-9}):
        for seed in range(3):
            config = dataclasses.replace(SAMPLED, seed=seed, **changes)
            assert text_of(run(config=config)) == greedy


def first_characters(**changes):
    """How often each first character is drawn, and how likely it is."""
    model, counted, shares = network(), Counter(), {}
    config = dataclasses.replace(SAMPLED, max_length=1, candidates=1000, **changes)
    for seed in range(300):
        step = characters(run(model, dataclasses.replace(config, seed=seed)))[0]
        counted[step.character] += 1
        shares = {c.character: c.probability for c in step.candidates}
    return counted, shares


def test_characters_are_drawn_as_often_as_they_are_likely():
    counted, shares = first_characters(temperature=2.0)
    total = sum(math.sqrt(p) for p in shares.values())
    for character, p in shares.items():
        expected = math.sqrt(p) / total
        slack = 4 * math.sqrt(expected * (1 - expected) / 300) + 0.002
        assert counted[character] / 300 == pytest.approx(expected, abs=slack)


def test_top_p_keeps_the_likeliest_only():
    counted, shares = first_characters(temperature=1.0, top_p=0.9)
    kept, mass = set(), 0.0
    for character, p in shares.items():
        if mass < 0.9:
            kept.add(character)
        mass += p
    assert len(kept) < len(shares)
    assert set(counted) <= kept


# Stopping


def test_cancelled_before_it_began():
    records = run(cancel=CountingEvent(after=0))
    assert [type(r) for r in records] == [GenerationStarted, GenerationFinished]
    assert (text_of(records), records[-1].ending) == ("", Ending.STOPPED)


def test_cancelled_inside_the_encoder():
    cancel = CountingEvent(after=5)
    records = run(cancel=cancel)
    assert [type(r) for r in records] == [GenerationStarted, GenerationFinished]
    assert records[-1].ending is Ending.STOPPED
    assert cancel.looks == 6


def test_cancelled_while_writing_keeps_the_text_so_far():
    full = text_of(run())
    assert len(full) > 4
    records = run(cancel=CountingEvent(after=len(SOURCE) + 2 + 3))
    assert records[-1].ending is Ending.STOPPED
    assert text_of(records) == full[:3]
    assert len(characters(records)) == 3


def test_set_by_the_consumer_between_two_characters():
    cancel = CountingEvent()
    seen = []
    for record in steps(network(), SOURCE, FORWARD, PLAIN, cancel=cancel):
        seen.append(record)
        if isinstance(record, CharacterStep) and record.index == 1:
            cancel.set()
    assert len(characters(seen)) == 2
    assert seen[-1].ending is Ending.STOPPED


# What the research code computed again for every character


def test_the_source_is_read_and_projected_once(monkeypatch):
    model = network()
    calls = Counter()
    for name in ("embedding", "attention.annotation"):
        part = model.get_submodule(name)
        part.register_forward_hook(lambda *_, name=name: calls.update([name]))
    encode = model.table_gru.encode
    monkeypatch.setattr(
        model.table_gru, "encode", lambda *a: calls.update(["encode"]) or encode(*a)
    )
    written = len(characters(run(model)))
    assert written > 5
    assert (calls["encode"], calls["attention.annotation"]) == (1, 1)
    assert calls["embedding"] == 1 + written


def test_weights_that_are_no_numbers_are_told_of():
    model = network()
    with torch.no_grad():
        model.output.weight[EOS, 0] = math.nan
    with pytest.raises(DistributionError, match=r"no numbers for character 1 .* 'name\[Caf"):
        run(model)


def test_beam_search_is_not_taken_for_greedy_decoding():
    with pytest.raises(ConfigError, match="beam search"):
        run(config=dataclasses.replace(PLAIN, strategy=Strategy.BEAM))
