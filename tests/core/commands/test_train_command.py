import pytest

from core import checkpoint
from core.commands import training, writing
from core.commands.errors import UsageError
from core.config import ConfigError, DecodingConfig, ModelConfig, TrainingConfig
from core.corpus.formats import CorpusError, Known
from core.model_card import ModelCardError
from core.runs import RunError, RunFolder

SIZES = {"hidden_size": 8, "attention_size": 4, "embedding_size": 4}


def test_training_config_puts_the_command_line_above_the_file(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("epochs = 3\nseed = 9\n[model]\nhidden_size = 32\nlayers = 2\n")
    config = training.training_config(file, {"seed": 4}, {"layers": 1}, "EDA_C", None)
    assert (config.epochs, config.seed) == (3, 4)
    assert (config.model.hidden_size, config.model.layers) == (32, 1)
    assert config.model.variant == "EDA_C"
    with pytest.raises(ConfigError, match=r"absent\.toml cannot be read"):
        training.training_config(tmp_path / "absent.toml", {}, {}, None, None)
    with pytest.raises(ConfigError, match="variant must be one of EDA, EDA_C, EDA_S, EDA_CS"):
        training.training_config(None, {}, {}, "EDAX", None)


def test_a_broken_checkpoint_is_named(tmp_path):
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"\x80\x04K\x01.")
    with pytest.raises(ModelCardError, match=r"broken\.safetensors is no CharCopy checkpoint"):
        training.training_config(None, {}, {}, None, str(broken))


@pytest.fixture
def corpus(tmp_path):
    rows = "mr,ref\n" + "".join(f'"name[{n}], kind[pub]",{n} is a pub.\n' for n in "ABCDEF")
    train, dev = tmp_path / "train.csv", tmp_path / "dev.csv"
    train.write_text(rows + '"name[Q]",\n')
    dev.write_text('mr,ref\n"name[X], kind[pub]",X is a pub.\n')
    return str(train), dev


def train(corpus, out, config, **options):
    options = {"terms": training.Terms(), "fine_tune_from": None, "resume": False, **options}
    training.train(*corpus, out, config, **options)


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
            training.resumed_config(folder, changed, model, variant)
    longer = training.resumed_config(folder, {"epochs": 2, "batch_size": 3}, {}, "EDA_CS")
    capsys.readouterr()
    train(corpus, out, longer, resume=True)
    assert "dev at step 4" in capsys.readouterr().out
    assert folder.training_config().epochs == 2
    train(corpus, out, longer, resume=True)
    assert "All 2 epochs had been trained; a larger --epochs goes on." in capsys.readouterr().out


def test_train_fine_tunes_and_says_what_was_transferred(corpus, model, tmp_path, capsys):
    config = training.training_config(None, {"epochs": 1}, {}, "EDA", model)
    assert config.model.hidden_size == 8
    train(corpus, tmp_path / "a", config, fine_tune_from=model)
    printed = capsys.readouterr().out
    assert "from small: embedding, table_gru, text_gru, attention, output\n" in printed
    assert "not used: switch\n" in printed
    wide = training.training_config(None, {}, {"hidden_size": 16}, None, model)
    with pytest.raises(ConfigError, match="hidden_size is 8 there and 16 here"):
        train(corpus, tmp_path / "b", wide, fine_tune_from=model)
    assert not (tmp_path / "b").exists()


def test_texts_are_needed_to_train_on_and_to_choose_by(corpus, tmp_path):
    bare = tmp_path / "bare.csv"
    bare.write_text("MR\nname[A]\n")
    for train_file, dev_file in ((bare, corpus[1]), (corpus[0], bare)):
        with pytest.raises(CorpusError, match=r"bare\.csv has no references"):
            training.load_corpus(str(train_file), dev_file)


def test_train_refuses_a_corpus_without_dev(corpus, tmp_path):
    with pytest.raises(UsageError, match="--dev PATH"):
        training.load_corpus(corpus[0], None)
    with pytest.raises(CorpusError, match="There is no file"):
        training.load_corpus(str(tmp_path / "absent.csv"), corpus[1])


def test_a_known_corpus_brings_its_own_splits_and_terms(tmp_path, monkeypatch):
    hotel = tmp_path / "hotel"
    hotel.mkdir()
    for name in ("train", "dev"):
        (hotel / f"{name}.csv").write_text(f'"name[{name}]","It is {name}."\n')
    monkeypatch.setenv("CHARCOPY_DATA", str(tmp_path))
    corpus = training.load_corpus("hotel", None)
    assert (corpus.train[0].mr, corpus.dev[0].mr) == ("name[train]", "name[dev]")
    assert "Apache-2.0" in corpus.licence
    with pytest.raises(UsageError, match="has a dev split of its own; leave out --dev"):
        training.load_corpus("hotel", hotel / "dev.csv")
    with pytest.raises(CorpusError, match="There is no corpus 'hotels', neither known nor as"):
        training.load_corpus("hotels", None)


def test_how_a_known_corpus_is_read_cannot_be_said():
    with pytest.raises(UsageError, match=r"of demo are read is known; leave out --encoding\."):
        training.load_corpus("demo", None, Known(encoding="latin-1"))


def test_files_are_read_as_it_is_said(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("what;said\na[x];caf\xe9\n".encode("latin-1"))
    with pytest.raises(UsageError, match="Say so with --encoding"):
        training.load_corpus(str(path), path)
    corpus = training.load_corpus(str(path), path, Known(encoding="latin-1"))
    assert corpus.train[0].reference == "café"
