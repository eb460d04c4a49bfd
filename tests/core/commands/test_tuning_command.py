import dataclasses
import json

import pytest

from core import checkpoint, command_line, kernels, model_card
from core.commands import evaluating, tuning
from core.commands.errors import UsageError
from core.config import ConfigError
from core.corpus.formats import CorpusError
from core.metrics import meteor
from core.network.model import EdaCs


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    monkeypatch.setattr(meteor, "problem", lambda: "METEOR needs Java.")
    monkeypatch.setattr(kernels, "prepare", lambda cancel: "")


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "dev.csv"
    path.write_text(
        'mr,ref\n"name[Aromi], food[French]",Aromi serves French food.\n'
        '"name[Zizzi], area[riverside]",Zizzi is by the river.\n'
    )
    return path


def arguments(model, corpus, *others):
    return ["--model", str(model), "--corpus", str(corpus), "--beam", "2", *others]


def run(*words):
    tuning.run(command_line.parser(()).parse_args(["tune-rerank", *words]))


def test_every_pair_of_weights(model, corpus, capsys):
    run(*arguments(model, corpus, "--lambdas", "0,1", "--slot-weights", "0,5,10"))
    head, *lines, legend = capsys.readouterr().out.splitlines()
    assert head.split() == ["lambda", "slot", "weight", "BLEU", "SER"]
    assert [tuple(line.split()[:2]) for line in lines] == [
        ("0", "0"), ("0", "5"), ("0", "10"), ("1", "0"), ("1", "5"), ("1", "10"),
    ]  # fmt: skip
    assert any(line.endswith("*") for line in lines)
    assert legend.startswith("* ")


def test_the_figures_are_those_of_evaluate(model, corpus, capsys):
    run(*arguments(model, corpus, "--lambdas", "2", "--slot-weights", "5", "--samples", "3",
                   "--seed", "4", "--json"))  # fmt: skip
    (found,) = json.loads(capsys.readouterr().out)
    words = [
        "evaluate",
        *arguments(
            model,
            corpus,
            "--rerank",
            "--lambda",
            "2",
            "--slot-weight",
            "5",
            "--samples",
            "3",
            "--sampling-seed",
            "4",
            "--json",
        ),
    ]
    evaluating.run(command_line.parser(()).parse_args(words))
    expected = json.loads(capsys.readouterr().out)
    assert found == {
        "lambda": 2,
        "slot_weight": 5,
        "BLEU": expected["BLEU"],
        "SER": expected["SER"],
    }


def test_a_model_without_exchange_tries_slots_alone(model, corpus, tmp_path, capsys):
    card = model_card.read(model_card.find(model))
    config = dataclasses.replace(card.config, exchange=False)
    path = tmp_path / "eda.safetensors"
    checkpoint.save(
        dataclasses.replace(card, name="eda", path=path, config=config),
        EdaCs.seeded(config, card.alphabet, 1),
    )
    run(*arguments(path, corpus, "--json"))
    found = json.loads(capsys.readouterr().out)
    assert [one["lambda"] for one in found] == [0] * len(tuning.SLOT_WEIGHTS)
    with pytest.raises(ConfigError, match=r"^eda was trained without exchanging its GRUs, so it "):
        run(*arguments(path, corpus, "--lambdas", "0,1"))


def test_bad_input(model, corpus):
    with pytest.raises(ConfigError, match="reconstruction_weight must be"):
        run(*arguments(model, corpus, "--lambdas", "1,1000"))
    with pytest.raises(UsageError, match="--beam must be"):
        run("--model", model, "--corpus", str(corpus), "--beam", "0")
    with pytest.raises(CorpusError, match="There is no corpus 'nowhere'"):
        run("--model", model, "--corpus", "nowhere", "--beam", "2")
