"""train, runs: trainings."""

from __future__ import annotations

import argparse
from enum import Enum
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

_COUNTS = {
    "--epochs": "passes through the corpus",
    "--batch-size": "texts per step; fewer save memory",
    "--references-per-source": "most texts of one table in a batch, where they share its encoding",
    "--seed": "the same seed gives the same run",
    "--threads": "CPU threads; 0 leaves the choice to the program",
    "--evaluate-every": "steps between two evaluations; 0: at the end of every epoch",
    "--patience": "evaluations without a better dev BLEU before training stops; 0: never",
    "--warmup-steps": "steps in which the learning rate rises from zero",
    "--decay-epochs": "epochs between two steps down, with --schedule step",
    "--plateau-patience": "evaluations that count as a plateau, with --schedule plateau",
    "--backward-every": "steps from one with a second phase to the next",
}
_RATES = {
    "--learning-rate": "how far a step goes, such as 0.001",
    "--learning-rate-decay": "decay factor of the schedule, such as 0.9",
    "--weight-decay": "weight decay of AdamW",
    "--clip": "largest gradient norm; larger ones are shortened to it",
    "--coverage-weight": "weight of the coverage loss: penalty for attending twice",
    "--save-minutes": "most minutes of training that a power cut may cost",
}
_CHOICES: tuple[tuple[str, type[Enum], str], ...] = (
    ("--optimizer", Optimizer, "what turns gradients into steps"),
    ("--schedule", Schedule, "how the learning rate changes after the warm-up"),
    ("--backward-input", BackwardInput, "the text that the second phase reads"),
)
_SIZE_HELP = {
    "layers": "layers of each GRU",
    "hidden": "numbers in a GRU's state",
    "attention": "numbers that the attention compares",
    "embedding": "numbers that stand for a character",
}
_SWITCHES = {
    "--coverage": "attention knows what it has read already",
    "--shift": "looking at a character copies the one after it",
    "--attend-last-character": "attention also depends on the character just written",
}


def train(commands: Commands) -> None:
    """Train a model."""
    train = commands.add_parser("train", help="train a model")
    train.set_defaults(work="core.commands.training")
    train.add_argument("--corpus", metavar="NAME|PATH", help="name (see `corpora`) or file")
    train.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the known corpora")
    train.add_argument(
        "--dev", type=Path, metavar="NAME|PATH", help="corpus to measure progress on"
    )
    train.add_argument("--out", type=Path, metavar="DIR", help="the run's folder")
    train.add_argument(
        "--corpus-name", metavar="NAME", help="name of the corpus on the model's card"
    )
    train.add_argument("--licence", metavar="TEXT", help="licence of the corpus, for the card")
    train.add_argument("--attribution", metavar="TEXT", help="attribution, for the card")
    train.add_argument(
        "--preset",
        choices=[preset.name for preset in PRESETS],
        help="a set of settings; the options below override it",
    )
    train.add_argument(
        "--config", type=Path, metavar="FILE.toml", help="settings; overrides the preset"
    )
    train.add_argument(
        "--fine-tune-from",
        metavar=MODEL,
        help="start from a trained model: its weights, alphabet, sizes and switches",
    )
    train.add_argument(
        "--resume", nargs="?", type=Path, const=Path(), metavar="DIR",
        help="continue the run in DIR, or in --out; with its own corpus, or --corpus",
    )  # fmt: skip
    train.add_argument("--folds", type=int, metavar="K", help="cross-validate: K runs in DIR")
    train.add_argument(
        "--estimate", action="store_true", help="estimate time and memory, then exit"
    )
    train.add_argument("--json-lines", action="store_true", help="one JSON object per record")
    train.add_argument("--device", help="auto, cpu, cuda or mps")
    _network(train.add_argument_group("network"))
    _training(train.add_argument_group("training"))
    reading(train)
    reading(train, "how the dev file is read (like --corpus unless given)", "--dev-")


def _network(command: argparse._ActionsContainer) -> None:
    """Switches and sizes of the model."""
    command.add_argument(
        "--variant", metavar="EDA|EDA_C|EDA_S|EDA_CS", help="the paper's: sets copy and exchange"
    )
    for flag, size in SIZES.items():
        command.add_argument(f"--{flag}", type=int, metavar="N", dest=size, help=_SIZE_HELP[flag])
    command.add_argument(
        "--dropout", type=float, metavar="R", help="share of values dropped in training"
    )
    for flag, words in _SWITCHES.items():
        command.add_argument(flag, action=argparse.BooleanOptionalAction, help=words)


def _training(command: argparse._ActionsContainer) -> None:
    """How the model is trained."""
    for flag, words in _COUNTS.items():
        command.add_argument(flag, type=int, metavar="N", help=words)
    for flag, words in _RATES.items():
        command.add_argument(flag, type=float, metavar="R", help=words)
    for flag, choices, words in _CHOICES:
        command.add_argument(flag, choices=[choice.value for choice in choices], help=words)
    command.add_argument(
        "--keep-epochs",
        action=argparse.BooleanOptionalAction,
        help="keep a checkpoint of each epoch",
    )


def runs(commands: Commands) -> None:
    """Look at trainings."""
    runs = commands.add_parser("runs", help="list, show and compare trainings")
    runs.set_defaults(work="core.commands.runs")
    runs.add_argument(
        "--folder", type=Path, metavar="DIR", help="use this folder instead of the default"
    )
    actions = runs.add_subparsers(dest="action", metavar="ACTION")
    show = actions.add_parser("show", help="print what a run is, and how it went")
    show.add_argument("path", type=Path, metavar="RUN", help="a name in the list, or a folder")
    show.add_argument("--json", action="store_true", help="print all of it as JSON")
    diff = actions.add_parser("diff", help="print what two runs differ in")
    diff.add_argument("one", type=Path, metavar="RUN", help="a name in the list, or a folder")
    diff.add_argument("other", type=Path, metavar="RUN", help="the run to compare it with")
