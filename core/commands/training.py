"""train: a model, or one a fold, from the configuration to the last line of report."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core import checkpoint, device, model_card
from core.cancellation import Cancelled
from core.checkpoint import Checkpoint
from core.commands import asking, reporting, train_settings
from core.commands.errors import UsageError
from core.commands.interruption import interruption_sets
from core.config import TrainingConfig, presets
from core.corpus import catalog, library
from core.corpus.example import Corpus
from core.corpus.formats import NOTHING_KNOWN, Known
from core.runs import RunFolder, folds, source
from core.runs.source import CorpusSource
from core.training.control import TrainingControl
from core.training.cross_validation import cross_validate
from core.training.trainer import train as training_records
from core.training.transfer import check_sizes
from core.training.trial import trial


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for."""
    training = train_settings.given(options, train_settings.TRAINING)
    model = train_settings.given(options, train_settings.MODEL)
    how = reporting.reporter(json_lines=options.json_lines)
    if options.resume is not None:
        folder = RunFolder.open(_resumed(options))
        config = train_settings.resumed_config(folder, training, model, options.variant)
        corpus = _again(folder) if options.corpus is None else _corpus(options, options.corpus)
        go_on(folder, config, corpus, how)
        return
    start, corpus_name = _start(options), _corpus_name(options)
    config = train_settings.training_config(
        options.config, training, model, options.variant, start, options.preset
    )
    corpus = _corpus(options, corpus_name)
    terms = Terms(options.corpus_name, options.licence, options.attribution)
    if options.estimate:
        estimate(config, corpus, how)
        return
    if options.out is None:
        msg = "Say where to keep the run: --out DIR."
        raise UsageError(msg)
    train(corpus, options.out, config, terms=terms, fine_tune_from=start, number=options.folds,
          how=how)  # fmt: skip


def _resumed(options: argparse.Namespace) -> Path:
    """The run that is to go on: --resume DIR, or --out DIR --resume."""
    both: tuple[Path | None, ...] = (options.resume, options.out)
    named = [path for path in both if path is not None and path != Path()]
    if len(named) != 1:
        msg = "Say which run to resume: --resume DIR."
        raise UsageError(msg)
    return named[0]


def _start(options: argparse.Namespace) -> str | None:
    """The checkpoint to fine-tune; a preset that needs one takes the shipped model."""
    preset = presets.find(options.preset) if options.preset else None
    if options.fine_tune_from is None and preset is not None and preset.fine_tunes:
        return model_card.TRANSFER_BASE
    name: str | None = options.fine_tune_from
    return name


def _corpus_name(options: argparse.Namespace) -> str:
    preset = presets.find(options.preset) if options.preset else None
    name: str | None = options.corpus or (preset.corpus if preset else None)
    if name is None:
        msg = "Say what to train on: --corpus NAME|PATH."
        raise UsageError(msg)
    return name


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


def _corpus(options: argparse.Namespace, name: str) -> CorpusSource:
    """The corpus of this name or in this file, as the other options have it."""
    said, of_dev = asking.known(options), asking.known(options, "dev_")
    if of_dev == NOTHING_KNOWN:
        of_dev = said
    return find_corpus(name, options.dev, (said, of_dev), options.corpora)


def find_corpus(
    name: str,
    dev: Path | None,
    said: tuple[Known, Known] = (NOTHING_KNOWN, NOTHING_KNOWN),
    folder: Path | None = None,
) -> CorpusSource:
    """A known corpus in its own splits, or the one in a pair of files.

    Args:
        name: of a known corpus, or a file.
        dev: the second file, or the name of a known corpus, whose dev split it is.
        said: how both files are to be read, as far as that has been said.
        folder: where known corpora are looked for first.

    Raises:
        CorpusError: there is no such corpus, or a file cannot be read.
        UsageError: a file comes without a dev file, or a known corpus with one or with options of
            reading.
    """
    if catalog.find(name) is not None:
        if dev is not None:
            msg = f"The corpus {name} has a dev split of its own; leave out --dev."
            raise UsageError(msg)
        asking.refuse(said[0], name)
        return CorpusSource(name, folder)
    path = Path(name)
    if not path.suffix and not path.exists():
        library.find(name)
    if dev is None:
        msg = "A corpus in a file needs a second one to measure progress on: --dev PATH."
        raise UsageError(msg)
    if not dev.exists() and catalog.find(str(dev)) is not None:
        dev = library.file(str(dev), "dev", folder)
    readings = asking.choices(path, said[0]), asking.choices(dev, said[1], "--dev-")
    return CorpusSource(files=(path, dev), readings=readings)


def _again(folder: RunFolder) -> CorpusSource:
    """What the run was trained on.

    Raises:
        RunError: the folder does not say, or a file is not there any more.
    """
    found = source.find(folder)
    gone = [path for path in found.files or () if not path.is_file()]
    if gone:
        msg = f"{gone[0]} no longer exists; name the corpus with --corpus."
        raise UsageError(msg)
    return found


def load(corpus: CorpusSource) -> Corpus:
    """Read the corpus; tells of rows left out.

    Raises:
        CorpusError: it is not there, or cannot be read.
    """
    data, notices = corpus.load()
    for notice in notices:
        print(notice, file=sys.stderr)
    return data


def train(
    corpus: CorpusSource,
    out: Path,
    config: TrainingConfig,
    *,
    terms: Terms,
    fine_tune_from: str | None = None,
    number: int | None = None,
    how: reporting.Reporter,
) -> None:
    """Train a model in the folder `out`, or one a fold.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
    """
    data = terms.on(load(corpus))
    start: Checkpoint | None = None
    if fine_tune_from is not None:
        start = checkpoint.load(model_card.find(fine_tune_from))
        check_sizes(start, config.model)
    made = RunFolder.create(out, config) if number is None else folds.create(out, config, number)
    source.keep(made, corpus)
    _work(made, config, data, how, start=start)


def go_on(
    folder: RunFolder, config: TrainingConfig, corpus: CorpusSource, how: reporting.Reporter
) -> None:
    """Go on with a run, or with a cross-validation, where it stopped.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
    """
    _work(folder, config, load(corpus), how, resume=True)


def _work(
    folder: RunFolder,
    config: TrainingConfig,
    data: Corpus,
    how: reporting.Reporter,
    *,
    start: Checkpoint | None = None,
    resume: bool = False,
) -> None:
    device.set_threads(config.threads)
    chosen = device.choose(config.device)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    how.say(f"{config.model.variant} on {data.name}, {chosen.description}, into {folder.path}")
    control = TrainingControl()
    records: Iterable[object]
    if folder.folds.exists():
        records = cross_validate(data, config, folder, start_from=start, control=control)
    else:
        records = training_records(
            data, config, folder, start_from=start, resume=resume, control=control
        )
    with interruption_sets(control.cancel), contextlib.closing(how):
        how.report(records, config)
    if resume and not how.trained and not control.cancel.is_set():
        how.say(f"All {config.epochs} epochs had been trained; a larger --epochs goes on.")
    if control.cancel.is_set():
        print(f"Stopped; train --resume {folder.path} goes on.", file=sys.stderr)
    if folder.best.exists():
        how.say(f"The best model is {folder.best}.")


def estimate(config: TrainingConfig, corpus: CorpusSource, how: reporting.Reporter) -> None:
    """Say what a training would take.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
        KeyboardInterrupt: it was interrupted.
    """
    control = TrainingControl()
    with interruption_sets(control.cancel), contextlib.closing(how):
        try:
            how.report(trial(load(corpus), config, control.cancel), config)
        except Cancelled:
            how.say("Stopped; nothing was estimated.")
            raise KeyboardInterrupt from None
