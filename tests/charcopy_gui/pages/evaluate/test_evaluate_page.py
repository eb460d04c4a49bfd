import pytest
from fake_evaluation import CPU, MRS, TASK, TEXTS, report
from fake_training import write_card
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QProgressBar,
    QSpinBox,
    QWidget,
)

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.evaluate.bar import Status
from charcopy_gui.pages.evaluate.page import FIRST, EvaluatePage
from charcopy_gui.storage.settings import EvaluationChoices
from core import model_card
from core.config import DecodingConfig, Strategy
from core.corpus import catalog, folders
from core.corpus.own import OwnFile
from core.records import DeviceInfo, Failure, FailureKind, Progress


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def page(qtbot, tmp_path, monkeypatch, clock):
    monkeypatch.setattr(folders, "downloads", lambda: tmp_path / "none")
    monkeypatch.delenv(folders.VARIABLE, raising=False)
    page = EvaluatePage(clock=clock)
    page.set_models([("first", tmp_path / "first"), ("second", tmp_path / "second")])
    page.set_theme(LIGHT)
    qtbot.addWidget(page)
    page.resize(1300, 820)
    with qtbot.waitExposed(page):
        page.show()
    return page


def named(page, name, kind=QWidget):
    found = [w for w in page.findChildren(kind) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def click(qtbot, page, name):
    qtbot.mouseClick(named(page, name, QAbstractButton), Qt.MouseButton.LeftButton)


def choose(qtbot, page, name, start):
    """Pick the entry that starts so, with the arrow keys."""
    box = named(page, name, QComboBox)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    while not box.currentText().startswith(start):
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before, start


def shown(page, name):
    label = named(page, name, QLabel)
    return label.text() if label.isVisible() else ""


def status(page):
    return shown(page, "Status of the evaluation")


def details(page):
    return shown(page, "Progress in words")


def start(qtbot, page, **started):
    with qtbot.waitSignal(page.evaluation_requested) as asked:
        click(qtbot, page, "Start")
    known = {"texts": len(MRS), "published": "", "device": CPU, "notices": ()} | started
    page.show_started(**known)
    return asked.args[0]


def finish(page, *reports):
    page.show_records(reports)
    page.end()


def test_at_first_it_says_what_to_do(page):
    assert status(page) == "Idle"
    assert details(page) == FIRST
    assert named(page, "Start").isEnabled()
    assert not named(page, "Stop").isEnabled()
    assert page.results is None


def test_the_first_model_and_the_demo_corpus_are_chosen_at_first(qtbot, page, tmp_path):
    choices = start(qtbot, page)
    assert choices == EvaluationChoices(model=str(tmp_path / "first"))
    assert page.can_stop
    assert not page.can_run


@pytest.fixture
def trained(page, tmp_path):
    """Two models, of E2E and of the demo corpus; E2E's test split is here."""
    (tmp_path / "none" / "e2e").mkdir(parents=True)
    (tmp_path / "none" / "e2e" / catalog.E2E.file("test").name).write_text("mr,ref\n")
    page.form.set_catalogue(Catalogue())
    paths = {name: tmp_path / f"{name}.safetensors" for name in ("E2E", "demo")}
    for corpus, path in paths.items():
        write_card(path, corpus=corpus)
    page.set_models(list(paths.items()))
    return paths


def chosen_corpus(page):
    return named(page, "Corpus to evaluate on", QComboBox).currentText()


def test_a_model_is_evaluated_on_its_own_corpus_until_somebody_chooses(qtbot, page, trained):
    assert chosen_corpus(page) == "E2E"
    choose(qtbot, page, "What is evaluated", "demo")
    assert chosen_corpus(page) == "Demo corpus"
    assert shown(page, "How model and corpus go together") == ""
    choose(qtbot, page, "Corpus to evaluate on", "E2E")
    assert "which does not have the slots" in shown(page, "How model and corpus go together")
    choose(qtbot, page, "What is evaluated", "E2E")
    assert shown(page, "How model and corpus go together") == ""
    choose(qtbot, page, "Corpus to evaluate on", "Demo")
    words = "E2E was trained on E2E, which does not have the slots kind, town, price, open and"
    assert shown(page, "How model and corpus go together").startswith(words)
    choose(qtbot, page, "What is evaluated", "A file")
    assert chosen_corpus(page) == "Demo corpus"
    assert shown(page, "How model and corpus go together") == ""


def test_what_was_evaluated_last_is_kept_and_nothing_else(page, trained):
    page.form.set_choices(EvaluationChoices())
    assert chosen_corpus(page) == "E2E"
    page.form.set_choices(EvaluationChoices(model=str(trained["E2E"]), corpus="demo"))
    assert chosen_corpus(page) == "Demo corpus"


def test_what_is_set_is_what_is_asked_for(qtbot, page, tmp_path):
    choose(qtbot, page, "What is evaluated", "second")
    choose(qtbot, page, "Split", "train")
    choose(qtbot, page, "Protocol", "The paper")
    choose(qtbot, page, "How texts are written", "Beam")
    width = named(page, "Beam width", QSpinBox)
    width.setFocus()
    width.selectAll()
    qtbot.keyClicks(width, "7")
    assert start(qtbot, page) == EvaluationChoices(
        model=str(tmp_path / "second"),
        corpus="demo",
        split="train",
        protocol="paper",
        decoding=DecodingConfig(Strategy.BEAM, beam_width=7),
    )


def test_each_choice_is_explained_in_a_sentence(qtbot, page):
    assert "in full" in shown(page, "What the protocol means")
    choose(qtbot, page, "Protocol", "The paper")
    assert "£ becomes L" in shown(page, "What the protocol means")
    assert "likeliest character" in shown(page, "What the strategy means")
    choose(qtbot, page, "How texts are written", "Beam")
    assert "side by side" in shown(page, "What the strategy means")
    assert named(page, "Length penalty").isVisible()
    choose(qtbot, page, "How texts are written", "Beam search, r")
    assert "read back best" in shown(page, "What the strategy means")
    assert named(page, "Length penalty").isVisible()


def test_reranking_is_asked_for_and_shown_again(qtbot, page):
    choose(qtbot, page, "How texts are written", "Beam search, r")
    choices = start(qtbot, page)
    assert choices.decoding == DecodingConfig(Strategy.BEAM, rerank=True)
    choose_back = named(page, "How texts are written", QComboBox)
    choose_back.setCurrentIndex(0)
    page.form.set_choices(choices)
    assert choose_back.currentText() == "Beam search, reranked"


def test_a_file_of_outputs_needs_no_decoding(qtbot, page, tmp_path):
    choose(qtbot, page, "What is evaluated", "A file")
    assert not named(page, "How texts are written").isVisible()
    path = tmp_path / "system.txt"
    path.write_text("Quill\n")
    qtbot.keyClicks(named(page, "File of outputs", QLineEdit), str(path))
    choices = start(qtbot, page, device=None)
    assert (choices.model, choices.outputs) == ("", str(path))


@pytest.mark.parametrize(
    ("box", "entry", "field", "notice"),
    [
        ("What is evaluated", "A file", "File of outputs", "What is wrong with the system"),
        (
            "Corpus to evaluate on",
            "Another",
            "File to evaluate on",
            "What is wrong with the corpus",
        ),
    ],
)
def test_a_file_that_is_not_there_is_said_at_its_field(qtbot, page, box, entry, field, notice):
    choose(qtbot, page, box, entry)
    with qtbot.assertNotEmitted(page.evaluation_requested):
        click(qtbot, page, "Start")
    assert shown(page, notice).startswith("Choose a file")
    line = named(page, field, QLineEdit)
    assert line.hasFocus()
    qtbot.keyClicks(line, "nowhere.txt")
    assert shown(page, notice) == ""
    click(qtbot, page, "Start")
    assert shown(page, notice) == "There is no file nowhere.txt."
    assert line.text() == "nowhere.txt"


def test_a_file_is_chosen_in_a_dialog_that_blocks_nothing(qtbot, page, tmp_path):
    choose(qtbot, page, "What is evaluated", "A file")
    click(qtbot, page, "Browse for file of outputs")
    dialog = page.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "system.txt"))
    dialog.close()
    assert named(page, "File of outputs", QLineEdit).text() == str(tmp_path / "system.txt")


def test_what_the_worker_refuses_is_said_at_the_field_and_nothing_is_lost(qtbot, page):
    start(qtbot, page)
    finish(page, report())
    start(qtbot, page)
    page.show_refusal(True, "system.txt has 3 texts, but toys has 4.")
    page.end()
    assert status(page) == "Nothing scored"
    assert shown(page, "What is wrong with the system") == "system.txt has 3 texts, but toys has 4."
    assert page.results.isVisible()
    choose(qtbot, page, "What is evaluated", "second")
    assert shown(page, "What is wrong with the system") == ""


def test_a_corpus_that_is_refused_is_said_at_its_own_field(qtbot, page):
    start(qtbot, page)
    page.show_refusal(False, "tables.txt has no references.")
    page.end()
    assert shown(page, "What is wrong with the corpus") == "tables.txt has no references."
    assert shown(page, "What is wrong with the system") == ""


def test_progress_is_said_in_words_with_what_is_left_and_drawn(qtbot, page, clock):
    shares = []
    page.progress_changed.connect(shares.append)
    start(qtbot, page)
    page.show_records([Progress(0, 100, "MRs", "writing texts")])
    clock.now = 20
    page.show_records([Progress(50, 100, "MRs", "writing texts")])
    assert details(page) == "Writing texts, 50 of 100 · about 20 s left, then they are scored"
    bar = page.findChild(QProgressBar)
    assert bar.value() == round(bar.maximum() * 0.45)
    assert shares[-1] == pytest.approx(0.45)
    page.show_records([Progress(0, None, "texts", "NIST")])
    assert details(page) == "Scoring: NIST"
    finish(page, report())
    assert shares[-1] is None
    assert status(page) == "Finished"
    assert details(page) == "Finished: 4 texts of toy on toys."


def test_the_settings_are_locked_while_an_evaluation_goes_on(qtbot, page):
    start(qtbot, page)
    assert not named(page, "What is evaluated").isEnabled()
    with qtbot.assertNotEmitted(page.evaluation_requested):
        page.run()
    page.end()
    assert named(page, "What is evaluated").isEnabled()


def test_stop_keeps_what_is_there_and_says_so(qtbot, page):
    start(qtbot, page)
    with qtbot.waitSignal(page.stop_requested):
        click(qtbot, page, "Stop")
    assert status(page) == "Stopping"
    assert "Stop again" in details(page)
    finish(page, report(TEXTS[:2], task=TASK.only(MRS[:2])))
    assert status(page) == "Stopped"
    assert details(page) == "Stopped; the 2 of 4 texts that were finished are scored."
    assert "shortest tables" in shown(page, "How to read the figures")


def test_stop_can_be_asked_for_twice(qtbot, page):
    start(qtbot, page)
    asked = []
    page.stop_requested.connect(lambda: asked.append(True))
    click(qtbot, page, "Stop")
    click(qtbot, page, "Stop")
    page.end()
    assert len(asked) == 2
    assert details(page) == "Stopped; there are no figures."


def test_a_failure_is_said(qtbot, page):
    start(qtbot, page)
    page.show_failure(Failure(FailureKind.BUG, "A gate fell off."))
    page.end()
    assert page.bar.status is Status.FAILED
    assert shown(page, "What went wrong") == "A gate fell off."


def test_a_device_asked_for_in_vain_and_rows_left_out_are_said(qtbot, page):
    reason = "There is no Apple GPU that torch can use, so the CPU is used."
    start(qtbot, page, device=DeviceInfo("cpu", "CPU", reason), notices=("1 row was left out.",))
    assert shown(page, "Why this device") == reason
    assert shown(page, "About the evaluation") == "1 row was left out."


def test_what_is_known_of_an_evaluation_is_said_again_on_another_day(qtbot, page):
    notices = ("toy never met the slot age.", "1 row was left out.")
    start(qtbot, page, notices=notices)
    with qtbot.waitSignal(page.scored) as scored:
        finish(page, report())
    (kept,) = scored.args
    start(qtbot, page)
    assert shown(page, "About the evaluation") == ""
    finish(page)
    page._course = type(page._course)(kept.choices)  # As after a start of the program.
    page.show_kept(kept)
    assert shown(page, "About the evaluation") == "\n".join(notices)


def test_choices_are_shown_again(qtbot, page, tmp_path):
    choices = EvaluationChoices(
        model=str(tmp_path / "second"),
        split="train",
        protocol="paper",
        decoding=DecodingConfig(Strategy.BEAM, beam_width=3, length_penalty=0.5),
        device="cpu",
    )
    page.form.set_choices(choices)
    assert start(qtbot, page) == choices


def test_a_model_that_is_listed_later_is_waited_for(qtbot, tmp_path):
    page = EvaluatePage()
    qtbot.addWidget(page)
    page.form.set_choices(EvaluationChoices(model=str(tmp_path / "late")))
    page.set_models([("first", tmp_path / "first"), ("late", tmp_path / "late")])
    assert page.form.checked().model == str(tmp_path / "late")


def test_the_model_in_use_is_evaluated_until_somebody_chooses(qtbot, tmp_path):
    page = EvaluatePage()
    qtbot.addWidget(page)
    card = model_card.read(model_card.find(model_card.DEFAULT))
    other = tmp_path / "other"
    page.set_in_use(card)
    page.set_models([("first", tmp_path / "first"), ("other", other), (card.name, card.path)])
    assert page.form.checked().model == str(card.path), "wherever it stands in the list"
    page.form.system.choose(str(other), "")
    page.set_in_use(None)
    page.set_in_use(card)
    assert page.form.checked().model == str(other)


def test_another_split_stands_in_where_there_is_no_test_split_and_says_so(qtbot, page, tmp_path):
    assert start(qtbot, page).split == "dev"
    about = named(page, "About the split").text()
    assert about == "For choosing between models. There is no test split here."
    (tmp_path / "none" / "hotel").mkdir(parents=True)
    (tmp_path / "none" / "hotel" / "test.csv").write_text("mr,ref\n")
    page.end()
    page.hide()
    page.show()
    choose(qtbot, page, "Corpus to evaluate on", "Hotel")
    assert named(page, "About the split").text().startswith("For the final evaluation")


def test_a_corpus_that_was_fetched_meanwhile_is_offered(qtbot, page, tmp_path):
    box = named(page, "Corpus to evaluate on", QComboBox)
    assert box.findText("Hotel") < 0
    (tmp_path / "none" / "hotel").mkdir(parents=True)
    (tmp_path / "none" / "hotel" / "test.csv").write_text("mr,ref\n")
    page.hide()
    page.show()
    choose(qtbot, page, "Corpus to evaluate on", "Hotel")
    choices = start(qtbot, page)
    assert (choices.corpus, choices.split) == ("hotel", "test")


def test_imported_files_are_offered_by_name(qtbot, page, tmp_path):
    path = tmp_path / "Café 東京.csv"
    path.write_text("mr,ref\n")
    gone = OwnFile(tmp_path / "gone.csv")
    page.form.set_catalogue(Catalogue(own=(OwnFile(path), gone)))
    box = named(page, "Corpus to evaluate on", QComboBox)
    assert [box.itemText(i) for i in range(box.count())][-2:] == ["Café 東京.csv", "Another file"]
    choose(qtbot, page, "Corpus to evaluate on", "Café")
    assert not named(page, "Split").isVisible()
    choices = start(qtbot, page)
    assert (choices.corpus, choices.split) == (str(path), "")


def test_every_control_has_a_name_and_a_tooltip_and_none_repeats(qtbot, page):
    start(qtbot, page)
    finish(page, report())
    kinds = (QAbstractButton, QComboBox, QSpinBox, QLineEdit)
    own = [
        w
        for kind in kinds
        for w in page.findChildren(kind)
        if not (w.objectName().startswith("qt_") or isinstance(w.parent(), (QSpinBox, QComboBox)))
    ]
    own = [w for w in own if w.parent().metaObject().className() not in _QTS_OWN]
    for widget in own:
        assert widget.accessibleName(), widget
        assert widget.toolTip(), widget.accessibleName()


_QTS_OWN = ("QTableView", "QLineEdit", "QDoubleSpinBox", "QTabBar", "FiguresTable")
