import threading

import pytest

from core.cancellation import Cancelled
from core.corpus import catalog, library
from core.corpus.example import Example
from core.corpus.formats import Choices, CorpusError, CorpusQuestion
from core.corpus.opened import open_file, open_known
from core.corpus.own import OwnFile


@pytest.fixture(autouse=True)
def _no_downloads(tmp_path, monkeypatch):
    monkeypatch.delenv("CHARCOPY_DATA", raising=False)
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: tmp_path / "downloads")


def hotel(folder, **splits):
    (folder / "hotel").mkdir(parents=True)
    for split, text in splits.items():
        (folder / "hotel" / f"{split}.csv").write_text(text, encoding="utf-8")


def test_those_splits_are_read_that_are_here(tmp_path):
    hotel(tmp_path, train="name[A],One.\nname[B],Two.\n", test="name[A],Three.\n")
    opened = open_known(catalog.HOTEL, tmp_path)
    assert opened.title == "Hotel"
    assert {split: len(examples) for split, examples in opened.splits.items()} == {
        "train": 2,
        "test": 1,
    }
    assert [path.name for path in opened.readings] == ["train.csv", "test.csv"]
    assert [(row.split, row.number) for row in opened.rows.rows] == [
        ("train", 1),
        ("train", 2),
        ("test", 1),
    ]


def test_of_a_corpus_that_is_not_here_nothing_is_read(tmp_path):
    with pytest.raises(CorpusError, match="No split of Hotel"):
        open_known(catalog.HOTEL, tmp_path)


def test_the_demo_corpus_needs_no_file():
    opened = open_known(catalog.DEMO)
    assert set(opened.splits) == {"train", "dev"}
    assert not opened.readings


def test_a_file_of_ones_own_has_one_nameless_split(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("x;y\nname[A];One.\nname[B]\n", encoding="utf-8")
    choices = Choices(delimiter=";", mr=("x",), reference="y")
    opened = open_file(OwnFile(path, choices))
    assert [example.reference for example in opened.splits[""]] == ["One."]
    assert opened.readings[path].skipped[0].line == 3


def test_reading_stops_when_it_is_told_to(tmp_path):
    hotel(tmp_path, train="name[A],One.\n")
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        open_known(catalog.HOTEL, tmp_path, cancel)


def test_what_a_known_corpus_file_leaves_open_is_asked_and_read_as_is_answered(tmp_path):
    folder = tmp_path / "hotel"
    folder.mkdir()
    path = folder / "train.csv"
    path.write_text("mr,x,y\nname[A],One.,Two.\n", encoding="utf-8")
    with pytest.raises(CorpusQuestion, match="Which column") as asked:
        open_known(catalog.HOTEL, tmp_path)
    assert asked.value.path == path
    answers = {path: Choices(reference="y")}
    opened = open_known(catalog.HOTEL, tmp_path, answers=answers)
    assert opened.splits == {"train": (Example("name[A]", "Two."),)}
    (folder / "dev.csv").write_text("name[B],Three.\n", encoding="utf-8")
    assert library.load("hotel", tmp_path, answers)[0].train == opened.splits["train"]
    assert (
        library.split("hotel", "train", tmp_path, answers).reading.examples[0].reference == "Two."
    )
