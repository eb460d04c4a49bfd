"""k-fold cross-validation: a run a fold, each scored on meaning representations it never saw."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

from core.checkpoint import Checkpoint
from core.config import ConfigError, TrainingConfig
from core.corpus.example import Corpus, Example
from core.records import TrainingRecord
from core.runs import RunError, RunFolder, RunState, folds, position, status
from core.runs.folds import FoldStarted, Outcome
from core.training.control import TrainingControl
from core.training.trainer import claimed, fail, train


def split(corpus: Corpus, number: int, seed: int) -> list[Corpus]:
    """Cut all examples, train and dev, into folds; each corpus has another one of them as dev.

    All references of a meaning representation stay together: in dev they would tell the model
    what it was trained on.

    Raises:
        ConfigError: there are fewer meaning representations than folds.
    """
    examples = (*corpus.train, *corpus.dev)
    mrs = list(dict.fromkeys(example.mr for example in examples))
    if not 2 <= number <= len(mrs):
        msg = f"{number} folds cannot be made of {len(mrs)} meaning representations."
        raise ConfigError(msg)
    random.Random(f"folds/{seed}").shuffle(mrs)
    fold_of = {mr: index % number for index, mr in enumerate(mrs)}
    parts: list[tuple[list[Example], list[Example]]] = [([], []) for _ in range(number)]
    for example in examples:
        for fold, (train_part, dev_part) in enumerate(parts):
            (dev_part if fold_of[example.mr] == fold else train_part).append(example)
    return [
        dataclasses.replace(
            corpus,
            name=f"{corpus.name}, fold {fold + 1} of {number}",
            train=tuple(train_part),
            dev=tuple(dev_part),
        )
        for fold, (train_part, dev_part) in enumerate(parts)
    ]


def cross_validate(
    corpus: Corpus,
    config: TrainingConfig,
    folder: RunFolder,
    *,
    start_from: Checkpoint | None = None,
    control: TrainingControl | None = None,
    run: int = 0,
) -> Iterator[TrainingRecord | FoldStarted | Outcome]:
    """Train and score a fold after the other, in folders of their own; what is done stays done.

    Called again on the same folder, it goes on where it stopped.

    Args:
        corpus: all of it is used.
        config: of every fold's run.
        folder: made by `folds.create`, which settles how many there are.
        start_from: a checkpoint that every fold fine-tunes.
        control: as for one run; stopping after an epoch ends it all.
        run: the number that the records bear.

    Yields:
        FoldStarted, then the records of its run, for every fold; Outcome at the end.

    Raises:
        ConfigError: configuration and corpus do not go together.
        RunError: the folder is in use, or a fold cannot go on.
        NotANumberError: a loss diverged.
        OSError: a folder cannot be written to.
    """
    control = control or TrainingControl()
    with claimed(folder):
        try:
            status.write(folder, RunState.RUNNING)
            corpora = split(corpus, folds.count(folder), config.seed)
            yield from _folds(corpora, config, folder, start_from, control, run)
        except Exception as error:
            fail(folder, error)
            raise


def _folds(
    corpora: list[Corpus],
    config: TrainingConfig,
    folder: RunFolder,
    start_from: Checkpoint | None,
    control: TrainingControl,
    run: int,
) -> Iterator[TrainingRecord | FoldStarted | Outcome]:
    paths = folds.folders(folder)
    for number, (part, path) in enumerate(zip(corpora, paths, strict=True), 1):
        fold = RunFolder(path)
        if status.read(fold).state is RunState.FINISHED:
            continue
        yield FoldStarted(number, len(corpora), path)
        resume = fold.state.exists()
        fold = RunFolder.open(path) if resume else RunFolder.create(path, config)
        yield from train(
            part, config, fold, start_from=start_from, resume=resume, control=control, run=run
        )
        if status.read(fold).state is not RunState.FINISHED:
            folder.note(f"stopped in fold {number} of {len(corpora)}")
            status.write(folder, RunState.STOPPED)
            return
    outcome = Outcome(tuple(_best(RunFolder(path)) for path in paths))
    folder.note(f"dev BLEU {outcome.mean:.4f}, spread {outcome.spread:.4f}, {len(paths)} folds")
    status.write(folder, RunState.FINISHED)
    yield outcome


def _best(fold: RunFolder) -> float:
    try:
        return float(position.read(fold)["best_bleu"])
    except (KeyError, TypeError, ValueError) as error:
        msg = f"{fold.path} does not say how well its model did."
        raise RunError(msg) from error
