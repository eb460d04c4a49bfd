import threading

import pytest
from models_driver import made

from charcopy_gui.workers.models import Copied, Refused, exported, imported
from core.cancellation import Cancelled
from core.records import Progress


def test_an_import_checks_and_copies_each_file(tmp_path):
    good, bad = made(tmp_path / "good.safetensors"), tmp_path / "bad.safetensors"
    bad.write_bytes(b"no model")
    pairs = [(path, tmp_path / "own" / path.name) for path in (bad, good)]
    records = list(imported(pairs, threading.Event()))
    assert records[0] == Progress(0, None, "bytes", "Checking bad.safetensors")
    assert isinstance(records[1], Refused)
    assert records[1].sentence.startswith("bad.safetensors is not a CharCopy checkpoint")
    assert records[-1] == Copied(*pairs[1])
    assert pairs[1][1].read_bytes() == good.read_bytes()
    assert not pairs[0][1].exists()


def test_a_cancelled_import_leaves_nothing(tmp_path):
    good, cancel = made(tmp_path / "good.safetensors"), threading.Event()
    work = imported([(good, tmp_path / "own" / "good.safetensors")], cancel)
    next(work)
    cancel.set()
    with pytest.raises(Cancelled):
        list(work)
    assert not (tmp_path / "own").exists()


def test_an_export_that_fails_says_so(tmp_path):
    (refused,) = exported(tmp_path / "gone", tmp_path / "out", threading.Event())
    assert isinstance(refused, Refused)
    assert "gone could not be copied" in refused.sentence
