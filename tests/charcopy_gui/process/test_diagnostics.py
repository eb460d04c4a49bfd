import platform
from importlib import metadata

import pytest

from charcopy_gui.process import diagnostics
from charcopy_gui.storage.settings import EvaluationChoices, Settings, TrainingChoices
from core.config import ModelConfig, TrainingConfig
from core.records import DeviceInfo

PERSONAL = "Grandmother's recipe"
PRIVATE = Settings(
    mr=f"name[{PERSONAL}]",
    slots=((PERSONAL, PERSONAL),),
    page=PERSONAL,
    model=f"/somewhere/{PERSONAL}.safetensors",
    default_model=f"/somewhere/{PERSONAL}.safetensors",
    device="cuda",
    training=TrainingChoices(
        PERSONAL, PERSONAL, PERSONAL, TrainingConfig(device=PERSONAL, epochs=77)
    ),
    evaluation=EvaluationChoices(PERSONAL, PERSONAL, PERSONAL, PERSONAL, PERSONAL, PERSONAL),
    corpora=f"/somewhere/{PERSONAL}",
    folder=f"/somewhere/{PERSONAL}",
    own_files=({"path": PERSONAL},),
)


@pytest.mark.usefixtures("qapp")
def test_no_text_name_or_path_of_the_user_is_told():
    said = diagnostics.text(PRIVATE, None, None)
    assert PERSONAL not in said
    assert "/home" not in said
    assert "mr = set" in said
    assert "device = 'cuda'" in said
    assert "epochs = 77" in said
    assert "own_files = 1" in said


@pytest.mark.usefixtures("qapp")
def test_versions_device_and_model_are_told():
    device = DeviceInfo("cpu", "CPU, 2 threads", "torch finds no usable GPU.")
    said = diagnostics.text(Settings(), device, ModelConfig(hidden_size=48))
    for fact in (
        f"Python {platform.python_version()}",
        f"torch {metadata.version('torch')}",
        f"numba {metadata.version('numba')}",
        "Device: CPU, 2 threads",
        "torch finds no usable GPU.",
        "hidden_size = 48",
        "mr = not set",
    ):
        assert fact in said
