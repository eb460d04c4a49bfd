import threading

import pytest

from core.cancellation import Cancelled
from core.corpus import catalog, e2e_plus, folders, made_files
from core.corpus.e2e_plus import Lists, build_files
from core.corpus.example import group_by_mr
from core.corpus.formats import CorpusError, read
from core.corpus.lenient import slots

LISTS = Lists(tuple(f"Place {i}" for i in range(40)), tuple(f"Food {i}" for i in range(20)))


@pytest.fixture(autouse=True)
def e2e(monkeypatch, tmp_path):
    """A small E2E, and no other folder of corpora."""
    monkeypatch.delenv(folders.VARIABLE, raising=False)
    monkeypatch.setattr(folders, "downloads", lambda: tmp_path / "corpora")
    place = tmp_path / "corpora" / "e2e"
    place.mkdir(parents=True)
    for split in ("train", "dev", "test"):
        rows = [
            f'"name[{split} {i}], food[F], near[N]",{split} {i} has F near N.' for i in range(5)
        ]
        name = catalog.E2E.file(split).name
        (place / name).write_text("\n".join(["mr,ref", *rows, ""]), encoding="utf-8")
    return place


def made(out, **options):
    (*records,) = build_files(out, LISTS, **options)
    return records


def values(path):
    return {slot.value for example in read(path).examples for slot in slots(example.mr)}


def test_all_three_files_are_made(tmp_path):
    records = made(tmp_path / "Café" / "plus")
    assert [record.done for record in records] == [0, 1, 2, 3]
    paths = sorted((tmp_path / "Café" / "plus").iterdir())
    assert [path.name for path in paths] == ["devset.csv", "testset.csv", "trainset.csv"]
    assert [len(read(path).examples) for path in paths] == [5, 5, 5]
    assert not values(paths[0]) & values(paths[1])
    assert not values(paths[0]) & values(paths[2])


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        made(tmp_path / name, seed=seed)
    a, b, c = ((tmp_path / name / "trainset.csv").read_bytes() for name in "abc")
    assert a == b != c


def test_what_is_there_is_never_overwritten(tmp_path):
    (tmp_path / "devset.csv").write_text("mine")
    with pytest.raises(CorpusError, match=r"holds a devset\.csv already"):
        made(tmp_path)
    assert (tmp_path / "devset.csv").read_text() == "mine"


def test_whoever_leaves_early_finds_nothing_and_may_begin_again(tmp_path):
    out = tmp_path / "plus"
    work = build_files(out, LISTS)
    assert next(work).done == 0
    assert next(work).done == 1
    assert [path.name for path in out.iterdir()] == ["trainset.csv"]
    work.close()
    assert list(out.iterdir()) == []
    assert made(out)[-1].done == 3


@pytest.mark.parametrize("records", [1, 2, 3])
def test_a_build_that_is_cancelled_leaves_no_file(tmp_path, records):
    cancel = threading.Event()
    work = build_files(tmp_path / "plus", LISTS, cancel=cancel)
    for _ in range(records):
        next(work)
    cancel.set()
    with pytest.raises(Cancelled):
        next(work)
    assert list(tmp_path.glob("plus/*")) == []


def test_a_disk_that_fails_leaves_no_file(tmp_path, monkeypatch):
    write = made_files.write_csv

    def fail_at_test(path, examples):
        if path.name == "testset.csv":
            raise OSError("full")
        write(path, examples)

    monkeypatch.setattr(made_files, "write_csv", fail_at_test)
    with pytest.raises(OSError, match="full"):
        made(tmp_path / "plus")
    assert list((tmp_path / "plus").iterdir()) == []


def test_e2e_has_to_be_here(tmp_path, e2e):
    (e2e / "devset.csv").unlink()
    with pytest.raises(CorpusError, match=r"E2E is not on this computer: dev missing. corpora"):
        made(tmp_path / "plus")


def test_lists_come_from_files_or_from_the_catalogue(tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("One\n\n Two \n", encoding="utf-8")
    assert e2e_plus.lists(own, own) == Lists(("One", "Two"), ("One", "Two"))
    with pytest.raises(CorpusError, match="corpora download entree fetches it"):
        e2e_plus.lists()
    entree = tmp_path / "corpora" / "sources" / "entree_new_york.txt"
    entree.parent.mkdir()
    entree.write_text("1\tPalm Court, The\t7\n", encoding="utf-8")
    assert e2e_plus.lists().names == ("The Palm Court",)


def test_lists_that_are_not_utf8_are_refused(tmp_path):
    names = tmp_path / "names.txt"
    names.write_bytes("One\nCafé\n".encode("latin-1"))
    with pytest.raises(CorpusError, match=r"names\.txt is not utf-8 text: line 2"):
        e2e_plus.lists(names, None)
    entree = tmp_path / "corpora" / "sources" / "entree_new_york.txt"
    entree.parent.mkdir()
    entree.write_bytes("1\tCafé\t7\n".encode("latin-1"))
    with pytest.raises(CorpusError, match=r"is not utf-8 text: line 1"):
        e2e_plus.lists()


@pytest.mark.parametrize("below", ["", "plus"])
def test_where_a_file_is_no_folder_can_be(tmp_path, below):
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(CorpusError, match="file is a file, not a folder to write to"):
        made(file / below)
    assert file.read_text() == "mine"


def test_files_are_written_beside_the_authors_where_those_are(shared_data, monkeypatch, tmp_path):
    downloads = tmp_path / "corpora" / "e2e_plus"
    assert e2e_plus.place(tmp_path / "set") == downloads
    data = shared_data / "data" / "e2e_plus"
    named = tmp_path / "named" / "e2e_plus"
    named.mkdir(parents=True)
    monkeypatch.setenv(folders.VARIABLE, str(named.parent))
    (named / "devset.csv").write_bytes((data / "devset.csv").read_bytes())
    assert e2e_plus.place() == downloads, "a part of them cannot be built upon"
    (named / "testset.csv").write_bytes((data / "testset.csv").read_bytes())
    assert e2e_plus.place() == named


def test_the_authors_dev_and_test_are_kept_and_train_made_around_them(shared_data, tmp_path):
    data = shared_data / "data"
    for name in ("devset.csv", "testset.csv"):
        (tmp_path / name).write_bytes((data / "e2e_plus" / name).read_bytes())
    records = list(build_files(tmp_path, e2e_plus.lists(chosen=data), chosen=data))
    assert records[-1].total == 1
    train = group_by_mr(read(tmp_path / "trainset.csv").examples)
    assert (len(train), sum(map(len, train.values()))) == (4862, 42061)
    used = {s.value for mr in train for s in slots(mr) if s.name in ("name", "near", "food")}
    official = e2e_plus._values(read(tmp_path / "devset.csv").examples)
    official |= e2e_plus._values(read(tmp_path / "testset.csv").examples)
    assert len(used) > 800
    assert not used & official
