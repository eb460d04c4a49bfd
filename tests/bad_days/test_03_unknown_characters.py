"""Characters that a model was never trained on, and languages that have no space between words."""

import dataclasses
import json

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from models_driver import made
from trouble import QUICK, SMALL
from window_driver import named, shown_text, shown_window, wait_until_idle

from charcopy_gui.storage.settings import Settings
from charcopy_gui.workers import loading
from core import checkpoint
from core.alphabet import EOS, Alphabet
from core.config import DecodingConfig, ModelConfig, Strategy
from core.decoding import texts
from core.decoding.steps import steps
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots import findings
from core.metrics.slots.findings import SlotState
from core.network.model import EdaCs
from core.records import Phase

CHINESE = "".join(
    f"店名[红灯笼{c}],菜系[川菜]\t红灯笼{c}是一家川菜馆。\n" for c in "甲乙丙丁戊己庚辛"
)


def test_a_corpus_without_a_space_is_trained_on_written_read_back_and_scored(tmp_path, command):
    corpus = tmp_path / "zh.tsv"
    corpus.write_text("mr\tref\n" + CHINESE, encoding="utf-8")
    dev = tmp_path / "dev.tsv"
    dev.write_text("mr\tref\n店名[𠮷野家 🍜 Ω],菜系[面]\t𠮷野家 🍜 Ω是面馆。\n", encoding="utf-8")
    run = tmp_path / "run"
    given = ("--corpus", corpus, "--dev", dev, *SMALL, *QUICK, "--out", run)
    assert command("train", *given)[0] == 0
    model = checkpoint.load(run / "last.safetensors").model()
    with torch.no_grad():
        model.output.bias[EOS] += 4  # Texts end soon: what they say does not matter here.
    checkpoint.save(checkpoint.load(run / "last.safetensors").card, model)
    last = run / "last.safetensors"
    code, out, err = command("generate", "店名[𠮷 ß🍜]", "--model", last, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["source"] == "店名[𠮷 ß🍜]"
    many = ("--beam", "2", "--rerank", "--samples", "2")
    assert command("generate", "店名[𠮷 ß🍜]", "--model", last, *many)[0] == 0
    assert command("read-back", "𠮷是 ß🍜", "--model", last)[0] == 0
    for options in ((), many):
        code, out, err = command("evaluate", "--model", last, "--corpus", dev, "--json", *options)
        assert code == 0, err
        assert json.loads(out)["n"] == 1
    out = command("evaluate", "--outputs", _lines(tmp_path), "--corpus", corpus, "--json")[1]
    assert json.loads(out)["exact_copy"] == 1, "names stand in the midst of other characters"
    assert json.loads(out)["SER"] == 0


def _lines(folder):
    path = folder / "texts.txt"
    path.write_text("".join(line.split("\t")[1] + "\n" for line in CHINESE.splitlines()))
    return path


@pytest.mark.parametrize(
    ("value", "text", "state"),
    [
        ("红灯笼", "红灯笼是一家川菜馆。", SlotState.VERBATIM),
        ("ร้านดี", "ร้านดีอยู่ใกล้", SlotState.VERBATIM),
        ("지지", "지지는 술집이다.", SlotState.VERBATIM),
        ("Zizzi", "Zizziは店です。", SlotState.VERBATIM),
        ("红灯笼大饭店", "红灯笼太饭店是一家川菜馆。", SlotState.NEAR_COPY),
        ("Zizzi", "Zizzis is a pub.", SlotState.NEAR_COPY),
        ("Phở Nhà", "Phở Nhàn is near.", SlotState.NEAR_COPY),
    ],
)
def test_a_name_is_found_where_no_space_parts_it_from_the_rest(value, text, state):
    found = findings.find(MeaningRepresentation.parse(f"名[{value}]"), text)
    assert found.slots[0].state is state


# An alphabet without a space, and one of a single letter.

NETWORKS = [
    EdaCs.seeded(
        ModelConfig(hidden_size=4, attention_size=3, embedding_size=2).with_variant(variant),
        Alphabet(tuple(letters)),
        seed=1,
    )
    for variant in ("EDA", "EDA_CS")
    for letters in ("abcmn[]", "a")
]
ANY_TEXT = st.text(min_size=1, max_size=6)


@settings(max_examples=25)
@given(ANY_TEXT, st.sampled_from(NETWORKS), st.sampled_from(Phase), st.sampled_from(Strategy))
def test_no_character_stops_any_way_of_writing(text, network, phase, strategy):
    if phase is Phase.TEXT_TO_TABLE and not network.config.exchange:
        return
    config = DecodingConfig(strategy, max_length=4, beam_width=2)
    if strategy is Strategy.BEAM:
        tree = texts.tree(network, text, phase, config)
        assert tree.hypotheses
        assert set("".join(h.text for h in tree.hypotheses)) <= _writable(network, text)
    else:
        *_, last = steps(network, text, phase, config)
        assert set(last.text) <= _writable(network, text)


def _writable(network, text):
    return {*network.alphabet.characters, *(text if network.config.copy else "")}


def test_a_model_without_a_space_writes_in_the_window_and_marks_what_it_lacks(
    qtbot, tmp_path, own_folders
):
    path = made(tmp_path / "m.safetensors")
    card = checkpoint.load(path).card
    letters = Alphabet(tuple("aenm[],"))
    network = EdaCs.seeded(card.config, letters, seed=1)
    with torch.no_grad():
        network.output.bias[EOS] += 3
    checkpoint.save(dataclasses.replace(card, alphabet=letters), network)
    table = Settings(mr="name[a b 東🍜]", device="cpu")
    with shown_window(qtbot, load=loading.load_model, settings=table, model=path) as window:
        wait_until_idle(qtbot, window)
        assert set(shown_text(window)) <= {*letters.characters, *"a b 東🍜"}
        said = window.page.mr.model.mark(0, 1)
        assert "🍜" in said
        assert "東" in said
        assert named(window, "Meaning representation as a line").text() == "name[a b 東🍜]"
