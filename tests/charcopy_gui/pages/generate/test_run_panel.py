import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDoubleSpinBox, QSpinBox, QWidget

from charcopy_gui.pages.generate.run_panel import RunPanel
from charcopy_gui.pages.output.activity import Activity
from core.config import DecodingConfig, Strategy


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
    for name, typed in (("Temperature", "0.7"), ("Top p", "0.9"), ("Seed", "42")):
        box = control(panel, name)
        assert box.isVisible()
        box.setFocus()
        box.selectAll()
        qtbot.keyClicks(box, typed.replace(".", box.locale().decimalPoint()))
    config = panel.config()
    assert config == DecodingConfig(Strategy.SAMPLED, temperature=0.7, top_p=0.9, seed=42)


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
