import pytest
from fake_training import write_card
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QWidget,
)

from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.train.settings_form import SettingsForm
from charcopy_gui.storage.settings import TrainingChoices
from core.config import ModelConfig, TrainingConfig
from core.corpus.formats import Choices
from core.corpus.own import OwnFile


@pytest.fixture
def form(qtbot):
    form = SettingsForm()
    qtbot.addWidget(form)
    form.resize(360, 640)
    with qtbot.waitExposed(form):
        form.show()
    return form


def control(form, name):
    found = [w for w in form.findChildren(QWidget) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def type_into(qtbot, form, name, text):
    box = control(form, name)
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, text)


def choose(qtbot, form, name, start):
    """Pick the entry that starts so, with the arrow keys."""
    box = control(form, name)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    while not box.currentText().startswith(start):
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before, start


def tick(qtbot, form, name):
    box = control(form, name)
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center() / 4)


def test_it_starts_with_the_demo_corpus_and_the_defaults(form):
    assert form.checked() == TrainingChoices()
    assert form.problem == ""


def test_what_is_set_is_what_is_asked_for(qtbot, form):
    qtbot.mouseClick(control(form, "More settings"), Qt.MouseButton.LeftButton)
    for name, text in (
        ("Layers", "2"),
        ("Hidden", "96"),
        ("Attention", "48"),
        ("Embedding", "24"),
        ("Epochs", "3"),
        ("Batch", "16"),
        ("Seed", "7"),
        ("Threads", "1"),
    ):
        type_into(qtbot, form, name, text)
    type_into(qtbot, form, "Learning rate", "5e-4")
    type_into(qtbot, form, "Dropout", "0.25")
    choose(qtbot, form, "Device", "CUDA")
    tick(qtbot, form, "Coverage")
    assert form.checked() == TrainingChoices(
        config=TrainingConfig(
            model=ModelConfig(
                coverage=True,
                layers=2,
                hidden_size=96,
                attention_size=48,
                embedding_size=24,
                dropout=0.25,
            ),
            epochs=3,
            batch_size=16,
            learning_rate=5e-4,
            seed=7,
            threads=1,
            device="cuda",
        )
    )


@pytest.mark.parametrize(
    ("variant", "copies", "exchanges"),
    [
        ("EDA:", False, False),
        ("EDA_C:", True, False),
        ("EDA_S:", False, True),
        ("EDA_CS", True, True),
    ],
)
def test_a_variant_sets_its_switches_and_switches_find_their_variant(
    qtbot, form, variant, copies, exchanges
):
    choose(qtbot, form, "Variant", variant)
    switches = {name: control(form, name) for name in ("Copy", "Exchange")}
    assert [box.isChecked() for box in switches.values()] == [copies, exchanges]
    assert form.checked().config.model.variant == variant.rstrip(":")
    tick(qtbot, form, "Copy")
    assert form.checked().config.model.copy is not copies
    assert control(form, "Variant").currentText().startswith("EDA_C") is (not copies)
    tick(qtbot, form, "Copy")
    assert control(form, "Variant").currentText().startswith(variant)


def test_shift_stands_beside_copy_and_waits_for_it(qtbot, form):
    assert control(form, "Shift").isEnabled()
    tick(qtbot, form, "Copy")
    assert not control(form, "Shift").isEnabled()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("fast", "not 'fast'"),
        ("", "not ''"),
        ("0", "above 0"),
        ("11", "at most 10"),
        ("nan", "nan"),
    ],
)
def test_a_learning_rate_that_is_none_is_said_where_it_stands(qtbot, form, typed, words):
    type_into(qtbot, form, "Learning rate", typed or " ")
    assert words in control(form, "What is wrong with Learning rate").text()
    assert control(form, "What is wrong with Learning rate").isVisible()
    assert words in form.problem
    assert control(form, "Learning rate").property("invalid")
    assert form.checked() is None
    assert control(form, "Learning rate").hasFocus()
    type_into(qtbot, form, "Learning rate", "0,002")
    assert not control(form, "What is wrong with Learning rate").isVisible()
    assert not control(form, "Learning rate").property("invalid")
    assert form.checked().config.learning_rate == 0.002


def test_files_are_asked_for(qtbot, form, tmp_path):
    assert not control(form, "File to train on").isVisible()
    choose(qtbot, form, "Corpus", "Files of your own")
    assert control(form, "File to train on").isVisible()
    assert form.checked() is None
    assert control(form, "File to train on").hasFocus()
    assert form.problem == "Choose a file to train on, or the demo corpus."
    train, dev = tmp_path / "train.csv", tmp_path / "dev.csv"
    train.touch()
    type_into(qtbot, form, "File to train on", str(train))
    assert form.problem == "Choose a file to measure progress on, or the demo corpus."
    assert form.checked() is None
    assert control(form, "File to measure progress on").hasFocus()
    type_into(qtbot, form, "File to measure progress on", str(dev))
    assert form.problem == f"There is no file {dev}."
    dev.touch()
    assert form.checked() == TrainingChoices(corpus=str(train), dev=str(dev))
    assert form.problem == ""


def test_a_file_is_chosen_in_a_dialog(qtbot, form, tmp_path):
    choose(qtbot, form, "Corpus", "Files of your own")
    button = control(form, "Browse for file to train on")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = form.findChild(QFileDialog)
    assert dialog.isVisible()
    dialog.fileSelected.emit(str(tmp_path / "train.csv"))
    dialog.close()
    assert control(form, "File to train on").text() == str(tmp_path / "train.csv")


def sizes(form):
    return [control(form, n).value() for n in ("Layers", "Hidden", "Attention", "Embedding")]


def test_fine_tuning_keeps_the_sizes_and_says_so(qtbot, form, tmp_path):
    trained = ModelConfig(
        copy=False,
        attend_last_character=False,
        layers=2,
        hidden_size=40,
        attention_size=20,
        embedding_size=10,
    )
    path = write_card(tmp_path / "own.safetensors", trained)
    form.set_models([("own", path)])
    type_into(qtbot, form, "Hidden", "96")
    choose(qtbot, form, "Start from", "Fine-tune own")
    about = control(form, "About the checkpoint")
    assert about.isVisible()
    assert about.text() == (
        "EDA_S on toys, dev BLEU 0.500. Its sizes and its alphabet of 3 characters are kept; "
        "others can only be copied."
    )
    assert sizes(form) == [2, 40, 20, 10]
    for name in ("Layers", "Hidden", "Attention", "Embedding"):
        assert not control(form, name).isEnabled()
        assert "the checkpoint that is fine-tuned decides it" in control(form, name).toolTip()
    assert not control(form, "Copy").isChecked(), "the checkpoint's switches come first"
    tick(qtbot, form, "Copy")
    choices = form.checked()
    assert choices.start_from == str(path)
    assert choices.config.model.copy
    assert not choices.config.model.attend_last_character, "its weights would not fit"
    choose(qtbot, form, "Start from", "From scratch")
    assert sizes(form) == [1, 96, 64, 32]
    assert control(form, "Hidden").isEnabled()
    assert not about.isVisible()
    assert form.checked().config.model.attend_last_character


def test_a_long_name_leaves_out_its_middle_and_is_whole_in_the_tooltip(qtbot, form, tmp_path):
    path = write_card(tmp_path / "2026-11-29 demo EDA_CS" / "best.safetensors")
    form.set_models([("2026-11-29 demo EDA_CS/best", path)])
    whole = "Fine-tune 2026-11-29 demo EDA_CS/best"
    choose(qtbot, form, "Start from", whole)
    box = control(form, "Start from")
    box.setFixedWidth(200)
    qtbot.waitUntil(lambda: "…" in box.shown_text())
    assert box.shown_text().startswith("Fine-tune")
    assert box.shown_text().endswith("best")
    assert box.currentText() == whole
    assert whole in box.toolTip()
    box.setFixedWidth(600)
    qtbot.waitUntil(lambda: box.shown_text() == whole)
    choose(qtbot, form, "Start from", "From scratch")
    assert box.toolTip().startswith("From scratch")


def test_listing_the_models_again_changes_nothing_that_was_set(qtbot, form, tmp_path):
    path = write_card(tmp_path / "own.safetensors")
    form.set_models([("own", path)])
    choose(qtbot, form, "Start from", "Fine-tune own")
    tick(qtbot, form, "Exchange")
    before = form.checked()
    form.set_models([("another", write_card(tmp_path / "another.safetensors")), ("own", path)])
    assert form.checked() == before
    form.set_models([])
    assert form.checked() == before, "it is still there, listed or not"


def test_a_checkpoint_is_browsed_for_and_a_foreign_file_refused(qtbot, form, tmp_path):
    foreign = tmp_path / "foreign.safetensors"
    foreign.write_bytes(b"nothing of ours, but long enough")
    path = write_card(tmp_path / "own.safetensors")
    for chosen in (foreign, path):
        qtbot.mouseClick(control(form, "Browse for a checkpoint"), Qt.MouseButton.LeftButton)
        dialog = form.findChildren(QFileDialog)[-1]
        dialog.fileSelected.emit(str(chosen))
        dialog.close()
        if chosen is foreign:
            about = control(form, "About the checkpoint")
            assert "foreign.safetensors is not a CharCopy checkpoint" in about.text()
            assert form.checked().start_from == ""
    assert form.checked().start_from == str(path)


def test_choices_come_back_as_they_were(form, tmp_path):
    train, dev = tmp_path / "train.csv", tmp_path / "dev.csv"
    train.touch()
    dev.touch()
    model = ModelConfig(exchange=False, shift=False, layers=2, hidden_size=12, dropout=0.3)
    start = write_card(tmp_path / "own.safetensors", model)
    config = TrainingConfig(model, epochs=4, batch_size=8, learning_rate=0.01, clip=0.5, seed=3)
    choices = TrainingChoices(str(train), str(dev), str(start), config)
    form.set_choices(choices)
    assert form.checked() == choices


def test_a_checkpoint_that_is_gone_is_said_and_training_starts_from_scratch(form, tmp_path):
    form.set_choices(TrainingChoices(start_from=str(tmp_path / "gone.safetensors")))
    assert "gone.safetensors" in control(form, "About the checkpoint").text()
    assert form.checked().start_from == ""


def test_while_a_run_goes_on_nothing_can_be_set(form):
    form.set_locked(True)
    for kind in (QComboBox, QLineEdit, QAbstractSpinBox, QCheckBox):
        assert not any(widget.isEnabled() for widget in form.findChildren(kind))
    form.set_locked(False)
    assert control(form, "Hidden").isEnabled()


def test_every_control_has_a_name_and_a_tooltip(form):
    for kind in (QAbstractButton, QComboBox, QAbstractSpinBox):
        for widget in form.findChildren(kind):
            assert widget.accessibleName(), widget
            assert widget.toolTip(), widget


def test_what_users_wrote_is_never_read_as_markup(form):
    for label in form.findChildren(QLabel):
        if label.accessibleName():
            assert label.textFormat() is Qt.TextFormat.PlainText


def test_a_chosen_checkpoint_that_is_deleted_is_chosen_no_longer(qtbot, form, tmp_path):
    path = write_card(tmp_path / "own.safetensors", ModelConfig(hidden_size=40))
    form.set_models([("own", path)])
    choose(qtbot, form, "Start from", "Fine-tune own")
    path.unlink()
    form.set_models([])
    assert control(form, "Start from").currentText() == "From scratch"
    assert form.checked() == TrainingChoices()
    assert control(form, "Hidden").isEnabled()
    assert "own.safetensors cannot be read" in control(form, "About the checkpoint").text()


def test_a_listed_checkpoint_that_is_gone_leaves_the_choice_as_it_was(qtbot, form, tmp_path):
    kept, gone = (write_card(tmp_path / f"{name}.safetensors") for name in ("kept", "gone"))
    form.set_models([("kept", kept), ("gone", gone)])
    choose(qtbot, form, "Start from", "Fine-tune kept")
    gone.unlink()
    qtbot.keyClick(control(form, "Start from"), Qt.Key.Key_Down)
    assert control(form, "Start from").currentText() == "Fine-tune kept"
    assert form.checked().start_from == str(kept)
    assert "gone.safetensors cannot be read" in control(form, "About the checkpoint").text()


def test_a_checkpoint_larger_than_what_can_be_asked_for_is_tuned_as_it_is(qtbot, form, tmp_path):
    path = write_card(tmp_path / "deep.safetensors", ModelConfig(layers=9, dropout=0.0))
    form.set_models([("deep", path)])
    choose(qtbot, form, "Start from", "Fine-tune deep")
    assert sizes(form)[0] == 9
    type_into(qtbot, form, "Dropout", "0,25")
    assert form.checked().config.model == ModelConfig(layers=9, dropout=0.25)
    choose(qtbot, form, "Start from", "From scratch")
    assert control(form, "Layers").maximum() == 8


def entries(form):
    box = control(form, "Corpus")
    return [box.itemText(place) for place in range(box.count())]


@pytest.fixture
def own(tmp_path):
    """Two imported files, of which one has no texts; and a file to measure progress on."""
    for name in ("mine.csv", "tables.csv", "dev.csv"):
        (tmp_path / name).write_text("was;sagt\nname[A];One.\n", encoding="utf-8")
    how = Choices(delimiter=";", mr=("was",), reference="sagt")
    tables = Choices(delimiter=";", mr=("was",), reference=None)
    return (OwnFile(tmp_path / "mine.csv", how), OwnFile(tmp_path / "tables.csv", tables))


def test_imported_files_are_listed_with_how_they_are_read(qtbot, form, own, tmp_path):
    form.corpus.set_catalogue(Catalogue((), own))
    assert entries(form)[1:] == ["mine.csv", "Files of your own"]
    choose(qtbot, form, "Corpus", "mine.csv")
    assert not control(form, "File to train on").isVisible()
    assert form.checked() is None
    assert "Choose a file to measure progress on" in form.problem
    dev = str(tmp_path / "dev.csv")
    type_into(qtbot, form, "File to measure progress on", dev)
    chosen = form.checked()
    assert (chosen.corpus, chosen.dev) == (str(own[0].path), dev)
    assert form.corpus.readings()[own[0].path] == own[0].choices
    form.set_choices(TrainingChoices())
    assert control(form, "Corpus").currentText().startswith("Demo")
    form.set_choices(chosen)
    assert control(form, "Corpus").currentText() == "mine.csv"
    assert form.checked() == chosen


def test_a_file_that_is_taken_off_the_list_stays_chosen_by_its_path(qtbot, form, own):
    form.corpus.set_catalogue(Catalogue((), own))
    form.corpus.choose(str(own[0].path))
    assert control(form, "Corpus").currentText() == "mine.csv"
    assert control(form, "File to measure progress on").hasFocus()
    form.corpus.set_catalogue(Catalogue(()))
    assert control(form, "Corpus").currentText() == "Files of your own"
    assert control(form, "File to train on").text() == str(own[0].path)
    form.corpus.set_catalogue(Catalogue((), own))
    choose(qtbot, form, "Corpus", "Demo")
    form.corpus.set_catalogue(Catalogue(()))
    assert control(form, "Corpus").currentText().startswith("Demo")
