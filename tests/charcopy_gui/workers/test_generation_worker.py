import os
import threading
from pathlib import Path

import pytest
from fake_generation import MODEL, loader, sentence_for, writer
from window_driver import MR

from charcopy_gui.workers.generation import Generation, load_model
from core.cancellation import Cancelled
from core.config import DecodingConfig
from core.records import (
    CharacterStep,
    Ending,
    FailureKind,
    GenerationFinished,
    GenerationStarted,
)

OTHER = Path("other.safetensors")


def generate(generation, model=MODEL, device="cpu", mr=MR):
    generation.generate(model, device, mr, DecodingConfig())


@pytest.fixture
def generation_with(qapp):
    made = []

    def make(load, prepare=None):
        made.append(Generation(load, prepare))
        return made[-1]

    yield make
    for generation in made:
        generation.close()
        generation.wait()


def collect(generation):
    records, ready, failures = [], [], []
    generation.record.connect(records.append)
    generation.model_ready.connect(ready.append)
    generation.failed.connect(failures.append)
    return records, ready, failures


def test_the_model_is_reported_before_the_records_of_a_text(qtbot, generation_with):
    generation = generation_with(loader())
    records, ready, _ = collect(generation)
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    assert [r.card.name for r in ready] == ["toy"]
    assert isinstance(records[0], GenerationStarted)
    assert all(isinstance(record, CharacterStep) for record in records[1:-1])
    assert isinstance(records[-1], GenerationFinished)
    assert records[-1].text == sentence_for(MR)
    assert not generation.busy


def test_a_model_is_loaded_once_for_a_path_and_a_device(qtbot, generation_with):
    loads = []

    def load(path, device, cancel):
        loads.append((path, device))
        assert threading.current_thread() is not threading.main_thread()
        return loader()(path, device, cancel)

    generation = generation_with(load)
    for model, device in ((MODEL, "cpu"), (MODEL, "cpu"), (OTHER, "cpu"), (OTHER, "cuda")):
        with qtbot.waitSignal(generation.ended):
            generate(generation, model, device)
    assert loads == [(MODEL, "cpu"), (OTHER, "cpu"), (OTHER, "cuda")]


def test_a_checkpoint_that_was_written_anew_is_loaded_anew(qtbot, generation_with, tmp_path):
    path, loads = tmp_path / "best.safetensors", []

    def load(path, device, cancel):
        loads.append(path)
        return loader()(path, device, cancel)

    generation = generation_with(load)
    for written in (1, 1, 2):
        path.touch()
        os.utime(path, (written, written))
        with qtbot.waitSignal(generation.ended):
            generate(generation, path)
    assert len(loads) == 2


def test_loading_alone_writes_nothing(qtbot, generation_with):
    generation = generation_with(loader())
    records, ready, _ = collect(generation)
    with qtbot.waitSignal(generation.ended):
        generation.load(MODEL, "cuda")
    assert records == []
    assert "CPU is used" in ready[0].device.reason


def only_held(mr):
    """Writes any table, but for one, of which only the beginning comes."""

    def write(asked, config, run, cancel):
        hold = threading.Event() if asked == mr else None
        return writer(hold=hold)(asked, config, run, cancel)

    return write


def test_the_newest_text_wins(qtbot, generation_with):
    generation = generation_with(loader(only_held(MR)))
    records, _, _ = collect(generation)
    with qtbot.waitSignal(generation.record):
        generate(generation)
    with qtbot.waitSignal(generation.ended):
        generate(generation, mr="name[Wok On]")
    assert [r.text for r in records if isinstance(r, GenerationFinished)] == [
        sentence_for("name[Wok On]")
    ]


def test_stop_keeps_what_was_written(qtbot, generation_with):
    generation = generation_with(loader(writer(hold=threading.Event())))
    records, _, _ = collect(generation)
    seen = 0

    def stop_at_the_fifth(_record):
        nonlocal seen
        seen += 1
        if seen == 5:
            generation.stop()

    generation.record.connect(stop_at_the_fifth)
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    assert records[-1].ending is Ending.STOPPED
    assert sentence_for(MR).startswith(records[-1].text)
    assert 0 < len(records[-1].text) < len(sentence_for(MR))


def test_a_model_that_cannot_be_loaded_fails_and_may_be_tried_again(qtbot, generation_with):
    broken = [True]

    def load(path, device, cancel):
        if broken:
            broken.clear()
            raise MemoryError
        return loader()(path, device, cancel)

    generation = generation_with(load)
    records, _, failures = collect(generation)
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    assert [f.kind for f in failures] == [FailureKind.OUT_OF_MEMORY]
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    assert records[-1].text == sentence_for(MR)


def test_loading_is_given_up_between_its_parts():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        load_model(MODEL, "cpu", cancel)


def test_kernels_are_prepared_once_and_not_before_the_first_text(qtbot, generation_with):
    written, prepared = [], []

    def prepare(cancel):
        prepared.append((len(written), threading.current_thread()))
        yield "ready"

    generation = generation_with(loader(), prepare)
    generation.record.connect(written.append)
    for _ in range(2):
        with qtbot.waitSignal(generation.ended):
            generate(generation)
    qtbot.waitUntil(lambda: bool(prepared))
    assert len(prepared) == 1
    assert prepared[0][0] > 2
    assert prepared[0][1] is not threading.main_thread()
    assert not generation.busy


def test_texts_are_written_while_kernels_are_prepared_and_closing_stops_it(qtbot, generation_with):
    begun, ended = threading.Event(), threading.Event()

    def prepare(cancel):
        begun.set()
        cancel.wait(60)
        ended.set()
        yield "too late"

    generation = generation_with(loader(), prepare)
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    assert begun.wait(10)
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    assert not ended.is_set()
    generation.close()
    generation.wait()
    assert ended.is_set()


def test_kernels_that_cannot_be_prepared_are_no_failure_of_the_text(qtbot, generation_with, caplog):
    def prepare(cancel):
        raise RuntimeError("no compiler today")
        yield

    generation = generation_with(loader(), prepare)
    _, _, failures = collect(generation)
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    qtbot.waitUntil(lambda: "no compiler today" in caplog.text)
    with qtbot.waitSignal(generation.ended):
        generate(generation)
    assert failures == []
