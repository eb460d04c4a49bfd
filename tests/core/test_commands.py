import json
import math

import pytest

from core import checkpoint, commands
from core.alphabet import Alphabet
from core.config import ConfigError, DecodingConfig, ModelConfig, TrainingConfig
from core.corpus.formats import CorpusError
from core.meaning_representation import ParseError
from core.model_card import ModelCard, ModelCardError, Provenance
from core.network.model import EdaCs
from core.runs import RunError, RunFolder

SIZES = {"hidden_size": 8, "attention_size": 4, "embedding_size": 4}


@pytest.fixture
def model(tmp_path):
    network = EdaCs.seeded(ModelConfig(**SIZES), Alphabet.from_texts(["é"]), seed=1)
    path = tmp_path / "small.safetensors"
    provenance = Provenance("a corpus", dev_bleu=0.5)
    card = ModelCard("small", path, network.config, network.alphabet, provenance)
    checkpoint.save(card, network)
    return str(path)


def generate(text, model, **options):
    config = DecodingConfig(max_length=options.pop("max_length", 12))
    options = {"device_name": "cpu", "as_json": False, **options}
    commands.generate(text, model=model, config=config, **options)


def test_generate_prints_one_line(model, capsys):
    generate("name[Café 東京], eatType[pub]", model)
    printed = capsys.readouterr()
    generate("name[Café 東京], eatType[pub]", model, as_json=True)
    trace = json.loads(capsys.readouterr().out)
    assert printed.out == trace["text"] + "\n"
    assert len(trace["text"]) >= 1
    ended = trace["steps"][-1]["character"] == "⟨end⟩"
    said = "" if ended else "Cut off after 12 characters: the model found no end.\n"
    assert printed.err == said


def test_the_trace_adds_up(model, capsys):
    generate(" name[Café 東京],eatType[pub] ", model, as_json=True)
    trace = json.loads(capsys.readouterr().out)
    assert list(trace) == ["text", "model", "source", "steps"]
    assert trace["source"] == "name[Café 東京], eatType[pub]"
    assert trace["model"] == "small"
    written = "".join(step["character"] for step in trace["steps"])
    assert written.removesuffix("⟨end⟩") == trace["text"]
    for step in trace["steps"]:
        assert len(step["alignment"]) == len(trace["source"]) + 2
        assert math.isclose(sum(step["alignment"]), 1, abs_tol=1e-5)
        assert math.isclose(sum(step["copy_alignment"]), 1, abs_tol=1e-5)
        for candidate in step["candidates"]:
            total = candidate["generated"] + candidate["copied"]
            assert math.isclose(candidate["probability"], total, abs_tol=1e-6)
    # The last E is the first of the candidates, being greedy, and its probability is the step's.
    first = trace["steps"][0]
    assert first["candidates"][0]["character"] == first["character"]
    probability = first["candidates"][0]["probability"]
    assert math.isclose(math.exp(first["log_probability"]), probability, rel_tol=1e-4)


def test_an_unknown_character_is_reachable_by_copying(model, capsys):
    generate("name[東京]", model, as_json=True)
    trace = json.loads(capsys.readouterr().out)
    source = ["⟨start⟩", *trace["source"], "⟨end⟩"]
    copied = trace["steps"][0]["copy_alignment"]
    assert trace["steps"][0]["p_gen"] < 1
    assert copied[source.index("東")] > 0
    assert copied[source.index("京")] > 0


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_table_is_refused(model, text):
    with pytest.raises(commands.UsageError, match="empty"):
        generate(text, model)


def test_bad_input_is_named(model, tmp_path):
    with pytest.raises(ParseError, match="at character 5"):
        generate("name[Zizzi", model)
    with pytest.raises(ConfigError, match="'tpu' is no device"):
        generate("name[Zizzi]", model, device_name="tpu")
    with pytest.raises(ModelCardError, match="There is no model 'absent'"):
        generate("name[Zizzi]", "absent")
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"\x80\x04K\x01.")
    with pytest.raises(ModelCardError, match=r"broken\.safetensors is no CharCopy checkpoint"):
        commands.training_config(None, {}, {}, None, str(broken))


def test_a_device_that_is_absent_is_replaced_and_said(model, capsys, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    generate("name[Zizzi]", model, device_name="cuda")
    assert "so the CPU is used" in capsys.readouterr().err


def test_models_lists_the_folder(model, capsys, monkeypatch):
    card = checkpoint.load(commands.Path(model)).card
    monkeypatch.setattr("core.model_card.available", lambda: [card])
    commands.models()
    line = capsys.readouterr().out
    assert line == "small: EDA_CS on a corpus, L=1 H=8 A=4, dev BLEU 0.5000\n"


def test_training_config_puts_the_command_line_above_the_file(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("epochs = 3\nseed = 9\n[model]\nhidden_size = 32\nlayers = 2\n")
    config = commands.training_config(file, {"seed": 4}, {"layers": 1}, "EDA_C", None)
    assert (config.epochs, config.seed) == (3, 4)
    assert (config.model.hidden_size, config.model.layers) == (32, 1)
    assert config.model.variant == "EDA_C"
    with pytest.raises(ConfigError, match=r"absent\.toml cannot be read"):
        commands.training_config(tmp_path / "absent.toml", {}, {}, None, None)
    with pytest.raises(ConfigError, match="variant must be one of EDA, EDA_C, EDA_S, EDA_CS"):
        commands.training_config(None, {}, {}, "EDAX", None)


@pytest.fixture
def corpus(tmp_path):
    rows = "mr,ref\n" + "".join(f'"name[{n}], kind[pub]",{n} is a pub.\n' for n in "ABCDEF")
    train, dev = tmp_path / "train.csv", tmp_path / "dev.csv"
    train.write_text(rows + '"name[Q]",\n')
    dev.write_text('mr,ref\n"name[X], kind[pub]",X is a pub.\n')
    return str(train), dev


def train(corpus, out, config, **options):
    options = {"terms": commands.Terms(), "fine_tune_from": None, "resume": False, **options}
    commands.train(*corpus, out, config, **options)


def test_train_writes_a_model_that_generates(corpus, tmp_path, capsys):
    config = TrainingConfig(model=ModelConfig(**SIZES), epochs=1, batch_size=3, threads=1)
    out = tmp_path / "run"
    terms = commands.Terms("letters", "CC0", "us")
    train(corpus, out, config, terms=terms)
    printed = capsys.readouterr()
    assert "EDA_CS on letters, CPU, 1 thread, into" in printed.out
    assert "dev at step 2" in printed.out
    expected = "train.csv: 1 row was left out; the first, line 8: The reference is empty.\n"
    assert printed.err == expected
    generate("name[Z], kind[pub]", str(out))
    origin = checkpoint.load(out / "best.safetensors").card.provenance
    assert (origin.corpus, origin.licence, origin.attribution) == ("letters", "CC0", "us")
    with pytest.raises(RunError, match="holds a run already"):
        train(corpus, out, config)


def test_a_run_goes_on_with_more_epochs_and_nothing_else_changed(corpus, tmp_path, capsys):
    config = TrainingConfig(model=ModelConfig(**SIZES), epochs=1, batch_size=3, threads=1)
    out = tmp_path / "run"
    train(corpus, out, config)
    folder = RunFolder.open(out)
    for training, model, variant, name in (
        ({"batch_size": 5}, {}, None, "batch_size"),
        ({}, {"layers": 2}, None, "layers"),
        ({}, {}, "EDA", "copy, exchange"),
    ):
        with pytest.raises(ConfigError, match=f"keeps its {name};"):
            commands.resumed_config(folder, training, model, variant)
    longer = commands.resumed_config(folder, {"epochs": 2, "batch_size": 3}, {}, "EDA_CS")
    capsys.readouterr()
    train(corpus, out, longer, resume=True)
    assert "dev at step 4" in capsys.readouterr().out
    assert folder.training_config().epochs == 2
    train(corpus, out, longer, resume=True)
    assert "All 2 epochs had been trained; a larger --epochs goes on." in capsys.readouterr().out


def test_train_fine_tunes_and_says_what_was_transferred(corpus, model, tmp_path, capsys):
    config = commands.training_config(None, {"epochs": 1}, {}, "EDA", model)
    assert config.model.hidden_size == 8
    train(corpus, tmp_path / "a", config, fine_tune_from=model)
    printed = capsys.readouterr().out
    assert "from small: embedding, table_gru, text_gru, attention, output\n" in printed
    assert "not used: switch\n" in printed
    wide = commands.training_config(None, {}, {"hidden_size": 16}, None, model)
    with pytest.raises(ConfigError, match="hidden_size is 8 there and 16 here"):
        train(corpus, tmp_path / "b", wide, fine_tune_from=model)
    assert not (tmp_path / "b").exists()


def test_texts_are_needed_to_train_on_and_to_choose_by(corpus, tmp_path):
    bare = tmp_path / "bare.csv"
    bare.write_text("MR\nname[A]\n")
    for train_file, dev_file in ((bare, corpus[1]), (corpus[0], bare)):
        with pytest.raises(CorpusError, match=r"bare\.csv has no references"):
            commands.load_corpus(str(train_file), dev_file)


def test_train_refuses_a_corpus_without_dev(corpus, tmp_path):
    with pytest.raises(commands.UsageError, match="--dev PATH"):
        commands.load_corpus(corpus[0], None)
    with pytest.raises(CorpusError, match="There is no file"):
        commands.load_corpus(str(tmp_path / "absent.csv"), corpus[1])
