"""What the shipped checkpoints do, on meaning representations that were never trained on."""

import json
import re

import pytest

from core import checkpoint, model_card
from core.commands import writing
from core.config import DecodingConfig, TrainingConfig
from core.decoding import greedy
from core.metrics.slots.findings import find, read_mr
from core.records import Phase

NAMES = (
    "Ōkami & Sons (Bar)", "Qwyx 7", "Zizzi Blue", "The Amber Fox", "Lantern House",
    "Kettle & Crane", "Marlowe's", "The Tin Whistle", "Osteria Lunara", "Blue Heron",
    "Café 東京", "Juniper Lane", "The Copper Pot", "Zum Löwen", "Harrow & Finch",
    "The Velvet Pear", "Nuvola", "Old Salt Cellar", "Ø47 Kitchen!", "The Gilded Spoon",
)  # fmt: skip
"""Invented; none is a name in E2E."""


WRITERS = [model_card.DEFAULT, model_card.TRANSFER_BASE]
SHORT = (
    "name[Blue Spice], eatType[pub]", "name[The Otter], eatType[coffee shop], food[Thai]",
    "name[Zizzi], area[riverside]", "name[Green Man], food[Italian], familyFriendly[yes]",
    "name[Loch Fyne], customer rating[high], near[The Bakers]",
    "name[Cocum], priceRange[cheap], area[city centre]",
)  # fmt: skip


def loaded(name):
    return checkpoint.load(model_card.find(name)).model()


@pytest.mark.parametrize("path", sorted(model_card.SHIPPED.glob("*.safetensors")))
def test_every_model_loads_and_has_a_card_beside_it(path):
    card = checkpoint.load(path).card
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    assert card.provenance.licence in text
    assert f"{card.provenance.dev_bleu:.4f}" in text
    assert card.config.variant in text
    assert path.stat().st_size < 12_000_000


@pytest.mark.parametrize("name", WRITERS)
def test_most_invented_names_are_copied_exactly(name):
    about = "eatType[pub], food[Thai], area[riverside]"
    mrs = [f"name[{name}], {about}" for name in NAMES]
    texts = greedy.decode(loaded(name), mrs, Phase.TABLE_TO_TEXT, 300)
    copied = [name for name, text in zip(NAMES, texts, strict=True) if name in text]
    assert len(copied) >= 18, texts


def test_short_tables_are_said_as_they_are():
    texts = greedy.decode(loaded(model_card.DEFAULT), SHORT, Phase.TABLE_TO_TEXT, 300)
    found = [find(read_mr(mr), text) for mr, text in zip(SHORT, texts, strict=True)]
    assert sum(not findings.errors for findings in found) >= len(SHORT) - 1, texts


def trace(mr, capsys):
    writing.generate(
        mr, model=model_card.DEFAULT, device_name="cpu", config=DecodingConfig(), as_json=True
    )
    return json.loads(capsys.readouterr().out)


def test_an_english_sentence_comes_out(capsys):
    found = trace("name[Zizzi Blue], eatType[pub], food[Thai], area[riverside]", capsys)
    assert re.fullmatch(r"[A-Z].*\.", found["text"])
    assert "Zizzi Blue" in found["text"]
    assert "pub" in found["text"]
    for step in found["steps"]:
        assert sum(step["alignment"]) == pytest.approx(1, abs=1e-5)
        assert sum(step["copy_alignment"]) == pytest.approx(1, abs=1e-5)
        assert sum(c["probability"] for c in step["candidates"]) <= 1 + 1e-6


def test_characters_never_trained_are_reachable_by_copying(capsys):
    assert not {"東", "京"} & set(loaded(model_card.DEFAULT).alphabet.characters)
    found = trace("name[Café 東京], eatType[pub]", capsys)
    positions = {c: 1 + found["source"].index(c) for c in "東京"}
    for position in positions.values():
        assert max(step["copy_alignment"][position] for step in found["steps"]) > 0.5


@pytest.mark.parametrize("path", sorted((model_card.SHIPPED / "recipes").glob("*.toml")))
def test_recipes_can_be_followed(path):
    TrainingConfig.from_toml(path.read_text(encoding="utf-8"))
