import pytest

from core.corpus.formats import CorpusError
from core.corpus.splits import read_splits


@pytest.fixture
def pair(tmp_path):
    train, dev = tmp_path / "train.csv", tmp_path / "dev.csv"
    train.write_text("mr,ref\na[x],One.\na[y],\n", encoding="utf-8")
    dev.write_text("mr;ref\nb[x];Two, or so.\n", encoding="utf-8")
    return train, dev


def test_two_files_make_a_corpus(pair):
    corpus, notices = read_splits("mine", *pair)
    assert corpus.name == "mine"
    assert [example.reference for example in corpus.train + corpus.dev] == ["One.", "Two, or so."]
    assert notices == ("train.csv: 1 row was left out; the first, line 3: The reference is empty.",)


def test_tables_alone_are_no_corpus(pair):
    pair[1].write_text("MR\na[x]\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"dev\.csv has no references"):
        read_splits("mine", *pair)
