import os
import threading

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from core import checkpoint, model_store
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.config import ModelConfig
from core.model_card import ModelCard
from core.model_store import Origin, StoredModel, StoreError
from core.network.model import EdaCs

TINY = ModelConfig(hidden_size=4, attention_size=3, embedding_size=2)
HARD_NAMES = ["con", "best", "..", "東" * 99, "x" * 99, "nul.x"]
as_root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="who may do anything is refused nothing"
)


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "Café 東京" / "models"
    folder.mkdir(parents=True)
    return folder


def made(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    model = EdaCs.seeded(TINY, Alphabet.from_texts(["é"]), seed=1)
    checkpoint.save(ModelCard(path.stem, path, model.config, model.alphabet), model)
    return path


def listed(own, *, runs=(), shipped=None):
    return model_store.listing(own, [shipped or own / "none"], runs)


def the_one(own, **others) -> StoredModel:
    (model,) = listed(own, **others).models
    return model


def test_a_listing_has_own_models_those_of_runs_and_shipped_ones(own, tmp_path):
    made(own / "bee.safetensors")
    made(own / "ant.safetensors")
    shipped = made(tmp_path / "shipped" / "e2e.safetensors").parent
    run = made(tmp_path / "runs" / "café 2" / "best.safetensors")
    found = listed(own, runs=[run, run.with_name("gone.safetensors")], shipped=shipped)
    assert [(m.card.name, m.own_name, m.origin) for m in found.models] == [
        ("ant", "ant", Origin.OWN),
        ("bee", "bee", Origin.OWN),
        ("café 2/best", "café 2", Origin.RUN),
        ("e2e", "e2e", Origin.SHIPPED),
    ]
    assert found.models[0].size == (own / "ant.safetensors").stat().st_size
    assert found.models[0].notes == own / "ant.md"


def test_what_cannot_be_read_is_not_listed_but_said(own):
    made(own / "good.safetensors")
    (own / "bad.safetensors").write_bytes(b"PK\x03\x04 not weights")
    found = listed(own)
    assert [m.card.name for m in found.models] == ["good"]
    (said,) = found.refused
    assert said.startswith("bad.safetensors is not a CharCopy checkpoint: ")


@pytest.mark.parametrize("name", ["mine", "Café 東京", "a.b", "e2e-edacs (2)", "x" * 80])
def test_names_that_can_be_had(name):
    model_store.check_name(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", ".", "..", ".hidden", "a/b", "..\\b", "a:b", 'a"b', "a\nb", "a\x00b", "con", "NUL.x",
     "best", "Last", " a", "a ", "a.", "x" * 81, "東" * 70, "a\u2028b"],
)  # fmt: skip
def test_names_that_cannot(own, name):
    with pytest.raises(StoreError, match=r"\.$"):
        model_store.check_name(name)
    path = made(own / "mine.safetensors")
    with pytest.raises(StoreError):
        model_store.renamed(the_one(own), name)
    assert path.is_file()


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=strategies.text(max_size=120) | strategies.sampled_from(["con", "best", "..", "東" * 99])
)
def test_a_free_name_can_always_be_had(own, name):
    free = model_store.free_name(name, own)
    model_store.check_name(free)
    assert not (own / f"{free}.safetensors").exists()


def test_a_free_name_is_numbered_where_there_is_one_already(own):
    made(own / "mine.safetensors")
    made(own / "mine 2.safetensors")
    assert model_store.free_name("mine", own) == "mine 3"
    assert model_store.free_name("yours", own) == "yours"


def test_files_of_one_name_get_places_of_their_own(own, tmp_path):
    made(own / "mine.safetensors")
    names = ("mine", "mine", "yours", "mine (2)")
    sources = [tmp_path / str(n) / f"{name}.safetensors" for n, name in enumerate(names)]
    pairs = model_store.places(sources, own)
    assert [source for source, _ in pairs] == sources
    targets = [target.name.removesuffix(".safetensors") for _, target in pairs]
    assert targets == ["mine 2", "mine 2 (2)", "yours", "mine (2)"]


def test_renaming_takes_the_notes_along(own):
    path = made(own / "old.safetensors")
    (own / "old.md").write_text("Notes", encoding="utf-8")
    content = path.read_bytes()
    new = model_store.renamed(the_one(own), "Neu é")
    assert new == own / "Neu é.safetensors"
    assert sorted(p.name for p in own.iterdir()) == ["Neu é.md", "Neu é.safetensors"]
    assert new.read_bytes() == content
    assert the_one(own).card.name == "Neu é"


def test_renaming_a_runs_model_renames_the_run(own, tmp_path):
    best = made(tmp_path / "runs" / "first" / "best.safetensors")
    made(tmp_path / "runs" / "first" / "last.safetensors")
    new = model_store.renamed(the_one(own, runs=[best]), "second")
    assert new == tmp_path / "runs" / "second" / "best.safetensors"
    assert new.is_file()
    assert new.with_name("last.safetensors").is_file()
    assert not best.parent.exists()


def test_renaming_never_takes_anothers_place(own):
    path, other = made(own / "mine.safetensors"), made(own / "yours.safetensors")
    mine = next(m for m in listed(own).models if m.path == path)
    with pytest.raises(StoreError, match="There is a model called yours already"):
        model_store.renamed(mine, "yours")
    (own / "theirs.md").write_text("of a model that was here once")
    with pytest.raises(StoreError, match=r"There are notes called theirs\.md already"):
        model_store.renamed(mine, "theirs")
    assert path.is_file()
    assert other.is_file()
    assert model_store.renamed(mine, "mine") == path


def test_a_shipped_model_keeps_its_name_and_says_why(tmp_path, own):
    shipped = made(tmp_path / "shipped" / "e2e.safetensors")
    model = the_one(own, shipped=shipped.parent)
    with pytest.raises(StoreError, match="came with the program"):
        model_store.renamed(model, "mine")
    assert shipped.is_file()


def test_a_copy_is_the_same_and_its_progress_is_told(own, tmp_path):
    source = tmp_path / "a.safetensors"
    source.write_bytes(os.urandom(2_500_000))
    target = own / "new" / "b.safetensors"
    found = list(model_store.copied(source, target, threading.Event()))
    assert target.read_bytes() == source.read_bytes()
    assert [p.done for p in found] == [1 << 20, 2 << 20, 2_500_000]
    assert {p.total for p in found} == {2_500_000}
    assert found[0].message == "Copying a.safetensors"


def test_a_copy_that_is_cancelled_or_left_leaves_nothing(own, tmp_path):
    source = tmp_path / "a.safetensors"
    source.write_bytes(os.urandom(2_500_000))
    target, cancel = own / "b.safetensors", threading.Event()
    target.write_bytes(b"before")
    work = model_store.copied(source, target, cancel)
    next(work)
    cancel.set()
    with pytest.raises(Cancelled):
        next(work)
    work = model_store.copied(source, target, threading.Event())
    next(work)
    work.close()
    assert [p.name for p in own.iterdir()] == ["b.safetensors"]
    assert target.read_bytes() == b"before"


def test_a_full_disk_is_said_and_where(own, tmp_path, monkeypatch):
    source = tmp_path / "a.safetensors"
    source.write_bytes(b"x" * 10)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match=r"could not be copied to .*東京.*: the disk is full\.$"):
        list(model_store.copied(source, own / "b.safetensors", threading.Event()))
    assert list(own.iterdir()) == []


@pytest.mark.parametrize("error", [13, 30])
def test_a_folder_that_is_not_ours_is_said(own, tmp_path, monkeypatch, error):
    source = tmp_path / "a.safetensors"
    source.write_bytes(b"x" * 10)

    def refuse(*_, **__):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(StoreError, match=r"東京.*: you do not have permission to write there\.$"):
        list(model_store.copied(source, own / "b.safetensors", threading.Event()))


@as_root
def test_a_folder_that_is_read_only(own, tmp_path):
    path = made(own / "mine.safetensors")
    own.chmod(0o555)
    try:
        with pytest.raises(StoreError, match="cannot be renamed: it is not yours"):
            model_store.renamed(the_one(own), "yours")
    finally:
        own.chmod(0o755)
    assert path.is_file()


def test_a_file_is_not_copied_onto_itself(own):
    path = made(own / "mine.safetensors")
    content = path.read_bytes()
    with pytest.raises(StoreError, match="the model itself"):
        list(
            model_store.copied(path, own / ".." / "models" / "mine.safetensors", threading.Event())
        )
    assert path.read_bytes() == content
