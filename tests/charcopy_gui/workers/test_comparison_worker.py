import logging
import threading
import time
from pathlib import Path

import pytest
from fake_generation import loader, sentence_for, writer
from patience import AT_ONCE
from window_driver import MR

from charcopy_gui.workers.comparison import (
    Comparison,
    ComparisonRequest,
    ModelBegun,
    ModelFailed,
    ModelWrote,
    compare,
)
from core.config import DecodingConfig, Strategy
from core.model_card import ModelCardError
from core.records import Ending

ONE, TWO, THREE = (Path(f"{name}.safetensors") for name in ("one", "two", "three"))


def request(*models, config=None):
    return ComparisonRequest(MR, config or DecodingConfig(), "cpu", models)


def breaking(*broken, error=None):
    """Loads every model but those."""

    def load(path, device, cancel):
        if path in broken:
            raise error or ModelCardError(f"{path.name} is not a CharCopy checkpoint.")
        return loader()(path, device, cancel)

    return load


class Heard:
    def __init__(self, comparison):
        self.records, self.failures = [], []
        comparison.record.connect(self.records.append)
        comparison.failed.connect(self.failures.append)

    def kinds(self):
        return [(type(record), record.model) for record in self.records]


@pytest.fixture
def make(qtbot):
    made = []

    def comparison(load=None):
        made.append(Comparison(load or loader()))
        return made[-1]

    yield comparison
    for one in made:
        one.close()
        one.wait()


def test_models_write_one_after_another(make, qtbot):
    comparison = make()
    heard = Heard(comparison)
    with qtbot.waitSignal(comparison.ended):
        comparison.start(request(ONE, TWO))
        assert comparison.busy
    assert not comparison.busy
    assert heard.kinds() == [
        (ModelBegun, ONE),
        (ModelWrote, ONE),
        (ModelBegun, TWO),
        (ModelWrote, TWO),
    ]
    wrote = heard.records[1]
    assert wrote.finished.text == sentence_for(MR)
    assert "".join(step.character for step in wrote.steps[:-1]) == sentence_for(MR)


def test_a_model_that_cannot_be_read_does_not_keep_the_others(make, qtbot, caplog):
    comparison = make(breaking(ONE))
    heard = Heard(comparison)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(comparison.ended):
        comparison.start(request(ONE, TWO))
    assert heard.kinds()[1::2] == [(ModelFailed, ONE), (ModelWrote, TWO)]
    assert heard.records[1].sentence == "one.safetensors is not a CharCopy checkpoint."
    assert heard.failures == []
    assert "Traceback" in caplog.text


def test_nor_does_one_for_which_there_is_no_memory():
    records = list(
        compare(request(ONE, TWO), breaking(ONE, error=MemoryError()), threading.Event())
    )
    assert "not enough memory" in records[1].sentence
    assert records[3].model == TWO


def test_of_beam_search_the_best_text_is_taken():
    config = DecodingConfig(strategy=Strategy.BEAM, beam_width=3)
    _, wrote = compare(request(ONE, config=config), loader(), threading.Event())
    assert wrote.finished.text == sentence_for(MR)
    assert {step.branch for step in wrote.steps} == {0}


def test_no_two_models_are_in_memory_at_once():
    alive = set()

    class Held:
        def __init__(self, path):
            self.path = path
            alive.add(path)

        def __del__(self):
            alive.discard(self.path)

        def __call__(self, asked, cancel):
            assert alive == {self.path}
            return writer()(asked, cancel)

    def load(path, device, cancel):
        assert not alive
        return loader(Held(path))(path, device, cancel)

    assert len(list(compare(request(ONE, TWO, THREE), load, threading.Event()))) == 6
    assert not alive


def test_stop_keeps_what_was_written(make, qtbot):
    comparison = make(loader(writer(hold=threading.Event())))
    heard = Heard(comparison)
    comparison.start(request(ONE, TWO))
    qtbot.waitUntil(lambda: heard.records != [])
    time.sleep(0.05)  # It writes its first characters.
    began = time.perf_counter()
    with qtbot.waitSignal(comparison.ended):
        comparison.stop()
    assert time.perf_counter() - began < AT_ONCE
    assert heard.kinds() == [(ModelBegun, ONE), (ModelWrote, ONE)]
    assert heard.records[1].finished.ending is Ending.STOPPED


def test_closing_ends_the_thread(make, qtbot):
    comparison = make(loader(writer(hold=threading.Event())))
    heard = Heard(comparison)
    comparison.start(request(ONE))
    qtbot.waitUntil(lambda: heard.records != [])
    comparison.close()
    comparison.wait()
    comparison.start(request(TWO))
    assert not comparison.busy
