from pathlib import Path

import pytest

from core.config import TrainingConfig
from core.corpus.formats import Choices, CorpusError
from core.runs import RunError, RunFolder, source
from core.runs.source import CorpusSource


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", TrainingConfig())


@pytest.mark.parametrize(
    "where",
    [
        CorpusSource("demo"),
        CorpusSource("hotel", Path("/data/é")),
        CorpusSource("hotel", answers={Path("/a.csv"): Choices(header=False)}),
        CorpusSource(files=(Path("/a.csv"), Path("/b.csv"))),
        CorpusSource(
            files=(Path("/a.csv"), Path("/b.txt")),
            readings=(Choices(delimiter=";", mr=("a", "b")), None),
        ),
    ],
)
def test_what_was_kept_is_found(folder, where):
    source.keep(folder, where)
    assert source.find(folder) == where


def test_files_are_found_from_elsewhere(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source.keep(folder, CorpusSource(files=(Path("a.csv"), Path("b.csv"))))
    assert source.find(folder).files == (tmp_path / "a.csv", tmp_path / "b.csv")


def test_a_pair_of_files_is_loaded_under_the_first_ones_name(tmp_path):
    for name in ("train", "dev"):
        (tmp_path / f"{name}.csv").write_text(f"mr,ref\na[{name}],It is {name}.\n")
    corpus, notices = CorpusSource(files=(tmp_path / "train.csv", tmp_path / "dev.csv")).load()
    assert (corpus.name, corpus.train[0].mr, corpus.dev[0].mr) == ("train", "a[train]", "a[dev]")
    assert notices == ()


def test_the_demo_corpus_needs_no_files():
    for where in (CorpusSource(), CorpusSource("demo")):
        assert where.is_demo
        assert where.load()[0].name == "demo"
    assert not CorpusSource("hotel").is_demo


def test_a_corpus_that_is_gone(tmp_path):
    with pytest.raises(CorpusError, match=r"a\.csv"):
        CorpusSource(files=(tmp_path / "a.csv", tmp_path / "b.csv")).load()


@pytest.mark.parametrize("content", [None, "", "[]", '{"known": "demo"}', '{"files": [1, 2]}'])
def test_a_folder_that_does_not_say(folder, content):
    if content is not None:
        folder.corpus.write_text(content)
    with pytest.raises(RunError, match="does not say what it was trained on"):
        source.find(folder)
