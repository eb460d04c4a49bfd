"""train: a model, from the configuration to the last line of report."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import checkpoint, device, model_card
from core.checkpoint import Checkpoint
from core.command_line import SIZES
from core.commands import asking, reporting
from core.commands.errors import UsageError
from core.commands.interruption import interruption_sets
from core.config import ConfigError, TrainingConfig
from core.corpus import catalog, library
from core.corpus.example import Corpus
from core.corpus.formats import NOTHING_KNOWN, Known
from core.corpus.splits import read_splits
from core.runs import RunFolder
from core.training.control import TrainingControl
from core.training.trainer import train as training_records
from core.training.transfer import check_sizes, sized_like

_SETTINGS = ("epochs", "batch_size", "seed", "threads", "evaluate_every", "learning_rate", "device")
"""Options that are settings of TrainingConfig."""

_MAY_CHANGE = ("epochs", "threads", "device")
"""Settings that a run can be resumed with other values of."""


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for."""
    training, model = _given(options, _SETTINGS), _given(options, tuple(SIZES.values()))
    if options.resume:
        folder = RunFolder.open(options.out)
        config = resumed_config(folder, training, model, options.variant)
    else:
        config = training_config(
            options.config, training, model, options.variant, options.fine_tune_from
        )
    train(
        options.corpus,
        options.dev,
        options.out,
        config,
        terms=Terms(options.corpus_name, options.licence, options.attribution),
        fine_tune_from=options.fine_tune_from,
        resume=options.resume,
        said=asking.known(options),
    )


def _given(options: argparse.Namespace, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(options, name) for name in names if getattr(options, name) is not None}


def training_config(
    path: Path | None,
    training: Mapping[str, Any],
    model: Mapping[str, Any],
    variant: str | None,
    fine_tune_from: str | None,
) -> TrainingConfig:
    """The configuration of a file, or the default one, with what the command line changes.

    Without a file, fine-tuning takes over the checkpoint's sizes.

    Raises:
        ConfigError: a setting is unknown or out of range, or the file cannot be read.
        ModelCardError: the checkpoint cannot be read.
    """
    config = TrainingConfig()
    if fine_tune_from is not None:
        card = model_card.read(model_card.find(fine_tune_from))
        config = dataclasses.replace(config, model=sized_like(card.config, config.model))
    if path is not None:
        try:
            config = TrainingConfig.from_toml(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            msg = f"{path} cannot be read: {error}."
            raise ConfigError(msg) from error
    network = dataclasses.replace(config.model, **model)
    if variant is not None:
        network = network.with_variant(variant)
    return dataclasses.replace(config, **training, model=network)


def resumed_config(
    folder: RunFolder, training: Mapping[str, Any], model: Mapping[str, Any], variant: str | None
) -> TrainingConfig:
    """The configuration of a run that goes on, with what may change: epochs, threads, device.

    Raises:
        ConfigError: something else was to change.
        RunError: the run's configuration cannot be read.
    """
    config = folder.training_config()
    wanted = dataclasses.replace(config.model, **model)
    wanted = wanted if variant is None else wanted.with_variant(variant)
    changed = dataclasses.replace(config, **training, model=wanted)
    fixed = [
        name
        for part, other in ((config, changed), (config.model, changed.model))
        for name, value in part.to_mapping().items()
        if value != other.to_mapping()[name] and name not in ("model", *_MAY_CHANGE)
    ]
    if fixed:
        msg = f"A run that goes on keeps its {', '.join(fixed)}; start a new one to change them."
        raise ConfigError(msg)
    return changed


@dataclass(frozen=True, slots=True)
class Terms:
    """What the command line says of a corpus in files, for the checkpoint's card."""

    name: str | None = None
    licence: str | None = None
    attribution: str | None = None

    def on(self, corpus: Corpus) -> Corpus:
        """The corpus under these terms."""
        given = {name: value for name, value in dataclasses.asdict(self).items() if value}
        return dataclasses.replace(corpus, **given)


def load_corpus(name: str, dev: Path | None, said: Known = NOTHING_KNOWN) -> Corpus:
    """A known corpus in its own splits, or the one in a pair of files; tells of rows left out.

    Args:
        name: of a known corpus, or a file.
        dev: the second file.
        said: how files are to be read, as far as that has been said.

    Raises:
        CorpusError: there is no such corpus, or a file cannot be read.
        UsageError: a file comes without a dev file, or a known corpus with one or with options of
            reading.
    """
    if catalog.find(name) is not None:
        if dev is not None:
            msg = f"The corpus {name} has a dev split of its own; leave out --dev."
            raise UsageError(msg)
        asking.refuse(said, name)
        corpus, notices = library.load(name)
    else:
        train = Path(name)
        if not train.suffix and not train.exists():
            library.find(name)
        if dev is None:
            msg = "A corpus in a file needs a second one to choose the model by: --dev PATH."
            raise UsageError(msg)
        how = asking.choices(train, said), asking.choices(dev, said)
        corpus, notices = read_splits(train.stem, train, dev, how)
    for notice in notices:
        print(notice, file=sys.stderr)
    return corpus


def train(
    corpus: str,
    dev: Path | None,
    out: Path,
    config: TrainingConfig,
    *,
    terms: Terms,
    fine_tune_from: str | None,
    resume: bool,
    said: Known = NOTHING_KNOWN,
) -> None:
    """Train a model in the folder `out`, a line of report now and then.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
    """
    device.set_threads(config.threads)
    chosen = device.choose(config.device)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    data = terms.on(load_corpus(corpus, dev, said))
    start: Checkpoint | None = None
    if fine_tune_from is not None and not resume:
        start = checkpoint.load(model_card.find(fine_tune_from))
        check_sizes(start, config.model)
    folder = RunFolder.open(out) if resume else RunFolder.create(out, config)
    if resume:
        folder.keep(config)
    print(f"{config.model.variant} on {data.name}, {chosen.description}, into {out}")
    control = TrainingControl()
    with interruption_sets(control.cancel):
        records = training_records(
            data, config, folder, start_from=start, resume=resume, control=control
        )
        if not reporting.report(records) and resume and not control.cancel.is_set():
            print(f"All {config.epochs} epochs had been trained; a larger --epochs goes on.")
    if control.cancel.is_set():
        print("Stopped; the same command with --resume goes on.", file=sys.stderr)
    if folder.best.exists():
        print(f"The best model is {folder.best}.")
