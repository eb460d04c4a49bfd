import codecs
import csv
import errno
import json

import pytest

from core import command_line, kernels
from core.commands import evaluating
from core.commands.errors import UsageError
from core.config import DecodingConfig, Strategy
from core.corpus.formats import CorpusError
from core.metrics import exports, meteor, scoring
from core.metrics.report import Written
from core.metrics.task import TaskError
from core.model_card import ModelCardError

FIGURES = ["BLEU", "NIST", "METEOR", "ROUGE_L", "CIDEr", "SER", "exact_copy", "n"]


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    monkeypatch.setattr(meteor, "problem", lambda: "METEOR needs Java: how.")
    monkeypatch.setattr(kernels, "prepare", lambda cancel: "")


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "test.csv"
    rows = [
        ("name[Aromi], food[French]", "Aromi serves French food."),
        ("name[Aromi], food[French]", "French food is served at Aromi."),
        ("name[Café A], priceRange[£20-25]", "Café A costs £20-25."),
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("mr", "ref"), *rows])
    return path


@pytest.fixture
def outputs(tmp_path):
    path = tmp_path / "system.txt"
    path.write_text("Aromi serves French food.\nCafé A is cheap.\n", encoding="utf-8")
    return path


def evaluate(*arguments):
    options = command_line.parser(("generate",)).parse_args(["evaluate", *map(str, arguments)])
    evaluating.run(options)


def test_figures_as_json(corpus, outputs, capsys):
    evaluate("--outputs", outputs, "--corpus", corpus, "--json")
    printed = capsys.readouterr()
    figures = json.loads(printed.out)
    assert list(figures) == FIGURES
    assert (figures["n"], figures["SER"], figures["exact_copy"]) == (2, 0.25, 1)
    assert (figures["METEOR"], printed.err) == (None, "METEOR needs Java: how.\n")


def test_figures_for_people(corpus, outputs, capsys):
    evaluate("--outputs", outputs, "--corpus", corpus, "--protocol", "paper")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "system on test.csv, paper protocol"
    assert [line.split()[0] for line in lines[1:9]] == FIGURES
    assert lines[3].split() == ["METEOR", "–"]
    assert lines[6].split() == ["SER", "25.00%"]
    assert lines[9] == "of 4 slots: 0 missing, 1 wrong; 0 values added, 0 repeated"


@pytest.mark.parametrize("beam", [[], ["--beam", "2"], ["--beam", "2", "--rerank"]])
def test_a_model_is_evaluated_and_its_texts_kept(model, corpus, tmp_path, capsys, beam):
    texts = tmp_path / "texts.txt"
    evaluate("--model", model, "--corpus", corpus, "--save-outputs", texts, *beam)
    printed = capsys.readouterr()
    assert printed.out.startswith("small on test.csv, full protocol\n")
    assert "The alphabet of small lacks £: it can only copy it.\n" in printed.err
    assert len(texts.read_text(encoding="utf-8").splitlines()) == 2


def test_options_become_the_configuration(monkeypatch, model, corpus):
    from core import evaluation

    asked = []

    def evaluation_of(_, task, config, *__):
        asked.append(config)
        return scoring.score(task, ["x"] * len(task.mrs), "none")

    monkeypatch.setattr(evaluation, "evaluate", evaluation_of)
    evaluate(
        "--model", model, "--corpus", corpus, "--beam", "5", "--length-penalty", "0.5", "--rerank",
        "--lambda", "2", "--slot-weight", "3", "--samples", "4", "--sampling-seed", "9",
        "--temperature", "0.7", "--top-p", "0.9",
    )  # fmt: skip
    expected = DecodingConfig(
        Strategy.BEAM, temperature=0.7, top_p=0.9, seed=9, beam_width=5, length_penalty=0.5,
        rerank=True, reconstruction_weight=2.0, slot_weight=3.0, samples=4,
    )  # fmt: skip
    assert asked == [expected]


def test_exports(corpus, outputs, tmp_path):
    table, texts, sample = (tmp_path / name for name in ("t.md", "texts.csv", "sample.csv"))
    evaluate(
        "--outputs", outputs, "--corpus", corpus, "--table", table, "--texts", texts,
        "--sample", sample, "--sample-size", "1",
    )  # fmt: skip
    assert table.read_text(encoding="utf-8").startswith("| System | Corpus | BLEU |")
    assert len(texts.read_text(encoding="utf-8").splitlines()) == 3
    for sheet in (texts, sample):  # Spreadsheets on Windows know UTF-8 by its mark.
        assert sheet.read_bytes().startswith(codecs.BOM_UTF8 + b"mr," * (sheet == texts))
    assert len(sample.read_text(encoding="utf-8").splitlines()) == 2


def test_figures_are_shown_though_a_file_cannot_be_written(
    monkeypatch, corpus, outputs, tmp_path, capsys
):
    def full(path, _):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(exports, "save_sheet", full)
    place = tmp_path / "texts.csv"
    with pytest.raises(OSError, match="No space left"):
        evaluate("--outputs", outputs, "--corpus", corpus, "--json", "--texts", place)
    assert json.loads(capsys.readouterr().out)["n"] == 2


def test_texts_are_kept_as_they_were_written(monkeypatch, model, corpus, tmp_path):
    from core import evaluation

    monkeypatch.setattr(
        evaluation, "write", lambda _, mrs, *__: iter([Written(dict.fromkeys(mrs, "Café £5"))])
    )
    texts = tmp_path / "texts.txt"
    evaluate("--model", model, "--corpus", corpus, "--save-outputs", texts, "--protocol", "paper")
    assert texts.read_text(encoding="utf-8") == "Café £5\n" * 2


def test_known_corpora_have_splits(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("CHARCOPY_DATA", str(tmp_path))
    texts = tmp_path / "texts.txt"
    texts.write_text("x\n")
    with pytest.raises(TaskError, match=r"but Demo corpus dev has \d+ distinct"):
        evaluate("--outputs", texts, "--corpus", "demo", "--split", "dev")
    with pytest.raises(UsageError, match="has train and dev; name one, such as --split dev"):
        evaluate("--outputs", texts, "--corpus", "demo")
    folder = tmp_path / "hotel"
    folder.mkdir()
    (folder / "test.csv").write_text("area[a],in a.\nname[B],B it is.\n")
    for protocol, count in (("full", 2), ("paper", 1)):
        texts.write_text("x\n" * 3)
        with pytest.raises(TaskError, match=f"but Hotel test has {count} distinct") as caught:
            evaluate("--outputs", texts, "--corpus", "hotel", "--protocol", protocol)
        assert "texts.txt has 3 texts" in str(caught.value)
    with pytest.raises(CorpusError, match=r"Hotel dev is not on this computer\. corpora download"):
        evaluate("--outputs", texts, "--corpus", "hotel", "--split", "dev")


def test_nothing_is_written_over_what_is_read_or_written(corpus, outputs, tmp_path):
    before = corpus.read_bytes(), outputs.read_bytes()
    for arguments, sentence in (
        (["--texts", corpus], "--texts would write over the corpus"),
        (["--sample", outputs], "--sample would write over the outputs"),
        (["--texts", "x.csv", "--sample", "x.csv"], "would write over what --texts is to hold"),
        (["--texts", tmp_path], "--texts names a folder"),
    ):
        with pytest.raises(UsageError, match=sentence):
            evaluate("--outputs", outputs, "--corpus", corpus, *arguments)
    assert (corpus.read_bytes(), outputs.read_bytes()) == before


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        (["--table", "t.xlsx"], UsageError, r"t\.xlsx must end in one of \.csv, \.md, \.tex"),
        (["--texts", "no/such/folder/t.csv"], UsageError, "There is no folder .*such"),
        (["--sample", "s.csv", "--sample-size", "0"], UsageError, "0: a sample needs at least one"),
        (["--sample-size", "9"], UsageError, "--sample-size is for the sample; say where"),
        (["--seed", "1"], UsageError, "--seed is for the sample; say where"),
        (["--sampling-seed", "1"], UsageError, "--sampling-seed is for texts that are sampled"),
        (["--length-penalty", "1"], UsageError, "--length-penalty compares the texts of --beam N"),
        (["--split", "dev"], UsageError, r"--split is for known corpora; leave it out, and test"),
        (["--corpus", "demo", "--header", "no"], UsageError, "leave out --header"),
        (["--beam", "3"], UsageError, "--beam and --save-outputs are for a model"),
        (["--rerank"], UsageError, "--rerank chooses among the texts of --beam N"),
        (["--corpus", "nowhere"], CorpusError, "There is no corpus 'nowhere'"),
        (["--corpus", "nowhere.csv"], CorpusError, r"There is no file nowhere\.csv"),
    ],
)
def test_bad_input(corpus, outputs, arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        evaluate("--outputs", outputs, "--corpus", corpus, *arguments)


def test_a_corpus_without_references(tmp_path, outputs):
    path = tmp_path / "tables.csv"
    path.write_text('mr\n"name[A], food[French]"\n"name[B], food[French]"\n')
    with pytest.raises(TaskError, match=r"tables\.csv has no references to score against"):
        evaluate("--outputs", outputs, "--corpus", path)


def test_a_system_that_is_not_there_is_said_before_anything_else(tmp_path):
    wrong = ["--corpus", "demo", "--split", "test", "--table", "t.xlsx"]
    with pytest.raises(ModelCardError, match="There is no model 'nobody'"):
        evaluate("--model", "nobody", *wrong)
    with pytest.raises(UsageError, match=r"There is no file .*nothing\.txt"):
        evaluate("--outputs", tmp_path / "nothing.txt", *wrong)


@pytest.mark.slow
def test_a_challenge_system_has_its_official_figures(shared_data, capsys):
    evaluate(
        "--outputs", shared_data / "reference" / "metrics" / "hyp" / "tgen-std.run0.txt",
        "--corpus", shared_data / "data" / "e2e" / "testset_w_refs.csv", "--json",
    )  # fmt: skip
    figures = json.loads(capsys.readouterr().out)
    rounded = {name: round(value, 4) for name, value in figures.items() if value is not None}
    assert rounded["SER"] == pytest.approx(0.0379, abs=0.007)
    expected = {"BLEU": 0.6616, "NIST": 8.5446, "ROUGE_L": 0.6914, "CIDEr": 2.2312, "n": 630}
    assert expected.items() <= rounded.items()
