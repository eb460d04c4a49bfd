from pathlib import Path

import pytest

from core.corpus import catalog, demo, folders, library
from core.corpus.formats import CorpusError


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch, tmp_path):
    """No corpus of the user's own is looked at."""
    monkeypatch.delenv(folders.VARIABLE, raising=False)
    monkeypatch.setattr(folders, "downloads", lambda: tmp_path / "downloads")


def write(folder, corpus=catalog.HOTEL, splits=("train", "dev")):
    place = folder / corpus.folder
    place.mkdir(parents=True, exist_ok=True)
    for split in splits:
        (place / corpus.file(split).name).write_text(f'"a[{split}]","Text of {split}."\n' * 2)


def test_folders_are_looked_at_in_their_order(monkeypatch, tmp_path):
    monkeypatch.setenv(folders.VARIABLE, str(tmp_path / "named"))
    expected = (tmp_path / "set", tmp_path / "named", tmp_path / "downloads")
    assert folders.searched(tmp_path / "set") == expected
    for place in ("downloads", "named"):
        write(tmp_path / place)
    write(tmp_path / "set", splits=("dev",))
    found = folders.files(catalog.HOTEL, tmp_path / "set")
    assert found == {
        "train": tmp_path / "named" / "hotel" / "train.csv",
        "dev": tmp_path / "set" / "hotel" / "dev.csv",
    }


def test_a_corpus_that_is_made_here_never_comes_from_several_folders(monkeypatch, tmp_path):
    monkeypatch.setenv(folders.VARIABLE, str(tmp_path / "named"))
    write(tmp_path / "named", catalog.E2E_PLUS, ("dev", "test"))
    write(tmp_path / "downloads", catalog.E2E_PLUS, ("train",))
    assert list(folders.files(catalog.E2E_PLUS)) == ["dev", "test"]
    write(tmp_path / "downloads", catalog.E2E_PLUS, ("dev", "test"))
    found = folders.files(catalog.E2E_PLUS)
    assert list(found) == ["train", "dev", "test"]
    assert {path.parent.parent for path in found.values()} == {tmp_path / "downloads"}
    write(tmp_path / "named", catalog.E2E_PLUS, ("train",))
    found = folders.files(catalog.E2E_PLUS)
    assert {path.parent.parent for path in found.values()} == {tmp_path / "named"}


def test_a_known_corpus_comes_in_its_own_splits_with_its_terms(tmp_path):
    write(tmp_path)
    corpus, notices = library.load("HOTEL", tmp_path)
    assert (corpus.train[0].mr, corpus.dev[0].reference) == ("a[train]", "Text of dev.")
    assert (corpus.name, corpus.licence) == ("Hotel", catalog.HOTEL.licence)
    assert "Roberti" in corpus.attribution
    assert notices == ()


def test_the_demo_corpus_needs_nothing():
    assert library.load("demo") == (demo.corpus(), ())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("absent", "There is no corpus 'absent', neither known nor as a file; known are: demo, "),
        ("hotel", "Hotel is not on this computer: train and dev missing. corpora download hotel"),
        ("entree", "Entree, New York is a list to make corpora with, not a corpus."),
        ("e2e-plus", "fetches it, and corpora build-e2e-plus makes trainset.csv;"),
    ],
)
def test_what_cannot_be_loaded_says_what_to_do(name, sentence):
    with pytest.raises(CorpusError) as refused:
        library.load(name)
    assert sentence in str(refused.value)


def test_a_split_is_read_with_what_was_left_out(tmp_path):
    write(tmp_path)
    found = library.split("HOTEL", "dev", tmp_path)
    assert (found.name, found.reading.examples[0].reference) == ("Hotel dev", "Text of dev.")
    assert (found.notices, found.reading.choices.header) == ((), False)
    with (tmp_path / "hotel" / "dev.csv").open("a") as file:
        file.write('"a[x]",""\n')
    assert library.split("hotel", "dev", tmp_path).notices[0].startswith("dev.csv: 1 row was left")


def test_the_demo_corpus_has_two_splits():
    made = demo.corpus()
    assert library.split("demo", "train").reading.examples == made.train
    assert library.split("demo", "dev").reading.examples == made.dev


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("absent", "There is no corpus 'absent', neither known nor as a file; known are: demo, "),
        ("demo", "Demo corpus has no test split; it has train and dev."),
        ("entree", "Entree, New York is a list to make corpora with, not a corpus."),
        ("hotel", "Hotel test is not on this computer. corpora download hotel fetches it; "),
    ],
)
def test_a_split_that_cannot_be_had(name, sentence):
    with pytest.raises(CorpusError) as refused:
        library.split(name, "test")
    assert sentence in str(refused.value)
    assert isinstance(refused.value, library.NotHereError) == (name == "hotel")


def test_where_a_split_lies(tmp_path):
    write(tmp_path)
    assert library.file("hotel", "dev", tmp_path) == tmp_path / "hotel" / "dev.csv"
    with pytest.raises(CorpusError, match=r"^Demo corpus dev is built in and has no file\."):
        library.file("demo", "dev")


def test_a_corpus_that_is_half_here(tmp_path):
    write(tmp_path, splits=("train",))
    with pytest.raises(CorpusError, match="Hotel is not on this computer: dev missing"):
        library.load("hotel", tmp_path)


@pytest.mark.parametrize(
    ("name", "train", "dev"),
    [("e2e", 42061, 4672), ("e2e-plus", 42061, 4672), ("hotel", 2211, 276),
     ("restaurant", 2875, 359), ("rnnlg-hotel", 1383, 434), ("rnnlg-restaurant", 1603, 585)],
)  # fmt: skip
def test_a_folder_of_files_that_people_have(shared_data, monkeypatch, name, train, dev):
    monkeypatch.setenv(folders.VARIABLE, str(shared_data / "data"))
    corpus, _ = library.load(name)
    assert (len(corpus.train), len(corpus.dev)) == (train, dev)


def test_the_users_own_folder_is_named_after_the_program(monkeypatch):
    monkeypatch.undo()
    assert folders.downloads().name == "corpora"
    assert "CharCopy" in Path(folders.downloads()).parts
