"""The links between pages on which texts are written and their workers, with a page of records."""

import threading
from pathlib import Path

import pytest
from fake_generation import MODEL, loader, sentence_for, writer
from window_driver import MR

from charcopy_gui.links.writing import WritingLink
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.requests import LoadedModel
from core.config import DecodingConfig, Strategy
from core.generation_tree import GenerationTree
from core.records import (
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    Phase,
    Progress,
    WhatIf,
)


class FakePage:
    """Keeps what it is told, and makes a tree of it."""

    def __init__(self):
        self.activities, self.records, self.failures, self.tree = [], [], [], None
        self.expected, self.instrument = [], self

    def expect(self, config):
        self.expected.append(config)

    def begin(self, activity):
        self.activities.append(activity)

    def end(self):
        self.activities.append(Activity.IDLE)

    def show_failure(self, failure):
        self.failures.append(failure)

    def show_records(self, records):
        self.records += records
        for record in records:
            if isinstance(record, GenerationStarted):
                if self.tree is None or self.tree.run != record.run:
                    self.tree = GenerationTree(
                        *(record.run, record.source, Phase.TABLE_TO_TEXT, DecodingConfig(), "toy")
                    )
                self.tree.begin(record)
            elif isinstance(record, CharacterStep):
                self.tree.append([record])
            elif isinstance(record, GenerationFinished):
                self.tree.finish(record)


class Driver:
    def __init__(self, qtbot, load, **options):
        self.qtbot = qtbot
        self.page, self.generation = FakePage(), Generation(load)
        options = {"model": MODEL, "device": "cpu", **options}
        self.link = WritingLink(self.page, self.generation, **options)

    def wait(self):
        self.qtbot.waitUntil(lambda: self.page.activities[-1:] == [Activity.IDLE])

    def wait_for_characters(self, count):
        self.qtbot.waitUntil(
            lambda: sum(isinstance(r, CharacterStep) for r in self.page.records) >= count
        )


@pytest.fixture
def driver_with(qtbot):
    made = []

    def make(load=None, **options):
        made.append(Driver(qtbot, load or loader(), **options))
        return made[-1]

    yield make
    for driver in made:
        driver.generation.close()
        driver.generation.wait()


def test_a_text_is_asked_for_and_shown(driver_with):
    driver = driver_with()
    driver.link.write(MR, DecodingConfig())
    driver.wait()
    assert driver.page.activities == [Activity.LOADING, Activity.IDLE]
    assert driver.page.tree.text(0) == sentence_for(MR)
    driver.link.write(MR, DecodingConfig())
    assert driver.page.activities[-1] is Activity.WRITING, "the model is there by now"
    driver.wait()


def test_a_model_is_ready_on_the_device_that_it_was_loaded_for_and_on_no_other(driver_with):
    hold = threading.Event()

    def load(path, device, cancel):
        assert hold.wait(60)
        return loader()(path, device, cancel)

    driver = driver_with(load)
    driver.link.load()
    driver.link.set_device("cuda")
    hold.set()
    driver.wait()
    assert driver.link.ready is None
    driver.link.set_device("cpu")
    assert driver.link.ready is not None


def test_requests_carry_the_phase(driver_with):
    asked = []

    def write(request, cancel):
        asked.append(request)
        return writer(text=str.upper)(request, cancel)

    driver = driver_with(loader(write), phase=Phase.TEXT_TO_TABLE)
    driver.link.write("a pub.", DecodingConfig(seed=3))
    driver.wait()
    assert (asked[0].phase, asked[0].source) == (Phase.TEXT_TO_TABLE, "a pub.")
    assert asked[0].config == DecodingConfig(seed=3)


def test_a_branch_is_written_from_where_it_departs(driver_with):
    driver = driver_with()
    driver.link.write(MR, DecodingConfig())
    driver.wait()
    tree = driver.page.tree
    driver.link.branch(tree, tree.plan(WhatIf(0, 6, character="X")))
    driver.wait()
    assert tree.text(1) == sentence_for(MR)[:6] + "X" + sentence_for(MR)[7:]
    assert tree[1].ending is Ending.END


def test_a_text_that_a_branch_overtakes_ends_as_stopped(driver_with):
    def write(request, cancel):
        hold = threading.Event() if request.branch is None else None
        return writer(hold=hold)(request, cancel)

    driver = driver_with(loader(write))
    driver.link.write(MR, DecodingConfig())
    driver.wait_for_characters(5)
    tree = driver.page.tree
    driver.link.branch(tree, tree.plan(WhatIf(0, 2, character="X")))
    assert tree[0].ending is Ending.STOPPED
    assert tree[0].log_probability == pytest.approx(tree.stopped(0).log_probability)
    assert tree[1].ending is None
    driver.wait()
    assert tree[1].ending is Ending.END
    assert tree.text(0) == sentence_for(MR)[:5]


def test_what_is_dropped_is_heard_no_more(driver_with):
    driver = driver_with(loader(writer(hold=threading.Event())))
    driver.link.write(MR, DecodingConfig())
    driver.wait_for_characters(5)
    driver.link.drop()
    count = len(driver.page.records)
    driver.wait()
    assert len(driver.page.records) == count


def test_loading_is_told_as_a_share_and_ends(driver_with):
    def load(path, device, cancel):
        yield Progress(0, 4, "parts")
        yield Progress(3, 4, "parts")
        yield from loader()(path, device, cancel)

    driver, shares = driver_with(load), []
    driver.link.loading.connect(shares.append)
    driver.link.write(MR, DecodingConfig())
    driver.wait()
    assert shares[:3] == [0, 0.75, None]
    assert shares[-1] is None


def test_loading_that_fails_is_over_too(driver_with):
    def load(path, device, cancel):
        yield Progress(1, 4, "parts")
        raise MemoryError

    driver, shares = driver_with(load), []
    driver.link.loading.connect(shares.append)
    driver.link.write(MR, DecodingConfig())
    driver.wait()
    assert shares == [0.25, None]
    assert len(driver.page.failures) == 1


def test_another_device_has_the_same_text_begun_anew(driver_with):
    devices = []

    def load(path, device, cancel):
        devices.append(device)
        hold = threading.Event() if device == "cpu" else None
        (loaded,) = loader(writer(hold=hold))(path, device, cancel)
        yield LoadedModel(loaded.ready, loaded.write)

    driver = driver_with(load)
    driver.link.write(MR, DecodingConfig())
    driver.wait_for_characters(5)
    driver.link.set_device("cuda")
    assert driver.link.ready is None
    driver.link.load()
    driver.wait()
    assert devices == ["cpu", "cuda"]
    assert driver.page.tree.text(0) == sentence_for(MR)


def test_without_a_model_nothing_begins(driver_with):
    driver = driver_with(model=None)
    driver.link.write(MR, DecodingConfig())
    driver.link.load()
    driver.link.drop()
    assert driver.page.activities == []
    driver.link.set_model(Path("toy.safetensors"))
    driver.link.write(MR, DecodingConfig())
    driver.wait()
    assert driver.page.tree.text(0) == sentence_for(MR)


def test_a_branch_that_nobody_can_write_ends_at_once(driver_with):
    driver = driver_with()
    driver.link.write(MR, DecodingConfig())
    driver.wait()
    tree = driver.page.tree
    driver.link.set_model(None)
    driver.link.branch(tree, tree.plan(WhatIf(0, 6, character="X")))
    assert tree[1].ending is Ending.STOPPED
    assert driver.page.activities[-1] is Activity.IDLE


def test_only_what_is_written_is_written_as_it_was_asked_for(driver_with):
    driver, beam = driver_with(model=None), DecodingConfig(Strategy.BEAM)
    driver.link.write(MR, beam)
    assert driver.page.expected == []
    driver.link.set_model(MODEL)
    driver.link.write(MR, beam)
    assert driver.page.expected == [beam]
    driver.wait()
