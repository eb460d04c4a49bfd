import threading

import pytest
from finishing import with_records

from core.cancellation import Cancelled
from core.metrics import portions
from core.metrics.portions import PORTION
from core.records import Progress


def test_all_is_done_in_order_and_told_before_each_portion():
    items = range(2 * PORTION + 1)
    found, records = with_records(portions.each(str, items, "counting", None))
    assert found == list(map(str, items))
    assert records == [
        Progress(done, len(items), "texts", "counting") for done in (0, PORTION, 2 * PORTION)
    ]


def test_it_stops_between_portions():
    cancel, done = threading.Event(), []
    work = portions.each(done.append, range(2 * PORTION), "counting", cancel)
    next(work)
    cancel.set()
    with pytest.raises(Cancelled):
        list(work)
    assert len(done) == PORTION
