from argparse import Namespace
from pathlib import Path

from core import model_card
from core.commands import models


def test_models_lists_the_folder(model, capsys, monkeypatch):
    card = model_card.read(Path(model))
    monkeypatch.setattr("core.model_card.available", lambda: [card])
    models.run(Namespace())
    line = capsys.readouterr().out
    assert line == "small: EDA_CS on a corpus, L=1 H=8 A=4, dev BLEU 0.5000\n"
