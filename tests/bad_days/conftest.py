"""What holds for every bad day: nothing left running, no folder of the person who runs the tests.

The drivers of the window's tests drive it here, too.
"""

import importlib.util
import sys
from pathlib import Path

import pytest
import torch

from core import checkpoint, kernels
from core.alphabet import EOS, Alphabet
from core.config import ModelConfig
from core.metrics import meteor
from core.model_card import ModelCard
from core.network.model import EdaCs

WINDOW = Path(__file__).parents[1] / "charcopy_gui"
sys.path.insert(0, str(WINDOW))

_spec = importlib.util.spec_from_file_location("window_conftest", WINDOW / "conftest.py")
_window = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_window)

qtbot = _window.qtbot
own_folders = _window.own_folders
_own_data_folder = _window._own_data_folder
_no_qt_left_running = _window._no_qt_left_running


@pytest.fixture
def plain_torch(monkeypatch) -> None:
    """Nothing is compiled, and no Java is looked for, for work of a second."""
    monkeypatch.setattr(kernels, "_chosen", [None])
    monkeypatch.setattr(kernels, "prepare", lambda *_: "")
    monkeypatch.setattr(meteor, "problem", lambda: "METEOR needs Java: how.")


@pytest.fixture
def terse(tmp_path) -> Path:
    """A model that was never trained, and that ends its texts soon: they cost no time."""
    path = tmp_path / "terse.safetensors"
    config = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4)
    network = EdaCs.seeded(config, Alphabet.from_texts(["é"]), seed=1)
    with torch.no_grad():
        network.output.bias[EOS] += 4
    checkpoint.save(ModelCard("terse", path, config, network.alphabet), network)
    return path


@pytest.fixture
def command(plain_torch, capsys):
    """Runs a command as typed; gives its exit code, what it printed, and what it complained of."""
    import main

    def run(*words: object) -> tuple[int, str, str]:
        try:
            code = main.main([str(word) for word in words])
        except SystemExit as ended:
            code = ended.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run
