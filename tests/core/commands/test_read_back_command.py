import dataclasses
import io
import json
import math

import pytest

from core import checkpoint, command_line, model_card
from core.commands import read_back
from core.commands.errors import UsageError
from core.config import ConfigError
from core.decoding.steps import steps
from core.network.model import EdaCs
from core.records import Phase

SENTENCE = "Café 東京 serves French food."


def run(*arguments):
    read_back.run(command_line.parser(()).parse_args(["read-back", *arguments]))


@pytest.fixture
def json_of(model, capsys):
    def read(*arguments):
        run("--model", model, "--json", *arguments)
        return json.loads(capsys.readouterr().out)

    return read


def test_the_characters_add_up(model, json_of, capsys):
    said = json_of(SENTENCE)
    assert (said["model"], said["sentence"]) == ("small", SENTENCE)
    written = "".join(each["character"] for each in said["characters"])
    assert written.removesuffix("⟨end⟩") == said["mr"]
    total = math.fsum(each["log_probability"] for each in said["characters"])
    assert said["log_probability"] == pytest.approx(total)
    assert all(0 <= each["p_gen"] <= 1 for each in said["characters"])
    run("--model", model, SENTENCE)
    assert capsys.readouterr().out == said["mr"] + "\n"


def test_it_is_what_the_exchanged_grus_write(model, json_of):
    network = checkpoint.load(model_card.find(model)).model()
    config = read_back.DecodingConfig()
    *_, finished = steps(network, SENTENCE, Phase.TEXT_TO_TABLE, config)
    assert json_of(SENTENCE)["mr"] == finished.text


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_a_sentence_from_standard_input(json_of, monkeypatch, arguments):
    monkeypatch.setattr("sys.stdin", io.StringIO("Café 東京 serves\nFrench food.\n"))
    assert json_of(*arguments)["sentence"] == SENTENCE


@pytest.mark.parametrize(
    ("mr", "parses", "problem"),
    [
        ("name[Café 東京], food[French]", True, None),
        ("name[A", False, "What was read is not a well-formed table: The value of the slot 'name'"),
        ("", False, "What was read is an empty table."),
    ],
)
def test_whether_it_is_a_table(json_of, model, monkeypatch, capsys, mr, parses, problem):
    def written(*arguments):
        *_, finished = steps(*arguments)
        yield dataclasses.replace(finished, text=mr, ending=read_back.Ending.END)

    monkeypatch.setattr(read_back, "steps", written)
    said = json_of(SENTENCE)
    assert (said["mr"], said["parses"]) == (mr, parses)
    assert (said["problem"] or "").startswith(problem or "")
    run("--model", model, SENTENCE)
    printed = capsys.readouterr()
    assert printed.out == mr + "\n"
    told = printed.err.splitlines()
    assert told[:1] == ([] if said["problem"] is None else [said["problem"]])
    assert told[1:] == (["The sentence does not say name[A]."] if mr == "name[A" else [])


def test_what_the_sentence_does_not_say(json_of, model, monkeypatch, capsys):
    mr = "name[Cafe 東京], food[Thai], familyFriendly[yes], dogs[yes]"

    def written(*arguments):
        *_, finished = steps(*arguments)
        yield dataclasses.replace(finished, text=mr, ending=read_back.Ending.END)

    monkeypatch.setattr(read_back, "steps", written)
    slots = json_of(SENTENCE)["slots"]
    assert [(s["name"], s["value"], s["in_sentence"], s["words"]) for s in slots] == [
        ("name", "Cafe 東京", "said", "Café 東京"),
        ("food", "Thai", "different", "French"),
        ("familyFriendly", "yes", "not said", ""),
        ("dogs", "yes", "not checked", ""),
    ]
    run("--model", model, SENTENCE)
    printed = capsys.readouterr()
    assert printed.out == f"{mr}\n"
    assert printed.err.splitlines() == [
        "The sentence says “French”, not food[Thai].",
        "The sentence does not say familyFriendly[yes].",
    ]


def test_a_slots_probability_is_that_of_its_characters(json_of, monkeypatch):
    line = "name[A], food[B]"
    real = steps

    def written(*arguments):
        started, *some, finished = real(*arguments)
        step = next(one for one in some if hasattr(one, "p_gen"))
        yield started
        for at, character in enumerate(line):
            yield dataclasses.replace(step, character=character, log_probability=-float(at))
        yield dataclasses.replace(finished, text=line, ending=read_back.Ending.END)

    monkeypatch.setattr(read_back, "steps", written)
    slots = json_of(SENTENCE)["slots"]
    assert [slot["log_probability"] for slot in slots] == [-sum(range(7)), -sum(range(9, 16))]


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_sentence_is_refused(model, text):
    with pytest.raises(UsageError, match="The sentence is empty"):
        run("--model", model, text)


def test_a_model_without_exchange_is_refused(model, tmp_path):
    card = model_card.read(model_card.find(model))
    config = dataclasses.replace(card.config, exchange=False)
    path = tmp_path / "eda.safetensors"
    other = dataclasses.replace(card, name="eda", path=path, config=config)
    checkpoint.save(other, EdaCs.seeded(config, card.alphabet, 1))
    sentence = r"^eda was trained without exchanging its GRUs, so it cannot read a sentence back\.$"
    with pytest.raises(ConfigError, match=sentence):
        run("--model", str(path), SENTENCE)
