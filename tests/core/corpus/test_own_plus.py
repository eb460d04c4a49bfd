import threading

import pytest

from core.cancellation import Cancelled
from core.corpus import demo
from core.corpus.browsing import Rows
from core.corpus.example import Example
from core.corpus.formats import CorpusError, read
from core.corpus.opened import OpenCorpus
from core.corpus.own_plus import build_files, grouped, in_words, paths
from core.corpus.plus import Account, BuildError

ROWS = (
    Example("name[Café £], food[F]", "The Café £ has F."),
    Example("name[Café £], food[F]", "The Café £ is nice."),
    Example("food[F]", "There is none."),
    Example("area[x]", "x."),
)


def opened(**splits):
    found = splits or {"": ROWS}
    return OpenCorpus("toys.csv", found, {}, Rows.of(found))


def made(corpus, lists, out, **options):
    work, records = build_files(corpus, "toys", lists, out, **options), []
    while True:
        try:
            records.append(next(work))
        except StopIteration as end:
            return records, end.value


def test_a_files_plus_version_is_one_file(tmp_path):
    out = tmp_path / "Café 東京"
    records, result = made(opened(), {("name",): ["Ñ"], ("food",): ["G"]}, out)
    assert [record.done for record in records] == [0, 1]
    assert result.files == (out / "toys-plus.csv",)
    assert read(result.files[0]).examples == (
        Example("name[Ñ], food[G]", "The Ñ has G."),
        Example("name[Ñ], food[F]", "The Ñ is nice."),
        ROWS[2],
        ROWS[3],
    )
    assert in_words(result.account) == (
        "1 of 4 rows have new values, 1 some of them, 1 none: their texts do not have the old "
        "ones word for word; 1 have none of the slots.",
        "food: 1 replaced, 2 kept, not being in the text word for word.",
        "name: 2 replaced.",
    )


def test_rows_without_the_slots_are_said():
    account = Account()
    account.add((), ())
    assert in_words(account) == ("0 of 1 rows have new values; 1 have none of the slots.",)


def test_no_new_value_of_one_split_stands_in_another(tmp_path):
    corpus = demo.corpus()
    slot = "name"
    values = [f"Ort {number}" for number in range(500)]
    splits = {"train": corpus.train, "dev": corpus.dev}
    _, result = made(opened(**splits), {(slot,): values}, tmp_path)
    assert [path.name for path in result.files] == ["toys-plus-train.csv", "toys-plus-dev.csv"]
    texts = [path.read_text(encoding="utf-8") for path in result.files]
    used = [{value for value in values if f"name[{value}]" in text} for text in texts]
    assert all(used)
    assert not used[0] & used[1]
    assert [len(read(path).examples) for path in result.files] == [
        len(corpus.train),
        len(corpus.dev),
    ]


def test_slots_with_the_same_list_share_it(tmp_path):
    same = ["A", "B"]
    assert grouped({"name": same, "food": ["C"], "near": list(same)}) == {
        ("food",): ["C"],
        ("name", "near"): same,
    }
    with pytest.raises(BuildError, match="For name and near at least 2 values are needed"):
        made(
            opened(x=(Example("name[a], near[b]", "a b"),)),
            {("name", "near"): ["A"]},
            tmp_path,
        )


def test_a_slot_that_is_not_there(tmp_path):
    sentence = "toys.csv has no slot 'Name'; its slots are: food, area, name."
    with pytest.raises(CorpusError) as refused:
        made(opened(), {("Name",): ["A"]}, tmp_path)
    assert str(refused.value) == sentence
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_never_overwritten(tmp_path):
    path = paths("toys", ("",), tmp_path)[""]
    path.write_text("mine")
    with pytest.raises(CorpusError, match=r"holds a toys-plus\.csv already"):
        made(opened(), {("name",): ["A"]}, tmp_path)
    assert path.read_text() == "mine"


def test_what_is_cancelled_leaves_no_file(tmp_path):
    cancel = threading.Event()
    splits = {"train": ROWS, "dev": ROWS}
    lists = {("name",): ["A", "B"]}
    work = build_files(opened(**splits), "toys", lists, tmp_path / "out", cancel=cancel)
    next(work)
    next(work)
    assert (tmp_path / "out" / "toys-plus-train.csv").exists()
    cancel.set()
    with pytest.raises(Cancelled):
        next(work)
    assert list((tmp_path / "out").iterdir()) == []
