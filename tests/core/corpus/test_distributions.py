import threading

import pytest

from core.cancellation import Cancelled
from core.corpus import catalog
from core.corpus.distributions import WHOLE, of_corpus
from core.corpus.opened import open_known


def test_lengths_are_counted_of_all_and_of_each_split(tmp_path):
    for split, text in (("train", "n[A],One.\nn[A],Fifty.\n"), ("dev", "n[BB],One.\n")):
        (tmp_path / "hotel").mkdir(exist_ok=True)
        (tmp_path / "hotel" / f"{split}.csv").write_text(text, encoding="utf-8")
    counted = of_corpus(open_known(catalog.HOTEL, tmp_path))
    assert set(counted.parts) == {WHOLE, "train", "dev"}
    whole, train = counted.parts[WHOLE], counted.parts["train"]
    assert whole.description.rows == 3
    assert train.mr_lengths.tolist() == [0, 0, 0, 0, 1], "one distinct table of four characters"
    assert whole.mr_lengths.tolist() == [0, 0, 0, 0, 1, 1]
    assert whole.reference_lengths.tolist() == [0, 0, 0, 0, 2, 0, 1]
    (shared,) = counted.overlaps
    assert (shared.split, shared.other, shared.mrs) == ("dev", "train", 0)


def test_counting_stops_when_it_is_told_to():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        of_corpus(open_known(catalog.DEMO), cancel)
