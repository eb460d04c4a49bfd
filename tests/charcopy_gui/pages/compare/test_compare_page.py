import threading
from pathlib import Path

import pytest
from fake_generation import loader, sentence_for, writer
from fake_training import write_card
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QPushButton, QToolButton, QWidget
from window_driver import MR, button, click, named

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.links.compare import CompareLink
from charcopy_gui.pages.compare.model_choice import ModelChoice
from charcopy_gui.pages.compare.page import ComparePage
from charcopy_gui.pages.output.tinted_text import TintedText
from charcopy_gui.workers.comparison import Comparison
from core import model_card
from core.config import DecodingConfig, Strategy
from core.records import Failure, FailureKind


class SlotsLike(QObject):
    changed = Signal()


class GenerateLike:
    """What the link asks of the Generate page."""

    def __init__(self):
        self.line = MR
        self.config_now = DecodingConfig()
        self.mr, self.runs = self, self
        self.model = SlotsLike()

    def request(self):
        return None if self.line is None else (self.line, self.config_now)

    def config(self):
        return self.config_now

    def change(self, line):
        self.line = line
        self.model.changed.emit()


class Driver:
    def __init__(self, qtbot, folder, names=("one", "two", "three"), load=None):
        self.qtbot = qtbot
        self.paths = [folder / f"{name}.safetensors" for name in names]
        for path in self.paths:
            write_card(path)
        self.generate = GenerateLike()
        self.page = ComparePage()
        self.comparison = Comparison(load or self.load)
        self.devices, self.used, self.broken = [], [], set()
        self.link = CompareLink(self.page, self.generate, self.comparison)
        self.page.set_theme(LIGHT)
        self.page.set_models([(path.stem, path) for path in self.paths])
        self.page.use_requested.connect(lambda mr, path: self.used.append((mr, path)))
        qtbot.addWidget(self.page)
        self.page.resize(1200, 800)
        with qtbot.waitExposed(self.page):
            self.page.show()

    def load(self, path, device, cancel):
        """The first model writes the sentence, each after it one more word."""
        self.devices.append(device)
        if path in self.broken:
            raise model_card.ModelCardError(f"{path.name} is damaged.")
        more = " nice" * self.paths.index(path)
        write = writer(text=lambda mr: sentence_for(mr).replace(" is a", f" is a{more}"))
        return loader(write)(path, device, cancel)

    def close(self):
        self.comparison.close()
        self.comparison.wait()

    @property
    def list(self):
        return self.page.findChild(QListWidget)

    def tick(self, row):
        self.list.setCurrentRow(row)
        self.list.setFocus()
        self.qtbot.keyClick(self.list, Qt.Key.Key_Space)

    def press(self, name):
        click(self.qtbot, button(self.page, name))

    def wait(self):
        self.qtbot.waitUntil(lambda: self.page.can_run)

    def run(self):
        self.press("Run: compare")
        self.wait()

    def text(self, name):
        return named(self.page, f"Text of {name}").text()

    def said(self, name):
        label = named(self.page, name)
        return label.text() if label.isVisible() else ""

    def marked(self, name):
        sentence = named(self.page, f"Text of {name}")
        return "".join(sentence.text()[at] for at in sorted(sentence._differing)).split()

    def copy(self, number):
        named(self.page, "Copy the comparison").menu().actions()[number].trigger()
        return QGuiApplication.clipboard().text()


@pytest.fixture
def make(qtbot, tmp_path):
    made = []

    def driver(**how):
        made.append(Driver(qtbot, tmp_path, **how))
        return made[-1]

    yield driver
    for one in made:
        one.close()


def test_models_are_listed_with_variant_and_corpus(make):
    driver = make()
    assert driver.list.item(0).text() == "one\nEDA_CS · toys"
    assert [entrant.name for entrant in driver.page.models.entrants()] == ["one", "two", "three"]


def test_what_was_ticked_another_day_is_ticked_again(qtbot, tmp_path):
    paths = [write_card(tmp_path / f"{name}.safetensors") for name in ("one", "two", "far")]
    choice = ModelChoice()
    qtbot.addWidget(choice)
    choice.restore([paths[1], paths[2], tmp_path / "gone.safetensors"])
    choice.set_models([("one", paths[0]), ("two", paths[1])])
    assert [entrant.path for entrant in choice.entrants()] == paths[1:]
    assert named(choice, "Models to compare").count() == 3
    choice.set_models([("new", write_card(tmp_path / "new.safetensors")), ("two", paths[1])])
    assert [entrant.path for entrant in choice.entrants()] == paths[1:]
    with qtbot.waitSignal(choice.picked) as picked:
        click(qtbot, button(choice, "Tick no model"))
    assert picked.args == [[]]


def test_ticked_models_write_for_the_table_on_generate(make):
    driver = make()
    driver.link.follow_device("cuda")
    driver.tick(1)
    driver.run()
    assert driver.devices == ["cuda", "cuda"]
    assert driver.text("one") == sentence_for(MR)
    assert "nice nice" in driver.text("three")
    texts = driver.page.findChildren(TintedText)
    assert [text.accessibleName() for text in texts] == ["Text of one", "Text of three"]
    assert "nats/char" in driver.said("Numbers of one")
    assert "slots expressed" in driver.said("Slots expressed by one")
    assert driver.said("Table of the comparison") == MR


def test_the_configuration_is_that_of_generate(make):
    asked = []

    def noting(request, cancel):
        asked.append(request.config)
        return writer()(request, cancel)

    driver = make(names=("one",), load=loader(noting))
    driver.generate.config_now = DecodingConfig(strategy=Strategy.BEAM, beam_width=5)
    driver.generate.change(MR)
    assert "beam search (5" in driver.said("How it is written")
    driver.run()
    assert asked == [driver.generate.config_now]


def test_what_the_chosen_text_does_not_have_is_marked(make):
    driver = make()
    driver.run()
    box = named(driver.page, "Compared with")
    assert isinstance(box, QComboBox)
    assert box.currentText() == "one"
    assert driver.marked("one") == []
    assert driver.marked("two") == ["nice"]
    assert driver.marked("three") == ["nice", "nice"]
    box.setCurrentIndex(2)
    assert driver.marked("three") == []
    assert driver.marked("one") == [], "it lacks words, and has none of its own"


def test_a_model_that_cannot_be_read_says_why_and_the_others_write(make):
    driver = make()
    driver.broken = {driver.paths[0]}
    driver.run()
    assert driver.said("Why one wrote nothing") == "one.safetensors is damaged."
    assert not named(driver.page, "Text of one").isVisible()
    assert not button(driver.page, "Open in Generate with one").isEnabled()
    assert driver.text("two") != ""
    assert named(driver.page, "Compared with").currentText() == "two"
    assert "one.safetensors is damaged." in driver.copy(0)


def test_a_model_becomes_the_one_in_use_with_this_table(make):
    driver = make()
    driver.run()
    driver.generate.change("name[Quill]")
    driver.press("Open in Generate with two")
    assert driver.used == [(MR, driver.paths[1])]


def test_stop_keeps_the_texts_that_are_there(make, qtbot):
    hold = threading.Event()
    driver = make(load=loader(writer(hold=hold)))
    driver.press("Run: compare")
    assert not button(driver.page, "Run: compare").isEnabled()
    assert not driver.page.can_run
    qtbot.waitUntil(lambda: driver.said("Numbers of one") == "writing…")
    assert driver.said("Status of the comparison") == "Model 1 of 3"
    assert driver.said("Numbers of two") == "waiting…"
    driver.press("Stop comparing")
    driver.wait()
    assert "stopped" in driver.said("Numbers of one")
    assert driver.said("Numbers of three") == "not written"
    assert "Stopped" in driver.said("Status of the comparison")


def test_at_first_models_of_the_corpus_of_the_one_in_use_are_ticked(make, tmp_path):
    choice = make(names=tuple(f"m{number}" for number in range(8))).page.models
    assert [e.name for e in choice.entrants()] == [f"m{n}" for n in range(6)], "six at most"
    for number in (1, 7):
        write_card(tmp_path / f"m{number}.safetensors", corpus="E2E")
    choice.set_in_use(model_card.read(tmp_path / "m7.safetensors"))
    assert [e.name for e in choice.entrants()] == ["m1", "m7"]
    write_card(tmp_path / "m1.safetensors", corpus="Hotel")
    choice.set_in_use(model_card.read(tmp_path / "m1.safetensors"))
    assert len(choice.entrants()) == 6, "there is none to compare it with"


def test_ticks_follow_models_to_their_new_names(make, tmp_path):
    driver = make()
    choice = driver.page.models
    choice.choose([driver.paths[1]])
    new = driver.paths[1].rename(tmp_path / "new.safetensors")
    choice.follow(driver.paths[1], new)
    choice.set_models([("one", driver.paths[0]), ("new", new)])
    assert [e.path for e in choice.entrants()] == [new]


def test_nothing_ticked_is_said(make):
    driver = make()
    driver.press("Tick no model")
    driver.run()
    assert driver.said("Why nothing is compared") == "No model is ticked."
    assert driver.devices == []
    driver.press("Tick all models")
    assert driver.said("Why nothing is compared") == ""


def test_a_table_that_is_none_is_said(make):
    driver = make()
    driver.generate.change(None)
    driver.run()
    assert "no table on Generate" in driver.said("Why nothing is compared")
    assert driver.devices == []


def test_the_table_is_followed_and_its_change_said(make):
    driver = make()
    assert driver.said("Table to write for") == MR
    driver.run()
    driver.generate.change("name[Quill]")
    assert driver.said("Table to write for") == "name[Quill]"
    assert "has changed;" in driver.said("Status of the comparison")
    driver.generate.change(MR)
    assert driver.said("Status of the comparison") == ""


def test_copy_as_text_and_as_markdown(make):
    driver = make(names=("one", "two"))
    assert not named(driver.page, "Copy the comparison").isVisible()
    driver.run()
    assert isinstance(named(driver.page, "Copy the comparison"), QPushButton)
    assert driver.copy(0).startswith(f"{MR}\n\none (EDA_CS")
    assert "**nice**" in driver.copy(1)


def test_the_model_in_use_is_listed_wherever_it_lies(make, tmp_path):
    driver = make()
    path = tmp_path / "elsewhere" / "used.safetensors"
    path.parent.mkdir()
    write_card(path)
    driver.page.set_in_use(model_card.read(path))
    assert driver.page.models.entrants()[-1].path == path
    driver.page.set_in_use(model_card.read(driver.paths[0]))
    assert [entrant.name for entrant in driver.page.models.entrants()] == ["one", "two", "three"]


def test_what_is_ticked_stays_so_when_models_are_listed_anew(make, tmp_path):
    driver = make()
    driver.tick(0)
    names = [f"m{number}" for number in range(8)]
    for name in names:
        write_card(tmp_path / f"{name}.safetensors")
    more = [(name, tmp_path / f"{name}.safetensors") for name in names]
    driver.page.set_models([*more, *((path.stem, path) for path in driver.paths)])
    ticked = [entrant.name for entrant in driver.page.models.entrants()]
    assert ticked == ["two", "three"], "nobody has ticked the others"


def test_a_file_can_be_added_and_says_itself_that_it_is_no_model(make, tmp_path):
    driver = make(names=("one",))
    junk = tmp_path / "junk.safetensors"
    junk.write_bytes(b"junk")
    driver.press("Add a model's file")
    dialog = driver.page.findChild(QWidget, "QFileDialog")
    assert dialog is not None
    dialog.fileSelected.emit(str(junk))
    dialog.close()
    assert driver.list.item(1).text() == "junk.safetensors\ncannot be read"
    assert [entrant.path for entrant in driver.page.models.entrants()][-1] == junk


def test_a_failure_of_the_whole_is_said(make):
    driver = make()
    driver.page.show_failure(Failure(FailureKind.BUG, "Something broke."))
    assert driver.said("Why nothing is compared") == "Something broke."


def test_it_follows_the_theme(make):
    driver = make(names=("one", "two"))
    driver.run()
    driver.page.set_theme(DARK)
    assert all(view._theme is DARK for view in driver.page.outcomes.views)


def test_everything_has_a_name_and_tags_stay_text(make, tmp_path):
    driver = make(names=("<b>one",))
    driver.run()
    for kind in (QPushButton, QToolButton, QComboBox, QListWidget):
        assert all(widget.accessibleName() for widget in driver.page.findChildren(kind))
    plain = Qt.TextFormat.PlainText
    shown = [label for label in driver.page.findChildren(QLabel) if "<b>" in label.text()]
    assert shown
    assert all(label.textFormat() == plain for label in shown)
    assert Path(driver.paths[0]).exists()
