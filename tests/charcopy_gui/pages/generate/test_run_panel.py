from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDoubleSpinBox, QSpinBox, QWidget

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.pages.generate.run_panel import RunPanel
from charcopy_gui.pages.output.activity import Activity
from core.alphabet import Alphabet
from core.config import DecodingConfig, ModelConfig, Strategy
from core.model_card import ModelCard


@pytest.fixture
def panel(qtbot):
    panel = RunPanel()
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def control(panel, name):
    found = [w for w in panel.findChildren(QWidget) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(10, widget.height() // 2))


def choose(qtbot, box, text):
    box.setFocus()
    while box.currentText() != text:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before, text


def test_it_starts_greedy_with_nothing_else_to_set(panel):
    assert panel.config() == DecodingConfig()
    assert not control(panel, "Temperature").isVisible()


def test_sampling_shows_its_numbers_and_uses_them(qtbot, panel):
    choose(qtbot, control(panel, "How the next character is chosen"), "Sampling")
    assert control(panel, "Settings in words").text() == "temperature 0.7, top p 1, seed 0"
    click(qtbot, control(panel, "Settings"))
    for name, typed in (("Temperature", "0.6"), ("Top p", "0.9"), ("Seed", "42")):
        box = control(panel, name)
        assert box.isVisible()
        box.setFocus()
        box.selectAll()
        qtbot.keyClicks(box, typed.replace(".", box.locale().decimalPoint()))
    config = panel.config()
    assert config == DecodingConfig(Strategy.SAMPLED, temperature=0.6, top_p=0.9, seed=42)


def test_a_longest_text_of_ones_own_is_said(qtbot, panel):
    words = control(panel, "Settings in words")
    assert not words.isVisible()
    panel.set_config(DecodingConfig(max_length=1200))
    assert words.isVisible()
    assert words.text() == "at most 1,200 characters"
    panel.set_config(DecodingConfig(Strategy.BEAM, max_length=77))
    assert words.text() == "4 texts side by side, at most 77 characters"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_picture_on_run_is_seen_also_where_it_cannot_be_pressed(panel, theme):
    panel.set_theme(theme)
    run = control(panel, "Run")
    for activity, mode in (
        (Activity.IDLE, QIcon.Mode.Normal),
        (Activity.WRITING, QIcon.Mode.Disabled),
    ):
        panel.set_activity(activity)
        picture = run.icon().pixmap(QSize(16, 16), mode).toImage()
        drawn = picture.pixelColor(7, 8)
        colour = theme.accent_text if run.isEnabled() else theme.muted
        for part in ("red", "green", "blue"):
            assert abs(getattr(drawn, part)() - getattr(colour, part)()) < 4
        assert drawn.alphaF() > 0.4


def test_the_dice_give_another_seed(qtbot, panel):
    dice = control(panel, "Another seed")
    assert not dice.isVisible()
    choose(qtbot, control(panel, "How the next character is chosen"), "Sampling")
    seeds = set()
    for _ in range(4):
        click(qtbot, dice)
        seeds.add(panel.config().seed)
    assert len(seeds) > 1


def test_beam_search_has_a_width_and_a_penalty(qtbot, panel):
    choose(qtbot, control(panel, "How the next character is chosen"), "Beam search")
    click(qtbot, control(panel, "Settings"))
    control(panel, "Beam width").setValue(8)
    control(panel, "Length penalty").setValue(0.5)
    control(panel, "Longest text").setValue(120)
    assert panel.config() == DecodingConfig(
        Strategy.BEAM, beam_width=8, length_penalty=0.5, max_length=120
    )
    assert not control(panel, "Samples").isVisible()
    click(qtbot, control(panel, "Settings"))
    words = control(panel, "Settings in words").text()
    assert words == "8 texts side by side, at most 120 characters"


def test_reranking_has_its_weights(qtbot, panel):
    choose(qtbot, control(panel, "How the next character is chosen"), "Beam search")
    click(qtbot, control(panel, "Settings"))
    click(qtbot, control(panel, "Rerank"))
    for name, value in (
        ("λ, weight of reading back", 0.8),
        ("Nats per slot error", 2.5),
        ("Samples", 16),
        ("Seed", 3),
    ):
        box = control(panel, name)
        assert box.isVisible(), name
        box.setValue(value)
    assert panel.config() == DecodingConfig(
        Strategy.BEAM, rerank=True, reconstruction_weight=0.8, slot_weight=2.5, samples=16, seed=3
    )


def test_a_model_without_exchange_cannot_rerank_and_it_is_said_why(qtbot, panel):
    choose(qtbot, control(panel, "How the next character is chosen"), "Beam search")
    click(qtbot, control(panel, "Settings"))
    click(qtbot, control(panel, "Rerank"))
    card = ModelCard("toy", Path("toy"), ModelConfig(exchange=False), Alphabet.from_texts(["a"]))
    panel.set_model(card)
    assert not control(panel, "Rerank").isEnabled()
    assert "without exchange" in control(panel, "Why there is no reranking").text()
    assert panel.config().rerank is False
    panel.set_model(replace(card, config=ModelConfig()))
    assert panel.config().rerank is True


@pytest.mark.parametrize(
    "config",
    [
        DecodingConfig(max_length=77),
        DecodingConfig(Strategy.SAMPLED, temperature=0.7, top_p=0.9, seed=42),
        DecodingConfig(Strategy.BEAM, beam_width=6, rerank=True, samples=5, slot_weight=1.5),
    ],
)
def test_settings_that_are_given_are_shown_and_given_back(panel, config):
    panel.set_config(config)
    assert panel.config() == config


@pytest.mark.parametrize(
    ("activity", "run", "stop", "device"),
    [
        (Activity.IDLE, True, False, True),
        (Activity.LOADING, True, True, True),
        (Activity.WRITING, False, True, False),
        (Activity.STOPPING, False, False, False),
    ],
)
def test_only_what_makes_sense_can_be_pressed(panel, activity, run, stop, device):
    panel.set_activity(activity)
    assert control(panel, "Run").isEnabled() is run
    assert control(panel, "Stop").isEnabled() is stop
    assert control(panel, "Device").isEnabled() is device


def test_a_device_is_asked_for_and_its_absence_explained(qtbot, panel):
    click(qtbot, control(panel, "Settings"))
    with qtbot.waitSignal(panel.device_requested) as asked:
        choose(qtbot, control(panel, "Device"), "CUDA GPU")
    assert asked.args == ["cpu"], "the first step down from Automatic"
    panel.set_device("cuda", "torch has no CUDA, so the CPU is used.")
    reason = panel.findChild(QWidget, "deviceReason")
    assert reason.isVisible()
    assert reason.text() == "torch has no CUDA, so the CPU is used."
    panel.set_device("cpu")
    assert not reason.isVisible()
    assert control(panel, "Device").currentText() == "CPU"


def test_every_control_has_a_name_and_a_tooltip(panel):
    for kind in (QAbstractButton, QComboBox, QSpinBox, QDoubleSpinBox):
        for widget in panel.findChildren(kind):
            assert widget.accessibleName(), widget
            assert widget.toolTip(), widget


def popup(panel):
    return control(panel, "Settings of this way to write")


def test_the_settings_lie_over_the_page_and_make_nothing_move(qtbot, panel):
    choose(qtbot, control(panel, "How the next character is chosen"), "Beam search")
    height, width = panel.sizeHint().height(), panel.width()
    click(qtbot, control(panel, "Settings"))
    assert popup(panel).isVisible()
    assert panel.sizeHint().height() == height
    assert popup(panel).width() >= width
    qtbot.keyClick(popup(panel), Qt.Key.Key_Escape)
    assert not popup(panel).isVisible()
    assert not control(panel, "Settings").isChecked()
    qtbot.waitUntil(lambda: panel.focusWidget() is control(panel, "Settings"))


def test_the_settings_grow_with_what_is_chosen(qtbot, panel):
    choose(qtbot, control(panel, "How the next character is chosen"), "Beam search")
    click(qtbot, control(panel, "Settings"))
    low = popup(panel).height()
    click(qtbot, control(panel, "Rerank"))
    qtbot.waitUntil(lambda: popup(panel).height() > low)
    click(qtbot, control(panel, "Rerank"))
    qtbot.waitUntil(lambda: popup(panel).height() == low)


def test_every_number_makes_another_text_due(qtbot, panel):
    panel.set_config(DecodingConfig(Strategy.BEAM, rerank=True, samples=2))
    boxes = [*panel.findChildren(QSpinBox), *panel.findChildren(QDoubleSpinBox)]
    assert len(boxes) == 9
    for box in boxes:
        with qtbot.waitSignal(panel.config_changed):
            box.stepUp() if box.value() < box.maximum() else box.stepDown()


def test_a_press_on_their_button_closes_the_settings(qtbot, panel):
    button = control(panel, "Settings")
    click(qtbot, button)
    where = popup(panel).mapFromGlobal(button.mapToGlobal(button.rect().center()))
    qtbot.mouseClick(popup(panel), Qt.MouseButton.LeftButton, pos=where)
    assert not popup(panel).isVisible()
    assert not button.isChecked()
    click(qtbot, button)
    assert popup(panel).isVisible()


def test_return_in_the_settings_closes_them_and_with_ctrl_runs(qtbot, panel):
    click(qtbot, control(panel, "Settings"))
    qtbot.keyClick(control(panel, "Longest text"), Qt.Key.Key_Return)
    assert not popup(panel).isVisible()
    click(qtbot, control(panel, "Settings"))
    with qtbot.waitSignal(panel.run_requested):
        qtbot.keyClick(
            control(panel, "Longest text"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
        )
    assert not popup(panel).isVisible()
