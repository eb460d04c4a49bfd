import json
from pathlib import Path

import pytest

from core import checkpoint, model_card
from core.checkpoint import CheckpointError
from core.command_line import parser
from core.commands import packing
from core.commands.errors import UsageError
from core.model_store import StoreError
from core.provenance import Figures


def run(*arguments):
    packing.run(parser(("generate",)).parse_args(["models", *map(str, arguments)]))


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "Café 東京"
    made.mkdir()
    return made


def test_check_says_what_a_good_file_is(model, capsys):
    run("check", model)
    said = capsys.readouterr().out
    assert said.startswith("small.safetensors is a model that can be used: EDA_CS, ")
    assert said.endswith("weights in single precision; its digest is right.\n")


def test_check_refuses_what_cannot_be_used(model):
    path = Path(model)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="was changed after it was written"):
        run("check", model)


def test_pack_halves_the_weights_and_says_more(model, folder, tmp_path, capsys):
    figures = tmp_path / "figures.json"
    scored = [
        {"corpus": "E2E", "split": "dev", "decoding": "greedy", "BLEU": 0.625, "METEOR": None}
    ]
    figures.write_text(json.dumps(scored), encoding="utf-8-sig")
    out = folder / "shipped.safetensors"
    said = ("--corpus", "E2E+", "--licence", "CC BY-SA 4.0", "--attribution", "Novikova")
    run("pack", model, out, "--figures", figures, *said)
    assert capsys.readouterr().out.startswith(f"Wrote {out}: ")
    before, after = model_card.read(Path(model)), model_card.read(out)
    assert after.name == "shipped"
    assert after.stored.is_half
    assert after.stored.weights == before.stored.weights
    assert after.figures == (Figures("E2E", "dev", "greedy", scores={"BLEU": 0.625}),)
    origin = after.provenance
    assert (origin.corpus, origin.licence, origin.attribution) == (
        "E2E+",
        "CC BY-SA 4.0",
        "Novikova",
    )
    assert (origin.dev_bleu, after.config, after.alphabet) == (0.5, before.config, before.alphabet)
    checkpoint.load(out).model()


def test_pack_keeps_what_nobody_changes(model, folder):
    run("pack", model, folder, "--name", "mine")
    run("pack", folder / "mine.safetensors", folder, "--name", "again")
    first, second = (model_card.read(folder / f"{n}.safetensors") for n in ("mine", "again"))
    assert first.provenance == second.provenance == model_card.read(Path(model)).provenance
    assert first.stored == second.stored


@pytest.mark.parametrize("content", ["no JSON", "5", '[{"BLEU": "NaN", "x": [1]}]', '{"a": NaN}'])
def test_pack_refuses_figures_that_are_none(model, folder, content):
    figures = folder / "figures.json"
    figures.write_text(content)
    with pytest.raises(UsageError, match=r"figures\.json holds no figures"):
        run("pack", model, folder / "a.safetensors", "--figures", figures)
    assert not (folder / "a.safetensors").exists()


def test_pack_refuses_places_that_are_none(model, folder):
    for error, says, arguments in (
        (UsageError, "the model itself", (model,)),
        (UsageError, "--name says", (folder,)),
        (UsageError, "must end in", (folder / "a.pt",)),
        (UsageError, "There is no folder", (folder / "b" / "a.safetensors",)),
        (StoreError, "cannot hold", (folder, "--name", "../a")),
        (UsageError, "cannot be read", (folder / "a.safetensors", "--figures", folder / "none")),
    ):
        with pytest.raises(error, match=says):
            run("pack", model, *arguments)
    assert list(folder.iterdir()) == []
