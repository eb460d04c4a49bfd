import threading

import pytest
from fake_site import site

from charcopy_gui.workers.corpora import (
    Asked,
    BuildRequest,
    Built,
    Corpora,
    Downloaded,
    PlusRequest,
    build,
    probe,
)
from core.cancellation import Cancelled
from core.corpus import catalog
from core.corpus.distributions import CorpusStatistics
from core.corpus.formats import Choices, CorpusError, Known, Question
from core.corpus.opened import OpenCorpus
from core.records import Progress


@pytest.fixture
def corpora():
    found = Corpora()
    yield found
    found.close()
    found.wait()


@pytest.fixture(autouse=True)
def _no_downloads(tmp_path, monkeypatch):
    monkeypatch.delenv("CHARCOPY_DATA", raising=False)
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: tmp_path / "downloads")


def collected(qtbot, worker, start):
    records = []
    worker.record.connect(records.append)
    with qtbot.waitSignal(worker.ended):
        start()
    return records


def test_a_file_is_probed_and_its_first_rows_are_read(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("mr,x,y\nname[A],One.,Two.\n", encoding="utf-8")
    found = probe(path, Known())
    assert [doubt.about for doubt in found.guess.doubts] == [Question.REFERENCE]
    assert found.preview.rows[0].cells == ("name[A]", "One.", "Two.")
    answered = probe(path, Known(reference="x"))
    assert answered.guess.doubts == ()


def test_a_file_that_cannot_be_read_says_why(tmp_path):
    found = probe(tmp_path / "none.csv", Known())
    assert found.guess is None
    assert "There is no file" in found.problem


def test_a_corpus_is_read_and_counted_in_the_thread(qtbot, corpora):
    (opened,) = collected(qtbot, corpora.reading, lambda: corpora.open_known(catalog.DEMO, None))
    assert isinstance(opened, OpenCorpus)
    records = collected(qtbot, corpora.reading, lambda: corpora.count(opened))
    assert isinstance(records[-1], CorpusStatistics)
    assert records[-1].parts[""].description.rows == len(opened.rows.rows)


def test_what_is_downloaded_is_told_with_its_progress(qtbot, corpora, tmp_path):
    with site() as server:
        toys = server.corpus(train="name[A],One.\n", dev="name[B],Two.\n")
        records = collected(qtbot, corpora.fetching, lambda: corpora.download(toys, tmp_path))
    assert isinstance(records[0], Progress)
    assert isinstance(records[-1], Downloaded)
    assert (tmp_path / "toys" / "dev.csv").read_text() == "name[B],Two.\n"


def e2e(folder):
    """A tiny E2E, and lists that are just long enough."""
    (folder / "e2e").mkdir(parents=True)
    for split, name in (
        ("trainset.csv", "Aromi"),
        ("devset.csv", "Cotto"),
        ("testset_w_refs.csv", "Strada"),
    ):
        row = f'"name[{name}], food[French], near[Clare Hall]",{name} is French.'
        (folder / "e2e" / split).write_text(f"mr,ref\n{row}\n", encoding="utf-8")
    names, foods = folder / "names.txt", folder / "foods.txt"
    names.write_text("\n".join(f"Inn {letter}" for letter in "ABCDEFGHIJ"), encoding="utf-8")
    foods.write_text("Abkhazian\nBasque\nCretan\nDanish\n", encoding="utf-8")
    return names, foods


def request(folder, **changes):
    names, foods = e2e(folder)
    return BuildRequest(folder / "plus", **{"names": names, "foods": foods} | changes)


def test_e2e_plus_is_built(tmp_path):
    *progress, built = build(request(tmp_path), tmp_path, threading.Event())
    assert isinstance(built, Built)
    assert [path.name for path in built.files] == ["trainset.csv", "devset.csv", "testset.csv"]
    assert "Inn " in built.files[0].read_text(encoding="utf-8")
    assert progress[-1].done == 3


def test_a_build_that_is_stopped_leaves_no_file(tmp_path):
    cancel = threading.Event()
    work = build(request(tmp_path), tmp_path, cancel)
    next(work)
    next(work)
    assert (tmp_path / "plus" / "trainset.csv").exists()
    cancel.set()
    with pytest.raises(Cancelled):
        next(work)
    assert list((tmp_path / "plus").iterdir()) == []


def test_a_build_that_cannot_begin_leaves_what_was_there(tmp_path):
    (tmp_path / "plus").mkdir()
    kept = tmp_path / "plus" / "devset.csv"
    kept.write_text("mine", encoding="utf-8")
    with pytest.raises(CorpusError, match="already"):
        list(build(request(tmp_path), tmp_path, threading.Event()))
    assert kept.read_text(encoding="utf-8") == "mine"


def test_a_plus_version_is_built(qtbot, corpora, tmp_path):
    (opened,) = collected(qtbot, corpora.reading, lambda: corpora.open_known(catalog.DEMO, None))
    lists = {("name",): [f"Ort {number}" for number in range(40)]}
    request = PlusRequest(opened, "demo", tmp_path / "plus", lists)
    *progress, built = collected(qtbot, corpora.fetching, lambda: corpora.build_plus(request))
    assert progress[-1].done == 2
    assert [path.name for path in built.files] == ["demo-plus-train.csv", "demo-plus-dev.csv"]
    assert built.account.rows == len(opened.rows.rows)
    assert "name[Ort " in built.files[1].read_text(encoding="utf-8")


def test_a_known_corpus_that_leaves_something_open_is_asked_about(qtbot, corpora, tmp_path):
    path = tmp_path / "hotel" / "train.csv"
    path.parent.mkdir()
    path.write_text("mr,x,y\nname[A],One.,Two.\n", encoding="utf-8")
    (asked,) = collected(
        qtbot, corpora.reading, lambda: corpora.open_known(catalog.HOTEL, tmp_path)
    )
    assert isinstance(asked, Asked)
    assert asked.path == path
    assert "Which column" in asked.sentence
    answers = {path: Choices(reference="x")}
    (opened,) = collected(
        qtbot, corpora.reading, lambda: corpora.open_known(catalog.HOTEL, tmp_path, answers)
    )
    assert opened.splits["train"][0].reference == "One."
