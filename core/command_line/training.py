"""train, runs: trainings."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.command_line.parts import MODEL, Commands, reading
from core.config import BackwardInput, Optimizer, Schedule
from core.config.presets import PRESETS

SIZES = {
    "layers": "layers",
    "hidden": "hidden_size",
    "attention": "attention_size",
    "embedding": "embedding_size",
}
"""Options of train that are sizes of the model, and their names in ModelConfig."""


def train(commands: Commands) -> None:
    """Train a model."""
    train = commands.add_parser("train", help="train a model")
    train.set_defaults(work="core.commands.training")
    train.add_argument("--corpus", metavar="NAME|PATH", help="corpora lists names")
    train.add_argument("--corpora", type=Path, metavar="DIR", help="where known corpora lie")
    train.add_argument("--dev", type=Path, metavar="NAME|PATH", help="to measure progress on")
    train.add_argument("--out", type=Path, metavar="DIR", help="the run's folder")
    train.add_argument("--corpus-name", metavar="NAME", help="for the model's card")
    train.add_argument("--licence", metavar="TEXT", help="of the corpus, for the model's card")
    train.add_argument("--attribution", metavar="TEXT", help="whom to name, for the card")
    train.add_argument("--preset", choices=[preset.name for preset in PRESETS])
    train.add_argument("--config", type=Path, metavar="FILE.toml", help="above the preset")
    train.add_argument("--variant", metavar="EDA|EDA_C|EDA_S|EDA_CS")
    train.add_argument("--fine-tune-from", metavar=MODEL)
    train.add_argument(
        "--resume", nargs="?", type=Path, const=Path(), metavar="DIR",
        help="go on with the run in DIR, or in --out; with the corpus that it began with, or "
        "--corpus",
    )  # fmt: skip
    train.add_argument("--folds", type=int, metavar="K", help="cross-validate: K runs in DIR")
    train.add_argument("--estimate", action="store_true", help="say what it takes, and end")
    train.add_argument("--json-lines", action="store_true", help="print a JSON object a record")
    for flag in (
        "--epochs", "--batch-size", "--references-per-source", "--seed", "--threads",
        "--evaluate-every", "--patience", "--warmup-steps", "--decay-epochs",
        "--plateau-patience", "--backward-every",
    ):  # fmt: skip
        train.add_argument(flag, type=int, metavar="N")
    for flag in (
        "--learning-rate", "--learning-rate-decay", "--weight-decay", "--clip",
        "--coverage-weight", "--save-minutes",
    ):  # fmt: skip
        train.add_argument(flag, type=float, metavar="R")
    for flag, choices in (
        ("--optimizer", Optimizer), ("--schedule", Schedule), ("--backward-input", BackwardInput),
    ):  # fmt: skip
        train.add_argument(flag, choices=[choice.value for choice in choices])
    train.add_argument(
        "--keep-epochs", action=argparse.BooleanOptionalAction, help="a checkpoint of each"
    )
    train.add_argument("--device", help="auto, cpu, cuda or mps")
    for flag, size in SIZES.items():
        train.add_argument(f"--{flag}", type=int, metavar="N", dest=size)
    train.add_argument("--dropout", type=float, metavar="R")
    for flag in ("--coverage", "--shift", "--attend-last-character"):
        train.add_argument(flag, action=argparse.BooleanOptionalAction)
    reading(train)
    reading(train, "how the dev file is read; as the other is, unless something is said", "--dev-")


def runs(commands: Commands) -> None:
    """Look at trainings."""
    runs = commands.add_parser("runs", help="list, show and compare trainings")
    runs.set_defaults(work="core.commands.runs")
    runs.add_argument("--folder", type=Path, metavar="DIR", help="that has them, not the user's")
    actions = runs.add_subparsers(dest="action", metavar="ACTION")
    show = actions.add_parser("show", help="print what a run is, and how it went")
    show.add_argument("path", type=Path, metavar="RUN", help="a name in the list, or a folder")
    show.add_argument("--json", action="store_true")
    diff = actions.add_parser("diff", help="print the settings that two runs differ in")
    diff.add_argument("one", type=Path, metavar="RUN")
    diff.add_argument("other", type=Path, metavar="RUN")
