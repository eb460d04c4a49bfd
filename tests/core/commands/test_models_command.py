import json
from argparse import Namespace
from pathlib import Path

import pytest

from core import model_card
from core.commands import models


@pytest.fixture
def card(model, monkeypatch):
    found = model_card.read(Path(model))
    monkeypatch.setattr("core.model_card.available", lambda: [found])
    return found


def test_models_lists_the_folder(card, capsys):
    models.run(Namespace(json=False))
    line = capsys.readouterr().out
    assert line == "small: EDA_CS on a corpus, L=1 H=8 A=4, dev BLEU 0.5000\n"


def test_models_says_all_as_json(card, capsys):
    models.run(Namespace(json=True))
    (found,) = json.loads(capsys.readouterr().out)
    assert found["name"] == "small"
    assert found["path"] == str(card.path)
    assert found["config"]["hidden_size"] == 8
    assert found["alphabet"].endswith("}~é")
    assert found["provenance"]["dev_bleu"] == 0.5
    assert found["weights"] == card.stored.weights
    assert found["digest"] == card.stored.digest != ""
