import dataclasses
import hashlib
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from fake_generation import MODEL, loader, sentence_for, writer
from window_driver import MR

from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.loading import load_model
from charcopy_gui.workers.requests import LoadedModel
from core import checkpoint
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.config import DecodingConfig, ModelConfig, Strategy
from core.generation_tree import GenerationTree
from core.model_card import ModelCard
from core.network.model import EdaCs
from core.records import (
    CharacterStep,
    Ending,
    FailureKind,
    GenerationFinished,
    GenerationStarted,
    HypothesesFound,
    Phase,
    Progress,
    WhatIf,
)

OTHER = Path("other.safetensors")


def generate(generation, model=MODEL, device="cpu", mr=MR):
    generation.generate(model, device, mr, DecodingConfig())


@pytest.fixture
def checkpoint_file(tmp_path):
    """A small network of chance, as a file."""
    sizes = {"hidden_size": 8, "attention_size": 4, "embedding_size": 4}
    network = EdaCs.seeded(ModelConfig(**sizes), Alphabet.from_texts(["é"]), seed=1)
    path = tmp_path / "small.safetensors"
    checkpoint.save(ModelCard("small", path, network.config, network.alphabet), network)
    return path


@pytest.fixture
def generation_with(qapp):
    made = []

    def make(load=load_model, prepare=None):
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

    def write(request, cancel):
        hold = threading.Event() if request.source == mr else None
        return writer(hold=hold)(request, cancel)

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


def test_loading_says_how_far_it_is_and_is_given_up_between_its_parts(checkpoint_file, monkeypatch):
    monkeypatch.setattr(checkpoint, "_CHUNK", checkpoint_file.stat().st_size // 3)
    parts = list(load_model(checkpoint_file, "cpu", threading.Event()))
    done = [part.done for part in parts[:-1]]
    assert done == sorted(done)
    assert len(done) >= 5, "reading the file is not one long part"
    assert done[-1] < 100
    assert {part.total for part in parts[:-1]} == {100}
    assert isinstance(parts[-1], LoadedModel)
    assert parts[-1].ready.sha256 == hashlib.sha256(checkpoint_file.read_bytes()).hexdigest()
    for after in range(len(done)):
        cancel = threading.Event()
        loading = load_model(checkpoint_file, "cpu", cancel)
        for _ in range(after):
            next(loading)
        cancel.set()
        with pytest.raises(Cancelled):
            list(loading)


def test_loading_is_reported_and_stopped(qtbot, generation_with):
    stopped = threading.Event()

    def load(path, device, cancel):
        yield Progress(1, 4, "parts")
        stopped.set()
        assert cancel.wait(60)
        raise Cancelled

    generation = generation_with(load)
    progress = []
    generation.loading.connect(progress.append)
    records, ready, failures = collect(generation)
    with qtbot.waitSignal(generation.loading):
        generate(generation)
    assert stopped.wait(60)
    generation.stop()
    qtbot.waitUntil(lambda: not generation.busy)
    assert [p.done for p in progress] == [1]
    assert (records, ready, failures) == ([], [], [])


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


# Branches, by the real network.

SHORT = DecodingConfig(max_length=30)


class Driver:
    """A generation of real texts, and the tree that a page would make of them."""

    def __init__(self, qtbot, generation, model, config=SHORT):
        self.qtbot, self.generation, self.model, self.config = qtbot, generation, model, config
        self.records, self.failures, self.tree = [], [], None
        generation.record.connect(self.records.append)
        generation.failed.connect(self.failures.append)

    def generate(self, phase=Phase.TABLE_TO_TEXT, source=MR):
        self.records.clear()
        with self.qtbot.waitSignal(self.generation.ended):
            self.generation.generate(self.model, "cpu", source, self.config, phase)
        started = next(r for r in self.records if isinstance(r, GenerationStarted))
        self.tree = GenerationTree(started.run, started.source, phase, self.config, "small")
        self._take()
        return list(self.records)

    def branch(self, what_if):
        return self.write(self.tree.plan(what_if))

    def write(self, request):
        self.records.clear()
        asked = self.model, "cpu", MR, self.config, self.tree.phase, request
        with self.qtbot.waitSignal(self.generation.ended):
            self.generation.branch(*asked)
        self._take()
        return list(self.records)

    def _take(self):
        for record in self.records:
            if isinstance(record, GenerationStarted):
                self.tree.begin(record)
            elif isinstance(record, CharacterStep):
                self.tree.append([record])
            elif isinstance(record, GenerationFinished):
                self.tree.finish(record)


@pytest.fixture
def driver(qtbot, generation_with, checkpoint_file):
    return Driver(qtbot, generation_with(), checkpoint_file)


@pytest.fixture
def steps_taken(monkeypatch):
    taken = []
    step = EdaCs.decode_step

    def counting(self, *arguments, **options):
        taken.append(1)
        return step(self, *arguments, **options)

    monkeypatch.setattr(EdaCs, "decode_step", counting)
    return taken


def assert_equal(records, others):
    assert len(records) == len(others)
    for a, b in zip(records, others, strict=True):
        for field in dataclasses.fields(a):
            if field.name not in ("seconds", "run"):
                np.testing.assert_array_equal(getattr(a, field.name), getattr(b, field.name))


def test_a_fork_of_the_newest_run_costs_no_step_before_it(driver, steps_taken):
    driver.generate()
    steps_taken.clear()
    records = driver.branch(WhatIf(0, 20, character="Z"))
    assert records[1].index == 20
    assert {record.branch for record in records} == {1}
    assert len(steps_taken) == len(records) - 2
    steps_taken.clear()
    driver.branch(WhatIf(1, 25, p_gen=0.0))
    assert len(steps_taken) <= 5


def test_states_are_kept_of_the_newest_run_only_and_others_are_written_again(driver, steps_taken):
    driver.generate()
    request = driver.tree.plan(WhatIf(0, 20, character="Z"))
    forked = driver.write(request)
    older = driver.tree
    driver.generate()
    driver.tree, steps_taken[:] = older, []
    again = driver.write(request)
    assert_equal(forked, again)
    assert len(steps_taken) == 20 + len(again) - 2


def test_a_branch_by_a_model_that_was_loaded_anew_is_the_same(driver, qtbot):
    driver.generate()
    request = driver.tree.plan(WhatIf(0, 12, position=3))
    forked = driver.write(request)
    os.utime(driver.model, (1, 1))
    ready = []
    driver.generation.model_ready.connect(ready.append)
    assert_equal(forked, driver.write(request))
    assert ready[0].card.name == "small"


def test_what_cannot_be_is_an_input_failure_in_a_plain_sentence(driver):
    driver.generate()
    records = driver.branch(WhatIf(0, 3, character="東"))
    assert records == []
    (failure,) = driver.failures
    assert failure.kind is FailureKind.INPUT
    assert "'東'" in failure.sentence
    assert "can neither be generated nor copied" in failure.sentence
    assert len(driver.branch(WhatIf(0, 3, character="Z"))) > 2


def test_beam_search_finds_and_then_brings_every_text(driver):
    driver.config = dataclasses.replace(SHORT, strategy=Strategy.BEAM, beam_width=3)
    begun, *records = driver.generate()
    assert isinstance(begun, GenerationStarted)
    (found,) = (record for record in records if isinstance(record, HypothesesFound))
    assert found.complete
    ends = [record for record in records if isinstance(record, GenerationFinished)]
    assert [end.text for end in ends] == [h.text for h in found.hypotheses]
    assert [end.branch for end in ends] == [0, 1, 2]
    forked = driver.branch(WhatIf(1, 2, character="Z"))
    assert forked[-1].text[:3] == driver.tree.text(1)[:2] + "Z"


def test_a_table_is_read_back_in_the_other_phase(driver):
    driver.generate()
    forward = driver.tree.text(0)
    driver.generate(Phase.TEXT_TO_TABLE, "Zizzi Blue is a pub.")
    assert driver.tree.text(0) != forward
    assert driver.tree.source.slot_spans == ()
    records = driver.branch(WhatIf(0, 5, character="n"))
    assert isinstance(records[-1], GenerationFinished)


def test_numbers_of_runs_never_come_twice(driver):
    driver.generate()
    first = driver.tree.run
    elsewhere = driver.generation.new_run()
    driver.generate()
    assert len({first, elsewhere, driver.tree.run}) == 3
