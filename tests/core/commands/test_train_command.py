import dataclasses
import json
import os
import signal
from pathlib import Path

import pytest

from core import cancellation, checkpoint, command_line, kernels
from core.alphabet import Alphabet
from core.commands import reporting, train_settings, training, writing
from core.commands.errors import UsageError
from core.config import (
    ConfigError,
    DecodingConfig,
    ModelConfig,
    Schedule,
    TrainingConfig,
    presets,
)
from core.corpus.formats import NOTHING_KNOWN, CorpusError, Known
from core.model_card import ModelCard, ModelCardError
from core.network.model import EdaCs
from core.records import Progress, TrainingPoint
from core.runs import RunError, RunFolder
from core.runs.pace import Pace

SIZES = {"hidden_size": 8, "attention_size": 4, "embedding_size": 4}


def test_training_config_puts_the_command_line_above_the_file(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("epochs = 3\nseed = 9\n[model]\nhidden_size = 32\nlayers = 2\n")
    config = train_settings.training_config(file, {"seed": 4}, {"layers": 1}, "EDA_C", None)
    assert (config.epochs, config.seed) == (3, 4)
    assert (config.model.hidden_size, config.model.layers) == (32, 1)
    assert config.model.variant == "EDA_C"
    with pytest.raises(ConfigError, match=r"absent\.toml cannot be read"):
        train_settings.training_config(tmp_path / "absent.toml", {}, {}, None, None)
    with pytest.raises(ConfigError, match="variant must be one of EDA, EDA_C, EDA_S, EDA_CS"):
        train_settings.training_config(None, {}, {}, "EDAX", None)


def test_a_broken_checkpoint_is_named(tmp_path):
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"\x80\x04K\x01.")
    with pytest.raises(ModelCardError, match=r"broken\.safetensors is not a CharCopy checkpoint"):
        train_settings.training_config(None, {}, {}, None, str(broken))


@pytest.fixture(autouse=True)
def _plain_torch(monkeypatch):
    """Nothing is compiled for runs of a second."""
    monkeypatch.setattr(kernels, "_chosen", [None])


@pytest.fixture
def corpus(tmp_path):
    rows = "mr,ref\n" + "".join(f'"name[{n}], kind[pub]",{n} is a pub.\n' for n in "ABCDEF")
    train, dev = tmp_path / "train.csv", tmp_path / "dev.csv"
    train.write_text(rows + '"name[Q]",\n')
    dev.write_text('mr,ref\n"name[X], kind[pub]",X is a pub.\n')
    return str(train), dev


def train(corpus, out, config, **options):
    options = {"terms": training.Terms(), "how": reporting.reporter(), **options}
    training.train(training.find_corpus(*corpus), out, config, **options)


def load(*corpus):
    return training.load(training.find_corpus(*corpus))


def go_on(corpus, out, config):
    where = training.find_corpus(*corpus)
    training.go_on(RunFolder.open(out), config, where, reporting.reporter())


def test_a_dev_file_is_read_otherwise_than_the_other(tmp_path):
    train, dev = tmp_path / "train.csv", tmp_path / "dev.csv"
    train.write_text("was;sagt\nname[A];One.\n")
    dev.write_bytes("table\ttext\nname[B]\tZwö.\n".encode("cp1252"))
    columns = ["--mr-column", "was", "--ref-column", "sagt"]
    of_dev = ["--dev-mr-column", "table", "--dev-ref-column", "text"]

    def found(*more):
        said = ["train", "--corpus", str(train), "--dev", str(dev), *columns, *of_dev, *more]
        options = command_line.parser(()).parse_args(said)
        return training.load(training._corpus(options, options.corpus))

    asked = r"dev\.csv.* Say so with --dev-encoding cp1252, for example\.$"
    with pytest.raises(UsageError, match=asked):
        found()
    corpus = found("--dev-encoding", "cp1252")
    assert [e.reference for e in (*corpus.train, *corpus.dev)] == ["One.", "Zwö."]


def test_known_corpora_are_looked_for_in_a_folder(tmp_path):
    (tmp_path / "hotel").mkdir()
    for split in ("train", "dev"):
        (tmp_path / "hotel" / f"{split}.csv").write_text('"name[A], kind[inn]",A is an inn.\n')
    said = ["train", "--corpus", "hotel", "--corpora", str(tmp_path)]
    options = command_line.parser(()).parse_args(said)
    corpus = training.load(training._corpus(options, options.corpus))
    assert [e.reference for e in corpus.dev] == ["A is an inn."]


def test_train_writes_a_model_that_generates(corpus, tmp_path, capsys):
    config = TrainingConfig(model=ModelConfig(**SIZES), epochs=1, batch_size=3, threads=1)
    out = tmp_path / "run"
    terms = training.Terms("letters", "CC0", "us")
    train(corpus, out, config, terms=terms)
    printed = capsys.readouterr()
    assert "EDA_CS on letters, CPU, 1 thread, into" in printed.out
    assert "dev at step 2" in printed.out
    expected = "train.csv: 1 row was left out; the first, line 8: The reference is empty.\n"
    assert printed.err == expected
    decoding = DecodingConfig(max_length=12)
    writing.generate(
        "name[Z], kind[pub]", model=str(out), device_name="cpu", config=decoding, as_json=False
    )
    origin = checkpoint.load(out / "best.safetensors").card.provenance
    assert (origin.corpus, origin.licence, origin.attribution) == ("letters", "CC0", "us")
    with pytest.raises(RunError, match="holds a run already"):
        train(corpus, out, config)


def test_a_run_goes_on_with_more_epochs_and_nothing_else_changed(corpus, tmp_path, capsys):
    config = TrainingConfig(model=ModelConfig(**SIZES), epochs=1, batch_size=3, threads=1)
    out = tmp_path / "run"
    train(corpus, out, config)
    folder = RunFolder.open(out)
    for changed, model, variant, name in (
        ({"batch_size": 5}, {}, None, "batch_size"),
        ({}, {"layers": 2}, None, "layers"),
        ({}, {}, "EDA", "copy, exchange"),
    ):
        with pytest.raises(ConfigError, match=f"keeps its {name};"):
            train_settings.resumed_config(folder, changed, model, variant)
    longer = train_settings.resumed_config(folder, {"epochs": 2, "batch_size": 3}, {}, "EDA_CS")
    capsys.readouterr()
    go_on(corpus, out, longer)
    assert "dev at step 4" in capsys.readouterr().out
    assert folder.training_config().epochs == 2
    go_on(corpus, out, longer)
    assert "All 2 epochs had been trained; a larger --epochs goes on." in capsys.readouterr().out


def test_train_fine_tunes_and_says_what_was_transferred(corpus, model, tmp_path, capsys):
    config = train_settings.training_config(None, {"epochs": 1}, {}, "EDA", model)
    assert config.model.hidden_size == 8
    train(corpus, tmp_path / "a", config, fine_tune_from=model)
    printed = capsys.readouterr().out
    assert "from small: embedding, table_gru, text_gru, attention, output\n" in printed
    assert "not used: switch\n" in printed
    wide = train_settings.training_config(None, {}, {"hidden_size": 16}, None, model)
    with pytest.raises(ConfigError, match="hidden_size is 8 there and 16 here"):
        train(corpus, tmp_path / "b", wide, fine_tune_from=model)
    assert not (tmp_path / "b").exists()


def start_of(folder, **switches):
    """A checkpoint with these switches, to fine-tune."""
    network = EdaCs.seeded(ModelConfig(**SIZES, **switches), Alphabet.from_texts(["é"]), seed=1)
    card = ModelCard("start", folder / "start.safetensors", network.config, network.alphabet)
    checkpoint.save(card, network)
    return str(card.path)


def test_fine_tuning_brings_the_network_unless_options_say_otherwise(tmp_path):
    switches = {"copy": False, "shift": False, "coverage": True, "attend_last_character": False}
    own = ModelConfig(**SIZES, **switches)
    start = start_of(tmp_path, **switches)

    def network(model, variant=None, preset=None):
        config = train_settings.training_config(None, {}, model, variant, start, preset)
        return config.model

    assert network({}) == own
    assert network({}, preset="quick-look") == own
    without = dataclasses.replace(own, copy=True, coverage=False)
    assert network({"coverage": False}, "EDA_CS") == without


def test_a_part_of_which_something_is_left_out_is_not_named_under_both(corpus, tmp_path, capsys):
    start = start_of(tmp_path, coverage=True)
    config = train_settings.training_config(None, {"epochs": 1}, {"coverage": False}, None, start)
    train(corpus, tmp_path / "run", config, fine_tune_from=start)
    printed = capsys.readouterr().out
    assert "attention, switch, output\nnot used: attention's coverage\n" in printed


# From the command line


SMALL = ["--hidden", "8", "--attention", "4", "--embedding", "4", "--batch-size", "3",
         "--threads", "1", "--device", "cpu"]  # fmt: skip


def command(*arguments):
    training.run(command_line.parser(()).parse_args(["train", *map(str, arguments)]))


def test_a_run_goes_on_from_its_folder_alone(corpus, tmp_path, capsys):
    out = tmp_path / "run"
    command("--corpus", corpus[0], "--dev", corpus[1], "--out", out, "--epochs", 1, *SMALL)
    assert "dev at step 2" in capsys.readouterr().out
    command("--resume", out, "--epochs", 2)
    assert "dev at step 4" in capsys.readouterr().out
    command("--resume", "--out", out, "--epochs", 3, "--corpus", corpus[0], "--dev", corpus[1])
    assert "dev at step 6" in capsys.readouterr().out
    with pytest.raises(ConfigError, match="keeps its schedule;"):
        command("--resume", out, "--schedule", "constant")
    Path(corpus[0]).unlink()
    with pytest.raises(UsageError, match=r"train\.csv no longer exists; name the corpus"):
        command("--resume", out)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--resume"], "Say which run to resume: --resume DIR."),
        (["--corpus", "demo"], "Say where to keep the run: --out DIR."),
        (["--out", "x"], "Say what to train on: --corpus"),
        (["--corpus", "demo", "--out", "x", "--preset", "fine-tune-now", "--fine-tune-from", "no"],
         "There is no model 'no'"),
    ],
)  # fmt: skip
def test_what_is_missing_is_said(arguments, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=sentence):
        command(*arguments)
    assert list(tmp_path.iterdir()) == []


def test_the_corpus_of_another_run_is_refused_and_the_run_stays(corpus, tmp_path):
    out = tmp_path / "run"
    command("--corpus", corpus[0], "--dev", corpus[1], "--out", out, "--epochs", 1, *SMALL)
    before = (out / "config.toml").read_bytes()
    with pytest.raises(RunError, match="another corpus"):
        command("--resume", out, "--corpus", "demo", "--epochs", 7)
    assert (out / "config.toml").read_bytes() == before


def test_options_stand_above_the_preset(model):
    given = {"epochs": 2, "schedule": "step", "keep_epochs": True}
    config = train_settings.training_config(None, given, {"dropout": 0.3}, None, None, "paper")
    assert (config.epochs, config.batch_size, config.model.layers) == (2, 16, 4)
    assert config.schedule is Schedule.STEP
    assert config.keep_epochs
    assert config.model.dropout == 0.3
    tuned = train_settings.training_config(None, {}, {}, None, model, "fine-tune-now")
    assert tuned.model.hidden_size == 8
    assert tuned.batch_size == presets.FINE_TUNE_NOW.config.batch_size
    with pytest.raises(ConfigError, match="schedule must be one of"):
        train_settings.training_config(None, {"schedule": "sometimes"}, {}, None, None)


def test_a_file_stands_above_the_preset(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("epochs = 3\n")
    config = train_settings.training_config(file, {}, {}, None, None, "paper")
    assert config == TrainingConfig(epochs=3)


def test_json_lines_are_a_record_each(corpus, tmp_path, capsys):
    out = tmp_path / "run"
    command("--corpus", corpus[0], "--dev", corpus[1], "--out", out, "--epochs", 1, "--json-lines",
            *SMALL)  # fmt: skip
    printed = capsys.readouterr()
    records = [json.loads(line) for line in printed.out.splitlines()]
    kinds = [record["record"] for record in records]
    assert kinds.count("TrainingPoint") == 2
    assert kinds[-1] == "DevScores"
    assert set(records[-1]["samples"][0]) == {"mr", "text"}
    assert "EDA_CS on train" in printed.err


def test_folds_are_runs_in_the_folder(corpus, tmp_path, capsys):
    out = tmp_path / "cv"
    command("--corpus", corpus[0], "--dev", corpus[1], "--out", out, "--epochs", 1, "--folds", 2,
            *SMALL)  # fmt: skip
    printed = capsys.readouterr().out
    assert "fold 1 of 2, into" in printed
    assert "spread" in printed
    assert (out / "fold-02" / "best.safetensors").exists()


def test_an_estimate_trains_nothing(corpus, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    command("--corpus", corpus[0], "--dev", corpus[1], "--epochs", 3, "--estimate", *SMALL)
    assert "6 steps in 3 epochs of 0:0" in capsys.readouterr().out
    assert sorted(tmp_path.iterdir()) == before


def test_an_estimate_can_be_stopped(corpus, capsys, monkeypatch):
    def stopped(corpus, config, cancel):
        yield Progress(0, None, "kernels", "preparing the kernels")
        os.kill(os.getpid(), signal.SIGTERM)
        cancellation.check(cancel)

    monkeypatch.setattr(training, "trial", stopped)
    with pytest.raises(KeyboardInterrupt):
        command("--corpus", corpus[0], "--dev", corpus[1], "--estimate", *SMALL)
    assert "Stopped; nothing was estimated." in capsys.readouterr().out


def test_the_bar_says_how_far_it_is_and_how_long_it_takes():
    pace = Pace()
    pace.add(Progress(0, 100, "steps", "training"))
    for step, seconds in ((47, 6.0), (48, 8.0), (49, 10.0), (50, 12.0)):
        pace.add(point := TrainingPoint(0, step, 0, 1.25, None, 1.0, 80.0, seconds, 1e-3, 2))
    assert reporting.bar_line(point, pace, TrainingConfig(epochs=2)) == (
        "[##########----------] step 50/100, 1:40 left, epoch 1/2, 1.250 nats, 80 examples/s"
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.4, "0:00"), (75, "1:15"), (7384, "2:03:04"), (86399, "23:59:59"), (198317, "2 d 7 h")],
)
def test_durations(seconds, said):
    assert reporting.duration(seconds) == said


def test_texts_are_needed_to_train_on_and_to_choose_by(corpus, tmp_path):
    bare = tmp_path / "bare.csv"
    bare.write_text("MR\nname[A]\n")
    for train_file, dev_file in ((bare, corpus[1]), (corpus[0], bare)):
        with pytest.raises(CorpusError, match=r"bare\.csv has no references"):
            load(str(train_file), dev_file)


def test_train_refuses_a_corpus_without_dev(corpus, tmp_path):
    with pytest.raises(UsageError, match="--dev PATH"):
        load(corpus[0], None)
    with pytest.raises(CorpusError, match="There is no file"):
        load(str(tmp_path / "absent.csv"), corpus[1])


def test_a_known_corpus_brings_its_own_splits_and_terms(tmp_path, monkeypatch):
    hotel = tmp_path / "hotel"
    hotel.mkdir()
    for name in ("train", "dev"):
        (hotel / f"{name}.csv").write_text(f'"name[{name}]","It is {name}."\n')
    monkeypatch.setenv("CHARCOPY_DATA", str(tmp_path))
    corpus = load("hotel", None)
    assert (corpus.train[0].mr, corpus.dev[0].mr) == ("name[train]", "name[dev]")
    assert "Apache-2.0" in corpus.licence
    (tmp_path / "mine.csv").write_text('mr,ref\n"name[mine]","It is mine."\n')
    mixed = load(str(tmp_path / "mine.csv"), Path("hotel"))
    assert (mixed.train[0].mr, mixed.dev[0].mr) == ("name[mine]", "name[dev]")
    with pytest.raises(UsageError, match="has a dev split of its own; leave out --dev"):
        load("hotel", hotel / "dev.csv")
    with pytest.raises(CorpusError, match="There is no corpus 'hotels', neither known nor as"):
        load("hotels", None)


def test_how_a_known_corpus_is_read_cannot_be_said():
    with pytest.raises(UsageError, match=r"of demo are read is known; leave out --encoding\."):
        load("demo", None, (Known(encoding="latin-1"), NOTHING_KNOWN))


def test_files_are_read_as_it_is_said(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("what;said\na[x];caf\xe9\n".encode("latin-1"))
    with pytest.raises(UsageError, match="Say so with --encoding"):
        load(str(path), path)
    said = Known(encoding="latin-1")
    corpus = load(str(path), path, (said, said))
    assert corpus.train[0].reference == "café"
