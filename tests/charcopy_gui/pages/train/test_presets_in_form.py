import pytest
from fake_training import write_card
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from charcopy_gui.pages.train import start_choice
from charcopy_gui.pages.train.settings_form import SettingsForm
from charcopy_gui.storage.settings import TrainingChoices
from core import model_card
from core.config import ModelConfig, Schedule, TrainingConfig
from core.config.presets import FINE_TUNE_NOW, OVERNIGHT, PAPER, PRESETS, QUICK_LOOK


@pytest.fixture
def form(qtbot):
    form = SettingsForm()
    qtbot.addWidget(form)
    form.resize(360, 900)
    with qtbot.waitExposed(form):
        form.show()
    return form


def control(form, name):
    found = [w for w in form.findChildren(QWidget) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def press(qtbot, form, name):
    qtbot.mouseClick(control(form, name), Qt.MouseButton.LeftButton)


def pressed(form):
    return [p.title for p in PRESETS if control(form, p.title).isChecked()]


def type_into(qtbot, form, name, text):
    box = control(form, name)
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, text)


@pytest.mark.parametrize("preset", [QUICK_LOOK, OVERNIGHT, PAPER], ids=lambda p: p.name)
def test_a_preset_sets_everything_at_once_and_stays_pressed(qtbot, form, preset):
    press(qtbot, form, preset.title)
    assert form.checked().config == preset.config
    assert pressed(form) == [preset.title]
    assert preset.sentence in control(form, "About the preset").text()


def test_a_change_takes_the_preset_back(qtbot, form):
    press(qtbot, form, "Quick look")
    type_into(qtbot, form, "Epochs", "3")
    assert pressed(form) == []
    assert "Your own settings" in control(form, "About the preset").text()


def test_before_any_choice_nobody_is_said_to_have_made_one(form):
    assert "Default settings" in control(form, "About the preset").text()


def test_what_a_preset_sets_does_not_count_as_changed(qtbot, form):
    press(qtbot, form, "This machine overnight")
    assert control(form, "More settings").text() == "More settings"
    press(qtbot, form, "More settings")
    type_into(qtbot, form, "Warm-up", "7")
    press(qtbot, form, "More settings")
    assert control(form, "More settings").text() == "More settings (1 changed)"


def test_the_machines_own_settings_stay(qtbot, form):
    press(qtbot, form, "More settings")
    type_into(qtbot, form, "Threads", "2")
    type_into(qtbot, form, "Seed", "9")
    press(qtbot, form, "Quick look")
    config = form.checked().config
    assert (config.threads, config.seed) == (2, 9)
    assert pressed(form) == ["Quick look"]


def test_a_preset_whose_corpus_is_not_here_says_so(qtbot, form):
    press(qtbot, form, "The paper's sizes")
    assert "for E2E, which the Data page fetches" in control(form, "About the preset").text()
    assert form.checked().corpus == ""


def test_fine_tune_now_is_one_click_from_the_shipped_model(qtbot, form, tmp_path, monkeypatch):
    trained = ModelConfig(copy=False, layers=2, hidden_size=40, attention_size=20, dropout=0.3)
    path = write_card(tmp_path / "shipped.safetensors", trained)
    monkeypatch.setattr(start_choice.model_card, "find", lambda name: path)
    press(qtbot, form, "Fine-tune now")
    choices = form.checked()
    assert choices.start_from == str(path)
    assert choices.config.model == trained
    assert choices.config.warmup_steps == FINE_TUNE_NOW.config.warmup_steps
    assert pressed(form) == ["Fine-tune now"]
    press(qtbot, form, "Quick look")
    assert form.checked().start_from == ""
    assert form.checked().config == QUICK_LOOK.config


def test_of_fine_tune_now_nothing_is_said_that_is_not_so_of_the_corpus_chosen(
    qtbot, form, tmp_path, monkeypatch
):
    path = write_card(tmp_path / "shipped.safetensors")
    monkeypatch.setattr(start_choice.model_card, "find", lambda name: path)
    press(qtbot, form, "Fine-tune now")
    said = control(form, "About the preset").text()
    assert form.checked().corpus == "", "Hotel is not on this computer"
    assert "another corpus, such as Hotel" in said
    assert "for Hotel, which the Data page fetches" in said


def test_fine_tune_now_keeps_the_model_that_was_chosen(qtbot, form, tmp_path):
    path = write_card(tmp_path / "own.safetensors", ModelConfig(hidden_size=40))
    form.set_models([("own", path)])
    form.start.choose(str(path))
    press(qtbot, form, "Fine-tune now")
    assert form.checked().start_from == str(path)


def test_fine_tune_now_without_any_model_says_so(qtbot, form, monkeypatch):
    def none(name):
        msg = "none"
        raise model_card.ModelCardError(msg)

    monkeypatch.setattr(start_choice.model_card, "find", none)
    press(qtbot, form, "Fine-tune now")
    assert "no model to start from" in control(form, "About the preset").text()


def test_more_settings_open_and_are_asked_for(qtbot, form):
    assert not control(form, "Schedule").isVisible()
    press(qtbot, form, "More settings")
    assert control(form, "Schedule").isVisible()
    schedule = control(form, "Schedule")
    schedule.setFocus()
    while schedule.currentText() != "Step":
        before = schedule.currentIndex()
        qtbot.keyClick(schedule, Qt.Key.Key_Down if before < 2 else Qt.Key.Key_Up)
        assert schedule.currentIndex() != before
    assert control(form, "Every epochs").isEnabled()
    assert not control(form, "Plateau").isEnabled()
    assert not control(form, "Weight decay").isEnabled(), "Adam has none"
    assert not control(form, "Coverage loss").isEnabled()
    for name, text in (
        ("Every epochs", "3"),
        ("Decay factor", "0.5"),
        ("Warm-up", "40"),
        ("Clip", "2.5"),
        ("Evaluate every", "200"),
        ("Save every", "1.5"),
        ("References", "2"),
        ("Second phase every", "4"),
    ):
        type_into(qtbot, form, name, text)
    press(qtbot, form, "Keep every epoch")
    assert form.checked().config == TrainingConfig(
        schedule=Schedule.STEP,
        decay_epochs=3,
        learning_rate_decay=0.5,
        warmup_steps=40,
        clip=2.5,
        evaluate_every=200,
        save_minutes=1.5,
        references_per_source=2,
        backward_every=4,
        keep_epochs=True,
    )
    press(qtbot, form, "More settings")
    assert control(form, "More settings").text() == "More settings (10 changed)"


@pytest.mark.parametrize("schedule", Schedule)
def test_only_what_a_schedule_multiplies_by_can_be_set(form, schedule):
    form.set_config(TrainingConfig(schedule=schedule))
    multiplies = schedule not in (Schedule.CONSTANT, Schedule.LINEAR)
    assert control(form, "Decay factor").isEnabled() is multiplies


def test_a_wrong_value_says_so_at_its_field_and_is_found_when_it_is_closed_away(qtbot, form):
    press(qtbot, form, "More settings")
    type_into(qtbot, form, "Clip", "-1")
    assert "above 0" in control(form, "What is wrong with Clip").text()
    assert control(form, "Clip").property("invalid")
    press(qtbot, form, "More settings")
    assert form.problem.startswith("Clip must be")
    assert form.checked() is None
    assert control(form, "Clip").isVisible()
    assert control(form, "Clip").hasFocus()


def test_folds_make_a_cross_validation(qtbot, form):
    assert form.checked().folds == 0
    type_into(qtbot, form, "Folds", "5")
    assert form.checked() == TrainingChoices(folds=5)
    form.set_choices(TrainingChoices())
    assert control(form, "Folds").text() == "one run"


def test_a_configuration_that_a_checkpoint_does_not_fit_starts_from_scratch(form, tmp_path):
    path = write_card(tmp_path / "own.safetensors", ModelConfig(hidden_size=40))
    form.start.choose(str(path))
    form.set_config(TrainingConfig(ModelConfig(hidden_size=40, copy=False), epochs=3))
    assert form.checked().start_from == str(path)
    assert form.checked().config.epochs == 3
    assert not form.checked().config.model.copy
    form.set_config(TrainingConfig(ModelConfig(hidden_size=41)))
    assert form.checked() == TrainingChoices(config=TrainingConfig(ModelConfig(hidden_size=41)))
