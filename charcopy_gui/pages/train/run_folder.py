"""Where a run will be kept: in a folder named after the day, the corpus and the variant."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import TrainingChoices


def new_folder(choices: TrainingChoices) -> Path:
    """One that is not there yet."""
    corpus = Path(choices.corpus).stem if choices.corpus else "demo"
    parts = [date.today().isoformat(), corpus, choices.config.model.variant]
    if choices.folds:
        parts.append(f"{choices.folds} folds")
    return paths.new_run(" ".join(parts))
